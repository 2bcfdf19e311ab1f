#include "app/command_line.h"

#include "app/convert_command.h"
#include "app/document_file.h"
#include "app/examples.h"
#include "core/document/edit.h"
#include "core/document/restructure.h"
#include "core/document/snapshot.h"
#include "core/io/trace_json.h"
#include "ui/figure/figure_export.h"
#include "ui/session/safe_file.h"
#include "ui/views/head_figure.h"

#include <QCommandLineParser>
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
        "                   [--width MM] [--dpi N] [--colormap NAME]\n"
        "      Draw attention weights into a .png, .svg or .pdf file.\n"
        "  headlight compute FILE|--example NAME|--sentence TEXT\n"
        "                   [--tensor PATH] [-o FILE]\n"
        "      Print every matrix as JSON: tensor path, nested arrays, full precision; or write\n"
        "      one into a .csv, .tsv, .npy or .npz file, or all into an .npz.\n"
        "  headlight convert IN OUT [--array NAME]\n"
        "      Convert a matrix between .csv, .tsv, .npy and .npz; IN may be .safetensors, too.\n"
        "\n"
        "Options:\n"
        "  -o, --output FILE     the file to write\n"
        "  --example NAME        a shipped example in the place of a file\n"
        "  --sentence TEXT       an empty document with this sentence\n"
        "  --head N|all          which head, counted from 1 (default: all)\n"
        "  --layer N             which layer, counted from 1 (default: 1)\n"
        "  --tensor PATH         which matrix, e.g. layers.0.head.0.pattern\n"
        "  --array NAME          which array of an .npz or .safetensors file\n"
        "  --width MM            width of the picture in millimetres (default: 84)\n"
        "  --dpi N               resolution of a .png (default: 300)\n"
        "  --colormap NAME       viridis, cividis, magma, grey or diverging (default: viridis)\n"
        "  --list-examples       name, tab, description of each example, one a line\n"
        "  --help, --version\n"
        "\n"
        "Exit status: 0 when it worked, 1 when it did not, 2 when the arguments are wrong.\n");
}

CommandResult failed(const Error& error)
{
    return {1, {}, QString::fromStdString(error.message)};
}

CommandResult misused(const QString& complaint)
{
    return {2, {}, complaint + u'\n' + CommandTexts::tr("Try “headlight --help” for the options.")};
}

/// Options of both commands; one that a command has no use for is refused there.
class Options {
public:
    explicit Options(const QStringList& known)
        : m_known(known)
    {
        const QList<QCommandLineOption> all = {
            {{QStringLiteral("o"), QStringLiteral("output")}, {}, QStringLiteral("PICTURE")},
            {QStringLiteral("example"), {}, QStringLiteral("NAME")},
            {QStringLiteral("sentence"), {}, QStringLiteral("TEXT")},
            {QStringLiteral("tensor"), {}, QStringLiteral("PATH")},
            {QStringLiteral("head"), {}, QStringLiteral("N|all")},
            {QStringLiteral("layer"), {}, QStringLiteral("N")},
            {QStringLiteral("width"), {}, QStringLiteral("MM")},
            {QStringLiteral("dpi"), {}, QStringLiteral("N")},
            {QStringLiteral("colormap"), {}, QStringLiteral("NAME")},
        };
        for (const QCommandLineOption& option : all) {
            if (known.contains(option.names().last()))
                m_parser.addOption(option);
        }
    }

    /// Empty, or what is wrong.
    QString parse(const QStringList& arguments)
    {
        if (!m_parser.parse(QStringList{QStringLiteral("headlight")} + arguments))
            return m_parser.errorText();
        return {};
    }

    bool has(const char* name) const
    {
        return m_known.contains(QLatin1String(name)) && m_parser.isSet(QLatin1String(name));
    }
    QString value(const char* name, const QString& otherwise = {}) const
    {
        return has(name) ? m_parser.value(QLatin1String(name)) : otherwise;
    }
    QStringList files() const { return m_parser.positionalArguments(); }

    /// A whole number, or nothing and a complaint.
    std::optional<int> number(const char* name, int otherwise, QString& complaint) const
    {
        if (!has(name))
            return otherwise;
        bool good = false;
        const int number = value(name).toInt(&good);
        if (!good)
            complaint = CommandTexts::tr("--%1 takes a whole number, not “%2”.")
                            .arg(QLatin1String(name), value(name));
        return good ? std::optional(number) : std::nullopt;
    }

private:
    QStringList m_known;
    QCommandLineParser m_parser;
};

/// Says which document is meant by more or less than one of FILE, --example and --sentence.
QString checkSource(const Options& options, bool sentenceAllowed)
{
    const int sources = int(options.files().size()) + int(options.has("example"))
        + int(sentenceAllowed && options.has("sentence"));
    if (sources == 1)
        return {};
    return sentenceAllowed ? CommandTexts::tr("Give one of FILE, --example NAME, --sentence TEXT.")
                           : CommandTexts::tr("Give one of FILE and --example NAME.");
}

Result<SnapshotPtr> compute(Document document)
{
    if (const Result<Ok> fits = checkDocument(document); !fits)
        return fits.error();
    return computeSnapshot(std::make_shared<const Document>(std::move(document)));
}

Result<SnapshotPtr> computeSource(const Options& options)
{
    if (options.has("sentence")) {
        // Sizes are looked at before any number is drawn.
        Document document = newDocument({});
        const SetSentence edit{options.value("sentence").toStdString()};
        if (const Result<Ok> fits = checkEdit(document, edit); !fits)
            return fits.error();
        applyEdit(document, edit);
        return compute(std::move(document));
    }
    Result<Document> document = options.has("example") ? loadExample(options.value("example"))
                                                       : openDocument(options.files().first());
    return document ? compute(std::move(*document)) : Result<SnapshotPtr>(document.error());
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

/// What `export` was told to draw.
struct ExportOrder {
    QString output;
    FigureFormat format = FigureFormat::Png;
    FigureSize size;
    Look look;
    int layer = 1;
    std::optional<int> head; // all heads without it
};

QString readOrder(const Options& options, ExportOrder& order)
{
    QString complaint;
    order.output = options.value("output");
    const std::optional<FigureFormat> format = formatOfFile(order.output);
    if (order.output.isEmpty())
        return CommandTexts::tr("Name the picture with -o, for example -o heads.png.");
    if (!format)
        return CommandTexts::tr("“%1” should end in .png, .svg or .pdf.").arg(order.output);
    order.format = *format;
    const std::optional<ColorMap> map
        = colorMapFromName(options.value("colormap", QStringLiteral("viridis")));
    if (!map)
        return CommandTexts::tr("There is no colour map “%1”; take viridis, cividis, magma, grey "
                                "or diverging.")
            .arg(options.value("colormap"));
    order.look.map = *map;
    order.size.dpi = options.number("dpi", order.size.dpi, complaint).value_or(0);
    order.layer = options.number("layer", 1, complaint).value_or(0);
    if (options.has("head") && options.value("head") != QLatin1String("all"))
        order.head = options.number("head", 1, complaint);
    if (options.has("width")) {
        bool good = false;
        order.size.widthMillimetres = options.value("width").toDouble(&good);
        if (!good)
            complaint = CommandTexts::tr("--width takes millimetres, not “%1”.")
                            .arg(options.value("width"));
    }
    return complaint;
}

QString checkPlace(const ExportOrder& order, const Config& config)
{
    if (order.layer < 1 || order.layer > config.layers)
        return CommandTexts::tr("There is no layer %1; this document has %2.")
            .arg(order.layer)
            .arg(config.layers);
    if (order.head && (*order.head < 1 || *order.head > config.heads))
        return CommandTexts::tr("There is no head %1; this document has %2.")
            .arg(*order.head)
            .arg(config.heads);
    return {};
}

CommandResult exportCommand(const QStringList& arguments)
{
    Options options({QStringLiteral("example"), QStringLiteral("output"), QStringLiteral("head"),
                     QStringLiteral("layer"), QStringLiteral("width"), QStringLiteral("dpi"),
                     QStringLiteral("colormap")});
    ExportOrder order;
    QString complaint = options.parse(arguments);
    if (complaint.isEmpty())
        complaint = checkSource(options, false);
    if (complaint.isEmpty())
        complaint = readOrder(options, order);
    if (!complaint.isEmpty())
        return misused(complaint);
    const Result<SnapshotPtr> snapshot = computeSource(options);
    if (!snapshot)
        return failed(snapshot.error());
    complaint = checkPlace(order, (*snapshot)->document->config);
    if (!complaint.isEmpty())
        return misused(complaint);
    const std::vector<int> heads
        = order.head ? std::vector<int>{*order.head - 1} : allHeads(**snapshot);
    Figure figure = headFigure(*snapshot, order.layer - 1, heads, order.look);
    figure.rowTitle = CommandTexts::tr("query");
    figure.columnTitle = CommandTexts::tr("key");
    const Result<QByteArray> bytes = renderFigure(figure, order.format, order.size);
    if (!bytes)
        return failed(bytes.error());
    const Result<Ok> written = writeFileSafely(order.output, *bytes);
    return written ? CommandResult() : failed(written.error());
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
        return {
            0,
            QStringLiteral("Headlight %1\n").arg(QCoreApplication::applicationVersion()).toUtf8(),
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
