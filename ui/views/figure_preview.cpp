#include "ui/views/figure_preview.h"

#include "ui/style/theme.h"

#include <QPainter>

#include <cmath>

namespace headlight {
namespace {

constexpr int checker = 8; // pixels of a square behind a transparent picture

void paintChecker(QPainter& painter, const QRect& where)
{
    painter.fillRect(where, Qt::white);
    painter.setClipRect(where);
    for (int y = where.top(); y <= where.bottom(); y += checker) {
        for (int x = where.left() + (y - where.top()) % (2 * checker); x <= where.right();
             x += 2 * checker)
            painter.fillRect(x, y, checker, checker, QColor(0xe4e6ea));
    }
    painter.setClipping(false);
}

} // namespace

FigurePreview::FigurePreview(QWidget* parent)
    : QWidget(parent)
{
    setMinimumSize(420, 360);
    setAccessibleName(tr("Preview of the picture"));
}

void FigurePreview::setFigure(const Figure& figure, const FigureSize& size)
{
    m_figure = figure;
    m_size = size;
    m_picture = {};
    update();
}

void FigurePreview::resizeEvent(QResizeEvent*)
{
    m_picture = {};
}

/// The largest size of the picture's proportions in this widget.
QSize FigurePreview::fitted() const
{
    const QSize whole = pixelSize(m_figure, m_size).expandedTo(QSize(1, 1));
    return whole.scaled(size(), Qt::KeepAspectRatio).expandedTo(QSize(1, 1));
}

void FigurePreview::draw()
{
    FigureSize size = m_size;
    const double inches = size.widthMillimetres / millimetresPerInch;
    size.dpi = std::max(10, int(std::ceil(fitted().width() * devicePixelRatioF() / inches)));
    const Result<QImage> picture = renderImage(m_figure, size);
    m_reason = picture ? QString() : QString::fromStdString(picture.error().message);
    if (picture)
        m_picture = *picture;
}

void FigurePreview::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull())
        draw();
    QPainter painter(this);
    if (m_picture.isNull()) {
        painter.setPen(currentTheme().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    QRect where(QPoint(), fitted());
    where.moveCenter(rect().center());
    if (m_picture.hasAlphaChannel())
        paintChecker(painter, where);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(where, m_picture);
}

} // namespace headlight
