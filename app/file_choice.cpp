#include "app/file_choice.h"

#include <QDir>
#include <QFileDialog>
#include <QSettings>

namespace headlight {

QString lastFolder(const QString& key)
{
    return QSettings().value(key + QStringLiteral("Folder"), QDir::homePath()).toString();
}

void rememberFolder(const QString& key, const QString& path)
{
    QSettings().setValue(key + QStringLiteral("Folder"), QFileInfo(path).absolutePath());
}

QString chooseFile(QWidget* parent, const QString& title, const QString& key, const QString& name,
                   const QString& suffix)
{
    const QString chosen = QFileDialog::getSaveFileName(
        parent, title, QDir(lastFolder(key)).filePath(name), u'*' + suffix);
    if (chosen.isEmpty())
        return {};
    rememberFolder(key, chosen);
    return chosen.endsWith(suffix, Qt::CaseInsensitive) ? chosen : chosen + suffix;
}

} // namespace headlight
