#include "app/command_line.h"

#include "app/command_options.h"
#include "app/convert_command.h"
#include "app/examples.h"
#include "app/export_command.h"
#include "core/io/trace_json.h"
#include "core/kernels/kernels.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct CommandTexts {
    Q_DECLARE_TR_FUNCTIONS(CommandTexts)
};

QString usage()
{
    return CommandTexts::tr(
        "Usage:\n"
        "  headlight [FILE]\n"
        "      Open the window, on FILE when it is given.\n"
        "  headlight export FILE|--example NAME -o PICTURE [--head N|all] [--layer N]\n"
        "      Draw attention weights into a .png, .svg, .pdf, .tex (TikZ), .html or .tiff file.\n"
        "      FILE is a document, or a recording: .npz, .npy or .safetensors with attention of\n"
        "      the shape [layers, heads, queries, keys].\n"
        "  headlight export FILE|--example NAME --all-heads [--format NAME] --out DIR\n"
        "      Draw every head of every layer into a file of its own: layer-01-head-01.pdf…\n"
        "  headlight export FILE|--example NAME --all-heads --grid -o PICTURE\n"
        "      Draw every head of every layer into one picture.\n"
        "  headlight compute FILE|--example NAME|--sentence TEXT\n"
        "                   [--tensor PATH] [-o FILE]\n"
        "      Print every matrix as JSON: tensor path, nested arrays, full precision; or write\n"
        "      one into a .csv, .tsv, .npy or .npz file, or all into an .npz.\n"
        "  headlight convert IN OUT [--array NAME]\n"
        "      Convert a matrix between .csv, .tsv, .npy and .npz; IN may be .safetensors, too.\n"
        "\n"
        "Options:\n"
        "  -o, --output FILE     the file to write\n"
        "  --out DIR             the folder for many files; it is made where it is missing\n"
        "  --format NAME         of those files: pdf, png or svg (default: pdf)\n"
        "  --example NAME        a shipped example in the place of a file\n"
        "  --sentence TEXT       an empty document with this sentence\n"
        "  --head N|all          which head, counted from 1 (default: all)\n"
        "  --layer N             which layer, counted from 1 (default: 1)\n"
        "  --tensor PATH         which matrix, e.g. layers.0.head.0.pattern\n"
        "  --array NAME          which array of an .npz or .safetensors file\n"
        "  --preset NAME         column (84 mm), two-columns (174 mm), slide (16:9) or square\n"
        "                        (default: column; with --grid two-columns)\n"
        "  --title TEXT          written above the picture\n"
        "  --width MM            width of the picture in millimetres, in the place of the "
        "preset's\n"
        "  --dpi N               resolution of a .png (default: 300, for screens 144)\n"
        "  --colormap NAME       viridis, cividis, magma, grey or diverging (default: viridis)\n"
        "  --scale NAME          linear, sqrt, log or symmetric (default: linear)\n"
        "  --range NAME          what the colours span: 0-1, row, head, layer, all (that is "
        "drawn),\n"
        "                        or two numbers such as 0:0.5 (default: 0-1)\n"
        "  --list-examples       name, tab, description of each example, one a line\n"
        "  --help, --version\n"
        "\n"
        "Exit status: 0 when it worked, 1 when it did not, 2 when the arguments are wrong,\n"
        "130 when it was interrupted; what was written by then is complete.\n");
}

CommandResult computeCommand(const QStringList& arguments)
{
    Options options({QStringLiteral("example"), QStringLiteral("sentence"),
                     QStringLiteral("output"), QStringLiteral("tensor")});
    QString complaint = options.parse(arguments);
    if (complaint.isEmpty())
        complaint = checkSource(options, true);
    if (complaint.isEmpty() && options.has("tensor") && !options.has("output"))
        complaint = CommandTexts::tr("Name the file for --tensor with -o, for example -o w.npy.");
    if (!complaint.isEmpty())
        return misused(complaint);
    const Result<SnapshotPtr> snapshot = computeSource(options);
    if (!snapshot)
        return failed(snapshot.error());
    if (options.has("output"))
        return writeTensorFile(*snapshot, options.value("tensor"), options.value("output"));
    return {0, QByteArray::fromStdString(writeTensors(**snapshot)), {}};
}

QByteArray examplesText()
{
    QString text;
    for (const ExampleInfo& example : exampleList())
        text += example.name + u'\t' + example.title + QStringLiteral(". ") + example.note + u'\n';
    return text.toUtf8();
}

} // namespace

bool isCommand(const QStringList& arguments)
{
    static const QStringList commands
        = {QStringLiteral("export"),  QStringLiteral("compute"),
           QStringLiteral("convert"), QStringLiteral("--help"),
           QStringLiteral("-h"),      QStringLiteral("--version"),
           QStringLiteral("-v"),      QStringLiteral("--list-examples")};
    return !arguments.isEmpty() && commands.contains(arguments.first());
}

CommandResult runCommand(const QStringList& arguments)
{
    const QString command = arguments.first();
    if (command == QLatin1String("compute"))
        return computeCommand(arguments.mid(1));
    if (command == QLatin1String("convert"))
        return convertCommand(arguments.mid(1));
    if (command == QLatin1String("export"))
        return exportCommand(arguments.mid(1));
    if (command == QLatin1String("--list-examples"))
        return {0, examplesText(), {}};
    if (command == QLatin1String("--version") || command == QLatin1String("-v"))
        return {0,
                QStringLiteral("Headlight %1 (computing with %2)\n")
                    .arg(QCoreApplication::applicationVersion(),
                         QLatin1String(headlight_kernels()->level))
                    .toUtf8(),
                {}};
    return {0, usage().toUtf8(), {}};
}

WindowArguments windowArguments(const QStringList& arguments)
{
    Options options({});
    const QString complaint = options.parse(arguments);
    if (!complaint.isEmpty())
        return {{}, misused(complaint).complaint};
    if (options.files().size() > 1)
        return {{}, misused(CommandTexts::tr("The window opens one file at a time.")).complaint};
    return {options.files().value(0), {}};
}

} // namespace headlight
