#pragma once

#include "app/background_work.h"
#include "core/document/edit.h"

#include <QStringList>

namespace headlight {

/// What a file of word vectors has for the words of a document.
struct FoundVectors {
    SetEmbeddings edit;
    QStringList inLowerCase; // words that the file only has without capitals
    QStringList missing;
};

/// Reads a text file in GloVe's format, of which only the wanted words are kept. Many such files
/// know lower case alone, so that is taken where the word itself is missing.
Result<FoundVectors> findWordVectors(const QString& path, const std::vector<std::string>& words,
                                     const BackgroundWork& control);

} // namespace headlight
