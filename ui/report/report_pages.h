#pragma once

#include "ui/report/block_items.h"

#include <QPageSize>
#include <QSizeF>

namespace headlight {

/// A report laid out on pages of paper, the same for a PDF, a printer and a preview.
class ReportPages {
public:
    /// `page`: the size of the paper in 1/96 inch.
    ReportPages(const Report& report, QSizeF page);
    ReportPages(const ReportPages&) = delete; // its items know it
    ReportPages& operator=(const ReportPages&) = delete;

    int count() const { return int(m_pages.size()); }
    QSizeF pageSize() const { return m_page; }

    /// Paints a page, counted from 0, in light colours.
    void paint(PagePainter& painter, int page) const;

private:
    struct PlacedItem {
        const PageItem* item;
        double top;
    };
    /// A line of the table of contents.
    struct Entry {
        QString title;
        int level = 1;
        std::size_t item = 0; // of the heading in m_items
        int page = 0; // counted from 1, once known
    };

    void collect(const Report& report);
    void place();
    void placeChain(std::size_t first, std::size_t end);
    void addContents();
    PageItem entryItem(std::size_t entry) const;
    void notePages();
    void paintFooter(PagePainter& painter, int page) const;
    double contentWidth() const;
    double contentHeight() const;

    QSizeF m_page;
    QString m_title;
    std::size_t m_titleItems = 0;
    std::vector<PageItem> m_items;
    std::vector<Entry> m_entries;
    std::vector<std::vector<PlacedItem>> m_pages;
    double m_y = 0; // where the next item goes while they are placed
};

/// The size of a paper in 1/96 inch.
QSizeF paperPixels(const QPageSize& paper);

} // namespace headlight
