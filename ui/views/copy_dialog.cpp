#include "ui/views/copy_dialog.h"

#include "core/support/digits.h"
#include "ui/style/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>

#include <algorithm>

namespace headlight {
namespace {

constexpr Index previewRows = 12;
constexpr Index previewColumns = 8;

QString settingsKey(const char* name)
{
    return QStringLiteral("copyAs/") + QLatin1String(name);
}

std::vector<std::string> firstOf(const std::vector<std::string>& texts, Index count)
{
    return {texts.begin(), texts.begin() + count};
}

} // namespace

CopyDialog::CopyDialog(const Matrix& matrix, std::vector<std::string> rowHeadings,
                       std::vector<std::string> columnHeadings, QWidget* parent)
    : QDialog(parent)
    , m_matrix(matrix)
    , m_rowHeadings(std::move(rowHeadings))
    , m_columnHeadings(std::move(columnHeadings))
    , m_dialect(new QComboBox)
    , m_digits(new QSpinBox)
    , m_headings(new QCheckBox(tr("With &headings of rows and columns")))
    , m_preview(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("copyDialog"));
    setWindowTitle(tr("Copy %1 × %2 Numbers").arg(matrix.rows()).arg(matrix.cols()));
    build();
    restoreChoice();
    connect(m_dialect, &QComboBox::currentIndexChanged, this, &CopyDialog::showPreview);
    connect(m_digits, &QSpinBox::valueChanged, this, &CopyDialog::showPreview);
    connect(m_headings, &QCheckBox::toggled, this, &CopyDialog::showPreview);
    connect(this, &QDialog::accepted, this, &CopyDialog::saveChoice);
    showPreview();
}

void CopyDialog::build()
{
    m_dialect->setObjectName(QStringLiteral("copyDialect"));
    m_dialect->setAccessibleName(tr("Spelled for"));
    // In the order of Dialect.
    m_dialect->addItems({tr("Spreadsheet (TSV)"), tr("CSV"), tr("Markdown table"),
                         tr("LaTeX matrix (bmatrix)"), tr("LaTeX table (tabular)"),
                         tr("Typst matrix"), tr("NumPy"), tr("PyTorch"), tr("MATLAB"), tr("JSON"),
                         tr("Plain text"), tr("HTML table")});
    m_digits->setObjectName(QStringLiteral("copyDigits"));
    m_digits->setAccessibleName(tr("Digits"));
    m_digits->setRange(0, mostDigits - 1);
    m_digits->setSpecialValueText(tr("All, exact to the last bit"));
    m_headings->setObjectName(QStringLiteral("copyHeadings"));
    m_preview->setObjectName(QStringLiteral("copyPreview"));
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setReadOnly(true);
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setFont(numberFont());
    m_preview->setTabChangesFocus(true);
    m_preview->setMinimumSize(460, 220);

    auto* form = new QFormLayout;
    form->setVerticalSpacing(8);
    form->addRow(tr("&Spelled for"), m_dialect);
    form->addRow(tr("&Digits"), m_digits);
    form->addRow(m_headings);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Copy"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(m_preview, 1);
    layout->addWidget(buttons);
}

void CopyDialog::restoreChoice()
{
    const QSettings settings;
    const int chosen = settings.value(settingsKey("dialect"), int(Dialect::LatexMatrix)).toInt();
    m_dialect->setCurrentIndex(std::clamp(chosen, 0, dialectCount - 1));
    m_digits->setValue(settings.value(settingsKey("digits"), 0).toInt());
    m_headings->setChecked(settings.value(settingsKey("headings"), false).toBool());
}

void CopyDialog::saveChoice() const
{
    QSettings settings;
    settings.setValue(settingsKey("dialect"), m_dialect->currentIndex());
    settings.setValue(settingsKey("digits"), m_digits->value());
    settings.setValue(settingsKey("headings"), m_headings->isChecked());
}

Dialect CopyDialog::dialect() const
{
    return Dialect(m_dialect->currentIndex());
}

QString CopyDialog::text() const
{
    return textOf(dialect(), m_matrix.rows(), m_matrix.cols());
}

QString CopyDialog::table() const
{
    const bool isForTables = dialect() == Dialect::Tsv || dialect() == Dialect::Html;
    return isForTables ? textOf(Dialect::Html, m_matrix.rows(), m_matrix.cols()) : QString();
}

QString CopyDialog::textOf(Dialect dialect, Index rows, Index columns) const
{
    WriteOptions options;
    options.digits = m_digits->value();
    if (m_headings->isChecked()) {
        options.rowHeadings = firstOf(m_rowHeadings, rows);
        options.columnHeadings = firstOf(m_columnHeadings, columns);
    }
    return QString::fromStdString(
        writeMatrix(m_matrix.topLeftCorner(rows, columns), dialect, options));
}

void CopyDialog::showPreview()
{
    m_headings->setEnabled(hasHeadings(dialect()));
    const Index rows = std::min(m_matrix.rows(), previewRows);
    const Index columns = std::min(m_matrix.cols(), previewColumns);
    const bool isPart = rows < m_matrix.rows() || columns < m_matrix.cols();
    const QString part
        = isPart ? tr("The first %1 × %2 numbers:\n\n").arg(rows).arg(columns) : QString();
    m_preview->setPlainText(part + textOf(dialect(), rows, columns));
}

} // namespace headlight
