#include "app/report_command.h"

#include "app/command_options.h"
#include "app/command_table.h"
#include "app/interruption.h"
#include "app/terminal_line.h"
#include "core/support/digits.h"
#include "ui/report/report_file.h"
#include "ui/session/number_list.h"
#include "ui/session/safe_file.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct ReportTexts {
    Q_DECLARE_TR_FUNCTIONS(ReportTexts)
};

/// What `headlight report` was told to write, and where to.
struct ReportOrder {
    QString output;
    ReportFormat format = ReportFormat::Pdf;
    Paper paper = Paper::A4;
    ReportOptions content;
};

QString readTarget(const Options& options, ReportOrder& order)
{
    order.output = options.value("output");
    if (order.output.isEmpty())
        return ReportTexts::tr("Name the report with -o, for example -o report.pdf.");
    const std::optional<ReportFormat> format = reportFormatOf(order.output);
    if (!format)
        return ReportTexts::tr("“%1” should end in .pdf or .html.").arg(order.output);
    order.format = *format;
    const QString paper = options.value("paper", QStringLiteral("a4"));
    const qsizetype index = optionNamed(QStringLiteral("paper")).choices.indexOf(paper);
    if (index < 0)
        return ReportTexts::tr("There is no paper “%1”; take a4 or letter.").arg(paper);
    order.paper = index == 0 ? Paper::A4 : Paper::Letter;
    return {};
}

QString readContent(const Options& options, ReportOptions& content)
{
    QString complaint;
    content.digits = options.number("digits", content.digits, complaint).value_or(0);
    if (complaint.isEmpty() && (content.digits < fewestDigits || content.digits > mostDigits))
        complaint = ReportTexts::tr("--digits takes a number from %1 to %2.")
                        .arg(fewestDigits)
                        .arg(mostDigits);
    const Result<std::vector<int>> layers = readNumberList(options.value("layers"));
    const Result<std::vector<int>> heads = readNumberList(options.value("heads"));
    for (const Result<std::vector<int>>* list : {&layers, &heads}) {
        if (complaint.isEmpty() && !*list)
            complaint = QString::fromStdString(list->error().message);
    }
    if (!complaint.isEmpty())
        return complaint;
    content.layers = *layers;
    content.heads = *heads;
    content.brief = options.has("brief");
    content.heatmaps = !options.has("no-heatmaps");
    return {};
}

CommandResult writeReport(const Report& report, const ReportOrder& order)
{
    const Interruption interruption;
    QByteArray bytes;
    {
        TerminalLine progress;
        bytes = renderReport(report, order.format, order.paper, [&](int done, int total) {
            progress.show(ReportTexts::tr("%1 of %2 parts").arg(done).arg(total));
            return !interruption.happened();
        });
    }
    if (bytes.isEmpty())
        return {Interruption::exitCode, {}, ReportTexts::tr("Interrupted; nothing was written.")};
    const Result<Ok> written = writeFileSafely(order.output, bytes);
    return written ? CommandResult() : failed(written.error());
}

} // namespace

CommandResult reportCommand(const QStringList& arguments)
{
    Options options(commandNamed(QStringLiteral("report")).options);
    ReportOrder order;
    QString complaint = options.parse(arguments);
    if (complaint.isEmpty())
        complaint = checkSource(options, false);
    if (complaint.isEmpty())
        complaint = readTarget(options, order);
    if (complaint.isEmpty())
        complaint = readContent(options, order.content);
    if (!complaint.isEmpty())
        return misused(complaint);
    const Result<SnapshotPtr> snapshot = computeSource(options);
    if (!snapshot)
        return failed(snapshot.error());
    const Result<Report> report = makeReport(*snapshot, order.content);
    return report ? writeReport(*report, order)
                  : misused(QString::fromStdString(report.error().message));
}

} // namespace headlight
