#include "app/file_choice.h"
#include "app/lesson_runner.h"
#include "app/lessons.h"
#include "app/main_window.h"
#include "core/document/restructure.h"
#include "core/document/tensor_path.h"
#include "core/explain/sources.h"
#include "core/explain/step_text.h"
#include "core/io/document_json.h"
#include "core/lesson/apply_step.h"
#include "ui/session/safe_file.h"
#include "ui/views/context_lab.h"
#include "ui/views/exercise_dialog.h"
#include "ui/views/formula_view.h"
#include "ui/views/head_figure.h"
#include "ui/views/heads_lab.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/matrix_pane.h"
#include "ui/views/matrix_view.h"
#include "ui/views/order_lab.h"
#include "ui/views/pipeline_strip.h"
#include "ui/views/pipeline_view.h"
#include "ui/views/sentence_bar.h"
#include "ui/views/stage_page.h"
#include "ui/views/step_export_dialog.h"
#include "ui/views/step_view.h"
#include "ui/views/token_chips.h"
#include "ui/views/why_panel.h"

#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QPainter>

// What explains: marks in all views, the Why panel, steps, labs and lessons.

namespace headlight {
namespace {

constexpr qint64 largestLesson = 64 * 1024 * 1024;
constexpr int roomForChainAndEditor = 700; // window height
constexpr int roomForTwoDocks = 860; // window height from which lessons and Why stand apart

} // namespace

void MainWindow::connectChain()
{
    PipelineStrip* strip = m_chain->strip();
    connect(strip, &PipelineStrip::cellHovered, this,
            [this](const CellRef& cell) { hoverCell(cell); });
    connect(strip, &PipelineStrip::hoverLeft, this, [this] { hoverCell(std::nullopt); });
    connect(strip, &PipelineStrip::cellSelected, this,
            [this](const CellRef& cell) { selectCell(cell); });
    connect(strip, &PipelineStrip::gestureBegun, this,
            [this, strip] { strip->setGesture(m_session.newGesture()); });
    connect(strip, &PipelineStrip::cellEdited, this,
            [this](const std::string& path, int row, int column, double value, int gesture) {
                m_session.edit(SetCell{path, row, column, value}, gesture);
            });
    connect(strip, &PipelineStrip::editRefused, this, &MainWindow::showRefusal);
    connect(strip, &PipelineStrip::pinWanted, this,
            [this](const std::string& path, const Matrix& matrix) {
                m_session.edit(SetPin{path, matrix});
            });
    connect(strip, &PipelineStrip::unpinWanted, this,
            [this](const std::string& path) { m_session.edit(RemovePin{path}); });
    connect(strip, &PipelineStrip::openWanted, this, &MainWindow::openStage);
    connect(m_chain, &PipelineView::layerWanted, this,
            [this](int layer) { showPlace(layer, m_head); });
    connect(m_chain->formula(), &FormulaView::tensorHovered, this, &MainWindow::markTensor);
    connect(m_chain->formula(), &FormulaView::hoverLeft, this, [this] { markTensor({}); });
    connect(m_chain->formula(), &FormulaView::tensorClicked, m_chain,
            &PipelineView::bringIntoSight);
}

void MainWindow::connectWhy()
{
    connect(m_why, &WhyPanel::cellChosen, this, [this](const CellRef& cell) {
        selectCell(cell);
        m_chain->bringIntoSight(cell.tensor);
    });
}

void MainWindow::connectLab(StepView* steps)
{
    connect(steps, &StepView::stepChanged, this, &MainWindow::showStep);
    connect(steps, &StepView::closeWanted, this, [this] { showPage(Page::Heatmaps); });
    connect(steps, &StepView::exportWanted, this, &MainWindow::exportSteps);
}

void MainWindow::connectLab(OrderLab* order)
{
    connect(order, &OrderLab::configWanted, this, &MainWindow::changeConfig);
}

void MainWindow::connectLab(HeadsLab* heads)
{
    connect(heads, &HeadsLab::pinWanted, this,
            [this](const std::string& path, const Matrix& zeros) {
                m_session.edit(SetPin{path, zeros});
            });
    connect(heads, &HeadsLab::unpinWanted, this,
            [this](const std::string& path) { m_session.edit(RemovePin{path}); });
}

void MainWindow::connectLessons()
{
    connect(m_lessonDock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible)
            lessonPanel();
    });
    connect(m_runner, &LessonRunner::documentWanted, this,
            [this](const std::shared_ptr<const Document>& document) {
                commitEditors();
                m_session.edit(Restore{document});
                m_session.undoStack()->setClean(); // a page can always be set up again
            });
    connect(m_runner, &LessonRunner::pageReady, this, &MainWindow::showLessonPage);
    connect(m_runner, &LessonRunner::coveredChanged, this, &MainWindow::updateMarks);
    connect(m_runner, &LessonRunner::failed, this, &MainWindow::showRefusal);
}

/// Made when somebody looks.
LessonPanel& MainWindow::lessonPanel()
{
    if (m_lessons)
        return *m_lessons;
    m_lessons = new LessonPanel(lessonList());
    connect(m_lessons, &LessonPanel::lessonChosen, this, &MainWindow::openLesson);
    connect(m_lessons, &LessonPanel::pageWanted, m_runner, &LessonRunner::goTo);
    connect(m_lessons, &LessonPanel::putBackWanted, m_runner, &LessonRunner::putBack);
    connect(m_lessons, &LessonPanel::answered, m_runner, &LessonRunner::answer);
    connect(m_lessons, &LessonPanel::solutionWanted, m_runner, &LessonRunner::showSolution);
    connect(m_runner, &LessonRunner::verdict, m_lessons, &LessonPanel::showVerdict);
    m_lessonDock->setWidget(m_lessons);
    return *m_lessons;
}

void MainWindow::selectCell(const std::optional<CellRef>& cell)
{
    m_selected = cell;
    if (m_selected)
        m_selected->tensor = canonicalPath(m_session.document().config, m_selected->tensor);
    m_why->setCell(m_selected);
    updateMarks();
}

void MainWindow::hoverCell(const std::optional<CellRef>& cell)
{
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    if (m_hovered)
        m_hovered->tensor = canonicalPath(m_session.document().config, m_hovered->tensor);
    updateMarks();
}

/// Marks a whole matrix that the formula points at.
void MainWindow::markTensor(const std::string& tensor)
{
    m_pointedTensor.reset();
    const auto found = m_snapshot && !tensor.empty()
        ? sharedTensor(m_snapshot, tensor)
        : Result<std::shared_ptr<const Matrix>>(Error{});
    if (found)
        m_pointedTensor = CellBlock{tensor, 0, 0, (*found)->rows(), (*found)->cols()};
    updateMarks();
}

/// After an edit a cell may be gone, together with its token, head or layer.
void MainWindow::forgetLostCell()
{
    const auto isLost = [this](const std::optional<CellRef>& cell) {
        return cell && !explain(m_snapshot, *cell);
    };
    if (isLost(m_hovered))
        m_hovered.reset();
    if (isLost(m_selected))
        selectCell(std::nullopt);
    else
        updateMarks();
}

Marks MainWindow::marksOf(const std::optional<CellRef>& cell) const
{
    Marks marks;
    marks.noted = m_noted;
    if (m_pointedTensor)
        marks.noted.push_back(*m_pointedTensor);
    marks.covered = m_runner->covered();
    if (!cell || !m_snapshot || !hasCell(m_snapshot, *cell))
        return marks;
    const CellBlock block{cell->tensor, cell->row, cell->column};
    marks.cell = cell;
    marks.direct = directSources(*m_snapshot->document, block);
    marks.reach = allSources(*m_snapshot->document, block);
    return marks;
}

void MainWindow::updateMarks()
{
    if (shownPage() == Page::Steps && m_hovered == std::nullopt)
        return showStep(m_steps->step());
    const Marks marks = marksOf(m_hovered ? m_hovered : m_selected);
    if (!isRecording())
        m_chain->setMarks(marks);
    m_editor->setMarks(marks);
    if (m_stage)
        m_stage->pane()->setMarks(marks);
    m_why->setMarks(marks);
    // In the picture of one head the pointer is mark enough; beside others all show the cell.
    const bool isMarkEnough = m_attention->mode() == AttentionView::Mode::Single && m_hovered
        && m_hovered->tensor == heatPath({m_layer, m_head});
    m_attention->setMarks(isMarkEnough ? marksOf(m_selected) : marks);
    const std::optional<TensorPath> path
        = m_selected ? parsePath(m_selected->tensor) : std::nullopt;
    const bool hasQuery = path && rowsAreTokens(*path);
    const Document& document = m_session.document();
    const bool hasKey = path && columnsAreTokens(*path) && keyTokens(document) == document.tokens;
    m_sentence->chips()->setMarked(hasQuery ? std::optional(int(m_selected->row)) : std::nullopt,
                                   hasKey ? std::optional(int(m_selected->column)) : std::nullopt);
}

/// A matrix in the middle, large, under the name by which it can be edited.
void MainWindow::openStage(const std::string& path)
{
    makePage(Page::Stage);
    const Document& document = m_session.document();
    const bool isX = path == "layers.0.resid_pre" && editable(document, "X");
    const bool isTable = path == "pos_embed" && editable(document, "positions");
    m_stage->pane()->setPath(isX ? "X" : isTable ? "positions" : path);
    showPage(Page::Stage);
    m_stage->pane()->view()->setFocus();
}

/// The chain shows what is computed so far; -1: all of it.
void MainWindow::showStep(std::int64_t step)
{
    const bool isWalking = step >= 0 && shownPage() == Page::Steps && !m_steps->isEmpty();
    m_chain->strip()->setStep(isWalking ? std::optional(step) : std::nullopt);
    if (!isWalking)
        return;
    const StepPlan& plan = *m_steps->page().plan;
    const StepPlace place = plan.at(step);
    Marks marks;
    marks.cell = CellRef{plan.stages()[place.stage].tensor, place.row, place.column};
    for (const CellRef& input : stepInputs(m_steps->page().snapshot, plan, step))
        marks.direct.push_back({input.tensor, input.row, input.column});
    marks.covered = m_runner->covered();
    m_chain->setMarks(marks);
    m_editor->setMarks(marks);
    m_chain->bringIntoSight(marks.cell->tensor);
}

void MainWindow::exportSteps()
{
    showPage(Page::Steps);
    if (m_steps->isEmpty())
        return showRefusal(tr("There are no steps yet: type a sentence first."));
    const StepPage page = m_steps->page();
    StepExportDialog dialog(page, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString suffix = dialog.isPdf() ? QStringLiteral(".pdf") : QStringLiteral(".png");
    const QString name = QFileInfo(documentName()).completeBaseName();
    const QString path = chooseFile(this, tr("Save Steps"), pictureKey, name + suffix, suffix);
    if (path.isEmpty())
        return;
    if (dialog.isPdf())
        return report(tr("Save Steps"), path,
                      writeFileSafely(path, stepsPdf(page, dialog.steps())));
    writeStepPictures(page, dialog.steps(), path);
}

/// "steps.png" becomes steps-001.png and so on.
void MainWindow::writeStepPictures(StepPage page, const std::vector<std::int64_t>& steps,
                                   const QString& path)
{
    const int digits = std::max(3, int(QString::number(steps.size()).size()));
    const QString stem = path.chopped(int(qstrlen(".png")));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        page.step = steps[i];
        const QString file
            = QStringLiteral("%1-%2.png").arg(stem).arg(i + 1, digits, 10, QChar(u'0'));
        const Result<Ok> written = writeFileSafely(file, stepPng(page));
        if (!written || i + 1 == steps.size())
            return report(tr("Save Steps"), file, written);
    }
}

void MainWindow::startLessons()
{
    lessonPanel();
    showStartPage(false);
    const bool isCrowded = height() < roomForTwoDocks;
    if (isCrowded && m_lessonDock->isHidden() && !m_lessonDock->isFloating())
        tabifyDockWidget(m_whyDock, m_lessonDock);
    m_lessonDock->show();
    m_lessonDock->raise();
    if (!m_runner->isRunning())
        lessonPanel().showList();
    resizeDocks({m_lessonDock, m_whyDock}, {340, 340}, Qt::Horizontal);
    lessonPanel().setFocusInside();
}

void MainWindow::openLesson(const QString& name)
{
    Result<Lesson> lesson = loadLesson(name);
    if (!lesson)
        return showRefusal(QString::fromStdString(lesson.error().message));
    runLesson(std::move(*lesson));
}

void MainWindow::openLessonFile(const QString& path)
{
    const Result<QByteArray> bytes = readFile(path, largestLesson);
    Result<Lesson> lesson
        = bytes ? readLesson(bytes->toStdString()) : Result<Lesson>(bytes.error());
    if (!lesson)
        return report(tr("Open Lesson"), path, lesson.error());
    runLesson(std::move(*lesson));
}

void MainWindow::openLessonWanted()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open Lesson"), lastFolder(lessonKey), tr("Lessons (*%1)").arg(lessonSuffix));
    if (path.isEmpty())
        return;
    rememberFolder(lessonKey, path);
    openLessonFile(path);
}

/// A lesson brings its own document; what is open is saved first if one wants.
void MainWindow::runLesson(Lesson lesson)
{
    if (!m_runner->isRunning()) {
        if (!mayReplaceDocument())
            return;
        replaceDocument(isRecording() ? newDocument({}) : Document(m_session.document()), {});
    }
    startLessons();
    m_attention->setNote({});
    m_runner->start(std::move(lesson));
}

void MainWindow::showLessonPage(const LessonPage& page)
{
    m_hovered.reset();
    m_noted = m_runner->noted();
    const HeadPlace place = placeOf(m_runner->step());
    showPlace(place.layer, place.head);
    showLessonView();
    selectCell(m_runner->selected());
    if (m_selected)
        m_chain->bringIntoSight(m_selected->tensor);
    m_attention->setNote({});
    lessonPanel().showPage(page);
}

void MainWindow::showLessonView()
{
    const LessonStep& step = m_runner->step();
    Look look = m_look;
    look.stage = Stage::Pattern;
    if (step.stage)
        look.stage = std::array{Stage::Scores, Stage::Scaled, Stage::Masked,
                                Stage::Pattern}[std::size_t(*step.stage)];
    showLook(look);
    const bool isSingle = m_session.document().config.heads == 1 || step.select || step.stage;
    m_attention->setMode(isSingle ? AttentionView::Mode::Single : AttentionView::Mode::Grid);
    const LessonView view = step.show.value_or(LessonView::Attention);
    constexpr Page pages[] = {Page::Heatmaps, Page::Heatmaps, Page::Steps, Page::Context,
                              Page::Order,    Page::Scaling,  Page::Heads, Page::Distance};
    showPage(pages[std::size_t(view)]);
    if (view == LessonView::Steps)
        m_steps->setStep(0);
    if (view == LessonView::Chain)
        showChainForLesson();
}

/// In a low window the editor makes room: the inputs can be edited in the chain.
void MainWindow::showChainForLesson()
{
    m_chainDock->show();
    if (height() < roomForChainAndEditor && !m_editorDock->isFloating())
        m_editorDock->hide();
}

void MainWindow::makeExercise()
{
    commitEditors();
    if (!m_snapshot || m_snapshot->document->tokens.empty())
        return showRefusal(tr("There is nothing to cover yet: type a sentence first."));
    const SnapshotPtr snapshot = m_snapshot; // another one may arrive while the dialog is open
    const HeadPlace place = picturedPlace();
    ExerciseDialog dialog(snapshot, place.layer, place.head, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString path
        = chooseFile(this, tr("Save Exercise"), lessonKey,
                     QFileInfo(documentName()).completeBaseName() + lessonSuffix, lessonSuffix);
    if (!path.isEmpty())
        report(tr("Save Exercise"), path,
               saveExercise(path, *snapshot->document, dialog.wish(), place));
}

} // namespace headlight
