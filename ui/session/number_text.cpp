#include "ui/session/number_text.h"

#include <QCoreApplication>

#include <charconv>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

struct NumberTexts {
    Q_DECLARE_TR_FUNCTIONS(NumberTexts)
};

Error refused(const QString& text, const QString& reason)
{
    const QString shown = text.size() > 40 ? text.left(40) + QChar(0x2026) : text;
    return {NumberTexts::tr("“%1” is not a number here: %2").arg(shown, reason).toStdString()};
}

/// With ASCII signs and a decimal point, so that one parser reads every spelling.
QString normalized(const QString& text)
{
    QString clean = text.trimmed();
    clean.replace(QChar(0x2212), u'-');
    clean.replace(u',', u'.');
    if (clean.startsWith(u'+') && clean.size() > 1 && clean[1] != u'-' && clean[1] != u'+')
        clean.remove(0, 1);
    clean.replace(QStringLiteral("e+"), QStringLiteral("e"), Qt::CaseInsensitive);
    return clean;
}

bool looksGrouped(const QString& text)
{
    const qsizetype marks = text.count(u'.') + text.count(u',');
    bool gap = false;
    for (qsizetype i = 1; i + 1 < text.size(); ++i) {
        const bool separator = text[i].isSpace() || text[i] == u'\'' || text[i] == u'_';
        gap = gap || (separator && text[i - 1].isDigit() && text[i + 1].isDigit());
    }
    return marks > 1 || gap;
}

std::optional<double> special(const QString& clean)
{
    const QString word = clean.toLower();
    const bool negative = word.startsWith(u'-');
    const QString name = negative ? word.mid(1) : word;
    if (name == QLatin1String("nan"))
        return std::numeric_limits<double>::quiet_NaN();
    if (name == QLatin1String("inf") || name == QLatin1String("infinity")
        || name == QString(QChar(0x221e)))
        return (negative ? -1 : 1) * std::numeric_limits<double>::infinity();
    return std::nullopt;
}

Result<double> parseDecimal(const QString& whole, const QString& clean)
{
    const QByteArray digits = clean.toUtf8();
    const char* const end = digits.constData() + digits.size();
    const bool plain = !digits.isEmpty()
        && (std::isdigit(static_cast<unsigned char>(digits[0])) || digits[0] == '-'
            || digits[0] == '.');
    double value = 0;
    const auto [stopped, error] = std::from_chars(digits.constData(), end, value);
    if (error == std::errc::result_out_of_range)
        return refused(whole, NumberTexts::tr("it is outside the range of double precision."));
    if (!plain || error != std::errc() || stopped != end || !std::isfinite(value))
        return refused(whole, NumberTexts::tr("type digits such as 0.5, -2, 1e-3 or 1/3."));
    return value;
}

Result<double> parseFraction(const QString& whole, const QString& clean)
{
    const qsizetype slash = clean.indexOf(u'/');
    const Result<double> numerator = parseDecimal(whole, clean.left(slash).trimmed());
    const Result<double> denominator = parseDecimal(whole, clean.mid(slash + 1).trimmed());
    if (!numerator || !denominator)
        return numerator ? denominator : numerator;
    if (*denominator == 0)
        return refused(whole, NumberTexts::tr("it divides by zero."));
    return *numerator / *denominator;
}

QString shownSpecial(double value)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("∞") : QStringLiteral("-∞");
}

} // namespace

Result<double> parseNumber(const QString& text)
{
    const QString clean = normalized(text);
    if (clean.isEmpty())
        return Error{
            NumberTexts::tr("An empty cell is not a number; type 0 for zero.").toStdString()};
    if (const std::optional<double> value = special(clean))
        return *value;
    const bool fraction = clean.contains(u'/');
    if (!fraction && looksGrouped(text.trimmed()))
        return refused(text.trimmed(),
                       NumberTexts::tr("write it without thousands separators, with one decimal "
                                       "point or comma."));
    return fraction ? parseFraction(text.trimmed(), clean) : parseDecimal(text.trimmed(), clean);
}

QString numberText(double value)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    Q_ASSERT(error == std::errc());
    return QString::fromLatin1(buffer, end - buffer);
}

QString shortNumber(double value, int significant)
{
    if (!std::isfinite(value))
        return shownSpecial(value);
    QString text = QString::number(value, 'g', significant);
    // "1e-05" -> "1e-5": two characters matter in a narrow cell.
    const qsizetype e = text.indexOf(u'e');
    if (e >= 0 && text.size() > e + 3 && text[e + 2] == u'0')
        text.remove(e + 2, 1);
    return text;
}

QString fixedNumber(double value, int decimals)
{
    return std::isfinite(value) ? QString::number(value, 'f', decimals) : shownSpecial(value);
}

} // namespace headlight
