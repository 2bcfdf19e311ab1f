#pragma once

#include "core/report/report.h"

#include <QPointF>
#include <QString>

#include <functional>
#include <vector>

namespace headlight {

class PagePainter;

/// Something on a page that is not parted: a line of text, a formula, matrices side by side.
struct PageItem {
    double height = 0;
    double gap = 0; // above it, but not at the top of a page
    bool staysWithNext = false; // on the same page
    bool isHeading = false;
    std::function<void(PagePainter&, QPointF topLeft)> paint = {};
};

std::vector<PageItem> titleItems(const QString& text, double width);
PageItem headingItem(const ReportSection& section);

/// A block of a report as items no wider than `width`.
std::vector<PageItem> blockItems(const ReportBlock& block, int digits, double width);

} // namespace headlight
