#pragma once

#include "core/model/config.h"
#include "ui/views/look.h"

#include <QToolBar>

class QComboBox;

namespace headlight {

/// The tool bar with what is looked at (layer, head), the choices of the model (mask, scale,
/// positions), and how it is coloured.
class ModelBar : public QToolBar {
    Q_OBJECT

public:
    explicit ModelBar(QWidget* parent = nullptr);

    void setConfig(const Config& config);
    void setPlace(int layer, int head);
    /// Mask, scale and positions; a recording has none of them.
    void setChoicesShown(bool shown);
    void setLook(const Look& look);

signals:
    void placeChosen(int layer, int head);
    void configWanted(const headlight::Config& config);
    void lookChosen(const headlight::Look& look);
    /// A number for the scale is to be typed.
    void customScaleWanted();
    /// Two numbers for the ends of the colours are to be typed.
    void handRangeWanted();

private:
    void chooseLook();
    QComboBox* addChoice(const QString& name, const QString& tip);

    Config m_config;
    Look m_look;
    QComboBox* m_layer;
    QComboBox* m_head;
    QComboBox* m_mask;
    QComboBox* m_scale;
    QComboBox* m_positions;
    QComboBox* m_map;
    QComboBox* m_bend;
    QComboBox* m_range;
};

} // namespace headlight
