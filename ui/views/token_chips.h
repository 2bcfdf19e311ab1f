#pragma once

#include <QAbstractScrollArea>
#include <QStringList>

#include <optional>

namespace headlight {

/// The tokens of the sentence as numbered chips in one row that scrolls sideways. One widget draws
/// them all, so that thousands cost nothing.
class TokenChips : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TokenChips(QWidget* parent = nullptr);

    void setTokens(const QStringList& tokens);

    /// Marks the query and the key that are looked at.
    void setMarked(std::optional<int> query, std::optional<int> key);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void tokenClicked(int token);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOutChips();
    void updateScrollBar();
    int chipAt(int x) const;
    void paintChip(QPainter& painter, int token, int left) const;
    void show(int token);

    QStringList m_tokens;
    std::vector<int> m_lefts; // of every chip, and one past the last
    std::optional<int> m_query;
    std::optional<int> m_key;
    int m_current = 0;
};

} // namespace headlight
