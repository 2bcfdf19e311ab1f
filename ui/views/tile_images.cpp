#include "ui/views/tile_images.h"

namespace headlight {

const QImage& TileImages::image(const MatrixTile& tile, QSize most)
{
    const Theme* theme = &currentTheme();
    const auto found = m_entries.find(tile.tensor);
    if (found != m_entries.end()) {
        Entry& entry = found->second;
        if (entry.map == tile.map && entry.theme == theme && entry.most == most
            && (entry.values == tile.values || sameBits(*entry.values, *tile.values))) {
            entry.values = tile.values; // the old matrix may keep a whole snapshot
            entry.isUsed = true;
            return entry.image;
        }
    }
    Entry& entry = m_entries[tile.tensor];
    entry = {tile.values, tile.map, theme, most, tileImage(tile, most), true};
    return entry.image;
}

void TileImages::forgetUnused()
{
    std::erase_if(m_entries, [](const auto& entry) { return !entry.second.isUsed; });
    for (auto& entry : m_entries)
        entry.second.isUsed = false;
}

} // namespace headlight
