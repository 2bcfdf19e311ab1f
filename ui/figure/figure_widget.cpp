#include "ui/figure/figure_widget.h"

#include "ui/figure/figure_plot.h"
#include "ui/figure/heat_plottable.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {

FigureWidget::FigureWidget(QWidget* parent)
    : QWidget(parent)
    , m_plot(new FigurePlot(this))
{
    setObjectName(QStringLiteral("figure"));
    setAccessibleName(tr("Heatmap"));
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_plot);
    m_plot->setMouseTracking(true);
    m_plot->setFocusProxy(this);
    m_plot->installEventFilter(this);
    m_plot->setObjectName(QStringLiteral("figurePlot"));
    m_plot->setAccessibleName(tr("Heatmap"));
}

FigureWidget::~FigureWidget() = default;

void FigureWidget::setFigure(const Figure& figure)
{
    m_plot->setFigure(figure);
}

const Figure& FigureWidget::figure() const
{
    return m_plot->figure();
}

void FigureWidget::setMarked(std::optional<FigureCell> cell)
{
    m_plot->setMarked(cell);
}

std::optional<FigureHit> FigureWidget::hitAt(QPoint place) const
{
    for (std::size_t p = 0; p < figure().panels.size(); ++p) {
        const QRect map = m_plot->heats()[p]->mapRect();
        const Matrix& values = *figure().panels[p].values;
        if (!map.contains(place) || values.size() == 0)
            continue;
        return FigureHit{int(p),
                         {cellOfPixel(place.y() - map.top(), int(values.rows()), map.height()),
                          cellOfPixel(place.x() - map.left(), int(values.cols()), map.width())}};
    }
    return std::nullopt;
}

QRect FigureWidget::cellRect(const FigureHit& hit) const
{
    const QRect map = m_plot->heats()[std::size_t(hit.panel)]->mapRect();
    const Matrix& values = *figure().panels[std::size_t(hit.panel)].values;
    const int left = cellEdge(hit.cell.column, int(values.cols()), map.width());
    const int right = cellEdge(hit.cell.column + 1, int(values.cols()), map.width());
    const int top = cellEdge(hit.cell.row, int(values.rows()), map.height());
    const int bottom = cellEdge(hit.cell.row + 1, int(values.rows()), map.height());
    return QRect(left, top, right - left, bottom - top).translated(map.topLeft());
}

void FigureWidget::hover(QPoint place)
{
    const std::optional<FigureHit> hit = hitAt(place);
    if (hit == m_hovered)
        return;
    m_hovered = hit;
    if (hit)
        emit hovered(*hit);
    else
        emit hoverLeft();
}

bool FigureWidget::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseMove:
        hover(static_cast<QMouseEvent*>(event)->pos());
        break;
    case QEvent::Leave:
        hover(QPoint(-1, -1));
        break;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const std::optional<FigureHit> hit = hitAt(mouse->pos());
        if (!hit || mouse->button() != Qt::LeftButton)
            break;
        setFocus();
        if (event->type() == QEvent::MouseButtonPress)
            emit clicked(*hit);
        else
            emit doubleClicked(*hit);
        break;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void FigureWidget::keyPressEvent(QKeyEvent* event)
{
    if (figure().panels.empty() || figure().panels.front().values->size() == 0)
        return QWidget::keyPressEvent(event);
    const Matrix& values = *figure().panels.front().values;
    FigureCell cell = figure().marked.value_or(FigureCell{0, 0});
    const int step = event->modifiers() & Qt::ControlModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        cell.column -= step;
        break;
    case Qt::Key_Right:
        cell.column += step;
        break;
    case Qt::Key_Up:
        cell.row -= step;
        break;
    case Qt::Key_Down:
        cell.row += step;
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    cell.row = std::clamp(cell.row, 0, int(values.rows()) - 1);
    cell.column = std::clamp(cell.column, 0, int(values.cols()) - 1);
    emit clicked({0, cell});
}

} // namespace headlight
