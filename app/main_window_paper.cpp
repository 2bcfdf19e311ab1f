#include "app/file_choice.h"
#include "app/main_window.h"
#include "ui/report/printing.h"
#include "ui/report/report_dialog.h"
#include "ui/session/safe_file.h"

#include <QApplication>
#include <QFileInfo>
#include <QLabel>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>

// The report, and everything that goes on paper.

namespace headlight {
namespace {

constexpr double paperPoints = 11; // of the letters of a figure that fills a page

} // namespace

void MainWindow::makeReport()
{
    commitEditors();
    if (!m_snapshot || m_snapshot->document->tokens.empty())
        return showRefusal(tr("There is nothing to report yet: type a sentence first."));
    ReportDialog dialog(m_snapshot, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto print = [&](QPrinter& printer) { printReport(printer, dialog.report()); };
    switch (dialog.wish()) {
    case ReportDialog::Wish::Save:
        return saveReport(dialog.report(), dialog.format(), dialog.paper());
    case ReportDialog::Wish::Print:
        return printPages(print);
    case ReportDialog::Wish::Preview:
        return previewPages(print);
    }
}

void MainWindow::saveReport(const Report& content, ReportFormat format, Paper paper)
{
    const QString suffix
        = format == ReportFormat::Pdf ? QStringLiteral(".pdf") : QStringLiteral(".html");
    const QString name = QFileInfo(documentName()).completeBaseName() + suffix;
    const QString path = chooseFile(this, tr("Save Report"), pictureKey, name, suffix);
    if (path.isEmpty())
        return;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const Result<Ok> written = writeFileSafely(path, renderReport(content, format, paper));
    QApplication::restoreOverrideCursor();
    report(tr("Save Report"), path, written);
}

Figure MainWindow::pageFigure() const
{
    Figure figure = shownFigure();
    figure.title = QFileInfo(documentName()).completeBaseName();
    figure.style.points = paperPoints;
    return figure;
}

void MainWindow::printPicture()
{
    if (!m_snapshot || m_snapshot->document->tokens.empty())
        return showRefusal(tr("There is nothing to print yet: type a sentence first."));
    printPages([this](QPrinter& printer) { printFigure(printer, pageFigure()); });
}

void MainWindow::previewPicture()
{
    if (!m_snapshot || m_snapshot->document->tokens.empty())
        return showRefusal(tr("There is nothing to print yet: type a sentence first."));
    previewPages([this](QPrinter& printer) { printFigure(printer, pageFigure()); });
}

void MainWindow::printPages(const std::function<void(QPrinter&)>& print)
{
    QPrinter printer(QPrinter::HighResolution);
    QPrintDialog dialog(&printer, this);
    dialog.setObjectName(QStringLiteral("printDialog"));
    if (dialog.exec() != QDialog::Accepted)
        return;
    print(printer);
    m_message->setText(tr("Sent to the printer."));
}

void MainWindow::previewPages(const std::function<void(QPrinter&)>& print)
{
    QPrinter printer(QPrinter::HighResolution);
    QPrintPreviewDialog dialog(&printer, this);
    dialog.setObjectName(QStringLiteral("printPreviewDialog"));
    connect(&dialog, &QPrintPreviewDialog::paintRequested, this,
            [&print](QPrinter* shown) { print(*shown); });
    dialog.exec();
}

} // namespace headlight
