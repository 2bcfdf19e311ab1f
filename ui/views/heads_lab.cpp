#include "ui/views/heads_lab.h"

#include "core/lab/comparison.h"
#include "core/math/finite.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure_layout.h"
#include "ui/figure/figure_widget.h"
#include "ui/session/number_text.h"
#include "ui/views/comparison_parts.h"
#include "ui/views/head_figure.h"
#include "ui/views/lab_parts.h"
#include "ui/views/newest_job.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int manyHeads = 12;

/// The finite number farthest from 0 in any panel, or 1: panels of one scale can be compared.
double reachOf(const std::vector<Panel>& panels)
{
    double reach = 0;
    for (const Panel& panel : panels)
        reach = std::max(reach, largestFinite(*panel.values));
    return reach > 0 ? reach : 1;
}

Figure figureOf(std::vector<Panel> panels)
{
    const double reach = reachOf(panels);
    for (Panel& panel : panels)
        panel.scale = {{ColorMap::Diverging, -reach, reach}, false};
    Figure figure;
    figure.panels = std::move(panels);
    figure.labelsNeedRoom = figure.panels.size() > 1;
    figure.style = screenStyle();
    return figure;
}

QString headTitle(const Document& document, int layer, int head)
{
    return isHeadOff(document, layer, head) ? HeadsLab::tr("Head %1 off").arg(head + 1)
                                            : HeadsLab::tr("Head %1").arg(head + 1);
}

Figure zFigure(const SnapshotPtr& snapshot, int layer)
{
    std::vector<Panel> panels;
    const SharedList<HeadTrace>& heads = snapshot->trace.layers[std::size_t(layer)].heads;
    for (std::size_t h = 0; h < heads.size(); ++h)
        panels.push_back({headTitle(*snapshot->document, layer, int(h)),
                          std::shared_ptr<const Matrix>(snapshot, &heads[h].z), HeatScale{}});
    Figure figure = figureOf(std::move(panels));
    figure.rowLabels = tokenTexts(snapshot->document->tokens);
    return figure;
}

/// "2.1" is the first column of head 2.
QStringList concatColumns(const Config& config)
{
    QStringList names;
    for (Index c = 0; c < concatWidth(config); ++c)
        names += QStringLiteral("%1.%2")
                     .arg(c / config.valueWidth + 1)
                     .arg(c % config.valueWidth + 1);
    return names;
}

Figure concatFigure(const SnapshotPtr& snapshot, int layer)
{
    const Matrix& concat = snapshot->trace.layers[std::size_t(layer)].concat;
    Figure figure
        = figureOf({{QString(), std::shared_ptr<const Matrix>(snapshot, &concat), HeatScale{}}});
    figure.rowLabels = tokenTexts(snapshot->document->tokens);
    figure.columnLabels = concatColumns(snapshot->document->config);
    return figure;
}

Figure weightsFigure(const Snapshot& snapshot, int layer)
{
    const Config& config = snapshot.document->config;
    const Matrix& weights = *snapshot.document->parameters.layers[std::size_t(layer)].wO;
    std::vector<Panel> panels;
    for (int h = 0; h < config.heads; ++h) {
        const Matrix block = weights.middleRows(h * config.valueWidth, config.valueWidth);
        panels.push_back({HeadsLab::tr("Head %1").arg(h + 1), std::make_shared<const Matrix>(block),
                          HeatScale{}});
    }
    Figure figure = figureOf(std::move(panels));
    figure.columnLabels = columnNames(config.outputWidth);
    return figure;
}

/// "head 2 of layer 1" for every head that is off.
QStringList headsOff(const Document& document)
{
    QStringList names;
    for (int layer = 0; layer < document.config.layers; ++layer) {
        for (int head = 0; head < document.config.heads; ++head) {
            if (isHeadOff(document, layer, head))
                names += headName(document.config, layer, head);
        }
    }
    return names;
}

QString changeTitle(const QStringList& off, int head)
{
    if (off.isEmpty())
        return HeadsLab::tr("Change of the output if head %1 were off").arg(head + 1);
    if (off.size() <= 2)
        return HeadsLab::tr("Change of the output with %1 off")
            .arg(off.join(HeadsLab::tr(" and ")));
    return HeadsLab::tr("Change of the output with %1 heads off").arg(off.size());
}

FigureWidget* makePicture(const QString& name, const QString& accessibleName)
{
    auto* picture = new FigureWidget;
    picture->setObjectName(name);
    picture->setAccessibleName(accessibleName);
    return picture;
}

/// As high as its cells want it, within reason; many heads stand in rows, each with room for its
/// number.
void fitInto(FigureWidget* picture, int width)
{
    Figure figure = picture->figure();
    const int count = int(figure.panels.size());
    if (count > manyHeads) {
        figure.columns = std::clamp((width - 110) / 24, 1, count); // beside the colour bar
        if (figure.columns != picture->figure().columns)
            picture->setFigure(figure);
    }
    const int natural = naturalSize(figure, std::max(1, width - 32)).height() + 32;
    picture->setFixedHeight(std::clamp(natural, 120, count > manyHeads ? 1000 : 164));
}

/// Lets the colour of the lab be seen behind what scrolls.
void letThrough(QScrollArea* area)
{
    area->viewport()->setAutoFillBackground(false);
    area->widget()->setAutoFillBackground(false);
}

} // namespace

HeadsLab::HeadsLab(QWidget* parent)
    : QWidget(parent)
    , m_title(makeLabel(QStringLiteral("headsTitle"), {}, QStringLiteral("heading")))
    , m_readout(makeLabel(QStringLiteral("headsReadout"), {}, QStringLiteral("muted")))
    , m_switches(new QHBoxLayout)
    , m_switchArea(new QScrollArea)
    , m_z(makePicture(QStringLiteral("headResults"), tr("Z of every head")))
    , m_concat(makePicture(QStringLiteral("concatenation"), tr("Concatenation of all heads")))
    , m_weights(makePicture(QStringLiteral("headWeights"), tr("Rows of W_O that each head meets")))
    , m_weightsTitle(makeLabel(QStringLiteral("headWeightsTitle"), {}, QStringLiteral("heading")))
    , m_changeTitle(makeLabel(QStringLiteral("headsChangeTitle"), {}, QStringLiteral("heading")))
    , m_chart(new ChartWidget)
    , m_job(new NewestJob(this))
{
    setObjectName(QStringLiteral("headsLab"));
    setAccessibleName(tr("Heads of a layer"));
    auto* parts = new QSplitter;
    parts->setObjectName(QStringLiteral("headsParts"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(makePictures());
    parts->addWidget(makeChange());
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    auto* top = new QHBoxLayout;
    top->setSpacing(12);
    top->addWidget(m_title);
    top->addWidget(m_readout, 1, Qt::AlignRight);
    layout->addLayout(top);
    layout->addWidget(makeSwitches());
    layout->addWidget(parts, 1);
    setAutoFillBackground(true);
    connectPictures();
    useCanvasColor(this);
}

void HeadsLab::connectPictures()
{
    m_readout->setAccessibleName(tr("Number of the cell"));
    m_readout->setMinimumWidth(1); // a long token must not widen the window
    for (FigureWidget* picture : {m_z, m_concat, m_weights}) {
        connect(picture, &FigureWidget::hovered, this, [this, picture](const FigureHit& hit) {
            readCell(picture, hit.panel, hit.cell.row, hit.cell.column);
        });
        connect(picture, &FigureWidget::hoverLeft, m_readout, &QLabel::clear);
    }
}

/// The token, or the row of W_O, the column, and the number at full precision.
void HeadsLab::readCell(const FigureWidget* picture, int panel, int row, int column)
{
    const Figure& figure = picture->figure();
    const Panel& shown = figure.panels[std::size_t(panel)];
    const QString name
        = figure.rowLabels.isEmpty() ? tr("row %1").arg(row + 1) : figure.rowLabels[row];
    const QStringList place
        = {shown.title, name,
           tr("column %1").arg(figure.columnLabels.value(column, QString::number(column + 1)))};
    m_readout->setText(QStringLiteral("%1: %2").arg(place.join(QStringLiteral(" · ")),
                                                    numberText((*shown.values)(row, column))));
}

QWidget* HeadsLab::makeSwitches()
{
    auto* inside = new QWidget;
    m_switches->setContentsMargins(0, 0, 0, 12); // room for the scroll bar
    m_switches->setSpacing(8);
    m_switches->addStretch(1);
    inside->setLayout(m_switches);
    m_switchArea->setObjectName(QStringLiteral("headSwitches"));
    m_switchArea->setAccessibleName(tr("Switches of the heads"));
    m_switchArea->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_switchArea->setWidgetResizable(true);
    m_switchArea->setWidget(inside);
    letThrough(m_switchArea);
    return m_switchArea;
}

QWidget* HeadsLab::makePictures()
{
    auto* inside = new QWidget;
    auto* layout = new QVBoxLayout(inside);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(makeLabel(QStringLiteral("headResultsTitle"), tr("Z of every head"),
                                QStringLiteral("heading")));
    layout->addWidget(m_z);
    layout->addWidget(makeLabel(QStringLiteral("concatenationTitle"),
                                tr("Concatenation, by head.column"), QStringLiteral("heading")));
    layout->addWidget(m_concat);
    layout->addWidget(m_weightsTitle);
    layout->addWidget(m_weights);
    layout->addStretch(1);
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("headPictures"));
    area->setAccessibleName(tr("What the heads computed"));
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidgetResizable(true);
    area->setWidget(inside);
    letThrough(area);
    return area;
}

QWidget* HeadsLab::makeChange()
{
    m_changeTitle->setWordWrap(true);
    m_chart->setObjectName(QStringLiteral("headsChart"));
    m_chart->setAccessibleName(tr("Change of the output of every word"));
    auto* change = new QWidget;
    auto* layout = new QVBoxLayout(change);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_changeTitle);
    layout->addWidget(m_chart, 1);
    return change;
}

void HeadsLab::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    refreshIfVisible();
}

void HeadsLab::setPlace(int layer, int head)
{
    if (m_wanted == HeadPlace{layer, head})
        return;
    m_wanted = {layer, head};
    refreshIfVisible();
}

void HeadsLab::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void HeadsLab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void HeadsLab::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitPictures();
}

void HeadsLab::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    useCanvasColor(this);
    refreshIfVisible();
}

void HeadsLab::refresh()
{
    if (!m_snapshot)
        return;
    m_stale = false;
    const Config& config = m_snapshot->document->config;
    const HeadPlace place = nearestPlace(m_wanted, config);
    m_layer = place.layer;
    m_head = place.head;
    m_title->setText(tr("Heads of layer %1 of %2").arg(m_layer + 1).arg(config.layers));
    showSwitches();
    showPictures();
    requestChange();
}

void HeadsLab::makeButtons(int count)
{
    while (int(m_buttons.size()) < count) {
        const int head = int(m_buttons.size());
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("headSwitch%1").arg(head));
        button->setCheckable(true);
        connect(button, &QToolButton::clicked, this, [this, head](bool on) { wantHead(head, on); });
        m_switches->insertWidget(head, button);
        m_buttons.push_back(button);
    }
    for (int head = 0; head < int(m_buttons.size()); ++head)
        m_buttons[std::size_t(head)]->setVisible(head < count);
}

void HeadsLab::showSwitches()
{
    const Document& document = *m_snapshot->document;
    makeButtons(document.config.heads);
    for (int head = 0; head < document.config.heads; ++head) {
        QToolButton* button = m_buttons[std::size_t(head)];
        const bool on = !isHeadOff(document, m_layer, head);
        button->setChecked(on);
        button->setText((on ? tr("Head %1 on") : tr("Head %1 off")).arg(head + 1));
        button->setAccessibleName(button->text());
        button->setToolTip(on ? tr("Switch this head off: its Z is pinned to zeros")
                              : tr("Let this head compute again"));
    }
    m_switchArea->setFixedHeight(m_switchArea->widget()->sizeHint().height());
}

void HeadsLab::wantHead(int head, bool on)
{
    const std::string path = headPath(m_layer, head);
    const Index tokens = Index(m_snapshot->document->tokens.size());
    if (on)
        emit unpinWanted(path);
    else
        emit pinWanted(path, Matrix::Zero(tokens, m_snapshot->document->config.valueWidth));
}

void HeadsLab::showPictures()
{
    m_readout->clear(); // it spoke of other numbers
    m_z->setFigure(zFigure(m_snapshot, m_layer));
    m_concat->setFigure(concatFigure(m_snapshot, m_layer));
    const bool projection = m_snapshot->document->config.outputProjection;
    m_weights->setVisible(projection);
    m_weightsTitle->setText(projection ? tr("Rows of W_O that each head meets")
                                       : tr("Without W_O the concatenation is the output"));
    if (projection)
        m_weights->setFigure(weightsFigure(*m_snapshot, m_layer));
    fitPictures();
}

void HeadsLab::fitPictures()
{
    for (FigureWidget* picture : {m_z, m_concat, m_weights})
        fitInto(picture, m_z->width());
}

HeadsLab::Change HeadsLab::changeOf(const SnapshotPtr& snapshot, int layer, int head,
                                    const std::stop_token& stop)
{
    const Document& document = *snapshot->document;
    const QStringList off = headsOff(document);
    ForwardControl control;
    control.stop = stop;
    const SnapshotPtr other = computeSnapshot(
        std::make_shared<const Document>(off.isEmpty() ? withHead(document, layer, head, false)
                                                       : withAllHeads(document)),
        control);
    Change change{snapshot, {}, changeTitle(off, head)};
    if (!other)
        return change;
    const Eigen::VectorXd distances = outputChange(*snapshot, *other);
    change.distances.assign(distances.begin(), distances.end());
    return change;
}

void HeadsLab::requestChange()
{
    showChange();
    const Document& document = *m_snapshot->document;
    m_job->run(traceBytes(document.config, Index(document.tokens.size()), Keep::Everything),
               [this, snapshot = m_snapshot, layer = m_layer, head = m_head](std::stop_token stop) {
                   auto change
                       = std::make_shared<const Change>(changeOf(snapshot, layer, head, stop));
                   return [this, change] {
                       m_change = *change;
                       showChange();
                   };
               });
}

void HeadsLab::showChange()
{
    Chart chart;
    chart.style = screenStyle();
    m_changeTitle->setText(m_change ? m_change->title : tr("Computing…"));
    if (m_change) {
        chart.yTitle = tr("Euclidean distance");
        chart.categories = tokenTexts(m_change->snapshot->document->tokens);
        chart.bars.push_back({tr("distance"), m_change->distances, ChartLook{}});
    }
    m_chart->setChart(chart);
}

} // namespace headlight
