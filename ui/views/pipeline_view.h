#pragma once

#include "core/document/snapshot.h"
#include "ui/views/look.h"
#include "ui/views/marks.h"

#include <QWidget>

class QScrollArea;
class QToolButton;

namespace headlight {

class FormulaView;
class PipelineStrip;

/// The chain of the chosen head: the formula, the strip of matrices below it, and the way to the
/// layers before and after.
class PipelineView : public QWidget {
    Q_OBJECT

public:
    explicit PipelineView(QWidget* parent = nullptr);

    void setDocument(const Document& document);
    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    void setPlace(int layer, int head);
    void setLook(const Look& look);
    void setMarks(const Marks& marks);

    PipelineStrip* strip() const { return m_strip; }
    FormulaView* formula() const { return m_formula; }
    /// Scrolls sideways until the matrix can be seen.
    void bringIntoSight(const std::string& tensor);

signals:
    void layerWanted(int layer);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void updateFormula();
    void fitStrip();

    std::shared_ptr<const Document> m_document;
    int m_layer = 0;
    int m_head = 0;
    FormulaView* m_formula;
    QToolButton* m_before;
    QToolButton* m_after;
    QScrollArea* m_scroll;
    PipelineStrip* m_strip;
};

} // namespace headlight
