#pragma once

#include <QImage>

namespace headlight {

/// The pixels of line `y` of an image of 32 bits a pixel.
inline QRgb* pixelLine(QImage& image, int y)
{
    return reinterpret_cast<QRgb*>(image.scanLine(y));
}

inline const QRgb* pixelLine(const QImage& image, int y)
{
    return reinterpret_cast<const QRgb*>(image.constScanLine(y));
}

} // namespace headlight
