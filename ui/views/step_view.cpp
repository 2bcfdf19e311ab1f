#include "ui/views/step_view.h"

#include "core/explain/step_text.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QSlider>
#include <QToolButton>

#include <cmath>

namespace headlight {

/// Draws the page of the current step.
class StepCanvas : public QWidget {
public:
    explicit StepCanvas(QWidget* parent)
        : QWidget(parent)
    {
        setObjectName(QStringLiteral("stepCanvas"));
        setMinimumSize(320, 200);
    }

    void setPage(const StepPage* page)
    {
        m_page = page;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), currentTheme().panel);
        if (m_page) {
            // A page needs some room; in less of it all of the page is shown smaller.
            const double scale = std::min({1.0, width() / 640.0, height() / 400.0});
            painter.scale(scale, scale);
            paintStepPage(painter, QRectF(QPointF(), QSizeF(size()) / scale).toAlignedRect(),
                          *m_page);
            return;
        }
        painter.setPen(currentTheme().muted);
        painter.drawText(rect(), Qt::AlignCenter,
                         StepView::tr("Type a sentence to walk through its computation."));
    }

private:
    const StepPage* m_page = nullptr;
};

namespace {

constexpr int finestSlider = 1'000'000; // positions of the scrub bar
constexpr double speeds[] = {0.5, 1, 2, 5, 20}; // steps a second

int sliderSteps(std::int64_t count)
{
    return int(std::min<std::int64_t>(std::max<std::int64_t>(count - 1, 0), finestSlider));
}

std::int64_t stepOfSlider(int value, std::int64_t count)
{
    const int steps = sliderSteps(count);
    return steps == 0 ? 0 : std::llround(double(value) / steps * double(count - 1));
}

int sliderOfStep(std::int64_t step, std::int64_t count)
{
    return count > 1 ? int(std::llround(double(step) / double(count - 1) * sliderSteps(count))) : 0;
}

} // namespace

StepView::StepView(QWidget* parent)
    : QWidget(parent)
    , m_canvas(new StepCanvas(this))
    , m_slider(new QSlider(Qt::Horizontal))
    , m_speed(new QComboBox)
{
    setObjectName(QStringLiteral("stepView"));
    setAccessibleName(tr("Step player"));
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(m_canvas, 1);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_page.step + 1 < m_page.plan->count())
            setStep(m_page.step + 1);
        else
            setPlaying(false);
    });
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int value) { setStep(stepOfSlider(value, m_page.plan->count())); });
    connect(m_speed, &QComboBox::activated, this, &StepView::chooseSpeed);
    chooseSpeed();
}

QToolButton* StepView::addButton(QLayout* row, const QString& name, const QString& icon,
                                 const QString& text, void (StepView::*action)())
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(themedIcon(icon));
    button->setAccessibleName(text);
    button->setToolTip(text);
    button->setProperty("tab", true);
    row->addWidget(button);
    connect(button, &QToolButton::clicked, this, action);
    return button;
}

QWidget* StepView::makeControls()
{
    auto* controls = new QWidget;
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(4);
    addButton(row, QStringLiteral("stepFirst"), QStringLiteral("first"), tr("First step (Home)"),
              &StepView::goFirst);
    addButton(row, QStringLiteral("stepBack"), QStringLiteral("chevron-left"),
              tr("Step back (←; Shift: a row; Ctrl: a matrix)"), &StepView::goBack);
    m_play = addButton(row, QStringLiteral("stepPlay"), QStringLiteral("play"), tr("Play (P)"),
                       &StepView::togglePlaying);
    addButton(row, QStringLiteral("stepForward"), QStringLiteral("chevron-right"),
              tr("Step forward (→ or Space; Shift: a row; Ctrl: a matrix)"), &StepView::goForward);
    addButton(row, QStringLiteral("stepLast"), QStringLiteral("last"), tr("Last step (End)"),
              &StepView::goLast);
    m_slider->setObjectName(QStringLiteral("stepSlider"));
    m_slider->setAccessibleName(tr("Step"));
    m_slider->setFocusPolicy(Qt::NoFocus); // its keys are those of the player
    row->addWidget(m_slider, 1);
    m_speed->setObjectName(QStringLiteral("stepSpeed"));
    m_speed->setAccessibleName(tr("Speed of playing"));
    for (const double speed : speeds)
        m_speed->addItem(tr("%1 a second").arg(speed), speed);
    m_speed->setCurrentIndex(1);
    row->addWidget(m_speed);
    QToolButton* exportButton
        = addButton(row, QStringLiteral("stepExport"), QStringLiteral("export"),
                    tr("Save steps as PNG pages or a PDF"), &StepView::exportWanted);
    exportButton->setText(tr("Pages…"));
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return controls;
}

void StepView::setSnapshot(const SnapshotPtr& snapshot)
{
    m_page.snapshot = snapshot;
    refreshIfVisible();
}

void StepView::setPlace(int layer, int head)
{
    if (layer == m_layer && head == m_head)
        return;
    m_layer = layer;
    m_head = head;
    refreshIfVisible();
}

void StepView::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void StepView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    setFocus();
}

void StepView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    setPlaying(false);
}

void StepView::refresh()
{
    if (!m_page.snapshot)
        return;
    m_stale = false;
    const Document& document = *m_page.snapshot->document;
    const HeadPlace place = nearestPlace({m_layer, m_head}, document.config);
    m_page.plan = std::make_shared<const StepPlan>(document, place.layer, place.head);
    m_page.step = std::clamp<std::int64_t>(m_page.step, 0,
                                           std::max<std::int64_t>(0, m_page.plan->count() - 1));
    updateControls();
    if (!isEmpty())
        emit stepChanged(m_page.step);
}

void StepView::setStep(std::int64_t step)
{
    if (m_stale)
        refresh();
    if (isEmpty())
        return;
    const std::int64_t inside = std::clamp<std::int64_t>(step, 0, m_page.plan->count() - 1);
    if (inside == m_page.step)
        return;
    m_page.step = inside;
    updateControls();
    emit stepChanged(inside);
}

void StepView::updateControls()
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, sliderSteps(m_page.plan->count()));
    m_slider->setValue(sliderOfStep(m_page.step, m_page.plan->count()));
    m_slider->setEnabled(!isEmpty());
    m_canvas->setPage(isEmpty() ? nullptr : &m_page);
    if (!isEmpty())
        setAccessibleDescription(stepTitle(m_page) + u'\n'
                                 + QString::fromStdString(toText(stepLines(
                                     m_page.snapshot, *m_page.plan, m_page.step, m_page.digits))));
}

void StepView::goFirst()
{
    setStep(0);
}

void StepView::goBack()
{
    setStep(m_page.step - 1);
}

void StepView::goForward()
{
    setStep(m_page.step + 1);
}

void StepView::goLast()
{
    setStep(m_page.plan->count() - 1);
}

void StepView::togglePlaying()
{
    setPlaying(!isPlaying());
}

void StepView::setPlaying(bool playing)
{
    if (playing && m_page.step + 1 >= m_page.plan->count())
        setStep(0);
    if (playing && !isEmpty())
        m_timer.start();
    else
        m_timer.stop();
    m_play->setIcon(themedIcon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
    m_play->setToolTip(isPlaying() ? tr("Pause (P)") : tr("Play (P)"));
    m_play->setAccessibleName(isPlaying() ? tr("Pause") : tr("Play"));
}

void StepView::chooseSpeed()
{
    m_timer.setInterval(int(1000 / m_speed->currentData().toDouble()));
}

bool StepView::isStepKey(const QKeyEvent& event) const
{
    switch (event.key()) {
    case Qt::Key_Space:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End:
        return !(event.modifiers() & Qt::AltModifier);
    default:
        return false;
    }
}

std::int64_t StepView::target(const QKeyEvent& event) const
{
    const bool byStage = event.modifiers() & Qt::ControlModifier;
    const bool byRow = event.modifiers() & Qt::ShiftModifier;
    switch (event.key()) {
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return m_page.plan->count() - 1;
    case Qt::Key_Left:
        return byStage ? m_page.plan->previousStage(m_page.step)
            : byRow    ? m_page.plan->previousRow(m_page.step)
                       : m_page.step - 1;
    default:
        return byStage ? m_page.plan->nextStage(m_page.step)
            : byRow    ? m_page.plan->nextRow(m_page.step)
                       : m_page.step + 1;
    }
}

bool StepView::event(QEvent* event)
{
    // Ctrl and an arrow would choose another head.
    if (event->type() == QEvent::ShortcutOverride && isStepKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void StepView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return emit closeWanted();
    if (event->key() == Qt::Key_P)
        return togglePlaying();
    if (!isStepKey(*event) || isEmpty())
        return QWidget::keyPressEvent(event);
    setPlaying(false);
    setStep(target(*event));
}

void StepView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_canvas->update();
}

} // namespace headlight
