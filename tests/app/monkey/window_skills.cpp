#include "tests/app/monkey/hands.h"
#include "tests/app/monkey/skills.h"
#include "ui/views/model_overview.h"

#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QTabBar>

// Looking around: commands, pages, docks, colours, sizes.

namespace headlight {
namespace {

using Numbers = std::array<unsigned, 3>;

/// As often as a hand presses a shortcut.
void triggerOften(Scene& scene, const char* name)
{
    auto* action = scene.person().find<QAction>(name);
    for (unsigned i = scene.below(12); i > 0 && action->isEnabled(); --i)
        action->trigger();
}

void undo(Scene& scene, const Numbers&)
{
    triggerOften(scene, "undo");
}

void redo(Scene& scene, const Numbers&)
{
    triggerOften(scene, "redo");
}

/// Anything a menu offers but to quit: closing the window is a skill of its own.
void useCommand(Scene& scene, const Numbers&)
{
    QList<QAction*> commands;
    for (QAction* action : scene.window().findChildren<QAction*>()) {
        if (!action->objectName().isEmpty() && action->isEnabled() && action->isVisible()
            && action->objectName() != QLatin1String("quit"))
            commands += action;
    }
    scene.pick(commands)->trigger();
}

void pokeControl(Scene& scene, const Numbers&)
{
    poke(scene, scene.window());
}

void useMouseSomewhere(Scene& scene, const Numbers&)
{
    const QList<QWidget*> widgets = visibleChildren<QWidget>(scene.window());
    useMouse(scene, *scene.pick(widgets));
}

void changeTheme(Scene& scene, const Numbers&)
{
    const char* themes[] = {"themeSystem", "themeLight", "themeDark"};
    scene.person().find<QAction>(scene.pick(themes))->trigger();
}

/// As on a desktop of another country, whose numbers and directions differ.
void changeLocale(Scene& scene, const Numbers&)
{
    const char* names[] = {"C", "de_DE", "fr_FR", "ar_EG", "hi_IN"};
    const QLocale locale(QLatin1String(scene.pick(names)));
    QLocale::setDefault(locale);
    QGuiApplication::setLayoutDirection(locale.textDirection());
    QEvent change(QEvent::LocaleChange);
    QApplication::sendEvent(&scene.window(), &change);
}

void moveDock(Scene& scene, const Numbers&)
{
    const char* names[] = {"editorDock", "chainDock", "whyDock", "lessonDock"};
    auto* dock = scene.person().find<QDockWidget>(scene.pick(names));
    const Qt::DockWidgetArea areas[] = {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea,
                                        Qt::TopDockWidgetArea, Qt::BottomDockWidgetArea};
    switch (scene.below(5)) {
    case 0:
        return dock->setFloating(!dock->isFloating());
    case 1:
        return scene.window().addDockWidget(scene.pick(areas), dock);
    case 2: {
        auto* other = scene.person().find<QDockWidget>(scene.pick(names));
        if (other != dock)
            scene.window().tabifyDockWidget(other, dock);
        return;
    }
    case 3:
        return scene.window().resizeDocks({dock}, {int(100 + scene.below(500))}, Qt::Horizontal);
    default:
        return dock->toggleViewAction()->trigger();
    }
}

void showPage(Scene& scene, const Numbers&)
{
    const char* pages[] = {"allHeads",   "oneHead",  "wholeModel", "startPage", "stepByStep",
                           "contextLab", "orderLab", "scalingLab", "headsLab",  "distanceLab"};
    scene.person().find<QAction>(scene.pick(pages))->trigger();
}

void zoom(Scene& scene, const Numbers&)
{
    scene.person().find<QAction>("wholeModel")->trigger();
    auto* overview = scene.person().find<ModelOverview>("modelOverview");
    const QPointF about(scene.below(unsigned(overview->width()) + 1),
                        scene.below(unsigned(overview->height()) + 1));
    switch (scene.below(3)) {
    case 0:
        return overview->fit();
    case 1:
        return overview->zoom(0.2 + scene.below(10), about);
    default:
        return scene.below(2) ? overview->zoomIn() : overview->zoomOut();
    }
}

void choosePlace(Scene& scene, const Numbers&)
{
    const char* steps[] = {"nextHead", "previousHead", "nextLayer", "previousLayer"};
    triggerOften(scene, scene.pick(steps));
}

void chooseInBar(Scene& scene, const Numbers&)
{
    const char* names[] = {"layer",    "head",      "mask",       "scale", "positions",
                           "colorMap", "colorBend", "colorRange", "stage"};
    auto* box = scene.person().find<QComboBox>(scene.pick(names));
    if (box->isVisible() && box->isEnabled())
        QTest::keyClick(box, scene.below(2) ? Qt::Key_Down : Qt::Key_Up);
}

void resizeWindow(Scene& scene, const Numbers&)
{
    scene.window().resize(int(600 + scene.below(1200)), int(400 + scene.below(800)));
}

void wait(Scene& scene, const Numbers&)
{
    QTest::qWait(int(scene.below(60)));
}

int readAll(QAccessibleInterface* node, int most)
{
    if (!node || !node->isValid() || most <= 0)
        return 0;
    for (const QAccessible::Text text :
         {QAccessible::Name, QAccessible::Description, QAccessible::Value})
        node->text(text);
    node->role();
    node->state();
    node->rect();
    int read = 1;
    for (int i = 0; i < node->childCount() && read < most; ++i)
        read += readAll(node->child(i), most - read);
    return read;
}

/// As a screen reader does.
void readTree(Scene& scene, const Numbers&)
{
    constexpr int mostNodes = 3000;
    QAccessible::setActive(true);
    if (readAll(QAccessible::queryAccessibleInterface(&scene.window()), mostNodes) < 10)
        scene.fail(QStringLiteral("a screen reader finds hardly anything"));
}

} // namespace

const std::vector<Skill>& windowSkills()
{
    static const std::vector<Skill> skills = {
        {"undo", 6, undo},
        {"redo", 4, redo},
        {"useCommand", 5, useCommand},
        {"poke", 12, pokeControl},
        {"useMouse", 12, useMouseSomewhere},
        {"changeTheme", 1, changeTheme},
        {"changeLocale", 1, changeLocale},
        {"moveDock", 2, moveDock},
        {"showPage", 4, showPage},
        {"zoom", 2, zoom},
        {"choosePlace", 3, choosePlace},
        {"chooseInBar", 5, chooseInBar},
        {"resizeWindow", 2, resizeWindow},
        {"readTree", 1, readTree},
        {"wait", 1, wait},
    };
    return skills;
}

} // namespace headlight
