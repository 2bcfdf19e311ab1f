#pragma once

#include "core/document/snapshot.h"

#include <QString>

class QLabel;
class QLayout;
class QSlider;
class QWidget;

namespace headlight {

/// Sentences of a lab: plain text that wraps and can be copied.
QLabel* makeLabText(const QString& name, const QString& accessibleName);

QSlider* makeLabSlider(const QString& name, const QString& accessibleName, int low, int high);

/// The number a slider stands at; has room for `widest`, so that a drag moves nothing else.
void prepareNumber(QLabel* number, const QString& name, const QString& widest);

/// The name of a field, whose "&" leads to it.
QLabel* makeFieldLabel(const QString& text, QWidget* field);

/// Puts the contents of a lab into its widget: they scroll where the window is small, so that a
/// lab never makes a window large.
void setLabContents(QWidget* lab, QLayout* contents);

/// The colour behind the charts, also behind the words.
void useCanvasColor(QWidget* lab);

/// "head 2 of layer 1", or what of it is needed to know which.
QString headName(const Config& config, int layer, int head);

} // namespace headlight
