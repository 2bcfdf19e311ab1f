#pragma once

#include "ui/figure/figure_text.h"

#include <algorithm>
#include <vector>

namespace headlight {

/// Widths of labels, each measured once: that is most of the work of a layout.
class LabelWidths {
public:
    LabelWidths(const QFontMetricsF& metrics, const QStringList& labels)
        : m_metrics(metrics)
        , m_labels(labels)
        , m_widths(std::size_t(labels.size()), unknown)
    {
    }

    /// Of every `step`-th label, but no more than `limit`.
    int widest(int step, int limit) const
    {
        int width = 0;
        for (std::size_t i = 0; i < m_widths.size() && width < limit; i += std::size_t(step))
            width = std::max(width, of(i));
        return std::min(width, limit);
    }

    bool isOf(const QStringList& labels) const { return m_labels == labels; }

private:
    static constexpr int unknown = -1;

    int of(std::size_t i) const
    {
        if (m_widths[i] == unknown)
            m_widths[i] = textWidth(m_metrics, m_labels[qsizetype(i)]);
        return m_widths[i];
    }

    QFontMetricsF m_metrics;
    QStringList m_labels;
    mutable std::vector<int> m_widths;
};

} // namespace headlight
