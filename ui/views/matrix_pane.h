#pragma once

#include "core/document/edit.h"
#include "core/document/snapshot.h"
#include "core/model/head_place.h"
#include "ui/views/marks.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace headlight {

class MatrixView;

/// One tensor of the document or the trace: its name and shape, its table, and whether it is
/// computed, typed, or pinned.
class MatrixPane : public QWidget {
    Q_OBJECT

public:
    explicit MatrixPane(QWidget* parent = nullptr);

    /// Which tensor is shown, by its path; setDocument() and setSnapshot() follow.
    void setPath(const std::string& path);
    const std::string& path() const { return m_path; }

    /// What can be edited is shown from the document, at once; what is computed comes with the
    /// snapshot.
    void setDocument(const Document& document);
    void setSnapshot(const headlight::SnapshotPtr& snapshot);

    /// The layer and head whose matrices a formula means, where the shown tensor has none itself.
    void setPlace(const HeadPlace& place);

    void setMarks(const Marks& marks);

    MatrixView* view() const { return m_view; }

    /// Leaves out how to edit, where another pane beside this one says it.
    void hideEditingHint() { m_hintHidden = true; }

signals:
    void cellEdited(const std::string& path, int row, int column, double value, int gesture);
    void matrixEdited(const std::string& path, const headlight::Matrix& matrix);
    void resizeWanted(const headlight::ResizeTensor& edit);
    void pinWanted(const std::string& path, const headlight::Matrix& matrix);
    void unpinWanted(const std::string& path);
    void editRefused(const QString& reason);
    void cellSelected(const std::string& path, int row, int column);
    /// -1, -1: none any more.
    void cellHovered(const std::string& path, int row, int column);

protected:
    void changeEvent(QEvent* event) override;

private:
    std::string shownPath() const;
    void refresh();
    void updateContext();
    void showState(bool isEditable);
    void applyTheme();
    void togglePin();
    void showMarks();

    std::string m_wanted;
    std::string m_path; // that is shown
    bool m_hintHidden = false;
    std::shared_ptr<const Document> m_document;
    SnapshotPtr m_snapshot;
    HeadPlace m_place;
    Marks m_marks;
    QLabel* m_title;
    QLabel* m_state;
    QToolButton* m_pin;
    MatrixView* m_view;
};

} // namespace headlight
