#pragma once

#include "core/lab/comparison.h"
#include "core/lab/geometry.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace headlight {

class ChartWidget;
class MatrixView;
class NewestJob;

/// What the lab shows, computed away from the window when that takes long.
struct ContextFacts {
    SnapshotPtr first;
    SnapshotPtr second; // null without a second sentence
    int layer = 0;
    std::optional<Error> problem; // why there is no second sentence
    Result<PlaneMovement> movement = PlaneMovement{}; // rows of both sentences, the first on top
    Matrix similarityBefore; // T x T, of X
    Matrix similarityAfter; // T x T, of the output
    std::vector<SharedToken> shared;
    std::vector<EqualTokens> equal;
};

/// How the words of a sentence move: their vectors before attention and after it, in a plane, in
/// angles, and beside those of a second sentence.
class ContextLab : public QWidget {
    Q_OBJECT

public:
    explicit ContextLab(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    /// The layer behind which the vectors are looked at; the head makes no difference here.
    void setPlace(int layer, int head);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeTop();
    QWidget* makePlane();
    QWidget* makeTables();
    QToolButton* makeTableButton(const QString& name, const QString& text);
    void refreshIfVisible();
    void refresh();
    void showFacts(const ContextFacts& facts);
    void showChart();
    void showTable();
    void showSentences();
    void fillDimensions(int count);

    SnapshotPtr m_snapshot;
    int m_layer = 0;
    bool m_stale = false;
    std::optional<ContextFacts> m_facts;
    QLineEdit* m_second;
    ChartWidget* m_chart;
    QLabel* m_caption;
    QComboBox* m_across;
    QComboBox* m_up;
    QToolButton* m_before;
    QToolButton* m_after;
    MatrixView* m_table;
    QPlainTextEdit* m_sentences;
    NewestJob* m_job;
};

} // namespace headlight
