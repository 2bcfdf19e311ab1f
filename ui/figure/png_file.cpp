#include "ui/figure/png_file.h"

#include "core/support/thread_pool.h"

#include <QtEndian>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <zlib.h>

// The format: Portable Network Graphics (PNG) Specification, second edition, W3C 2003.

namespace headlight {
namespace {

constexpr int filterUp = 2;
constexpr qsizetype stripBytes = 1 << 20; // packed on its own; not the number of processors,
                                          // so that a file never depends on it

/// Some rows, packed so that strips can follow each other.
struct Strip {
    int first = 0;
    int last = 0; // not included
    QByteArray packed;
    uLong sum = 0; // Adler-32 of its bytes before packing
    uLong size = 0;
};

QByteArray bigEndian(quint32 number)
{
    QByteArray bytes(4, Qt::Uninitialized);
    qToBigEndian(number, bytes.data());
    return bytes;
}

QByteArray chunk(const QByteArray& name, const QByteArray& data)
{
    const QByteArray body = name + data;
    const uLong check
        = crc32_z(0, reinterpret_cast<const Bytef*>(body.constData()), z_size_t(body.size()));
    return bigEndian(quint32(data.size())) + body + bigEndian(quint32(check));
}

QByteArray headerChunk(const QImage& image)
{
    constexpr char bits = 8;
    constexpr char colors = 2;
    constexpr char colorsAndAlpha = 6;
    QByteArray data = bigEndian(quint32(image.width())) + bigEndian(quint32(image.height()));
    data += bits;
    data += image.hasAlphaChannel() ? colorsAndAlpha : colors;
    return chunk("IHDR", data + QByteArray(3, '\0'));
}

QByteArray resolutionChunk(const QImage& image)
{
    constexpr char perMetre = 1;
    return chunk("pHYs",
                 bigEndian(quint32(image.dotsPerMeterX()))
                     + bigEndian(quint32(image.dotsPerMeterY())) + perMetre);
}

/// Plain where it can be, else as UTF-8.
QByteArray textChunk(const QString& keyword, const QString& text)
{
    const QByteArray utf8 = text.toUtf8();
    if (utf8.size() == text.size()) // ASCII
        return chunk("tEXt", keyword.toLatin1() + '\0' + utf8);
    return chunk("iTXt", keyword.toLatin1() + QByteArray(5, '\0') + utf8);
}

/// A row of bytes R G B (A), and what is written of it.
class RowFilter {
public:
    explicit RowFilter(const QImage& image)
        : m_image(image)
        , m_alpha(image.hasAlphaChannel())
        , m_above(rowBytes())
        , m_row(rowBytes())
    {
    }

    std::size_t rowBytes() const { return std::size_t(m_image.width()) * (m_alpha ? 4U : 3U); }

    /// The rows of a strip, each with the number of its filter.
    std::vector<Bytef> filtered(const Strip& strip)
    {
        std::vector<Bytef> bytes(std::size_t(strip.last - strip.first) * (rowBytes() + 1));
        if (strip.first > 0)
            read(strip.first - 1, m_above);
        else
            std::fill(m_above.begin(), m_above.end(), Bytef(0));
        Bytef* to = bytes.data();
        for (int y = strip.first; y < strip.last; ++y) {
            *to++ = filterUp;
            if (y > strip.first && isRepeated(y)) { // as most rows of large cells are
                to = std::fill_n(to, rowBytes(), Bytef(0));
                continue;
            }
            read(y, m_row);
            for (std::size_t i = 0; i < m_row.size(); ++i)
                *to++ = Bytef(m_row[i] - m_above[i]);
            std::swap(m_row, m_above);
        }
        return bytes;
    }

private:
    bool isRepeated(int y) const
    {
        return std::memcmp(m_image.constScanLine(y), m_image.constScanLine(y - 1),
                           std::size_t(m_image.width()) * sizeof(QRgb))
            == 0;
    }

    void read(int y, std::vector<Bytef>& row) const
    {
        const auto* pixel = reinterpret_cast<const QRgb*>(m_image.constScanLine(y));
        Bytef* to = row.data();
        for (int x = 0; x < m_image.width(); ++x, ++pixel) {
            *to++ = Bytef(qRed(*pixel));
            *to++ = Bytef(qGreen(*pixel));
            *to++ = Bytef(qBlue(*pixel));
            if (m_alpha)
                *to++ = Bytef(qAlpha(*pixel));
        }
    }

    const QImage& m_image;
    bool m_alpha;
    std::vector<Bytef> m_above;
    std::vector<Bytef> m_row;
};

void pack(Strip& strip, const QImage& image)
{
    constexpr int fastest = 1;
    constexpr int withoutHeader = -15;
    constexpr int memory = 9;
    std::vector<Bytef> bytes = RowFilter(image).filtered(strip);
    strip.size = uLong(bytes.size());
    strip.sum = adler32_z(1, bytes.data(), bytes.size());
    z_stream stream = {};
    if (deflateInit2(&stream, fastest, Z_DEFLATED, withoutHeader, memory, Z_DEFAULT_STRATEGY)
        != Z_OK)
        throw std::bad_alloc(); // the only reason there can be
    const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, deflateEnd);
    constexpr uLong mark = 16; // bytes that end a strip
    strip.packed.resize(qsizetype(deflateBound(&stream, strip.size) + mark));
    stream.next_in = bytes.data();
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(strip.packed.data());
    stream.avail_out = uInt(strip.packed.size());
    deflate(&stream, strip.last == image.height() ? Z_FINISH : Z_SYNC_FLUSH);
    strip.packed.resize(qsizetype(stream.total_out));
}

std::vector<Strip> stripsOf(const QImage& image)
{
    const int rows = std::max<int>(1, int(stripBytes / image.bytesPerLine()));
    std::vector<Strip> strips;
    for (int first = 0; first < image.height(); first += rows)
        strips.push_back({first, std::min(first + rows, image.height()), {}, 0, 0});
    return strips;
}

QByteArray dataChunk(const QImage& image)
{
    std::vector<Strip> strips = stripsOf(image);
    ThreadPool(std::min(coreCount(), int(strips.size()))).run(int(strips.size()), [&](int i) {
        pack(strips[std::size_t(i)], image);
    });
    QByteArray data("\x78\x01", 2); // deflated, at the fastest level
    uLong sum = 1;
    for (const Strip& strip : strips) {
        data += strip.packed;
        sum = adler32_combine(sum, strip.sum, z_off_t(strip.size));
    }
    return chunk("IDAT", data + bigEndian(quint32(sum)));
}

} // namespace

QByteArray pngFile(const QImage& image, const QList<std::pair<QString, QString>>& texts)
{
    if (image.isNull())
        return {};
    const QImage pixels = image.convertToFormat(image.hasAlphaChannel() ? QImage::Format_ARGB32
                                                                        : QImage::Format_RGB32);
    QByteArray file("\x89PNG\r\n\x1a\n", 8);
    file += headerChunk(pixels);
    file += resolutionChunk(image);
    for (const auto& [keyword, text] : texts)
        file += textChunk(keyword, text);
    return file + dataChunk(pixels) + chunk("IEND", {});
}

} // namespace headlight
