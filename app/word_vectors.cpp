#include "app/word_vectors.h"

#include "core/io/glove.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace headlight {
namespace {

std::string lowerCase(const std::string& word)
{
    return QString::fromStdString(word).toLower().toStdString();
}

std::vector<std::string> withLowerCase(std::vector<std::string> words)
{
    const std::size_t count = words.size();
    for (std::size_t i = 0; i < count; ++i)
        words.push_back(lowerCase(words[i]));
    return words;
}

FoundVectors matched(const std::vector<std::string>& words, const WordVectors& read)
{
    FoundVectors found;
    std::vector<Index> rows;
    const auto take = [&](const std::string& word, const std::string& spelling) {
        const auto place = std::find(read.words.begin(), read.words.end(), spelling);
        if (place == read.words.end())
            return false;
        found.edit.words.push_back(word);
        rows.push_back(place - read.words.begin());
        return true;
    };
    for (const std::string& word : words) {
        if (take(word, word))
            continue;
        const bool inLowerCase = take(word, lowerCase(word));
        (inLowerCase ? found.inLowerCase : found.missing) += QString::fromStdString(word);
    }
    found.edit.vectors.resize(Index(rows.size()), read.vectors.cols());
    for (std::size_t i = 0; i < rows.size(); ++i)
        found.edit.vectors.row(Index(i)) = read.vectors.row(rows[i]);
    return found;
}

} // namespace

Result<FoundVectors> findWordVectors(const QString& path, const std::vector<std::string>& words,
                                     const BackgroundWork& control)
{
    std::ifstream file(std::filesystem::path(path.toStdU16String()), std::ios::binary);
    if (!QFileInfo(path).isFile() || !file)
        return Error{
            QCoreApplication::translate("WordVectors", "It is not there, or may not be read.")
                .toStdString()};
    const double size = std::max(1.0, double(QFileInfo(path).size()));
    const auto progress
        = [&](std::uint64_t bytes) { control.percent = int(100 * double(bytes) / size); };
    const Result<WordVectors> read
        = readGlove(file, withLowerCase(words), {control.stop, progress});
    return read ? Result<FoundVectors>(matched(words, *read)) : read.error();
}

} // namespace headlight
