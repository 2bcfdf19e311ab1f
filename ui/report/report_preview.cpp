#include "ui/report/report_preview.h"

#include "ui/figure/page_painter.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

namespace headlight {
namespace {

constexpr int barHeight = 36; // of the arrows below the page

} // namespace

ReportPreview::ReportPreview(QWidget* parent)
    : QWidget(parent)
    , m_previous(makeArrow("previousPage", tr("Previous page"), "back", -1))
    , m_next(makeArrow("nextPage", tr("Next page"), "forward", 1))
    , m_number(new QLabel)
{
    setMinimumSize(420, 480);
    setAccessibleName(tr("Preview of the report"));
    m_number->setObjectName(QStringLiteral("reportPage"));
    auto* bar = new QHBoxLayout;
    bar->addStretch();
    bar->addWidget(m_previous);
    bar->addWidget(m_number);
    bar->addWidget(m_next);
    bar->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addStretch();
    layout->addLayout(bar);
}

QToolButton* ReportPreview::makeArrow(const char* name, const QString& label, const char* icon,
                                      int by)
{
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(label);
    button->setToolTip(label);
    button->setIcon(themedIcon(QLatin1String(icon)));
    connect(button, &QToolButton::clicked, this, [this, by] { showPage(m_page + by); });
    return button;
}

void ReportPreview::setReport(const Report& report, const QPageSize& paper)
{
    m_complaint.clear();
    m_pages = std::make_unique<ReportPages>(report, paperPixels(paper));
    showPage(m_page);
}

void ReportPreview::setComplaint(const QString& complaint)
{
    m_complaint = complaint;
    m_pages.reset();
    showPage(0);
}

void ReportPreview::showPage(int page)
{
    m_page = std::clamp(page, 0, std::max(0, pageCount() - 1));
    m_picture = {};
    m_previous->setEnabled(m_page > 0);
    m_next->setEnabled(m_page + 1 < pageCount());
    m_number->setText(pageCount() > 0 ? tr("Page %1 of %2").arg(m_page + 1).arg(pageCount())
                                      : QString());
    update();
}

void ReportPreview::resizeEvent(QResizeEvent*)
{
    m_picture = {};
}

void ReportPreview::wheelEvent(QWheelEvent* event)
{
    showPage(m_page + (event->angleDelta().y() > 0 ? -1 : 1));
}

QRect ReportPreview::room() const
{
    return rect().adjusted(1, 1, -1, -barHeight);
}

/// The page as large as there is room for, at the pixels of the screen.
void ReportPreview::draw()
{
    constexpr double inchesPerMetre = 1000 / 25.4;
    const QSizeF page = m_pages->pageSize();
    const QSizeF fitted = page.scaled(QSizeF(room().size()), Qt::KeepAspectRatio);
    const int dpi = std::max(10, int(96 * fitted.width() * devicePixelRatioF() / page.width()));
    m_picture = QImage((page * dpi / 96).toSize(), QImage::Format_RGB32);
    m_picture.setDotsPerMeterX(int(std::lround(dpi * inchesPerMetre)));
    m_picture.setDotsPerMeterY(int(std::lround(dpi * inchesPerMetre)));
    m_picture.fill(Qt::white);
    PagePainter painter(&m_picture);
    painter.painter().setRenderHint(QPainter::TextAntialiasing);
    m_pages->paint(painter, m_page);
}

void ReportPreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!m_pages) {
        painter.setPen(currentTheme().muted);
        painter.drawText(room(), Qt::AlignCenter | Qt::TextWordWrap, m_complaint);
        return;
    }
    if (m_picture.isNull())
        draw();
    QRectF where(QPointF(), QSizeF(m_picture.size()) / devicePixelRatioF());
    where.moveCenter(QRectF(room()).center());
    where.moveTopLeft(where.topLeft().toPoint());
    painter.drawImage(where, m_picture);
    painter.setPen(currentTheme().border);
    painter.drawRect(where.adjusted(-1, -1, 0, 0));
}

} // namespace headlight
