#pragma once

#include "core/lab/scaling.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QSlider;
class QSpinBox;

namespace headlight {

class ChartWidget;
struct Chart;

/// Why scores are divided by the root of d_k: how sharp attention weights of random queries and
/// keys are with and without that, and where the document stands.
class ScalingLab : public QWidget {
    Q_OBJECT

public:
    explicit ScalingLab(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    void setPlace(int layer, int head);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QLayout* makeControls();
    void refreshIfVisible();
    void refresh();
    void followDocument();
    Chart chartOf(const QString& title, const QString& yTitle, double Sharpness::*measure) const;
    QString experimentText() const;
    QString documentText() const;

    SnapshotPtr m_snapshot;
    int m_layer = 0;
    int m_head = 0;
    bool m_stale = true;
    bool m_keysChosen = false; // by the user; until then as many as the document has tokens
    std::vector<ScalingPoint> m_points;
    std::optional<HeadSharpness> m_document; // none without a token
    QSlider* m_keys;
    QLabel* m_keysNumber;
    QSpinBox* m_seed;
    QBoxLayout* m_charts;
    ChartWidget* m_largest;
    ChartWidget* m_entropy;
    QLabel* m_experimentText;
    QLabel* m_documentText;
};

} // namespace headlight
