#pragma once

#include "core/model/config.h"

#include <QDialog>

class QCheckBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace headlight {

/// Sizes and parts of the model, checked while they are typed.
class SizesDialog : public QDialog {
    Q_OBJECT

public:
    explicit SizesDialog(const Config& config, QWidget* parent = nullptr);

    Config config() const;

private:
    QSpinBox* addNumber(const QString& name, const QString& label, int value, int maximum);
    void check();

    Config m_config;
    QFormLayout* m_form;
    QSpinBox* m_layers;
    QSpinBox* m_heads;
    QSpinBox* m_modelWidth;
    QSpinBox* m_keyWidth;
    QSpinBox* m_valueWidth;
    QCheckBox* m_projection;
    QCheckBox* m_residual;
    QLabel* m_problem;
    QPushButton* m_ok;
};

} // namespace headlight
