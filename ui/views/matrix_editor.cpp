#include "ui/views/matrix_editor.h"

#include "ui/views/matrix_pane.h"
#include "ui/views/matrix_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace headlight {
namespace {

struct Tab {
    QString name; // last part of the path
    QString text;
    QString tip;
};

QList<Tab> tabs()
{
    const auto tr = [](const char* text) { return MatrixEditor::tr(text); };
    return {
        {QStringLiteral("X"), QStringLiteral("X"), tr("Input: one row for each token")},
        {QStringLiteral("embed"), QStringLiteral("E"), tr("Embedding of each token")},
        {QStringLiteral("pos_embed"), QStringLiteral("P"), tr("What is added for the position")},
        {QStringLiteral("W_Q"), QStringLiteral("W_Q"), tr("Weights that make the queries")},
        {QStringLiteral("W_K"), QStringLiteral("W_K"), tr("Weights that make the keys")},
        {QStringLiteral("W_V"), QStringLiteral("W_V"), tr("Weights that make the values")},
        {QStringLiteral("W_O"), QStringLiteral("W_O"), tr("Rows of W_O that this head meets")},
        {QStringLiteral("q"), QStringLiteral("Q"), tr("Queries: look at them or pin your own")},
        {QStringLiteral("k"), QStringLiteral("K"), tr("Keys: look at them or pin your own")},
        {QStringLiteral("v"), QStringLiteral("V"), tr("Values: look at them or pin your own")},
        {QStringLiteral("pattern"), tr("Weights"), tr("Attention weights that were recorded")},
    };
}

} // namespace

MatrixEditor::MatrixEditor(QWidget* parent)
    : QWidget(parent)
    , m_tabs(new QButtonGroup(this))
    , m_main(new MatrixPane(this))
    , m_input(new MatrixPane(this))
{
    setObjectName(QStringLiteral("matrixEditor"));
    setAccessibleName(tr("Matrix editor"));
    m_main->setObjectName(QStringLiteral("mainPane"));
    m_input->setObjectName(QStringLiteral("inputPane"));

    auto* tabRow = new QHBoxLayout;
    tabRow->setSpacing(1);
    for (const Tab& tab : tabs()) {
        auto* button = new QToolButton(this);
        button->setText(tab.text);
        button->setObjectName(QStringLiteral("tab_") + tab.name);
        button->setAccessibleName(tab.tip);
        button->setToolTip(tab.tip);
        button->setProperty("tab", true);
        button->setProperty("matrix", tab.name);
        button->setCheckable(true);
        QFont chosen = button->font(); // the chosen tab is bold; none of them may move for it
        chosen.setWeight(QFont::DemiBold);
        button->setMinimumWidth(QFontMetrics(chosen).horizontalAdvance(tab.text) + 16);
        m_tabs->addButton(button);
        tabRow->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, name = tab.name] { showMatrix(name); });
    }
    tabRow->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 12);
    layout->setSpacing(12);
    layout->addLayout(tabRow);
    layout->addWidget(m_main);
    layout->addWidget(m_input);
    layout->addStretch(1);
    connectPane(m_main);
    connectPane(m_input);
    m_input->setPath("X");
    m_input->hideEditingHint();
    updateTabs();
    updatePaths();
}

void MatrixEditor::connectPane(MatrixPane* pane)
{
    connect(pane, &MatrixPane::cellEdited, this, &MatrixEditor::cellEdited);
    connect(pane, &MatrixPane::matrixEdited, this, &MatrixEditor::matrixEdited);
    connect(pane, &MatrixPane::resizeWanted, this, &MatrixEditor::resizeWanted);
    connect(pane, &MatrixPane::pinWanted, this, &MatrixEditor::pinWanted);
    connect(pane, &MatrixPane::unpinWanted, this, &MatrixEditor::unpinWanted);
    connect(pane, &MatrixPane::editRefused, this, &MatrixEditor::editRefused);
    connect(pane, &MatrixPane::cellSelected, this, &MatrixEditor::cellSelected);
    connect(pane, &MatrixPane::cellHovered, this, &MatrixEditor::cellHovered);
    connect(pane->view(), &MatrixView::gestureBegun, this, &MatrixEditor::gestureBegun);
}

void MatrixEditor::setDocument(const Document& document)
{
    const bool sameChoices
        = document.config == m_config && document.recorded.has_value() == m_isRecording;
    m_config = document.config;
    m_isRecording = document.recorded.has_value();
    if (!sameChoices)
        updateTabs();
    updatePaths();
    m_main->setDocument(document);
    m_input->setDocument(document);
}

void MatrixEditor::setSnapshot(const SnapshotPtr& snapshot)
{
    m_main->setSnapshot(snapshot);
    m_input->setSnapshot(snapshot);
}

void MatrixEditor::setPlace(int layer, int head)
{
    m_layer = layer;
    m_head = head;
    updatePaths();
}

void MatrixEditor::setMarks(const Marks& marks)
{
    m_main->setMarks(marks);
    m_input->setMarks(marks);
}

void MatrixEditor::showMatrix(const QString& name)
{
    m_name = name;
    updateTabs();
    updatePaths();
}

void MatrixEditor::commitEditor()
{
    m_main->view()->commitEditor();
    m_input->view()->commitEditor();
}

void MatrixEditor::setGesture(int gesture)
{
    m_main->view()->setGesture(gesture);
    m_input->view()->setGesture(gesture);
}

bool MatrixEditor::isOffered(const QString& name) const
{
    const bool isPattern = name == QLatin1String("pattern");
    if (m_isRecording || isPattern)
        return m_isRecording && isPattern;
    if (name == QLatin1String("embed") || name == QLatin1String("pos_embed"))
        return m_config.positions != Positions::None;
    return name != QLatin1String("W_O") || m_config.outputProjection;
}

void MatrixEditor::updateTabs()
{
    if (!isOffered(m_name))
        m_name = m_isRecording ? QStringLiteral("pattern") : QStringLiteral("X");
    for (QAbstractButton* button : m_tabs->buttons()) {
        const QString name = button->property("matrix").toString();
        button->setVisible(isOffered(name));
        button->setChecked(name == m_name);
    }
    m_input->setVisible(m_name != QLatin1String("X") && !m_isRecording);
}

std::string MatrixEditor::pathOf(const QString& name) const
{
    const std::string layer = "layers." + std::to_string(m_layer) + ".";
    if (name == QLatin1String("X"))
        return m_layer == 0 ? "X" : layer + "resid_pre";
    if (name == QLatin1String("pos_embed"))
        return m_config.positions == Positions::Table ? "positions" : "pos_embed";
    if (name == QLatin1String("embed"))
        return "embed";
    return layer + "head." + std::to_string(m_head) + "." + name.toStdString();
}

void MatrixEditor::updatePaths()
{
    m_main->setPlace({m_layer, m_head});
    m_input->setPlace({m_layer, m_head});
    m_main->setPath(pathOf(m_name));
    m_input->setPath(pathOf(QStringLiteral("X")));
}

} // namespace headlight
