#pragma once

#include "core/explain/why.h"

#include <QStringList>
#include <QWidget>

namespace headlight {

/// One row of the softmax as three groups of bars: scores, exponentials, weights; on wish the
/// weights without scaling beside them.
class SoftmaxBars : public QWidget {
    Q_OBJECT

public:
    explicit SoftmaxBars(QWidget* parent = nullptr);

    /// `keys`: the token of each bar; `current`: the bar that is explained.
    void setRow(const SoftmaxRow& row, const QStringList& keys, int current, int digits);
    void setUnscaledShown(bool shown);

    QSize sizeHint() const override;

signals:
    void keyClicked(int key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    struct Group {
        QString title;
        std::vector<double> values;
    };

    std::vector<Group> groups() const;
    int keyCount() const { return int(m_row.weights.size()); }
    int groupHeight() const;
    /// Where the bars of group `group` stand.
    QRect barArea(int group) const;
    int keyAt(QPoint place) const;
    void paintGroup(QPainter& painter, const Group& group, const QRect& area) const;
    void paintBar(QPainter& painter, const Group& group, int key, const QRect& slot,
                  double largest) const;

    SoftmaxRow m_row;
    QStringList m_keys;
    int m_current = 0;
    int m_digits = 3;
    bool m_unscaled = false;
};

} // namespace headlight
