#include "ui/views/export_choice.h"

#include "core/model/head_list.h"

#include <QCoreApplication>

#include <algorithm>

namespace headlight {
namespace {

struct ChoiceTexts {
    Q_DECLARE_TR_FUNCTIONS(ChoiceTexts)
};

constexpr double manyPixels = 50e6;
constexpr int fewPixels = 200;
constexpr double smallestLetters = 5; // points, what journals accept
constexpr double widestPrint = 1200; // millimetres

Index widestMap(const Figure& figure)
{
    return figure.panels.empty() ? 1 : figure.panels.front().values->cols();
}

} // namespace

Result<std::vector<HeadPlace>> chosenPlaces(const ExportChoice& choice, const HeadRoom& room)
{
    if (choice.heads == ExportedHeads::Chosen)
        return std::vector<HeadPlace>{room.current};
    if (choice.heads == ExportedHeads::Listed)
        return readHeadList(choice.headList.toStdString(), room.current.layer, room.layers,
                            room.heads);
    std::vector<HeadPlace> places;
    const bool all = choice.heads == ExportedHeads::All;
    const int first = all ? 0 : room.current.layer;
    const int last = all ? room.layers - 1 : room.current.layer;
    for (int layer = first; layer <= last; ++layer) {
        for (int head = 0; head < room.heads; ++head)
            places.push_back({layer, head});
    }
    return places;
}

Figure styled(Figure figure, const ExportChoice& choice)
{
    figure.title = choice.title;
    figure.rowTitle = choice.rowTitle;
    figure.columnTitle = choice.columnTitle;
    figure.labels = choice.labels;
    figure.colorBar = figure.colorBar && choice.colorBar;
    figure.bar = choice.bar;
    figure.cellBorders = choice.cellBorders;
    figure.values = choice.values;
    figure.digits = choice.digits;
    figure.style = FigureStyle();
    figure.style.family = choice.family;
    figure.style.points = choice.points;
    if (choice.transparent)
        figure.style.background = Qt::transparent;
    return figure;
}

QString sizeText(const Figure& figure, const ExportChoice& choice)
{
    const QSize pixels = pixelSize(figure, choice.size);
    const double width = choice.size.widthMillimetres;
    const QString paper
        = ChoiceTexts::tr("%1 × %2 mm")
              .arg(width, 0, 'f', 1)
              .arg(width * pixels.height() / std::max(1, pixels.width()), 0, 'f', 1);
    if (!hasPixels(choice.format))
        return paper;
    return ChoiceTexts::tr("%1, %2 × %3 pixels")
        .arg(paper)
        .arg(pixels.width())
        .arg(pixels.height());
}

QString sizeWarning(const Figure& figure, const ExportChoice& choice)
{
    const QSize pixels = pixelSize(figure, choice.size);
    if (choice.points < smallestLetters)
        return ChoiceTexts::tr("Letters below %1 points are hard to read in print.")
            .arg(smallestLetters);
    if (choice.size.widthMillimetres > widestPrint)
        return ChoiceTexts::tr("This is wider than most posters.");
    if (!hasPixels(choice.format))
        return {};
    if (double(pixels.width()) * pixels.height() > manyPixels)
        return ChoiceTexts::tr("This picture is very large; some programs will not open it.");
    if (pixels.width() < fewPixels)
        return ChoiceTexts::tr("This picture is very small; text will not be readable.");
    if (figure.panels.size() == 1 && pixels.width() < 2 * widestMap(figure))
        return ChoiceTexts::tr(
            "Cells are finer than two pixels; choose more dpi to tell them apart.");
    return {};
}

} // namespace headlight
