#include "ui/figure/figure_text.h"

#include "ui/session/number_text.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

struct FigureTextTexts {
    Q_DECLARE_TR_FUNCTIONS(FigureTexts)
};

int pixelsOf(double points)
{
    return std::max(1, int(std::lround(points * 96 / 72)));
}

/// Characters that break a line or that no SVG may hold.
bool isUnprintable(QChar c)
{
    return c.category() == QChar::Other_Control || c.unicode() >= 0xfffe
        || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
}

/// How many characters all titles begin with, up to a blank.
qsizetype commonWords(const QStringList& titles)
{
    qsizetype common = titles.front().lastIndexOf(QLatin1Char(' ')) + 1;
    for (const QString& title : titles) {
        while (common > 0 && !title.startsWith(QStringView(titles.front()).left(common)))
            common = QStringView(titles.front()).left(common - 1).lastIndexOf(QLatin1Char(' ')) + 1;
    }
    return common;
}

} // namespace

QFont figureFont(const FigureStyle& style, TextRole role)
{
    // Named, so that a figure looks the same whatever font the program runs with.
    QFont font = QGuiApplication::font();
    font.setFamilies(
        {style.family.isEmpty() ? QStringLiteral("Inter") : style.family, font.family()});
    font.setPixelSize(pixelsOf(style.points));
    font.setWeight(role == TextRole::Title ? QFont::DemiBold : QFont::Normal);
    return font;
}

QFont figureValueFont(const FigureStyle& style)
{
    static const QStringList families = {
        QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"),
        QFontDatabase::systemFont(QFontDatabase::FixedFont).family()}; // looking it up takes long
    QFont font = figureFont(style);
    font.setFamilies(families);
    return font;
}

QString oneLine(const QString& text)
{
    if (std::none_of(text.begin(), text.end(), isUnprintable))
        return text; // nearly always, and without a copy
    QString line = text;
    for (QChar& c : line) {
        if (c == QLatin1Char('\n') || c == QChar::LineSeparator || c == QChar::ParagraphSeparator)
            c = QChar(0x21b5);
        else if (isUnprintable(c))
            c = QLatin1Char(' ');
    }
    return line;
}

int textWidth(const QFontMetricsF& metrics, const QString& text)
{
    return int(std::ceil(metrics.horizontalAdvance(text)));
}

QString shortened(const QFontMetricsF& metrics, const QString& text, int limit)
{
    return textWidth(metrics, text) <= limit ? text
                                             : metrics.elidedText(text, Qt::ElideMiddle, limit);
}

int widestLabel(const QFontMetricsF& metrics, const QStringList& labels)
{
    int width = 0;
    for (const QString& label : labels)
        width = std::max(width, textWidth(metrics, label));
    return width;
}

QStringList shortenedLabels(const QFontMetricsF& metrics, const QStringList& labels, int step,
                            int limit)
{
    QStringList result = labels;
    for (qsizetype i = 0; i < labels.size(); i += step)
        result[i] = shortened(metrics, labels[i], limit);
    return result;
}

QStringList panelTitles(const QFontMetricsF& metrics, const Figure& figure, int width)
{
    QStringList titles;
    for (const Panel& panel : figure.panels)
        titles += oneLine(panel.title);
    if (titles.size() > 1 && widestLabel(metrics, titles) > width) {
        const qsizetype common = commonWords(titles);
        for (QString& title : titles)
            title = title.mid(common);
    }
    for (QString& title : titles)
        title = shortened(metrics, title, width);
    return titles;
}

QStringList wrapped(const QFontMetricsF& metrics, const QString& text, int limit)
{
    QStringList lines;
    for (const QString& word : oneLine(text).split(u' ', Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.last() + u' ' + word;
        if (!lines.isEmpty() && textWidth(metrics, longer) <= limit)
            lines.last() = longer;
        else
            lines += shortened(metrics, word, limit);
    }
    return lines;
}

QStringList barLabels(const HeatScale& scale, int ticks)
{
    constexpr int digits = 3;
    const ColorScale& colors = scale.colors;
    QString lowest = shortNumber(colors.floor(), digits);
    if (colors.bend == ColorBend::Logarithmic)
        lowest.prepend(QChar(0x2264)); // a logarithm never reaches 0
    if (scale.perRow) {
        const bool fromZero = colors.floor() == 0;
        return {fromZero ? lowest : FigureTextTexts::tr("%1 × max").arg(lowest),
                FigureTextTexts::tr("row max")};
    }
    QStringList labels = {lowest};
    for (int i = 1; i < ticks; ++i)
        labels += shortNumber(colors.valueAt(double(i) / (ticks - 1)), digits);
    return labels;
}

QString barCaption(const Figure& figure)
{
    const ColorBend bend = figure.panels.front().scale.colors.bend;
    QStringList parts = {figure.bar.title};
    if (bend != ColorBend::Linear)
        parts += colorBendLabel(bend);
    parts.removeAll(QString());
    return oneLine(parts.join(QStringLiteral(", ")));
}

} // namespace headlight
