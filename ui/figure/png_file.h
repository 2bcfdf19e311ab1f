#pragma once

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QString>

#include <utility>

namespace headlight {

/// The picture as a PNG file with its resolution. Rows are stored as their difference to the row
/// above, which is 0 nearly everywhere in a heatmap, and packed at zlib's fastest level by all
/// processors: many times faster than QImageWriter. The same bytes on every machine.
/// `texts`: keywords and what they say. Empty for a picture without pixels.
QByteArray pngFile(const QImage& image, const QList<std::pair<QString, QString>>& texts);

} // namespace headlight
