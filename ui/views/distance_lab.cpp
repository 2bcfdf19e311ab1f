#include "ui/views/distance_lab.h"

#include "core/lab/distance.h"
#include "ui/figure/chart.h"
#include "ui/session/number_text.h"
#include "ui/views/comparison_parts.h"
#include "ui/views/head_figure.h"
#include "ui/views/lab_parts.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int hundredths = 100;
constexpr int shortestAxis = 10; // steps that the chart shows at least

QComboBox* makeTokenBox(const QString& name, const QString& accessibleName)
{
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(accessibleName);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(5);
    box->setMaximumWidth(200);
    return box;
}

void setItems(QComboBox* box, const QStringList& items, int whenNew)
{
    const QSignalBlocker blocker(box);
    const int chosen = box->count() > 0 ? box->currentIndex() : whenNew;
    box->clear();
    box->addItems(items);
    box->setCurrentIndex(std::min(chosen, int(items.size()) - 1));
}

QString percent(double share)
{
    return DistanceLab::tr("%1\u00a0%").arg(shortNumber(100 * share, 3));
}

} // namespace

DistanceLab::DistanceLab(QWidget* parent)
    : QWidget(parent)
    , m_from(makeTokenBox(QStringLiteral("distanceFrom"), tr("First token")))
    , m_to(makeTokenBox(QStringLiteral("distanceTo"), tr("Second token")))
    , m_kept(makeLabSlider(QStringLiteral("distanceKept"), tr("Share r kept at every step"), 50,
                           hundredths))
    , m_keptNumber(new QLabel)
    , m_chart(new ChartWidget)
    , m_text(makeLabText(QStringLiteral("distanceText"), tr("What the chart shows")))
{
    setObjectName(QStringLiteral("distanceLab"));
    setAccessibleName(tr("How far apart two tokens are"));
    m_chart->setObjectName(QStringLiteral("distanceChart"));
    m_chart->setMinimumHeight(240);
    auto* contents = new QVBoxLayout;
    contents->addLayout(makeControls());
    contents->addWidget(m_chart, 1);
    contents->addWidget(m_text);
    setLabContents(this, contents);
    useCanvasColor(this);

    for (QComboBox* box : {m_from, m_to})
        connect(box, &QComboBox::currentIndexChanged, this, &DistanceLab::refreshIfVisible);
    connect(m_kept, &QSlider::valueChanged, this, &DistanceLab::refreshIfVisible);
}

QLayout* DistanceLab::makeControls()
{
    m_kept->setValue(90);
    prepareNumber(m_keptNumber, QStringLiteral("distanceKeptNumber"), QStringLiteral("0.00"));
    auto* tokens = new QHBoxLayout;
    tokens->setSpacing(8);
    tokens->addWidget(m_from, 1);
    tokens->addWidget(m_to, 1);
    tokens->addStretch();
    auto* slider = new QHBoxLayout;
    slider->setSpacing(8);
    slider->addWidget(m_kept, 1);
    slider->addWidget(m_keptNumber);
    slider->addStretch();
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->addRow(makeFieldLabel(tr("&Tokens"), m_from), tokens);
    form->addRow(makeFieldLabel(tr("&Kept per step, r"), m_kept), slider);
    return form;
}

void DistanceLab::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    refreshIfVisible();
}

void DistanceLab::setPlace(int layer, int head)
{
    if (layer == m_layer && head == m_head)
        return;
    m_layer = layer;
    m_head = head;
    refreshIfVisible();
}

void DistanceLab::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void DistanceLab::refresh()
{
    m_stale = false;
    listTokens();
    m_keptNumber->setText(fixedNumber(kept(), 2));
    m_chart->setChart(chart());
    m_text->setText(
        from() < 0 ? tr("Type a sentence to choose two of its tokens.")
                   : QStringList{pathText(), signalText(), weightText()}.join(u'\n').trimmed());
}

/// Keeps what is chosen; at first the two ends of the sentence.
void DistanceLab::listTokens()
{
    const std::vector<std::string> tokens
        = m_snapshot ? m_snapshot->document->tokens : std::vector<std::string>();
    const QStringList names = numberedTokens(tokens);
    setItems(m_from, names, 0);
    setItems(m_to, names, int(names.size()) - 1);
}

int DistanceLab::from() const
{
    return m_from->currentIndex();
}

int DistanceLab::to() const
{
    return m_to->currentIndex();
}

double DistanceLab::kept() const
{
    return double(m_kept->value()) / hundredths;
}

QString DistanceLab::token(int index) const
{
    return QString::fromStdString(m_snapshot->document->tokens[std::size_t(index)]);
}

Chart DistanceLab::chart() const
{
    Chart chart;
    chart.title = tr("What is left of a signal");
    chart.xTitle = tr("distance in tokens");
    chart.yTitle = tr("share left");
    chart.style = screenStyle();
    const int longest = std::max(shortestAxis, m_from->count() - 1);
    chart.yRange = ChartRange{0, 1.12};
    ChartLine chain{tr("recurrent chain, r per token"), {}, longest <= 40};
    ChartLine attention{tr("attention, one step"), {}, longest <= 40};
    for (int distance = 0; distance <= longest; ++distance) {
        chain.points.emplace_back(distance, remainingSignal(kept(), chainSteps(0, distance)));
        attention.points.emplace_back(distance,
                                      remainingSignal(kept(), attentionSteps(0, distance)));
    }
    chart.lines = {chain, attention};
    if (from() < 0)
        return chart;
    const Index distance = chainSteps(from(), to());
    chart.points = {{tr("“%1” … “%2”").arg(token(from()), token(to())),
                     {{double(distance), remainingSignal(kept(), distance)}},
                     {},
                     {{}, true}}};
    return chart;
}

QString DistanceLab::pathText() const
{
    if (from() == to())
        return tr("“%1” is compared with itself: no step either way.").arg(token(from()));
    return tr("Between “%1” and “%2” attention needs 1 step, because a query reads every key it "
              "may see directly. A recurrent chain hands a state from token to token, and the "
              "number of steps is the distance: %3.")
        .arg(token(from()), token(to()), QString::number(chainSteps(from(), to())));
}

QString DistanceLab::signalText() const
{
    const Index steps = chainSteps(from(), to());
    return tr("If a step keeps r = %1, the chain keeps %1^%2 = %3 of a signal and one attention "
              "step %4. r is a number you choose, not a measurement of any network.")
        .arg(fixedNumber(kept(), 2))
        .arg(steps)
        .arg(percent(remainingSignal(kept(), steps)),
             percent(remainingSignal(kept(), attentionSteps(from(), to()))));
}

/// What the document's own attention does with that one step. The later token is the query: with a
/// causal mask only it can read the other.
QString DistanceLab::weightText() const
{
    const Config& config = m_snapshot->document->config;
    if (m_layer >= config.layers || m_head >= config.heads)
        return {}; // the snapshot of the new sizes is on its way
    const auto [key, query] = std::minmax({from(), to()});
    const Matrix& pattern
        = m_snapshot->trace.layers[std::size_t(m_layer)].heads[std::size_t(m_head)].pattern;
    return tr("How much of it is read is up to the weights: in %1, the query “%2” gives the key "
              "“%3” the weight %4.")
        .arg(headName(config, m_layer, m_head), token(query), token(key),
             fixedNumber(pattern(query, key), 3));
}

void DistanceLab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void DistanceLab::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    useCanvasColor(this);
    refreshIfVisible();
}

} // namespace headlight
