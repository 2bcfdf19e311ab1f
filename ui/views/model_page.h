#pragma once

#include "core/model/config.h"
#include "core/model/head_place.h"

#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;

namespace headlight {

class ModelOverview;

/// The overview of a model, and below it what a pixel shows, the way to a head by its number, and
/// the zoom.
class ModelPage : public QWidget {
    Q_OBJECT

public:
    explicit ModelPage(QWidget* parent = nullptr);

    ModelOverview* overview() const { return m_overview; }
    void setConfig(const Config& config);

private:
    QWidget* makeStrip();
    QAction* addCommand(const QString& name, const QString& text,
                        const QList<QKeySequence>& shortcuts, void (ModelOverview::*run)());
    void goToTyped();
    void say(const QString& sentence, bool isComplaint);
    void describePixels();

    ModelOverview* m_overview;
    QLabel* m_message;
    QLineEdit* m_search;
    int m_layers = 1;
    int m_heads = 1;
};

} // namespace headlight
