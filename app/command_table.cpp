#include "app/command_table.h"

#include "ui/figure/color_map.h"
#include "ui/figure/figure_format.h"
#include "ui/figure/figure_preset.h"

#include <QCoreApplication>

#include <algorithm>

namespace headlight {
namespace {

struct TableTexts {
    Q_DECLARE_TR_FUNCTIONS(TableTexts)
};

QStringList presetNames()
{
    QStringList names;
    for (const FigurePreset& preset : figurePresets())
        names += preset.name;
    return names;
}

QStringList colorMapNames()
{
    QStringList names;
    for (const ColorMap map : colorMaps)
        names += colorMapName(map);
    return names;
}

QStringList formatNames()
{
    QStringList names;
    for (const FigureFormat format : figureFormats())
        names += suffixOf(format);
    return names;
}

QStringList split(const char* words)
{
    return QString::fromLatin1(words).split(u' ');
}

OptionEntry option(const char* name, const char* value, ValueKind kind, const QString& text,
                   const QString& standard = {}, const QStringList& choices = {})
{
    return {QLatin1String(name), {}, QLatin1String(value), kind, text, standard, choices};
}

OptionEntry withLetter(OptionEntry entry, const char* letter)
{
    entry.letter = QLatin1String(letter);
    return entry;
}

QList<OptionEntry> makeOptions()
{
    using Kind = ValueKind;
    return {
        withLetter(option("output", "FILE", Kind::File, TableTexts::tr("the file to write")), "o"),
        option("out", "DIR", Kind::Folder,
               TableTexts::tr("the folder for many files; it is made where it is missing")),
        option("format", "NAME", Kind::Choice, TableTexts::tr("of those files"),
               QStringLiteral("pdf"), formatNames()),
        option("example", "NAME", Kind::Example,
               TableTexts::tr("a shipped example in the place of a file")),
        option("sentence", "TEXT", Kind::Text,
               TableTexts::tr("an empty document with this sentence")),
        option("head", "LIST|all", Kind::Text,
               TableTexts::tr("which heads, such as 1-4,7, or 2:1-4 for those of layer 2"),
               QStringLiteral("all")),
        option("layer", "N", Kind::Number, TableTexts::tr("which layer, counted from 1"),
               QStringLiteral("1")),
        option("all-heads", "", Kind::None, TableTexts::tr("every head of every layer")),
        option("grid", "", Kind::None, TableTexts::tr("all of them in one picture")),
        option("layers", "LIST", Kind::Text, TableTexts::tr("which layers, such as 1,3-5"),
               QStringLiteral("all")),
        option("heads", "LIST", Kind::Text, TableTexts::tr("which heads, such as 1,3-5"),
               QStringLiteral("all")),
        option("digits", "N", Kind::Number, TableTexts::tr("of every number"), QStringLiteral("3")),
        option("brief", "", Kind::None,
               TableTexts::tr("only the input, the attention weights and the output")),
        option("no-heatmaps", "", Kind::None, TableTexts::tr("numbers without coloured pictures")),
        option("paper", "NAME", Kind::Choice, TableTexts::tr("of a .pdf"), QStringLiteral("a4"),
               split("a4 letter")),
        option("tensor", "PATH", Kind::Text,
               TableTexts::tr("which matrix, e.g. layers.0.head.0.pattern")),
        option("array", "NAME", Kind::Text,
               TableTexts::tr("which array of an .npz or .safetensors file")),
        option("prompt", "N", Kind::Number,
               TableTexts::tr("whose tokens, where the .json has several prompts"),
               QStringLiteral("1")),
        option("preset", "NAME", Kind::Choice,
               TableTexts::tr("the size (84 mm wide, 174 mm wide, 16:9, 1:1)"),
               TableTexts::tr("column, with --grid two-columns"), presetNames()),
        option("title", "TEXT", Kind::Text, TableTexts::tr("written above the picture")),
        option("width", "MM", Kind::Number,
               TableTexts::tr("width of the picture in millimetres, in the place of the preset's")),
        option("height", "MM", Kind::Number,
               TableTexts::tr("height of a page that the picture stands on"),
               TableTexts::tr("as the picture needs")),
        option("points", "PT", Kind::Number, TableTexts::tr("size of the letters"),
               TableTexts::tr("8, for screens 18")),
        option("font", "NAME", Kind::Text, TableTexts::tr("font of the letters"),
               QStringLiteral("Inter")),
        option("transparent", "", Kind::None, TableTexts::tr("no white behind the picture")),
        option("row-title", "TEXT", Kind::Text, TableTexts::tr("beside the rows"),
               QStringLiteral("query")),
        option("column-title", "TEXT", Kind::Text, TableTexts::tr("beside the columns"),
               QStringLiteral("key")),
        option("row-labels", "SIDE", Kind::Choice, TableTexts::tr("where the rows' tokens stand"),
               QStringLiteral("left"), split("left right none")),
        option("column-labels", "SIDE", Kind::Choice,
               TableTexts::tr("where the columns' tokens stand"), QStringLiteral("above"),
               split("above below none")),
        option("label-turn", "HOW", Kind::Choice, TableTexts::tr("how the columns' tokens lie"),
               QStringLiteral("fits"), split("fits level upright")),
        option("label-length", "N", Kind::Number,
               TableTexts::tr("letters that a token is shortened to"), QStringLiteral("12")),
        option("bar", "SIDE", Kind::Choice, TableTexts::tr("where the colour bar stands"),
               QStringLiteral("right"), split("right left below none")),
        option("bar-title", "TEXT", Kind::Text, TableTexts::tr("written beside the colour bar")),
        option("bar-ticks", "N", Kind::Number, TableTexts::tr("numbers at the colour bar"),
               QStringLiteral("3")),
        option("no-values", "", Kind::None, TableTexts::tr("no numbers in the cells")),
        option("cell-borders", "", Kind::None, TableTexts::tr("thin lines between the cells")),
        option("stage", "NAME", Kind::Choice, TableTexts::tr("which numbers are drawn"),
               QStringLiteral("weights"), split("weights scores scaled masked")),
        option("leave-out", "LIST", Kind::Text,
               TableTexts::tr("tokens that are not drawn, such as 1,4-6")),
        option("renormalise", "", Kind::None,
               TableTexts::tr("what is left of each row is scaled to add up to 1")),
        option("dpi", "N", Kind::Number, TableTexts::tr("resolution of a .png"),
               TableTexts::tr("300, for screens 144")),
        option("colormap", "NAME", Kind::Choice, TableTexts::tr("the colours"),
               QStringLiteral("viridis"), colorMapNames()),
        option("scale", "NAME", Kind::Choice, TableTexts::tr("how colours follow the values"),
               QStringLiteral("linear"), split("linear sqrt log symmetric")),
        option("range", "NAME", Kind::Choice,
               TableTexts::tr("what the colours span, or two numbers such as 0:0.5"),
               QStringLiteral("0-1"), split("0-1 head row layer all")),
        option("list-examples", "", Kind::None,
               TableTexts::tr("print name, tab, description of each example, one a line")),
        option("man", "", Kind::None, TableTexts::tr("print the manual page")),
        option("completion", "SHELL", Kind::Choice,
               TableTexts::tr("print what completes these commands in a shell"), {},
               split("bash zsh fish")),
        withLetter(option("help", "", Kind::None, TableTexts::tr("print this")), "h"),
        withLetter(option("version", "", Kind::None, TableTexts::tr("print the version")), "v"),
    };
}

QList<CommandEntry> makeCommands()
{
    const QStringList documents = split("headlight npz npy safetensors");
    return {
        {{},
         split("[FILE]"),
         TableTexts::tr("Open the window, on FILE when it is given."),
         split("list-examples man completion help version"),
         split("headlight npz npy safetensors png svg")},
        {QStringLiteral("export"),
         {QStringLiteral("FILE|--example NAME -o PICTURE [--head LIST|all] [--layer N]"),
          QStringLiteral("FILE|--example NAME --all-heads [--format NAME] --out DIR"),
          QStringLiteral("FILE|--example NAME --all-heads --grid -o PICTURE")},
         TableTexts::tr(
             "Draw attention weights into a .png, .svg, .pdf, .tex (TikZ), .html or .tiff file: "
             "one picture, every head of every layer into a file of its own "
             "(layer-01-head-01.pdf…), or all of them into one picture. FILE is a document, or a "
             "recording: .npz, .npy or .safetensors with attention of the shape [layers, heads, "
             "queries, keys]."),
         split(
             "output out format example array prompt head layer all-heads grid preset title width "
             "height points font dpi transparent row-title column-title row-labels "
             "column-labels label-turn label-length bar bar-title bar-ticks digits no-values "
             "cell-borders stage leave-out renormalise colormap scale range"),
         documents},
        {QStringLiteral("report"),
         {QStringLiteral("FILE|--example NAME -o REPORT [--layers LIST] [--heads LIST]")},
         TableTexts::tr("Write the whole computation down for a hand-out, as .pdf or .html: every "
                        "stage with its formula, its matrices and one number worked out, and every "
                        "head's attention weights."),
         split("output example array prompt layers heads digits brief no-heatmaps paper"),
         documents},
        {QStringLiteral("compute"),
         {QStringLiteral("FILE|--example NAME|--sentence TEXT [--tensor PATH] [-o FILE]")},
         TableTexts::tr("Print every matrix as JSON: tensor path, nested arrays, full precision; "
                        "or write one into a .csv, .tsv, .npy or .npz file, or all into an .npz."),
         split("output example sentence tensor array prompt"),
         documents},
        {QStringLiteral("convert"),
         {QStringLiteral("IN OUT [--array NAME]")},
         TableTexts::tr("Convert a matrix between .csv, .tsv, .npy and .npz; IN may be "
                        ".safetensors, too."),
         split("array"),
         split("csv tsv npy npz safetensors")},
    };
}

} // namespace

const QList<OptionEntry>& optionTable()
{
    static const QList<OptionEntry> options = makeOptions();
    return options;
}

const QList<CommandEntry>& commandTable()
{
    static const QList<CommandEntry> commands = makeCommands();
    return commands;
}

const OptionEntry& optionNamed(const QString& name)
{
    const QList<OptionEntry>& options = optionTable();
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const OptionEntry& entry) { return entry.name == name; });
    Q_ASSERT(found != options.end());
    return *found;
}

const CommandEntry& commandNamed(const QString& name)
{
    const QList<CommandEntry>& commands = commandTable();
    const auto found = std::find_if(commands.begin(), commands.end(),
                                    [&](const CommandEntry& entry) { return entry.name == name; });
    Q_ASSERT(found != commands.end());
    return *found;
}

} // namespace headlight
