#pragma once

#include "ui/views/marks.h"
#include "ui/views/step_page.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace headlight {

class StepCanvas;

/// Walks the computation step by step, in both directions, by keyboard, mouse or by itself.
class StepView : public QWidget {
    Q_OBJECT

public:
    explicit StepView(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    void setPlace(int layer, int head);

    std::int64_t step() const { return m_page.step; }
    void setStep(std::int64_t step);
    /// Nothing to walk: no sentence, or everything pinned.
    bool isEmpty() const { return !m_page.snapshot || m_page.plan->count() == 0; }
    StepPage page() const { return m_page; }
    bool isPlaying() const { return m_timer.isActive(); }
    void setPlaying(bool playing);

signals:
    void stepChanged(std::int64_t step);
    void closeWanted();
    void exportWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeControls();
    QToolButton* addButton(QLayout* row, const QString& name, const QString& icon,
                           const QString& text, void (StepView::*action)());
    void refreshIfVisible();
    void refresh();
    void updateControls();
    void goFirst();
    void goBack();
    void goForward();
    void goLast();
    void togglePlaying();
    void chooseSpeed();
    bool isStepKey(const QKeyEvent& event) const;
    std::int64_t target(const QKeyEvent& event) const;

    int m_layer = 0;
    int m_head = 0;
    bool m_stale = true;
    StepPage m_page;
    QTimer m_timer;
    StepCanvas* m_canvas;
    QToolButton* m_play = nullptr;
    QSlider* m_slider;
    QComboBox* m_speed;
};

} // namespace headlight
