#pragma once

#include "core/document/edit.h"
#include "core/document/snapshot.h"

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace headlight {

class MatrixPane;
struct Marks;

/// The matrices of one layer and head, one at a time, with X below it.
class MatrixEditor : public QWidget {
    Q_OBJECT

public:
    explicit MatrixEditor(QWidget* parent = nullptr);

    void setDocument(const Document& document);
    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    void setPlace(int layer, int head);
    void setMarks(const Marks& marks);

    /// Shows the matrix of this name ("W_K", "q", "X") of the chosen layer and head.
    void showMatrix(const QString& name);
    QString shownMatrix() const { return m_name; }

    /// Writes an open cell editor back (before saving, undoing, exporting).
    void commitEditor();
    void setGesture(int gesture);

    MatrixPane* mainPane() const { return m_main; }
    MatrixPane* inputPane() const { return m_input; }

signals:
    void cellEdited(const std::string& path, int row, int column, double value, int gesture);
    void matrixEdited(const std::string& path, const headlight::Matrix& matrix);
    void resizeWanted(const headlight::ResizeTensor& edit);
    void pinWanted(const std::string& path, const headlight::Matrix& matrix);
    void unpinWanted(const std::string& path);
    void editRefused(const QString& reason);
    void gestureBegun();
    void cellSelected(const std::string& path, int row, int column);
    void cellHovered(const std::string& path, int row, int column);

private:
    void connectPane(MatrixPane* pane);
    void updateTabs();
    void updatePaths();
    bool isOffered(const QString& name) const;
    std::string pathOf(const QString& name) const;

    QString m_name = QStringLiteral("W_K");
    int m_layer = 0;
    int m_head = 0;
    Config m_config;
    bool m_isRecording = false;
    QButtonGroup* m_tabs;
    MatrixPane* m_main;
    MatrixPane* m_input;
};

} // namespace headlight
