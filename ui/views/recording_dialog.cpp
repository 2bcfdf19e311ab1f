#include "ui/views/recording_dialog.h"

#include "core/io/tensor_view.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {
namespace {

constexpr int columnGap = 16;

QString textOf(const std::vector<RecordedPrompt>& prompts)
{
    if (prompts.empty())
        return RecordingDialog::tr("positions");
    return prompts.size() == 1 ? QString::fromStdString(prompts.front().text)
                               : RecordingDialog::tr("choose below");
}

} // namespace

RecordingDialog::RecordingDialog(std::vector<RecordedArray> arrays, QWidget* parent)
    : QDialog(parent)
    , m_arrays(std::move(arrays))
    , m_list(new QTreeWidget)
    , m_promptLabel(new QLabel(tr("Its &tokens are those of")))
    , m_prompts(new QComboBox)
{
    setObjectName(QStringLiteral("recordingDialog"));
    setWindowTitle(tr("Open Recording"));
    m_list->setObjectName(QStringLiteral("recordedArrays"));
    m_list->setAccessibleName(tr("Arrays that could be attention"));
    m_list->setHeaderLabels({tr("Array"), tr("Shape"), tr("Rows sum to 1"), tr("Tokens")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_prompts->setObjectName(QStringLiteral("recordedPrompts"));
    m_prompts->setAccessibleName(tr("Prompt"));
    m_promptLabel->setBuddy(m_prompts);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(new QLabel(tr("Which array of this file shall be shown?")));
    layout->addWidget(m_list, 1);
    layout->addWidget(m_promptLabel);
    layout->addWidget(m_prompts);
    layout->addSpacing(8);
    layout->addWidget(buttons);
    fillArrays();
    showPrompts();
    resize(620, 360);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &RecordingDialog::showPrompts);
    connect(m_list, &QTreeWidget::itemActivated, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

/// The first whose rows sum to 1 is chosen at first.
void RecordingDialog::fillArrays()
{
    for (const RecordedArray& array : m_arrays)
        m_list->addTopLevelItem(new QTreeWidgetItem(
            {QString::fromStdString(array.name), QString::fromStdString(shapeText(array.shape)),
             array.rowsSumToOne ? tr("yes") : tr("no"), textOf(array.prompts)}));
    const auto usual = std::find_if(m_arrays.begin(), m_arrays.end(),
                                    [](const RecordedArray& array) { return array.rowsSumToOne; });
    const auto place = usual == m_arrays.end() ? 0 : usual - m_arrays.begin();
    m_list->setCurrentItem(m_list->topLevelItem(int(place)));
    for (int column = 0; column < m_list->columnCount(); ++column) {
        m_list->resizeColumnToContents(column);
        m_list->setColumnWidth(column, m_list->columnWidth(column) + columnGap);
    }
}

void RecordingDialog::showPrompts()
{
    m_prompts->clear();
    for (const RecordedPrompt& prompt : chosen().prompts)
        m_prompts->addItem(QString::fromStdString(prompt.text));
    const bool hasChoice = m_prompts->count() > 1;
    m_promptLabel->setVisible(hasChoice);
    m_prompts->setVisible(hasChoice);
}

const RecordedArray& RecordingDialog::chosen() const
{
    return m_arrays[std::size_t(m_list->indexOfTopLevelItem(m_list->currentItem()))];
}

const std::string& RecordingDialog::array() const
{
    return chosen().name;
}

std::optional<std::size_t> RecordingDialog::prompt() const
{
    const std::vector<RecordedPrompt>& prompts = chosen().prompts;
    return prompts.empty() ? std::nullopt
                           : prompts[std::size_t(std::max(0, m_prompts->currentIndex()))].index;
}

} // namespace headlight
