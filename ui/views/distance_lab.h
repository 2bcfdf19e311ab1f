#pragma once

#include "core/document/snapshot.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;

namespace headlight {

class ChartWidget;
struct Chart;

/// How far apart two tokens of the sentence are for attention and for a recurrent chain, and what
/// is left of a signal that loses a chosen share at every step.
class DistanceLab : public QWidget {
    Q_OBJECT

public:
    explicit DistanceLab(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    void setPlace(int layer, int head);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QLayout* makeControls();
    void refreshIfVisible();
    void refresh();
    void listTokens();
    Chart chart() const;
    QString pathText() const;
    QString signalText() const;
    QString weightText() const;
    QString token(int index) const;
    int from() const;
    int to() const;
    double kept() const;

    SnapshotPtr m_snapshot;
    int m_layer = 0;
    int m_head = 0;
    bool m_stale = true;
    QComboBox* m_from;
    QComboBox* m_to;
    QSlider* m_kept;
    QLabel* m_keptNumber;
    ChartWidget* m_chart;
    QLabel* m_text;
};

} // namespace headlight
