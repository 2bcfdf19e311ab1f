#include "ui/views/lab_parts.h"

#include "ui/style/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>

#include <algorithm>

namespace headlight {
namespace {

struct LabTexts {
    Q_DECLARE_TR_FUNCTIONS(LabTexts)
};

/// As high as its sentences are when they wrap at its width, which a QScrollArea does not ask for.
class LabPage : public QWidget {
protected:
    bool event(QEvent* event) override
    {
        const bool done = QWidget::event(event);
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
            setMinimumHeight(std::max(0, layout()->minimumHeightForWidth(width())));
        return done;
    }
};

} // namespace

QLabel* makeLabText(const QString& name, const QString& accessibleName)
{
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setAccessibleName(accessibleName);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return label;
}

QSlider* makeLabSlider(const QString& name, const QString& accessibleName, int low, int high)
{
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setObjectName(name);
    slider->setAccessibleName(accessibleName);
    slider->setRange(low, high);
    slider->setMinimumWidth(64);
    slider->setMaximumWidth(320);
    return slider;
}

void prepareNumber(QLabel* number, const QString& name, const QString& widest)
{
    number->setObjectName(name);
    number->setTextFormat(Qt::PlainText);
    number->setFont(numberFont());
    number->setMinimumWidth(number->fontMetrics().horizontalAdvance(widest));
}

QLabel* makeFieldLabel(const QString& text, QWidget* field)
{
    auto* label = new QLabel(text);
    label->setBuddy(field);
    return label;
}

void setLabContents(QWidget* lab, QLayout* contents)
{
    auto* page = new LabPage;
    contents->setContentsMargins(16, 12, 16, 12);
    contents->setSpacing(12);
    page->setLayout(contents);
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("labScroll"));
    scroll->setAccessibleName(lab->accessibleName());
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // its contents have the focus
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    page->setAutoFillBackground(false); // the lab fills all of it with one colour
    scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(lab);
    layout->setContentsMargins({});
    layout->addWidget(scroll);
    lab->setAutoFillBackground(true);
}

void useCanvasColor(QWidget* lab)
{
    QPalette colors = lab->palette();
    if (colors.color(QPalette::Window) == currentTheme().canvas)
        return;
    colors.setColor(QPalette::Window, currentTheme().canvas);
    lab->setPalette(colors); // comes back as another PaletteChange
}

QString headName(const Config& config, int layer, int head)
{
    if (config.layers > 1)
        return LabTexts::tr("head %1 of layer %2").arg(head + 1).arg(layer + 1);
    return config.heads > 1 ? LabTexts::tr("head %1").arg(head + 1) : LabTexts::tr("the head");
}

} // namespace headlight
