#include "ui/style/style_sheet.h"

#include "ui/style/theme.h"

namespace headlight {
namespace {

// %name% stands for a colour of the theme, %tone% for "light" or "dark" in the name of an icon.
// A ring of focus is 2 px wide where the line without focus is 1 px, so paddings shrink with it.

const char* const windowRules = R"(
QMainWindow, QDialog { background: %window%; }
QMessageBox { messagebox-warning-icon: url(:/icons/alert-%tone%.svg); messagebox-critical-icon: url(:/icons/alert-%tone%.svg);
  messagebox-question-icon: url(:/icons/info-%tone%.svg); messagebox-information-icon: url(:/icons/info-%tone%.svg); }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QMainWindow::separator { background: %border%; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: %accent%; }
QSplitter::handle { background: %border%; }
QSplitter::handle:hover { background: %accent%; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QDockWidget { background: %panel%; color: %muted%; font-weight: 600; icon-size: 16px;
  titlebar-close-icon: url(:/icons/close-%tone%.svg); titlebar-normal-icon: url(:/icons/float-%tone%.svg); }
QDockWidget::title { background: %panel%; padding: 8px 12px; text-align: left; }
QDockWidget::close-button, QDockWidget::float-button {
  subcontrol-origin: margin; subcontrol-position: right center; width: 22px; height: 22px;
  border: 0; border-radius: 4px; icon-size: 16px; background: transparent; }
QDockWidget::close-button { right: 8px; }
QDockWidget::float-button { right: 32px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: %hover%; }
QStatusBar { background: %window%; border-top: 1px solid %border%; color: %muted%; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { color: %muted%; padding: 3px 8px; }
QToolTip { background: %window%; color: %text%; border: 1px solid %outline%; padding: 4px 6px; }
QLabel[role="heading"] { color: %muted%; font-weight: 600; }
QLabel[role="muted"] { color: %muted%; }
QLabel[role="warning"] { color: %warning%; }
QGroupBox { border: 1px solid %border%; border-radius: 6px; margin-top: 9px; padding: 12px 8px 8px 8px; }
QGroupBox::title { subcontrol-origin: margin; left: 8px; padding: 0 4px; color: %muted%; }
QProgressBar { border: 0; border-radius: 3px; background: %border%; min-height: 6px; max-height: 6px; }
QProgressBar::chunk { background: %accent%; border-radius: 3px; }
)";

const char* const menuRules = R"(
QMenuBar { background: %window%; border: 0; border-bottom: 1px solid %border%; padding: 2px 6px; }
QMenuBar::item { padding: 5px 9px; border-radius: 4px; background: transparent; color: %text%; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: %hover%; }
QMenuBar::item:disabled { color: %disabled%; }
QMenu { background: %window%; border: 1px solid %border%; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 8px; border-radius: 4px; color: %text%; }
QMenu::item:selected { background: %hover%; }
QMenu::item:disabled { color: %disabled%; }
QMenu::icon { left: 8px; }
QMenu::separator { height: 1px; background: %border%; margin: 4px 8px; }
QMenu::indicator { width: 16px; height: 16px; padding-left: 8px; }
QMenu::indicator:checked { image: url(:/icons/tick-%tone%.svg); }
QMenu::right-arrow { image: url(:/icons/chevron-right-%tone%.svg); width: 12px; height: 12px; right: 6px; }
QToolBar { background: %window%; border: 0; border-bottom: 1px solid %border%; padding: 6px 8px; spacing: 6px;
  qproperty-iconSize: 18px 18px; }
QToolBar::separator { background: %border%; width: 1px; margin: 5px 6px; }
QToolBar QLabel { color: %muted%; }
QToolButton#qt_toolbar_ext_button { border: 0; padding: 0; background: transparent;
  qproperty-icon: url(:/icons/chevron-right-%tone%.svg); }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { border: 1px solid transparent; border-radius: 6px; padding: 5px 9px; margin: 2px; color: %muted%; }
QTabBar::tab:hover { color: %text%; }
QTabBar::tab:selected { background: %hover%; color: %text%; }
QTabBar::tab:focus { border-color: %accent%; }
QTabBar::scroller { width: 28px; }
QTabBar QToolButton { border: 0; padding: 0; margin: 4px 0; background: %window%; }
QTabBar QToolButton::left-arrow { image: url(:/icons/chevron-left-%tone%.svg); width: 12px; height: 12px; }
QTabBar QToolButton::right-arrow { image: url(:/icons/chevron-right-%tone%.svg); width: 12px; height: 12px; }
)";

const char* const buttonRules = R"(
QToolButton, QPushButton, QComboBox {
  background: %control%; border: 1px solid %border%; border-radius: 6px; color: %text%; }
QToolButton { padding: 5px 7px; }
QPushButton { padding: 5px 14px; min-width: 48px; }
QToolButton:hover, QPushButton:hover, QComboBox:hover, QComboBox:on { background: %hover%; }
QToolButton:pressed, QPushButton:pressed { background: %border%; }
QToolButton:checked, QPushButton:checked { background: %hover%; border-color: %outline%; }
QToolButton:disabled, QPushButton:disabled, QComboBox:disabled {
  color: %disabled%; background: %window%; border-color: %border%; }
QToolButton:focus { border: 2px solid %accent%; padding: 4px 6px; }
QPushButton:focus { border: 2px solid %accent%; padding: 4px 13px; }
QToolButton[popupMode="1"] { padding-right: 20px; }
QToolButton[popupMode="2"] { padding-right: 20px; }
QToolButton[popupMode="1"]:focus, QToolButton[popupMode="2"]:focus { padding-right: 19px; }
QToolButton::menu-button { border: 0; width: 18px; background: transparent; }
QToolButton::menu-arrow, QToolButton::menu-indicator {
  image: url(:/icons/chevron-%tone%.svg); width: 12px; height: 12px; }
QToolButton::menu-indicator { subcontrol-origin: border; subcontrol-position: center right; right: 6px; }
QToolButton[primary="true"], QPushButton[primary="true"], QPushButton:default {
  background: %accent%; border-color: %accent%; color: %accentText%; font-weight: 600; }
QToolButton[primary="true"] { padding: 5px 12px; }
QToolButton[primary="true"]:hover, QPushButton[primary="true"]:hover, QPushButton:default:hover {
  background: %accentHover%; border-color: %accentHover%; }
QToolButton[primary="true"]:pressed, QPushButton[primary="true"]:pressed, QPushButton:default:pressed {
  background: %accentPressed%; border-color: %accentPressed%; }
QToolButton[primary="true"]:disabled, QPushButton[primary="true"]:disabled, QPushButton:default:disabled {
  background: %border%; border-color: %border%; color: %disabled%; }
QToolButton[primary="true"]:focus { border: 2px solid %text%; padding: 4px 11px; }
QPushButton[primary="true"]:focus, QPushButton:default:focus { border: 2px solid %text%; }
QToolButton[tab="true"] { background: transparent; border-color: transparent; padding: 5px 6px; color: %muted%; }
QToolButton[tab="true"]:hover { color: %text%; background: %hover%; }
QToolButton[tab="true"]:checked { background: %hover%; color: %text%; font-weight: 600; }
QToolButton[tab="true"]:disabled { color: %disabled%; }
QToolButton[tab="true"]:focus { border: 2px solid %accent%; padding: 4px 5px; }
)";

const char* const fieldRules = R"(
QComboBox { padding: 5px 4px 5px 9px; combobox-popup: 0; }
QComboBox:focus { border: 2px solid %accent%; padding: 4px 3px 4px 8px; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow { image: url(:/icons/chevron-%tone%.svg); width: 12px; height: 12px; }
QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QTextEdit, QListView, QTreeView {
  background: %control%; color: %text%; border: 1px solid %outline%; border-radius: 6px;
  selection-background-color: %accent%; selection-color: %accentText%; }
QLineEdit { padding: 5px 8px; }
QLineEdit:focus { border: 2px solid %accent%; padding: 4px 7px; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled { color: %disabled%; border-color: %border%; }
QLineEdit#sentence { background: transparent; border: 0; border-bottom: 2px solid transparent;
  border-radius: 0; padding: 2px 0; }
QLineEdit#sentence:focus { border-bottom-color: %accent%; }
QLineEdit#cellEditor { background: %cell%; border: 2px solid %accent%; border-radius: 0; padding: 0 3px; }
QSpinBox, QDoubleSpinBox { padding: 5px 20px 5px 6px; }
QSpinBox:focus, QDoubleSpinBox:focus { border: 2px solid %accent%; padding: 4px 19px 4px 5px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
  subcontrol-origin: border; width: 20px; border: 0; background: transparent; }
QAbstractSpinBox::up-button { subcontrol-position: top right; padding-top: 2px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; padding-bottom: 2px; }
QAbstractSpinBox::up-arrow { image: url(:/icons/chevron-up-%tone%.svg); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/chevron-%tone%.svg); width: 10px; height: 10px; }
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit { border: 0; padding: 0; background: transparent; }
QListView { padding: 3px; }
QListView::item { min-height: 20px; padding: 4px 6px; border-radius: 4px; }
QTreeView::item { min-height: 24px; }
QListView::item:hover { background: %hover%; }
QListView::item:selected { background: %accent%; color: %accentText%; }
QTextBrowser { border-color: transparent; background: transparent; padding: 0; }
QListView:focus, QTreeView:focus, QPlainTextEdit:focus, QTextEdit:focus { border-color: %accent%; }
QListView#recoverable { outline: 0; }
QListView#recoverable::item { padding: 4px; border-radius: 4px; }
QListView#recoverable::item:selected { background: %hover%; color: %text%; }
QComboBox QAbstractItemView { background: %window%; border: 1px solid %border%; border-radius: 0; padding: 3px; outline: 0; }
QComboBox QAbstractItemView:focus { border-color: %border%; }
QComboBox QAbstractItemView::item { min-height: 18px; padding: 4px 6px; border-radius: 4px; }
QComboBox QAbstractItemView::item:selected { background: %hover%; color: %text%; }
QCheckBox, QRadioButton { spacing: 8px; padding: 2px; border: 1px solid transparent; border-radius: 4px; }
QCheckBox:focus, QRadioButton:focus { border-color: %accent%; }
QCheckBox:disabled, QRadioButton:disabled { color: %disabled%; }
QCheckBox::indicator, QRadioButton::indicator, QListView::indicator {
  width: 14px; height: 14px; border: 1px solid %outline%; border-radius: 4px; background: %control%; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: %accent%; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: %accent%; border-color: %accent%; image: url(:/icons/check-%tone%.svg); }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: %border%; background: %window%; }
QCheckBox::indicator:checked:disabled { background: %disabled%; border-color: %disabled%; }
QRadioButton::indicator { border-radius: 8px; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid %accent%; }
)";

const char* const viewRules = R"(
QAbstractScrollArea::corner { background: transparent; }
QTableView { background: %panel%; gridline-color: %border%; border: 0; color: %text%;
  selection-background-color: transparent; selection-color: %text%; }
QHeaderView { background: %panel%; border: 0; }
QHeaderView::section { background: %panel%; color: %muted%; border: 0; padding: 3px 6px; }
QHeaderView::section:checked { color: %text%; font-weight: 600; }
QTableCornerButton::section { background: %panel%; border: 0; }
QScrollArea { border: 0; }
QScrollBar { background: transparent; margin: 0; border: 0; }
QScrollBar:horizontal { height: 10px; }
QScrollBar:vertical { width: 10px; }
QScrollBar::handle { background: %outline%; border-radius: 3px; margin: 2px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:hover { background: %muted%; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: %border%; }
QSlider::sub-page:horizontal { border-radius: 2px; background: %accent%; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0; border-radius: 7px;
  border: 1px solid %outline%; background: %control%; }
QSlider::handle:horizontal:focus { border: 2px solid %accent%; margin: -6px 0; border-radius: 8px; }
)";

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto channel = [share](int from, int to) { return qRound(from + share * (to - from)); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

} // namespace

QString styleSheet(const Theme& theme)
{
    QString sheet;
    for (const char* rules : {windowRules, menuRules, buttonRules, fieldRules, viewRules})
        sheet += QString::fromLatin1(rules);
    const std::pair<const char*, QColor> colours[] = {
        {"window", theme.window},
        {"panel", theme.panel},
        {"control", theme.control},
        {"cell", theme.cell},
        {"hover", theme.hover},
        {"border", theme.border},
        {"outline", theme.outline},
        {"text", theme.text},
        {"muted", theme.muted},
        {"disabled", theme.disabled},
        {"accent", theme.accent},
        {"accentHover", mixed(theme.accent, theme.text, 0.12)},
        {"accentPressed", mixed(theme.accent, theme.text, 0.24)},
        {"accentText", theme.accentText},
        {"warning", theme.warning},
    };
    for (const auto& [name, colour] : colours)
        sheet.replace(QStringLiteral("%%1%").arg(QLatin1String(name)), colour.name());
    const QString tone = theme.dark ? QStringLiteral("dark") : QStringLiteral("light");
    return sheet.replace(QStringLiteral("%tone%"), tone);
}

} // namespace headlight
