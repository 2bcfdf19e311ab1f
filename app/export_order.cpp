#include "app/export_order.h"

#include "ui/figure/figure_preset.h"
#include "ui/session/number_text.h"
#include "ui/views/range_dialog.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct OrderTexts {
    Q_DECLARE_TR_FUNCTIONS(OrderTexts)
};

/// Whether one picture or many are wanted has to be said in one way.
QString readTarget(const Options& options, ExportOrder& order)
{
    order.allHeads = options.has("all-heads");
    if (!order.allHeads && (options.has("out") || options.has("grid") || options.has("format")))
        return OrderTexts::tr("--out, --format and --grid go together with --all-heads.");
    if (order.allHeads && (options.has("head") || options.has("layer")))
        return OrderTexts::tr("--all-heads draws every head; leave out --head and --layer.");
    const bool many = order.allHeads && !options.has("grid");
    if (many && options.has("output"))
        return OrderTexts::tr("For all heads in one picture add --grid, or name a folder with "
                              "--out in the place of -o.");
    if (!many && options.has("out"))
        return OrderTexts::tr("One picture of all heads needs a name: -o in the place of --out.");
    order.output = options.value("output");
    order.folder = options.value("out");
    if (many && order.folder.isEmpty())
        return OrderTexts::tr("Name the folder for the pictures with --out, for example "
                              "--out figures.");
    if (!many && order.output.isEmpty())
        return OrderTexts::tr("Name the picture with -o, for example -o heads.png.");
    return {};
}

QString readFormat(const Options& options, ExportOrder& order)
{
    if (!order.output.isEmpty() && options.has("format"))
        return OrderTexts::tr("The ending of “%1” tells the format; leave out --format.")
            .arg(order.output);
    const QString name = options.value("format", QStringLiteral("pdf"));
    const std::optional<FigureFormat> format
        = formatOfFile(order.output.isEmpty() ? u'.' + name : order.output);
    if (format)
        order.format = *format;
    else if (order.output.isEmpty())
        return OrderTexts::tr("There is no format “%1”; take the name of %2.")
            .arg(name, formatSuffixes());
    else
        return OrderTexts::tr("“%1” should end in %2.").arg(order.output, formatSuffixes());
    return {};
}

/// A preset first; what is said beside it changes it.
QString readSize(const Options& options, ExportOrder& order)
{
    const QString usual
        = options.has("grid") ? QStringLiteral("two-columns") : QStringLiteral("column");
    const std::optional<FigurePreset> preset = figurePreset(options.value("preset", usual));
    if (!preset)
        return OrderTexts::tr("There is no preset “%1”; take column, two-columns, slide or square.")
            .arg(options.value("preset"));
    QString complaint;
    order.size = preset->size;
    order.points = preset->points;
    order.size.dpi = options.number("dpi", order.size.dpi, complaint).value_or(0);
    order.size.widthMillimetres
        = options.real("width", order.size.widthMillimetres, complaint).value_or(0);
    if (options.has("width"))
        order.size.heightMillimetres = 0;
    return complaint;
}

QString readScale(const Options& options, Look& look)
{
    const QStringList names = {QStringLiteral("linear"), QStringLiteral("sqrt"),
                               QStringLiteral("log"), QStringLiteral("symmetric")};
    const qsizetype index = names.indexOf(options.value("scale", names.first()));
    if (index < 0)
        return OrderTexts::tr("There is no colour scale “%1”; take linear, sqrt, log or symmetric.")
            .arg(options.value("scale"));
    look.symmetric = index == names.size() - 1;
    look.bend = look.symmetric ? ColorBend::Linear : colorBends[std::size_t(index)];
    return {};
}

/// "0.1:0.5"
QString readHandRange(const QString& text, Look& look)
{
    const QStringList ends = text.split(u':');
    const Result<double> low = parseNumber(ends.value(0));
    const Result<double> high = parseNumber(ends.value(1));
    if (ends.size() != 2 || !low || !high)
        return OrderTexts::tr("There is no colour range “%1”; take 0-1, row, head, layer, all, or "
                              "two numbers such as 0:0.5.")
            .arg(text);
    look.range = ColorRange::ByHand;
    look.low = *low;
    look.high = *high;
    return rangeComplaint(*low, *high);
}

QString readRange(const Options& options, Look& look)
{
    const QStringList names
        = {QStringLiteral("0-1"), QStringLiteral("head"), QStringLiteral("row"),
           QStringLiteral("layer"), QStringLiteral("all")}; // in the order of ColorRange
    const QString name = options.value("range", names.first());
    const qsizetype index = names.indexOf(name);
    if (index < 0)
        return readHandRange(name, look);
    look.range = ColorRange(index);
    return {};
}

QString readLook(const Options& options, Look& look)
{
    const std::optional<ColorMap> map
        = colorMapFromName(options.value("colormap", colorMapName(look.map)));
    if (!map)
        return OrderTexts::tr("There is no colour map “%1”; take viridis, cividis, magma, grey "
                              "or diverging.")
            .arg(options.value("colormap"));
    look.map = *map;
    const QString complaint = readScale(options, look);
    return complaint.isEmpty() ? readRange(options, look) : complaint;
}

QString readPlace(const Options& options, ExportOrder& order)
{
    QString complaint;
    order.layer = options.number("layer", 1, complaint).value_or(0);
    if (options.has("head") && options.value("head") != QLatin1String("all"))
        order.head = options.number("head", 1, complaint);
    return complaint;
}

} // namespace

QStringList exportOptions()
{
    return {QStringLiteral("array"),     QStringLiteral("prompt"), QStringLiteral("example"),
            QStringLiteral("output"),    QStringLiteral("head"),   QStringLiteral("layer"),
            QStringLiteral("all-heads"), QStringLiteral("grid"),   QStringLiteral("out"),
            QStringLiteral("format"),    QStringLiteral("preset"), QStringLiteral("title"),
            QStringLiteral("width"),     QStringLiteral("dpi"),    QStringLiteral("colormap"),
            QStringLiteral("scale"),     QStringLiteral("range")};
}

QString readOrder(const Options& options, ExportOrder& order)
{
    order.title = options.value("title");
    QString complaint = readTarget(options, order);
    for (const auto& read : {readFormat, readSize, readPlace}) {
        if (complaint.isEmpty())
            complaint = read(options, order);
    }
    return complaint.isEmpty() ? readLook(options, order.look) : complaint;
}

QString checkPlace(const ExportOrder& order, const Config& config)
{
    if (order.layer < 1 || order.layer > config.layers)
        return OrderTexts::tr("There is no layer %1; this document has %2.")
            .arg(order.layer)
            .arg(config.layers);
    if (order.head && (*order.head < 1 || *order.head > config.heads))
        return OrderTexts::tr("There is no head %1; this document has %2.")
            .arg(*order.head)
            .arg(config.heads);
    return {};
}

} // namespace headlight
