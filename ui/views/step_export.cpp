#include "ui/views/step_export.h"

#include "ui/style/theme.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>

namespace headlight {
namespace {

constexpr QSize pageSize(960, 540); // layout pixels, as wide as a slide is to its height
constexpr int pngFactor = 2;
constexpr int pdfResolution = 1200;
constexpr double pixelsPerInch = 96;

bool hasPage(const StepPlan& plan, StepPages pages, std::int64_t step)
{
    if (pages == StepPages::EveryStep || step + 1 >= plan.count())
        return true;
    const StepPlace here = plan.at(step);
    const StepPlace next = plan.at(step + 1);
    const bool endsRow = next.stage != here.stage || next.row != here.row;
    return endsRow || (pages == StepPages::EveryCell && next.column != here.column);
}

} // namespace

std::vector<std::int64_t> pageSteps(const StepPlan& plan, StepPages pages, std::int64_t first,
                                    std::int64_t last)
{
    std::vector<std::int64_t> steps;
    for (std::int64_t step = first; step <= last && steps.size() <= mostStepPages; ++step) {
        if (hasPage(plan, pages, step))
            steps.push_back(step);
    }
    return steps;
}

QByteArray stepPng(const StepPage& page)
{
    const ThemeForPainting light(lightTheme);
    QImage image(pageSize * pngFactor, QImage::Format_RGB32);
    image.setDevicePixelRatio(pngFactor);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintStepPage(painter, QRect(QPoint(), pageSize), page);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray stepsPdf(const StepPage& page, const std::vector<std::int64_t>& steps)
{
    const ThemeForPainting light(lightTheme);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(pdfResolution);
    writer.setCreator(QStringLiteral("Headlight"));
    constexpr double pointsPerPixel = 72 / pixelsPerInch;
    writer.setPageSize(
        QPageSize(QSizeF(pageSize) * pointsPerPixel, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter(&writer);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.scale(pdfResolution / pixelsPerInch, pdfResolution / pixelsPerInch);
    StepPage shown = page;
    for (const std::int64_t step : steps) {
        if (step != steps.front())
            writer.newPage();
        shown.step = step;
        paintStepPage(painter, QRect(QPoint(), pageSize), shown);
    }
    painter.end();
    return bytes;
}

} // namespace headlight
