#include "ui/views/pipeline_view.h"

#include "ui/style/icons.h"
#include "ui/views/formula_view.h"
#include "ui/views/pipeline_strip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

namespace headlight {
namespace {

QToolButton* makeLayerButton(const QString& name, const QString& icon)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(themedIcon(icon));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setProperty("tab", true);
    return button;
}

} // namespace

PipelineView::PipelineView(QWidget* parent)
    : QWidget(parent)
    , m_formula(new FormulaView)
    , m_before(makeLayerButton(QStringLiteral("layerBefore"), QStringLiteral("back")))
    , m_after(makeLayerButton(QStringLiteral("layerAfter"), QStringLiteral("forward")))
    , m_scroll(new QScrollArea)
    , m_strip(new PipelineStrip)
{
    setObjectName(QStringLiteral("pipelineView"));
    setAccessibleName(tr("Chain of all matrices"));
    m_scroll->setObjectName(QStringLiteral("pipelineScroll"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setMinimumHeight(136); // four rows with numbers
    m_scroll->setWidget(m_strip);
    m_scroll->viewport()->installEventFilter(this);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 0, 12, 0);
    top->addWidget(m_formula, 1);
    top->addWidget(m_before);
    top->addWidget(m_after);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_scroll, 1);

    connect(m_before, &QToolButton::clicked, this, [this] { emit layerWanted(m_layer - 1); });
    connect(m_after, &QToolButton::clicked, this, [this] { emit layerWanted(m_layer + 1); });
    connect(m_strip, &PipelineStrip::inSightWanted, this, [this](const QRect& where) {
        m_scroll->ensureVisible(where.center().x(), 0, where.width() / 2 + 20, 0);
    });
}

void PipelineView::setDocument(const Document& document)
{
    m_document = std::make_shared<const Document>(document);
    updateFormula();
}

void PipelineView::setSnapshot(const SnapshotPtr& snapshot)
{
    m_strip->setSnapshot(snapshot);
}

void PipelineView::setPlace(int layer, int head)
{
    if (layer == m_layer && head == m_head)
        return;
    m_layer = layer;
    m_head = head;
    m_strip->setPlace(layer, head);
    updateFormula();
}

void PipelineView::setLook(const Look& look)
{
    m_strip->setLook(look);
}

void PipelineView::setMarks(const Marks& marks)
{
    m_strip->setMarks(marks);
    m_formula->setMarks(marks);
}

void PipelineView::bringIntoSight(const std::string& tensor)
{
    const QRect where = m_strip->titleRect(tensor);
    if (!where.isEmpty())
        m_scroll->ensureVisible(where.center().x(), 0, where.width() / 2 + 40, 0);
}

void PipelineView::updateFormula()
{
    if (!m_document)
        return;
    const HeadPlace place = nearestPlace({m_layer, m_head}, m_document->config);
    m_formula->setFormula(formulaOf(*m_document, place.layer, place.head));
    m_before->setVisible(place.layer > 0);
    m_after->setVisible(place.layer + 1 < m_document->config.layers);
    m_before->setText(tr("Layer %1").arg(place.layer));
    m_after->setText(tr("Layer %1").arg(place.layer + 2));
    m_before->setAccessibleName(tr("The layer before"));
    m_after->setAccessibleName(tr("The layer after"));
    m_before->setToolTip(tr("The output of the layer before is X of this one"));
    m_after->setToolTip(tr("The output of this layer is X of the next one"));
}

void PipelineView::fitStrip()
{
    const int bar = m_scroll->horizontalScrollBar()->isVisible()
        ? m_scroll->horizontalScrollBar()->height()
        : 0;
    const int whole = m_scroll->height() - bar;
    m_strip->setAvailableHeight(std::max(100, whole));
}

void PipelineView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitStrip();
}

bool PipelineView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fitStrip();
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
