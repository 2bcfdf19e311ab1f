#pragma once

#include "core/explain/math_text.h"
#include "core/explain/why.h"
#include "ui/views/marks.h"

#include <QWidget>

class QCheckBox;
class QSpinBox;
class QTextBrowser;
class QToolButton;
class QUrl;

namespace headlight {

class SoftmaxBars;

/// "Why this number?": how the selected cell comes about, every number a link to the cell it stands
/// in, with the way back and forward as in a browser.
class WhyPanel : public QWidget {
    Q_OBJECT

public:
    explicit WhyPanel(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    /// Explains `cell`; a new step of the history. Nothing empties the panel.
    void setCell(const std::optional<CellRef>& cell);
    /// Cells an exercise asks for are not explained.
    void setMarks(const Marks& marks);

    QString text() const;
    int digits() const;

    void goBack();
    void goForward();
    void copyText();
    void copyMarkdown();
    void copyLatex();

signals:
    /// The user followed a link or the history.
    void cellChosen(const headlight::CellRef& cell);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeHeader();
    void makeBars(QWidget* page);
    void follow(const QUrl& link);
    void goTo(int place);
    void refreshIfVisible();
    void refresh();
    void updateBars();
    void updateButtons();
    bool isShowable() const;
    std::vector<Explanation> explanations() const;
    std::vector<MathLine> lines(const std::vector<Explanation>& explanations,
                                std::size_t terms) const;

    SnapshotPtr m_snapshot;
    std::vector<CellRef> m_history;
    int m_place = -1; // in the history; -1: nothing is selected
    std::vector<CellRef> m_covered;
    bool m_allTerms = false;
    bool m_stale = true;
    QToolButton* m_back;
    QToolButton* m_forward;
    QSpinBox* m_digits;
    QToolButton* m_copy;
    QTextBrowser* m_text;
    QWidget* m_barArea;
    QCheckBox* m_unscaled;
    SoftmaxBars* m_bars;
};

} // namespace headlight
