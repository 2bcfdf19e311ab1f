#include "ui/views/math_html.h"

#include "ui/style/theme.h"

#include <QStringList>
#include <QUrl>

namespace headlight {
namespace {

const QString scheme = QStringLiteral("cell");

QString linkTo(const CellRef& cell)
{
    return QStringLiteral("%1:%2/%3/%4")
        .arg(scheme, QString::fromStdString(cell.tensor))
        .arg(cell.row)
        .arg(cell.column);
}

QString styled(const Span& span, const QString& text)
{
    switch (span.style) {
    case Span::Style::Sub:
        return QStringLiteral("<sub>%1</sub>").arg(text);
    case Span::Style::Sup:
        return QStringLiteral("<sup>%1</sup>").arg(text);
    case Span::Style::Strong:
        return QStringLiteral("<b>%1</b>").arg(text);
    case Span::Style::Words:
        return QStringLiteral("<span style='color:%1; font-family:\"%2\"'>%3</span>")
            .arg(currentTheme().muted.name(), textFont().family(), text);
    case Span::Style::Maths:
        break;
    }
    return text;
}

QString spanHtml(const Span& span)
{
    QString text = QString::fromStdString(span.text).toHtmlEscaped();
    if (span.cell)
        text = QStringLiteral("<a style='color:%1; text-decoration:none' href='%2'>%3</a>")
                   .arg(currentTheme().accent.name(), linkTo(*span.cell), text);
    text = styled(span, text);
    if (span.current)
        text = QStringLiteral("<span style='background-color:%1'>%2</span>")
                   .arg(currentTheme().hover.name(), text);
    return text;
}

} // namespace

QString mathHtml(const std::vector<MathLine>& lines)
{
    QString html;
    for (const MathLine& line : lines) {
        html += QStringLiteral("<p style='margin:0 0 5px 0'>");
        for (const Span& span : line)
            html += spanHtml(span);
        html += QStringLiteral("</p>");
    }
    return html;
}

std::optional<CellRef> cellOfLink(const QUrl& link)
{
    const QStringList parts = link.path().split(u'/');
    if (link.scheme() != scheme || parts.size() != 3)
        return std::nullopt;
    return CellRef{parts[0].toStdString(), parts[1].toLongLong(), parts[2].toLongLong()};
}

} // namespace headlight
