#pragma once

#include "ui/style/theme.h"
#include "ui/views/matrix_tile.h"

#include <unordered_map>

namespace headlight {

/// Images of tiles, made when they are painted and kept while numbers, colours and size stay: an
/// edit changes few of the matrices on the screen.
class TileImages {
public:
    const QImage& image(const MatrixTile& tile, QSize most);

    /// Forgets the images that were not asked for since the last call.
    void forgetUnused();

private:
    struct Entry {
        std::shared_ptr<const Matrix> values;
        ColorMap map;
        const Theme* theme;
        QSize most;
        QImage image;
        bool isUsed;
    };

    std::unordered_map<std::string, Entry> m_entries; // by tensor
};

} // namespace headlight
