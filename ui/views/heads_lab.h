#pragma once

#include "core/document/snapshot.h"
#include "core/model/head_place.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace headlight {

class ChartWidget;
class FigureWidget;
class NewestJob;

/// The heads of a layer side by side: what each computed, where it goes in the concatenation, which
/// rows of W_O it meets, and what the output would be without it.
class HeadsLab : public QWidget {
    Q_OBJECT

public:
    explicit HeadsLab(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    /// While all heads are on, the bars tell what switching off the chosen one would do.
    void setPlace(int layer, int head);

signals:
    /// Switches a head off: `zeros` has the shape of its z.
    void pinWanted(const std::string& path, const headlight::Matrix& zeros);
    void unpinWanted(const std::string& path);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// How far the output of every token is from the output with all heads on.
    struct Change {
        SnapshotPtr snapshot;
        std::vector<double> distances; // T
        QString title;
    };

    static Change changeOf(const SnapshotPtr& snapshot, int layer, int head,
                           const std::stop_token& stop);
    QWidget* makeSwitches();
    QWidget* makePictures();
    QWidget* makeChange();
    void connectPictures();
    void readCell(const FigureWidget* picture, int panel, int row, int column);
    void makeButtons(int count);
    void wantHead(int head, bool on);
    void refreshIfVisible();
    void refresh();
    void requestChange();
    void showSwitches();
    void showPictures();
    void fitPictures();
    void showChange();

    SnapshotPtr m_snapshot;
    HeadPlace m_wanted;
    int m_layer = 0; // as far as the snapshot has it
    int m_head = 0;
    bool m_stale = false;
    std::optional<Change> m_change;
    QLabel* m_title;
    QLabel* m_readout;
    QHBoxLayout* m_switches;
    QScrollArea* m_switchArea;
    std::vector<QToolButton*> m_buttons;
    FigureWidget* m_z;
    FigureWidget* m_concat;
    FigureWidget* m_weights;
    QLabel* m_weightsTitle;
    QLabel* m_changeTitle;
    ChartWidget* m_chart;
    NewestJob* m_job;
};

} // namespace headlight
