#pragma once

#include <QStringList>

#include <string>
#include <vector>

namespace headlight {

/// The tokens of a sentence, as they are.
inline QStringList tokenTexts(const std::vector<std::string>& tokens)
{
    QStringList texts;
    texts.reserve(qsizetype(tokens.size()));
    for (const std::string& token : tokens)
        texts += QString::fromStdString(token);
    return texts;
}

} // namespace headlight
