#include "ui/figure/figure_plot.h"

#include "ui/figure/heat_plottable.h"
#include "ui/session/number_text.h"

#include <cmath>

namespace headlight {
namespace {

const QString heatLayer = QStringLiteral("heat");
const QString textLayer = QStringLiteral("texts");

/// Leaves every element where it was put: layoutFigure() has decided.
class PlacedLayout : public QCPLayoutInset {
protected:
    void updateLayout() override { }
};

/// The labels of some rows or columns, by number.
QSharedPointer<QCPAxisTickerText> labelTicker(const QStringList& labels, int step)
{
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (int i = 0; i < labels.size(); i += step)
        ticker->addTick(i, labels[i]);
    return ticker;
}

/// The colour bar is a heatmap of one column that falls from high to low.
Panel barPanel(const Panel& like)
{
    const ColorScale& colors = like.scale.colors;
    Matrix values(256, 1);
    for (Index i = 0; i < values.rows(); ++i) {
        const double share = double(255 - i) / 255;
        values(i, 0) = colors.low + (colors.high - colors.low) * share;
    }
    return {{}, std::make_shared<const Matrix>(std::move(values)), {colors, false}};
}

QString scaleNumber(double value)
{
    return shortNumber(value, 3);
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
    // The cells change with every edit and the mark with every move of the mouse; axes and texts
    // hardly ever. In a buffer of their own the cells can be drawn alone.
    addLayer(heatLayer, layer(QStringLiteral("main")), QCustomPlot::limAbove);
    addLayer(textLayer, layer(QStringLiteral("axes")), QCustomPlot::limAbove);
    layer(heatLayer)->setMode(QCPLayer::lmBuffered);
}

void FigurePlot::setFigure(const Figure& figure)
{
    const auto sameFrame = [](const Figure& a, const Figure& b) {
        const auto shape
            = [](const Panel& p) { return std::pair(p.values->rows(), p.values->cols()); };
        return std::equal(a.panels.begin(), a.panels.end(), b.panels.begin(), b.panels.end(),
                          [&](const Panel& x, const Panel& y) {
                              return x.title == y.title && shape(x) == shape(y)
                                  && x.scale.colors == y.scale.colors;
                          })
            && a.columns == b.columns && a.labelsNeedRoom == b.labelsNeedRoom
            && a.rowLabels == b.rowLabels && a.columnLabels == b.columnLabels && a.title == b.title
            && a.rowTitle == b.rowTitle && a.columnTitle == b.columnTitle
            && a.colorBar == b.colorBar && a.style.text == b.style.text
            && a.style.background == b.style.background && a.style.family == b.style.family
            && a.style.points == b.style.points;
    };
    const bool onlyCells = !m_heats.empty() && sameFrame(figure, m_figure);
    m_figure = figure;
    if (onlyCells) {
        updateHeats();
        layer(heatLayer)->replot();
        return;
    }
    rebuild();
    arrange(size(), m_padding);
    replot(rpQueuedReplot);
}

void FigurePlot::setMarked(std::optional<FigureCell> cell)
{
    if (cell == m_figure.marked)
        return;
    m_figure.marked = cell;
    updateHeats();
    layer(heatLayer)->replot();
}

void FigurePlot::rebuild()
{
    clearPlottables();
    auto* placed = static_cast<PlacedLayout*>(plotLayout()->element(0, 0));
    placed->clear();
    m_heats.clear();
    const std::size_t count = m_figure.panels.size() + (m_figure.colorBar ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i)
        m_heats.push_back(addHeat());
    setBackground(QBrush(m_figure.style.background));
    updateHeats();
}

HeatPlottable* FigurePlot::addHeat()
{
    auto* rect = new QCPAxisRect(this, true);
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins({});
    rect->setMinimumMargins({});
    static_cast<PlacedLayout*>(plotLayout()->element(0, 0))->addElement(rect, QRectF());
    for (QCPAxis* axis : rect->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
        axis->setTickLength(0);
        axis->setSubTicks(false);
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(QColor(Qt::transparent)); // an SVG shows a dot for "no pen"
        axis->setNumberFormat(QStringLiteral("g")); // a token "3e5" is no power of ten
        axis->setLayer(QStringLiteral("axes"));
    }
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
        m_heats[i]->setMarked(m_figure.marked, m_figure.style.selection);
    }
    if (m_figure.colorBar && !m_figure.panels.empty())
        m_heats.back()->setPanel(barPanel(m_figure.panels.front()));
}

void FigurePlot::arrange(QSize size, int padding)
{
    if (m_heats.empty() || m_figure.panels.empty())
        return;
    m_padding = padding;
    const QSize inside = (size - QSize(2 * padding, 2 * padding)).expandedTo(QSize(1, 1));
    m_layout = layoutFigure(m_figure, inside);
    const QSize spare = (inside - m_layout.used).expandedTo(QSize(0, 0));
    const QPoint offset(padding + spare.width() / 2, padding + spare.height() / 3);
    for (std::size_t i = 0; i < m_figure.panels.size(); ++i)
        placePanel(i, offset);
    if (m_figure.colorBar)
        placeColorBar(offset);
    placeTexts(offset);
}

void FigurePlot::placePanel(std::size_t panel, QPoint offset)
{
    const PanelLayout& place = m_layout.panels[panel];
    HeatPlottable* heat = m_heats[panel];
    heat->keyAxis()->axisRect()->setOuterRect(place.map.translated(offset));
    heat->keyAxis()->setRange(-0.5, double(heat->panel().values->cols()) - 0.5);
    heat->valueAxis()->setRange(-0.5, double(heat->panel().values->rows()) - 0.5);
    setLabels(heat->keyAxis(), m_layout.columnLabels, place.columnLabels, m_layout.uprightColumns);
    setLabels(heat->valueAxis(), m_layout.rowLabels, place.rowLabels, false);
}

void FigurePlot::setLabels(QCPAxis* axis, const QStringList& labels, bool shown, bool upright)
{
    axis->setVisible(shown);
    if (!shown)
        return;
    axis->setTicker(labelTicker(labels, m_layout.labelStep));
    axis->setTickLabelFont(figureFont(m_figure.style));
    axis->setTickLabelColor(m_figure.style.text);
    axis->setTickLabelPadding(6);
    axis->setTickLabelRotation(upright ? -90 : 0);
}

void FigurePlot::placeColorBar(QPoint offset)
{
    HeatPlottable* bar = m_heats.back();
    const ColorScale& colors = m_figure.panels.front().scale.colors;
    bar->keyAxis()->axisRect()->setOuterRect(m_layout.colorBar.translated(offset));
    bar->keyAxis()->setRange(-0.5, 0.5);
    bar->valueAxis()->setRange(-0.5, 255.5);
    QCPAxis* labels = bar->keyAxis()->axisRect()->axis(QCPAxis::atRight);
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    if (m_figure.panels.front().scale.perRow) {
        ticker->addTick(1, tr("row max"));
        ticker->addTick(0, QStringLiteral("0"));
    } else {
        ticker->addTick(1, scaleNumber(colors.high));
        ticker->addTick(0.5, scaleNumber(colors.low / 2 + colors.high / 2));
        ticker->addTick(0, scaleNumber(colors.low));
    }
    labels->setRange(0, 1);
    labels->setVisible(true);
    labels->setTicker(ticker);
    labels->setTickLabelPadding(6);
    labels->setTickLabelFont(figureFont(m_figure.style));
    labels->setTickLabelColor(m_figure.style.text);
}

void FigurePlot::placeTexts(QPoint offset)
{
    clearItems();
    const FigureStyle& style = m_figure.style;
    for (std::size_t i = 0; i < m_figure.panels.size(); ++i) {
        if (!m_figure.panels[i].title.isEmpty())
            addText(m_figure.panels[i].title, m_layout.panels[i].title.translated(offset),
                    Qt::AlignLeft, style.text);
    }
    if (!m_figure.title.isEmpty()) {
        QCPItemText* title
            = addText(m_figure.title, m_layout.title.translated(offset), Qt::AlignLeft, style.text);
        QFont bold = title->font();
        bold.setWeight(QFont::DemiBold);
        title->setFont(bold);
    }
    if (!m_figure.columnTitle.isEmpty())
        addText(m_figure.columnTitle, m_layout.columnTitle.translated(offset), Qt::AlignHCenter,
                style.muted);
    if (!m_figure.rowTitle.isEmpty())
        addText(m_figure.rowTitle, m_layout.rowTitle.translated(offset), Qt::AlignVCenter,
                style.muted)
            ->setRotation(-90);
}

/// Centred on `where`, or at its left end.
QCPItemText* FigurePlot::addText(const QString& text, const QRect& where, Qt::Alignment alignment,
                                 const QColor& color)
{
    auto* item = new QCPItemText(this);
    item->setLayer(textLayer);
    item->setClipToAxisRect(false);
    item->position->setType(QCPItemPosition::ptAbsolute);
    const bool left = alignment == Qt::AlignLeft;
    const QFont font = figureFont(m_figure.style);
    item->setPositionAlignment((left ? Qt::AlignLeft : Qt::AlignHCenter) | Qt::AlignVCenter);
    item->position->setCoords(left ? where.left() : where.center().x(), where.center().y());
    item->setFont(font);
    item->setColor(color);
    item->setText(left ? QFontMetrics(font).elidedText(text, Qt::ElideRight, where.width()) : text);
    return item;
}

void FigurePlot::resizeEvent(QResizeEvent* event)
{
    arrange(event->size(), m_padding);
    QCustomPlot::resizeEvent(event);
}

} // namespace headlight
