#pragma once

#include <QWidget>

namespace headlight {

class MatrixPane;

/// One matrix of the chain, large, in the place of the heatmaps, with the way back to them.
class StagePage : public QWidget {
    Q_OBJECT

public:
    explicit StagePage(QWidget* parent = nullptr);

    MatrixPane* pane() const { return m_pane; }

signals:
    void closeWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    MatrixPane* m_pane;
};

} // namespace headlight
