#include "ui/report/math_ml.h"

#include "ui/figure/figure_text.h"

namespace headlight {
namespace {

using Kind = FormulaPart::Kind;

QString element(const char* name, const QString& inside)
{
    return QStringLiteral("<%1>%2</%1>").arg(QLatin1String(name), inside);
}

QString partMl(const FormulaPart& part);

QString rowMl(const std::vector<FormulaPart>& parts)
{
    QString inside;
    for (const FormulaPart& part : parts)
        inside += partMl(part);
    return element("mrow", inside);
}

/// Names such as softmax are words, the rest of the upright text are numbers and operators.
QString textMl(const std::string& text)
{
    const QString whole = QString::fromStdString(text);
    const QString trimmed = whole.trimmed();
    if (trimmed.isEmpty())
        return QStringLiteral("<mspace width=\"2em\"/>");
    const QString shown = trimmed.toHtmlEscaped();
    bool isNumber = false;
    trimmed.toDouble(&isNumber);
    if (isNumber)
        return element("mn", shown);
    return element(trimmed.front().isLetter() ? "mtext" : "mo", shown);
}

QString symbolMl(const FormulaPart& part)
{
    const QString letter = element("mi", oneLineHtml(part.text));
    const QString sub = element("mtext", oneLineHtml(part.sub));
    const QString sup = element("mo", oneLineHtml(part.sup));
    if (part.sub.empty() && part.sup.empty())
        return letter;
    if (part.sup.empty())
        return element("msub", letter + sub);
    return part.sub.empty() ? element("msup", letter + sup)
                            : element("msubsup", letter + sub + sup);
}

QString partMl(const FormulaPart& part)
{
    switch (part.kind) {
    case Kind::Text:
        return textMl(part.text);
    case Kind::Symbol:
        return symbolMl(part);
    case Kind::Row:
        return rowMl(part.parts);
    case Kind::Fraction:
        return element("mfrac", partMl(part.parts[0]) + partMl(part.parts[1]));
    case Kind::Root:
        return element("msqrt", rowMl(part.parts));
    case Kind::Group:
        return element("mrow",
                       element("mo", QStringLiteral("(")) + rowMl(part.parts)
                           + element("mo", QStringLiteral(")")));
    }
    return {};
}

QString spanHtml(const Span& span)
{
    const QString text = oneLineHtml(span.text);
    switch (span.style) {
    case Span::Style::Words:
        return QStringLiteral("<span class=\"words\">%1</span>").arg(text);
    case Span::Style::Sub:
        return element("sub", text);
    case Span::Style::Sup:
        return element("sup", text);
    case Span::Style::Strong:
        return element("strong", text);
    case Span::Style::Maths:
        break;
    }
    return text;
}

} // namespace

QString oneLineHtml(const std::string& text)
{
    return oneLine(QString::fromStdString(text)).toHtmlEscaped();
}

QString mathMl(const FormulaPart& formula)
{
    return QStringLiteral("<math>%1</math>").arg(partMl(formula));
}

QString calculationHtml(const std::vector<MathLine>& lines)
{
    QString html;
    for (const MathLine& line : lines) {
        html += QStringLiteral("<p>");
        for (const Span& span : line)
            html += spanHtml(span);
        html += QStringLiteral("</p>\n");
    }
    return html;
}

} // namespace headlight
