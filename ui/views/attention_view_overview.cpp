#include "core/document/tensor_path.h"
#include "ui/style/plain_text.h"
#include "ui/views/attention_view.h"
#include "ui/views/head_scale.h"
#include "ui/views/model_overview.h"
#include "ui/views/model_page.h"

#include <QToolButton>

// The overview of all layers and heads among the heatmaps.

namespace headlight {

ModelOverview* AttentionView::overview() const
{
    return m_model->overview();
}

void AttentionView::connectOverview()
{
    connect(m_modelButton, &QToolButton::clicked, this, [this] { setMode(Mode::Model); });
    ModelOverview* const maps = overview();
    m_model->setFocusProxy(maps);
    connect(maps, &ModelOverview::currentChanged, this, &AttentionView::headChosen);
    connect(maps, &ModelOverview::opened, this, &AttentionView::openHead);
    connect(maps, &ModelOverview::cellClicked, this,
            [this](const FigureCell& cell) { emit cellMarked(m_shown.cell(cell)); });
    connect(maps, &ModelOverview::hovered, this, [this](const OverviewHit& hit) {
        hover(hit.place, hit.cell ? std::optional(m_shown.cell(*hit.cell)) : std::nullopt);
    });
    connect(maps, &ModelOverview::hoverLeft, this, &AttentionView::unhover);
}

void AttentionView::refreshOverview()
{
    overview()->setContent(m_snapshot, m_look);
    overview()->setCurrent({m_layer, m_head});
    overview()->setMarks(markedPlace(), coveredCells());
    m_model->setConfig(m_snapshot->document->config);
    updateHeader();
    updateReadout();
}

/// What an exercise hides of the matrices that are shown.
std::vector<CoveredCell> AttentionView::coveredCells() const
{
    std::vector<CoveredCell> cells;
    for (const CellRef& cell : m_marks.covered) {
        const std::optional<TensorPath> path = parsePath(cell.tensor);
        const std::optional<FigureCell> shown = m_shown.place({int(cell.row), int(cell.column)});
        if (path && path->name == stageTensor(m_look.stage) && shown)
            cells.push_back({{path->layer, path->head}, *shown});
    }
    return cells;
}

/// Which head it is, and its cell where one is told apart.
QString AttentionView::overviewReadout(const QString& cellText, bool hasCell) const
{
    const HeadPlace place = readPlace();
    const QString head = tr("Layer %1, head %2").arg(place.layer + 1).arg(place.head + 1);
    const QString text = hasCell ? head + QStringLiteral("    ") + cellText : head;
    overview()->setToolTip(m_hoveredPlace ? plainToolTip(text) : QString());
    return text;
}

} // namespace headlight
