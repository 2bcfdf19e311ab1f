#include "ui/views/recovery_dialog.h"

#include "ui/style/plain_text.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {
namespace {

constexpr QSize pictureSize(56, 56);
constexpr int readableRole = Qt::UserRole;
constexpr int nameRole = Qt::UserRole + 1;

QString timeText(const QDateTime& time)
{
    return QLocale().toString(time.toLocalTime(), QLocale::LongFormat);
}

QString placeText(const QString& path)
{
    return path.isEmpty() ? RecoveryDialog::tr("never saved") : QDir::toNativeSeparators(path);
}

QIcon iconOf(const QByteArray& png)
{
    QPixmap picture;
    picture.loadFromData(png, "PNG");
    if (picture.isNull()) {
        picture = QPixmap(pictureSize);
        picture.fill(Qt::transparent);
    }
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected); // its colours mean something: no tint
    return icon;
}

QLabel* makeText(const QString& text)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

RecoveryDialog::RecoveryDialog(std::vector<std::unique_ptr<RecoveryFile>> files, QWidget* parent)
    : QDialog(parent)
    , m_files(std::move(files))
    , m_list(new QListWidget)
{
    setObjectName(QStringLiteral("recoveryDialog"));
    setWindowTitle(tr("Recover Unsaved Work"));
    m_list->setObjectName(QStringLiteral("recoverable"));
    m_list->setAccessibleName(tr("Documents that can be recovered"));
    m_list->setIconSize(pictureSize);
    m_list->setSpacing(4);
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const std::unique_ptr<RecoveryFile>& file : m_files)
        addRow(*file);

    auto* buttons = new QDialogButtonBox;
    m_discard = buttons->addButton(tr("&Discard…"), QDialogButtonBox::ResetRole);
    m_discard->setObjectName(QStringLiteral("discardRecovered"));
    m_discard->setAutoDefault(false); // Enter never throws anything away
    QPushButton* keep = buttons->addButton(tr("&Keep for Later"), QDialogButtonBox::RejectRole);
    keep->setObjectName(QStringLiteral("keepRecovered"));
    m_open = buttons->addButton(tr("&Open"), QDialogButtonBox::AcceptRole);
    m_open->setObjectName(QStringLiteral("openRecovered"));
    m_open->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(makeText(tr("Headlight ended before these changes were saved. Open one to go "
                                  "on with it; the others stay here for later.")));
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    resize(600, 340);

    connect(m_list, &QListWidget::currentRowChanged, this, &RecoveryDialog::updateButtons);
    connect(m_list, &QListWidget::itemActivated, this, [this] { m_open->click(); });
    connect(m_discard, &QPushButton::clicked, this, &RecoveryDialog::discard);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    chooseFirstReadable();
}

void RecoveryDialog::addRow(const RecoveryFile& file)
{
    const Result<RecoveryNote> note = file.readNote();
    auto* item = new QListWidgetItem(m_list);
    item->setData(readableRole, note.has_value());
    const QString name = note ? note->name : tr("Damaged file");
    const QString about = note ? tr("%1 · %2").arg(timeText(note->time), placeText(note->path))
                               : QString::fromStdString(note.error().message);
    item->setData(nameRole, name);
    item->setText(name + u'\n' + about);
    item->setToolTip(plainToolTip(about));
    item->setIcon(iconOf(note ? note->picture : QByteArray()));
}

void RecoveryDialog::chooseFirstReadable()
{
    int row = m_list->count() - 1;
    for (int i = row; i >= 0; --i) {
        if (m_list->item(i)->data(readableRole).toBool())
            row = i;
    }
    m_list->setCurrentRow(row);
    updateButtons();
}

void RecoveryDialog::updateButtons()
{
    const QListWidgetItem* item = m_list->currentItem();
    m_open->setEnabled(item && item->data(readableRole).toBool());
    m_discard->setEnabled(item);
}

void RecoveryDialog::discard()
{
    const QString name = m_list->currentItem()->data(nameRole).toString();
    QMessageBox box(QMessageBox::Warning, tr("Discard Unsaved Work?"),
                    tr("The unsaved changes of “%1” will be lost for good.").arg(name),
                    QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setObjectName(QStringLiteral("discardQuestion"));
    box.setTextFormat(Qt::PlainText);
    box.setDefaultButton(QMessageBox::Cancel);
    if (box.exec() != QMessageBox::Discard)
        return;
    const int row = m_list->currentRow();
    m_files[std::size_t(row)]->remove();
    m_files.erase(m_files.begin() + row);
    delete m_list->takeItem(row);
    if (m_files.empty())
        reject();
}

std::unique_ptr<RecoveryFile> RecoveryDialog::takeChosen()
{
    const int row = m_list->currentRow();
    return result() == Accepted && row >= 0 ? std::move(m_files[std::size_t(row)]) : nullptr;
}

} // namespace headlight
