#include "app/export_order.h"

#include "app/export_appearance.h"
#include "ui/figure/figure_preset.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct OrderTexts {
    Q_DECLARE_TR_FUNCTIONS(OrderTexts)
};

/// Whether one picture or many are wanted has to be said in one way.
QString readTarget(const Options& options, ExportOrder& order)
{
    const bool allHeads = options.has("all-heads");
    if (!allHeads && (options.has("out") || options.has("grid") || options.has("format")))
        return OrderTexts::tr("--out, --format and --grid go together with --all-heads.");
    if (allHeads && (options.has("head") || options.has("layer")))
        return OrderTexts::tr("--all-heads draws every head; leave out --head and --layer.");
    const bool many = allHeads && !options.has("grid");
    order.choice.heads = allHeads ? ExportedHeads::All : ExportedHeads::Layer;
    order.choice.eachItsOwn = many;
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
        order.choice.format = *format;
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
    FigureSize& size = order.choice.size;
    size = preset->size;
    size.dpi = options.number("dpi", size.dpi, complaint).value_or(0);
    size.widthMillimetres = options.real("width", size.widthMillimetres, complaint).value_or(0);
    if (options.has("width"))
        size.heightMillimetres = 0;
    size.heightMillimetres = options.real("height", size.heightMillimetres, complaint).value_or(0);
    order.choice.points = options.real("points", preset->points, complaint).value_or(0);
    if (complaint.isEmpty() && !(order.choice.points >= 3 && order.choice.points <= 72))
        complaint = OrderTexts::tr("--points takes a number from 3 to 72.");
    return complaint;
}

QString readPlace(const Options& options, ExportOrder& order)
{
    QString complaint;
    order.layer = options.number("layer", 1, complaint).value_or(0);
    if (options.has("head") && options.value("head") != QLatin1String("all")) {
        order.choice.heads = ExportedHeads::Listed;
        order.choice.headList = options.value("head");
    }
    return complaint;
}

} // namespace

QString readOrder(const Options& options, ExportOrder& order)
{
    QString complaint = readTarget(options, order);
    for (const auto& read : {readFormat, readSize, readPlace}) {
        if (complaint.isEmpty())
            complaint = read(options, order);
    }
    if (complaint.isEmpty())
        complaint = readAppearance(options, order.choice);
    return complaint.isEmpty() ? readLook(options, order.look) : complaint;
}

Result<std::vector<HeadPlace>> placesOf(const ExportOrder& order, const Document& document)
{
    const Config& config = document.config;
    const std::size_t tokens = keyTokens(document).size();
    if (!order.look.leftOut.empty() && order.look.leftOut.back() >= int(tokens))
        return Error{OrderTexts::tr("--leave-out: there is no token %1; this document has %2.")
                         .arg(order.look.leftOut.back() + 1)
                         .arg(tokens)
                         .toStdString()};
    if (tokens > 0 && order.look.leftOut.size() == tokens)
        return Error{OrderTexts::tr("--leave-out: at least one token has to stay.").toStdString()};
    if (order.layer < 1 || order.layer > config.layers)
        return Error{OrderTexts::tr("There is no layer %1; this document has %2.")
                         .arg(order.layer)
                         .arg(config.layers)
                         .toStdString()};
    return chosenPlaces(order.choice, {config.layers, config.heads, {order.layer - 1, 0}});
}

} // namespace headlight
