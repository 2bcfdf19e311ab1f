#include "ui/session/number_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <optional>
#include <sstream>

namespace headlight {
namespace {

struct NumberTexts {
    Q_DECLARE_TR_FUNCTIONS(NumberTexts)
};

constexpr QChar realMinus(0x2212);
constexpr QChar infinitySign(0x221e);

/// The text as typed, short enough for a status bar and on one line.
QString quotable(const QString& text)
{
    QString shown = text;
    std::replace_if(
        shown.begin(), shown.end(), [](QChar c) { return c.category() == QChar::Other_Control; },
        u' ');
    if (shown.size() <= 40)
        return shown;
    shown.truncate(shown[39].isHighSurrogate() ? 39 : 40);
    return shown + QChar(0x2026);
}

Error refused(const QString& text, const QString& reason)
{
    return {NumberTexts::tr("“%1” is not accepted as a number: %2.")
                .arg(quotable(text), reason)
                .toStdString()};
}

/// With ASCII signs and a decimal point, so that one parser reads every spelling.
QString normalized(const QString& text)
{
    QString clean = text.trimmed();
    clean.replace(realMinus, u'-');
    clean.replace(u',', u'.');
    return clean;
}

/// "1,234.5", "1 234", "1'234", "1_234": looks like a number with thousands separators.
bool looksGrouped(const QString& clean)
{
    static const QRegularExpression gap(
        QStringLiteral("[0-9][\\s'_\\x{2019}\\x{a0}\\x{2007}\\x{2009}\\x{202f}\\x{66c}]+[0-9]"));
    return clean.count(u'.') > 1 || gap.match(clean).hasMatch();
}

bool isDecimal(const QString& clean)
{
    static const QRegularExpression shape(
        QStringLiteral("\\A[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\z"));
    return shape.match(clean).hasMatch();
}

std::optional<double> special(const QString& clean)
{
    const bool negative = clean.startsWith(u'-');
    const bool sign = negative || clean.startsWith(u'+');
    const QString name = clean.mid(sign ? 1 : 0).toLower();
    if (name == QLatin1String("nan"))
        return std::numeric_limits<double>::quiet_NaN();
    if (name == QLatin1String("inf") || name == QLatin1String("infinity") || name == infinitySign)
        return (negative ? -1 : 1) * std::numeric_limits<double>::infinity();
    return std::nullopt;
}

bool hasNonzeroDigit(const QString& decimal)
{
    const QString mantissa = decimal.section(u'e', 0, 0, QString::SectionCaseInsensitiveSeps);
    return std::any_of(mantissa.begin(), mantissa.end(),
                       [](QChar c) { return c >= u'1' && c <= u'9'; });
}

/// `value`, unless double precision has turned something finite into infinity or zero.
Result<double> inRange(const QString& typed, double value, bool zeroMeant)
{
    if (std::isinf(value))
        return refused(typed,
                       NumberTexts::tr("it is too large for double precision (at most "
                                       "about 1.8e308)"));
    if (value == 0 && !zeroMeant)
        return refused(typed,
                       NumberTexts::tr("it is too close to zero for double precision; "
                                       "type 0 for zero"));
    return value;
}

/// Infinity or zero, for a decimal that from_chars only calls out of range.
double outOfRange(const QByteArray& digits)
{
    std::istringstream stream(digits.toStdString());
    stream.imbue(std::locale::classic());
    double nearest = 0;
    stream >> nearest; // the largest double where there is overflow
    const bool large = std::abs(nearest) > 1;
    return large ? std::copysign(std::numeric_limits<double>::infinity(), nearest) : 0;
}

Result<double> parseDecimal(const QString& typed, const QString& clean)
{
    if (looksGrouped(clean))
        return refused(typed,
                       NumberTexts::tr("write it without thousands separators, with one "
                                       "decimal point or comma"));
    if (!isDecimal(clean))
        return refused(typed, NumberTexts::tr("type digits such as 0.5, -2, 1e-3 or 1/3"));
    const QByteArray digits = clean.mid(clean.startsWith(u'+') ? 1 : 0).toLatin1();
    double value = 0;
    const auto [stopped, error]
        = std::from_chars(digits.constData(), digits.constData() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
        value = outOfRange(digits);
    return inRange(typed, value, !hasNonzeroDigit(clean));
}

Result<double> parseFraction(const QString& typed, const QString& clean)
{
    const qsizetype slash = clean.indexOf(u'/');
    const Result<double> numerator = parseDecimal(typed, clean.left(slash).trimmed());
    const Result<double> denominator = parseDecimal(typed, clean.mid(slash + 1).trimmed());
    if (!numerator || !denominator)
        return numerator ? denominator : numerator;
    if (*denominator == 0)
        return refused(typed, NumberTexts::tr("it divides by zero"));
    return inRange(typed, *numerator / *denominator, *numerator == 0);
}

QString specialText(double value)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    return value > 0 ? QString(infinitySign) : u'-' + QString(infinitySign);
}

/// "1e-05" -> "1e-5", "1e+20" -> "1e20": in a narrow cell every character counts.
QString withShortExponent(QString text)
{
    static const QRegularExpression exponent(QStringLiteral("e(-?)\\+?0*(?=[0-9])"));
    return text.replace(exponent, QStringLiteral("e\\1"));
}

/// Shortest digits that read back the same; plain notation for the sizes people think in.
QString shortestText(double value)
{
    const double size = std::abs(value);
    const bool plain = size == 0 || (size >= 1e-5 && size < 1e16);
    char buffer[64];
    const auto [end, error]
        = std::to_chars(buffer, buffer + sizeof buffer, value,
                        plain ? std::chars_format::fixed : std::chars_format::scientific);
    Q_ASSERT(error == std::errc());
    return withShortExponent(QString::fromLatin1(buffer, end - buffer));
}

} // namespace

Result<double> parseNumber(const QString& text)
{
    const QString clean = normalized(text);
    if (clean.isEmpty())
        return Error{NumberTexts::tr("“%1” is empty, not a number: type 0 for zero.")
                         .arg(quotable(text))
                         .toStdString()};
    if (const std::optional<double> value = special(clean))
        return *value;
    return clean.contains(u'/') ? parseFraction(text, clean) : parseDecimal(text, clean);
}

QString numberText(double value, MinusSign minus)
{
    if (std::isinf(value) && minus == MinusSign::Ascii)
        return value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
    QString text = std::isfinite(value) ? shortestText(value) : specialText(value);
    if (minus == MinusSign::Typographic)
        text.replace(u'-', realMinus);
    return text;
}

QString shortNumber(double value, int significant)
{
    if (!std::isfinite(value))
        return specialText(value);
    if (value == 0)
        return numberText(value); // QString::number forgets the sign of -0
    QString text = withShortExponent(QString::number(value, 'g', significant));
    if (std::abs(value) < 1 || !text.contains(u'e'))
        return text;
    QString whole = QString::number(value, 'f', 0);
    return whole.size() <= text.size() ? whole : text;
}

QString fixedNumber(double value, int decimals)
{
    if (!std::isfinite(value))
        return specialText(value);
    if (std::abs(value) >= 1e9)
        return withShortExponent(QString::number(value, 'e', decimals));
    return QString::number(value, 'f', decimals);
}

} // namespace headlight
