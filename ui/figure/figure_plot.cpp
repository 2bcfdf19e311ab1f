#include "ui/figure/figure_plot.h"

#include "ui/figure/heat_plottable.h"
#include "ui/figure/text_layer.h"

#include <cmath>

namespace headlight {
namespace {

const QString heatLayer = QStringLiteral("heat");
const QString textLayer = QStringLiteral("texts");
constexpr int padding = 16;

/// Leaves every element where it was put: layoutFigure() has decided.
class PlacedLayout : public QCPLayoutInset {
protected:
    void updateLayout() override { }
};

bool sameStyle(const FigureStyle& a, const FigureStyle& b)
{
    return a.background == b.background && a.text == b.text && a.muted == b.muted
        && a.border == b.border && a.family == b.family && a.points == b.points;
}

bool sameFrame(const Panel& a, const Panel& b)
{
    return a.title == b.title && a.values->rows() == b.values->rows()
        && a.values->cols() == b.values->cols() && a.scale == b.scale;
}

/// Whether two figures differ in nothing but what the cells show and which is marked.
bool sameFrame(const Figure& a, const Figure& b)
{
    const auto same = [](const Panel& x, const Panel& y) { return sameFrame(x, y); };
    return std::equal(a.panels.begin(), a.panels.end(), b.panels.begin(), b.panels.end(), same)
        && a.columns == b.columns && a.rowLabels == b.rowLabels && a.columnLabels == b.columnLabels
        && a.labelsNeedRoom == b.labelsNeedRoom && a.title == b.title && a.rowTitle == b.rowTitle
        && a.columnTitle == b.columnTitle && a.labels == b.labels && a.colorBar == b.colorBar
        && a.bar == b.bar && a.cellBorders == b.cellBorders && a.note == b.note
        && sameStyle(a.style, b.style);
}

void hideAxes(QCPAxisRect* rect)
{
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
    rect->setMinimumMargins({});
    for (QCPAxis* axis : rect->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
}

} // namespace

FigurePlot::FigurePlot(QWidget* parent)
    : QCustomPlot(parent)
{
    setMinimumSize(64, 64); // QCustomPlot warns when it has no area to draw on
    setAutoAddPlottableToLegend(false);
    setNotAntialiasedElements(QCP::aeAll);
    plotLayout()->clear();
    plotLayout()->setMargins({});
    plotLayout()->addElement(0, 0, new PlacedLayout);
    addLayer(heatLayer, layer(QStringLiteral("main")), QCustomPlot::limAbove);
    addLayer(textLayer, layer(QStringLiteral("axes")), QCustomPlot::limAbove);
    m_texts = new TextLayer(this, textLayer);
}

void FigurePlot::setFigure(const Figure& figure)
{
    const bool onlyCells = !m_heats.empty() && sameFrame(figure, m_figure);
    m_figure = figure;
    if (onlyCells) {
        updateHeats();
        return;
    }
    rebuild();
    arrange(size());
    outdateAll();
}

void FigurePlot::showPlaced(const Figure& figure, const FigureLayout& layout, QPoint offset)
{
    m_figure = figure;
    rebuild();
    place(layout, offset);
}

void FigurePlot::setMarked(std::optional<FigureCell> cell)
{
    if (cell == m_figure.marked)
        return;
    m_figure.marked = cell;
    for (std::size_t i = 0; i < m_figure.panels.size(); ++i) {
        update(m_heats[i]->markedRegion());
        m_heats[i]->setMarked(cell, m_figure.style);
        update(m_heats[i]->markedRegion());
    }
}

/// Several changes between two paintings are drawn once, and none while hidden.
void FigurePlot::outdateAll()
{
    m_still = {};
    update();
}

void FigurePlot::outdateCells()
{
    for (const HeatPlottable* heat : m_heats)
        update(heat->paintedRect());
}

void FigurePlot::rebuild()
{
    clearPlottables();
    auto* placed = static_cast<PlacedLayout*>(plotLayout()->element(0, 0));
    placed->clear();
    m_heats.clear();
    const std::size_t panels = m_figure.panels.size();
    const std::size_t count = panels + (m_figure.colorBar && panels > 0 ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i)
        m_heats.push_back(addHeat());
    setBackground(QBrush(m_figure.style.background));
    if (count > panels)
        m_heats.back()->setPanel(colorBarPanel(m_figure));
    updateHeats();
}

HeatPlottable* FigurePlot::addHeat()
{
    auto* rect = new QCPAxisRect(this, true);
    static_cast<PlacedLayout*>(plotLayout()->element(0, 0))->addElement(rect, QRectF());
    hideAxes(rect);
    auto* heat = new HeatPlottable(rect->axis(QCPAxis::atTop), rect->axis(QCPAxis::atLeft));
    heat->setLayer(heatLayer);
    heat->valueAxis()->setRangeReversed(true);
    return heat;
}

void FigurePlot::updateHeats()
{
    const QFont font = figureValueFont(m_figure.style);
    for (std::size_t i = 0; i < m_figure.panels.size(); ++i) {
        m_heats[i]->setPanel(m_figure.panels[i]);
        m_heats[i]->setValues(m_figure.values, m_figure.digits, font);
        m_heats[i]->setBorders(m_figure.cellBorders);
        m_heats[i]->setMarked(m_figure.marked, m_figure.style);
    }
    outdateCells();
}

void FigurePlot::arrange(QSize size)
{
    const QSize inside = (size - QSize(2 * padding, 2 * padding)).expandedTo(QSize(1, 1));
    const FigureLayout layout = layoutFigure(m_figure, inside);
    const QSize spare = (inside - layout.used).expandedTo(QSize(0, 0));
    place(layout, QPoint(padding + spare.width() / 2, padding + spare.height() / 3));
}

void FigurePlot::place(const FigureLayout& layout, QPoint offset)
{
    for (std::size_t i = 0; i < m_heats.size(); ++i) {
        const QRect where = i < layout.panels.size() ? layout.panels[i].map : layout.colorBar;
        m_heats[i]->keyAxis()->axisRect()->setOuterRect(where.translated(offset));
        m_heats[i]->rescaleAxes();
    }
    m_texts->setTexts(layout.texts, offset, m_figure.style);
}

void FigurePlot::resizeEvent(QResizeEvent* event)
{
    setViewport(rect());
    arrange(event->size());
    outdateAll();
}

void FigurePlot::drawStill()
{
    const double ratio = devicePixelRatioF();
    // To the last pixel that the widget touches: nothing else is painted behind it.
    m_still = QPixmap(int(std::ceil(width() * ratio)), int(std::ceil(height() * ratio)));
    m_still.setDevicePixelRatio(ratio);
    m_still.fill(m_figure.style.background);
    layer(heatLayer)->setVisible(false);
    QCPPainter painter(&m_still);
    toPainter(&painter, width(), height());
    layer(heatLayer)->setVisible(true);
}

void FigurePlot::paintEvent(QPaintEvent* event)
{
    const bool isOnOtherScreen = m_still.devicePixelRatio() != devicePixelRatioF();
    if (m_still.isNull() || isOnOtherScreen)
        drawStill();
    QCPPainter painter(this);
    painter.drawPixmap(0, 0, m_still);
    for (HeatPlottable* heat : m_heats) {
        if (event->region().intersects(heat->paintedRect()))
            heat->paint(&painter);
    }
}

} // namespace headlight
