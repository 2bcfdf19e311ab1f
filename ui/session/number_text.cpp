#include "ui/session/number_text.h"

#include "core/dialects/number.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

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

QString reasonFor(NumberFault fault)
{
    switch (fault) {
    case NumberFault::Grouped:
        return NumberTexts::tr("write it without thousands separators, with one decimal point or "
                               "comma");
    case NumberFault::DividesByZero:
        return NumberTexts::tr("it divides by zero");
    case NumberFault::TooLarge:
        return NumberTexts::tr("it is too large for double precision (at most about 1.8e308)");
    case NumberFault::TooSmall:
        return NumberTexts::tr("it is too close to zero for double precision; type 0 for zero");
    default:
        return NumberTexts::tr("type digits such as 0.5, -2, 1e-3 or 1/3");
    }
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

} // namespace

Result<double> parseNumber(const QString& text)
{
    const Number number = readTypedNumber(text.trimmed().toStdString());
    if (number.fault == NumberFault::Empty)
        return Error{NumberTexts::tr("“%1” is empty, not a number: type 0 for zero.")
                         .arg(quotable(text))
                         .toStdString()};
    if (!number.isGood())
        return refused(text, reasonFor(number.fault));
    return number.value;
}

QString numberText(double value, MinusSign minus)
{
    if (std::isinf(value) && minus == MinusSign::Ascii)
        return value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
    QString text
        = std::isfinite(value) ? QString::fromStdString(shortestNumber(value)) : specialText(value);
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
