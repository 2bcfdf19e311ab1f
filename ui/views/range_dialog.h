#pragma once

#include "core/math/histogram.h"
#include "ui/figure/color_map.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace headlight {

class RangeHistogram;

/// Asks for the two numbers between which the colours of heatmaps change.
class RangeDialog : public QDialog {
    Q_OBJECT

public:
    /// `histogram`: of the values that are shown.
    RangeDialog(double low, double high, const Histogram& histogram, ColorMap map,
                QWidget* parent = nullptr);

    double low() const { return m_lowValue; }
    double high() const { return m_highValue; }

private:
    QLineEdit* addNumber(const QString& name, const QString& label, double value);
    void read();
    void take(double low, double high);

    RangeHistogram* m_histogram;
    double m_lowValue;
    double m_highValue;
    QLineEdit* m_low = nullptr;
    QLineEdit* m_high = nullptr;
    QLabel* m_complaint;
    QDialogButtonBox* m_buttons;
};

/// Why these are no ends of a range, or nothing.
QString rangeComplaint(double low, double high);

} // namespace headlight
