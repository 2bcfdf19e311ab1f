#include "ui/report/report_pages.h"

#include "ui/figure/page_painter.h"
#include "ui/figure/text_line.h"
#include "ui/report/page_text.h"
#include "ui/style/theme.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct PagesTexts {
    Q_DECLARE_TR_FUNCTIONS(PagesTexts)
};

constexpr double sideMargin = 68; // 18 mm
constexpr double topMargin = 64;
constexpr double bottomMargin = 76;
constexpr int shortReport = 4; // so many pages need no table of contents
constexpr std::size_t mostEntries = 30; // of a table of contents that tells of heads as well
constexpr double entryHeight = 21;

} // namespace

ReportPages::ReportPages(const Report& report, QSizeF page)
    : m_page(page)
    , m_title(QString::fromStdString(report.title))
{
    collect(report);
    place();
    if (count() <= shortReport)
        return;
    addContents();
    place();
    notePages();
}

double ReportPages::contentWidth() const
{
    return m_page.width() - 2 * sideMargin;
}

double ReportPages::contentHeight() const
{
    return m_page.height() - topMargin - bottomMargin;
}

void ReportPages::collect(const Report& report)
{
    m_items = titleItems(m_title, contentWidth());
    m_titleItems = m_items.size();
    for (const ReportSection& section : report.sections) {
        if (section.level < 3)
            m_entries.push_back(
                {QString::fromStdString(section.title), section.level, m_items.size()});
        m_items.push_back(headingItem(section));
        for (const ReportBlock& block : section.blocks) {
            std::vector<PageItem> items = blockItems(block, report.digits, contentWidth());
            std::move(items.begin(), items.end(), std::back_inserter(m_items));
        }
    }
}

/// What stays together goes on a new page where the rest of this one is too short for it.
void ReportPages::place()
{
    m_pages.assign(1, {});
    m_y = 0;
    for (std::size_t first = 0; first < m_items.size();) {
        std::size_t end = first + 1;
        while (end < m_items.size() && m_items[end - 1].staysWithNext
               && (m_items[end - 1].isHeading || !m_items[end].isHeading))
            ++end;
        placeChain(first, end);
        first = end;
    }
}

void ReportPages::placeChain(std::size_t first, std::size_t end)
{
    double height = 0;
    for (std::size_t i = first; i < end; ++i)
        height += m_items[i].height + (i > first || !m_pages.back().empty() ? m_items[i].gap : 0);
    const auto turnPage = [this] {
        m_pages.emplace_back();
        m_y = 0;
    };
    if (m_y + height > contentHeight() && !m_pages.back().empty())
        turnPage();
    for (std::size_t i = first; i < end; ++i) {
        const PageItem& item = m_items[i];
        if (m_y + item.gap + item.height > contentHeight() && !m_pages.back().empty())
            turnPage();
        m_y += m_pages.back().empty() ? 0 : item.gap;
        m_pages.back().push_back({&item, m_y});
        m_y += item.height;
    }
}

/// Puts the table of contents behind the title.
void ReportPages::addContents()
{
    if (m_entries.size() > mostEntries)
        std::erase_if(m_entries, [](const Entry& entry) { return entry.level > 1; });
    std::vector<PageItem> contents = {headingItem({2, PagesTexts::tr("Contents").toStdString()})};
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        contents.push_back(entryItem(i));
    for (Entry& entry : m_entries)
        entry.item += contents.size();
    m_items.insert(m_items.begin() + std::ptrdiff_t(m_titleItems),
                   std::make_move_iterator(contents.begin()),
                   std::make_move_iterator(contents.end()));
}

PageItem ReportPages::entryItem(std::size_t index) const
{
    PageItem item{entryHeight};
    item.paint = [this, index](PagePainter& page, QPointF at) {
        const Entry& entry = m_entries[index];
        QPainter& painter = page.painter();
        const double x = (entry.level - 1) * 20;
        const QRectF line(at.x() + x, at.y(), contentWidth() - x, entryHeight);
        painter.setFont(pageFont(PageFont::Body));
        painter.setPen(currentTheme().text);
        const QFontMetricsF metrics(painter.font());
        const QString number = QString::number(entry.page);
        drawTextLine(painter, line, Qt::AlignLeft | Qt::AlignVCenter, entry.title);
        drawTextLine(painter, line, Qt::AlignRight | Qt::AlignVCenter, number);
        const double baseline = line.center().y() + metrics.capHeight() / 2;
        painter.setPen(QPen(currentTheme().border, 1, Qt::DotLine));
        painter.drawLine(
            QPointF(line.left() + metrics.horizontalAdvance(entry.title) + 8, baseline),
            QPointF(line.right() - metrics.horizontalAdvance(number) - 8, baseline));
    };
    return item;
}

void ReportPages::notePages()
{
    for (Entry& entry : m_entries) {
        for (std::size_t p = 0; p < m_pages.size() && entry.page == 0; ++p) {
            const auto found
                = std::find_if(m_pages[p].begin(), m_pages[p].end(), [&](const PlacedItem& placed) {
                      return placed.item == &m_items[entry.item];
                  });
            if (found != m_pages[p].end())
                entry.page = int(p) + 1;
        }
    }
}

void ReportPages::paint(PagePainter& painter, int page) const
{
    const ThemeForPainting light(lightTheme);
    for (const PlacedItem& placed : m_pages[std::size_t(page)])
        placed.item->paint(painter, {sideMargin, topMargin + placed.top});
    paintFooter(painter, page);
}

void ReportPages::paintFooter(PagePainter& page, int number) const
{
    QPainter& painter = page.painter();
    const QRectF where(sideMargin, m_page.height() - bottomMargin + 24, contentWidth(), 20);
    painter.setFont(pageFont(PageFont::Aside));
    painter.setPen(currentTheme().muted);
    const QFontMetricsF metrics(painter.font());
    drawTextLine(painter, where, Qt::AlignLeft | Qt::AlignVCenter,
                 metrics.elidedText(m_title, Qt::ElideRight, contentWidth() - 100));
    drawTextLine(painter, where, Qt::AlignRight | Qt::AlignVCenter,
                 PagesTexts::tr("%1 of %2").arg(number + 1).arg(count()));
}

QSizeF paperPixels(const QPageSize& paper)
{
    return paper.size(QPageSize::Point) * 96 / 72;
}

} // namespace headlight
