#pragma once

#include <QString>

class QWidget;

namespace headlight {

/// What the program remembers a folder for.
inline const QString documentKey = QStringLiteral("document");
inline const QString pictureKey = QStringLiteral("picture");
inline const QString lessonKey = QStringLiteral("lesson");
inline const QString matrixKey = QStringLiteral("matrix");
inline const QString vectorsKey = QStringLiteral("wordVectors");

/// The folder that a file of this kind was last taken from or put into.
QString lastFolder(const QString& key);
void rememberFolder(const QString& key, const QString& path);

/// Asks where to save a file called `name` and remembers the folder. The answer has `suffix`
/// (".pdf") whatever was typed, and is empty when one changed one's mind.
QString chooseFile(QWidget* parent, const QString& title, const QString& key, const QString& name,
                   const QString& suffix);

} // namespace headlight
