#pragma once

#include "ui/views/chain_picture.h"
#include "ui/views/number_scrub.h"

#include <QWidget>

class QLineEdit;

namespace headlight {

/// Every matrix of one head and its layer side by side, in the order of the computation, with the
/// operations between them. Inputs are edited where they stand, by typing or by dragging.
class PipelineStrip : public QWidget {
    Q_OBJECT

public:
    explicit PipelineStrip(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    void setPlace(int layer, int head);
    void setLook(const Look& look);
    void setMarks(const Marks& marks);
    /// Shows the computation as far as `step`; nothing shows all of it.
    void setStep(std::optional<std::int64_t> step);
    /// Height for the strip, without scroll bars.
    void setAvailableHeight(int height);
    void setGesture(int gesture) { m_gesture = gesture; }
    void commitEditor();

    int stageCount() const { return int(m_picture.tiles().size()); }
    /// Where a cell is drawn; empty when the strip has no such tensor.
    QRect cellRect(const CellRef& cell) const;
    QRect titleRect(const std::string& tensor) const;
    QRect pinRect(const std::string& tensor) const;

signals:
    void cellHovered(const headlight::CellRef& cell);
    void hoverLeft();
    void cellSelected(const headlight::CellRef& cell);
    void cellEdited(const std::string& path, int row, int column, double value, int gesture);
    void editRefused(const QString& reason);
    void gestureBegun();
    void openWanted(const std::string& path);
    void pinWanted(const std::string& path, const headlight::Matrix& matrix);
    void unpinWanted(const std::string& path);
    /// The part of the strip that should be in sight.
    void inSightWanted(const QRect& where);

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The chosen head, or the nearest one of the snapshot.
    HeadPlace shownPlace() const;
    void refreshIfVisible();
    void refresh();
    void arrange();
    bool isEmpty() const;
    std::optional<std::string> editPath(const std::string& tensor) const;
    void togglePin(const ChainTile& stage);
    void select(const CellRef& cell);
    void moveBy(int rows, int columns);
    void moveStage(int by);
    CellRef current() const;
    void openEditor(const CellRef& cell, const QString& text);
    void closeEditor(bool commit);
    void scrubTo(QMouseEvent* event);

    SnapshotPtr m_snapshot;
    bool m_stale = true;
    int m_layer = 0;
    int m_head = 0;
    Look m_look;
    Marks m_marks;
    ChainPicture m_picture;
    std::optional<std::int64_t> m_step;
    int m_height = 170;
    int m_gesture = 0;
    QLineEdit* m_editor = nullptr; // while a number is typed
    CellRef m_edited;
    std::shared_ptr<const Matrix> m_editedMatrix;
    QString m_shownText; // of the number before it is typed over
    std::optional<NumberScrub> m_scrub;
    bool m_scrubbing = false;
    CellRef m_scrubbed;
    std::optional<CellRef> m_current;
    std::optional<CellRef> m_hovered;
};

} // namespace headlight
