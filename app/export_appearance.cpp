#include "app/export_appearance.h"

#include "app/command_table.h"
#include "ui/session/number_list.h"
#include "ui/session/number_text.h"
#include "ui/views/range_dialog.h"

#include <QCoreApplication>

#include <array>

namespace headlight {
namespace {

struct AppearanceTexts {
    Q_DECLARE_TR_FUNCTIONS(AppearanceTexts)
};

/// The place of an option's value among its choices, the first without the option; 0 and a
/// complaint for any other.
std::size_t chosen(const Options& options, const char* name, QString& complaint)
{
    const QStringList& choices = optionNamed(QLatin1String(name)).choices;
    const qsizetype index = choices.indexOf(options.value(name, choices.first()));
    if (index >= 0)
        return std::size_t(index);
    complaint
        = AppearanceTexts::tr("--%1 is one of %2, not “%3”.")
              .arg(QLatin1String(name), choices.join(QStringLiteral(", ")), options.value(name));
    return 0;
}

/// A whole number from `least` to `most`.
int numberWithin(const Options& options, const char* name, int otherwise, int least, int most,
                 QString& complaint)
{
    const std::optional<int> number = options.number(name, otherwise, complaint);
    if (number && *number >= least && *number <= most)
        return *number;
    if (number)
        complaint = AppearanceTexts::tr("--%1 takes a number from %2 to %3.")
                        .arg(QLatin1String(name))
                        .arg(least)
                        .arg(most);
    return otherwise;
}

QString readScale(const Options& options, Look& look)
{
    const QStringList names = {QStringLiteral("linear"), QStringLiteral("sqrt"),
                               QStringLiteral("log"), QStringLiteral("symmetric")};
    const qsizetype index = names.indexOf(options.value("scale", names.first()));
    if (index < 0)
        return AppearanceTexts::tr(
                   "There is no colour scale “%1”; take linear, sqrt, log or symmetric.")
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
        return AppearanceTexts::tr(
                   "There is no colour range “%1”; take 0-1, row, head, layer, all, or "
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

QString readLeftOut(const Options& options, Look& look)
{
    look.renormalised = options.has("renormalise");
    if (look.renormalised && !options.has("leave-out"))
        return AppearanceTexts::tr("--renormalise goes together with --leave-out.");
    const Result<std::vector<int>> tokens = readNumberList(options.value("leave-out"));
    if (!tokens)
        return QString::fromStdString(tokens.error().message);
    look.leftOut = *tokens;
    return {};
}

QString readLabels(const Options& options, FigureLabels& labels)
{
    QString complaint;
    constexpr std::size_t other = 1;
    constexpr std::size_t none = 2;
    const std::size_t rows = chosen(options, "row-labels", complaint);
    const std::size_t columns = chosen(options, "column-labels", complaint);
    labels.rows = rows != none;
    labels.rowsRight = rows == other;
    labels.columns = columns != none;
    labels.columnsBelow = columns == other;
    labels.turn = LabelTurn(chosen(options, "label-turn", complaint));
    labels.longest = numberWithin(options, "label-length", labels.longest, 3, 60, complaint);
    return complaint;
}

QString readBar(const Options& options, ExportChoice& choice)
{
    QString complaint;
    constexpr std::size_t none = 3;
    const std::size_t side = chosen(options, "bar", complaint);
    choice.colorBar = side != none;
    choice.bar.side = choice.colorBar ? BarSide(side) : BarSide::Right;
    choice.bar.title = options.value("bar-title");
    choice.bar.ticks = numberWithin(options, "bar-ticks", choice.bar.ticks, 2, 11, complaint);
    return complaint;
}

} // namespace

QString readLook(const Options& options, Look& look)
{
    const std::optional<ColorMap> map
        = colorMapFromName(options.value("colormap", colorMapName(look.map)));
    if (!map)
        return AppearanceTexts::tr(
                   "There is no colour map “%1”; take viridis, cividis, magma, grey "
                   "or diverging.")
            .arg(options.value("colormap"));
    look.map = *map;
    QString complaint;
    constexpr std::array stages = {Stage::Pattern, Stage::Scores, Stage::Scaled, Stage::Masked};
    look.stage = stages[chosen(options, "stage", complaint)];
    for (const auto& read : {readScale, readRange, readLeftOut}) {
        if (complaint.isEmpty())
            complaint = read(options, look);
    }
    return complaint;
}

QString readAppearance(const Options& options, ExportChoice& choice)
{
    QString complaint;
    choice.title = options.value("title");
    choice.rowTitle = options.value("row-title", AppearanceTexts::tr("query"));
    choice.columnTitle = options.value("column-title", AppearanceTexts::tr("key"));
    choice.family = options.value("font");
    choice.transparent = options.has("transparent");
    choice.values = !options.has("no-values");
    choice.cellBorders = options.has("cell-borders");
    choice.digits = numberWithin(options, "digits", choice.digits, 0, 9, complaint);
    if (complaint.isEmpty())
        complaint = readLabels(options, choice.labels);
    return complaint.isEmpty() ? readBar(options, choice) : complaint;
}

} // namespace headlight
