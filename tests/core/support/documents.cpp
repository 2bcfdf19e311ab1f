#include "tests/core/support/documents.h"

#include "core/io/document_json.h"
#include "core/model/initialize.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace headlight {
namespace {

/// "t3". Not with operator+, for which gcc 12 gives a false warning.
std::string numbered(const char* letter, Index number)
{
    return std::string(letter).append(std::to_string(number));
}

Shared<Matrix> tableFor(const Document& document, const Matrix& x)
{
    Matrix table(Index(document.words.size()), x.cols());
    const std::vector<Index> row = embeddingRows(document);
    for (std::size_t t = 0; t < row.size(); ++t)
        table.row(row[t]) = x.row(Index(t));
    return table;
}

template <class Scalar>
TraceOf<Scalar> run(const Document& document, const Trace& inputs, Keep keep)
{
    const auto cast = [](const Matrix& matrix) { return MatrixOf<Scalar>(matrix.cast<Scalar>()); };
    PinsOf<Scalar> pins;
    for (const auto& [path, matrix] : document.pins)
        pins[path] = cast(*matrix);
    return *forward<Scalar>(document.config, convert<Scalar>(document.parameters),
                            cast(*inputs.embed), cast(*inputs.posEmbed), pins, keep);
}

std::filesystem::path exampleFolder()
{
    return std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "resources" / "examples";
}

} // namespace

std::vector<std::string> shippedExamples()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(exampleFolder()))
        names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

Document shippedExample(const std::string& name)
{
    std::ifstream file(exampleFolder() / (name + ".headlight"), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const Result<Document> document = readDocument(bytes);
    assert(document);
    return *document;
}

Matrix rows(std::initializer_list<std::initializer_list<double>> values)
{
    Matrix matrix(Index(values.size()), values.size() ? Index(values.begin()->size()) : 0);
    Index r = 0;
    for (const auto& row : values) {
        Index c = 0;
        for (const double value : row)
            matrix(r, c++) = value;
        ++r;
    }
    return matrix;
}

Document documentOf(const Matrix& x, Config config)
{
    Document document;
    config.modelWidth = x.cols();
    document.config = config;
    for (Index t = 0; t < x.rows(); ++t)
        document.tokens.push_back(numbered("t", t));
    document.words = document.tokens;
    document.embeddings = tableFor(document, x);
    document.parameters = seededParameters(config, document.seed, document.weightDeviation);
    return document;
}

Document bankDocument()
{
    Config config;
    config.heads = 2;
    config.layers = 2;
    Document document = documentOf(rows({{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 1, 2, 3}}), config);
    document.sentence = "bank by the bank";
    document.tokens = {"bank", "by", "the", "bank"};
    document.words = {"bank", "by", "the"};
    document.parameters.layers[0].bO = rows({{0.5, 0, -0.5, 1}});
    return document;
}

Trace traceOf(const Document& document)
{
    assert(checkDocument(document));
    return computeSnapshot(std::make_shared<const Document>(document))->trace;
}

Trace pictureTraceOf(const Document& document)
{
    return run<double>(document, traceOf(document), Keep::Pictures);
}

TraceOf<float> floatTraceOf(const Document& document)
{
    return run<float>(document, traceOf(document), Keep::Everything);
}

Matrix tensorOf(const Document& document, const std::string& path)
{
    assert(checkDocument(document));
    return *tensor(*computeSnapshot(std::make_shared<const Document>(document)), path);
}

Index RandomDocuments::between(Index first, Index last)
{
    return std::uniform_int_distribution<Index>(first, last)(m_random);
}

Matrix RandomDocuments::matrix(Index rowCount, Index columnCount)
{
    std::normal_distribution<double> normal;
    return Matrix::NullaryExpr(rowCount, columnCount, [&] { return normal(m_random); });
}

Config RandomDocuments::config()
{
    Config config;
    do {
        config.modelWidth = between(1, 8);
        config.keyWidth = between(1, 8);
        config.valueWidth = between(1, 8);
        config.outputWidth = coin() ? config.modelWidth : between(1, 8);
        config.layers = int(between(1, 3));
        config.heads = int(between(1, 4));
        config.mask = Mask(between(0, 1));
        config.scaleKind = ScaleKind(between(0, 2));
        config.customScale = double(between(-4, 8)) / 8;
        config.positions = Positions(between(0, 2));
        config.residual = coin();
        config.outputProjection = coin();
    } while (!validate(config));
    return config;
}

Document RandomDocuments::next()
{
    Document document;
    document.config = config();
    document.seed = m_random();
    document.weightDeviation = 1 / std::sqrt(double(document.config.modelWidth));
    const Index tokens = between(1, 9);
    for (Index t = 0; t < tokens; ++t)
        document.tokens.push_back(numbered("w", between(0, 11)));
    for (const std::string& token : document.tokens) {
        if (std::find(document.words.begin(), document.words.end(), token) == document.words.end())
            document.words.push_back(token);
    }
    document.embeddings = matrix(Index(document.words.size()), document.config.modelWidth);
    if (document.config.positions == Positions::Table)
        document.positions = matrix(tokens + between(0, 2), document.config.modelWidth);
    document.parameters
        = seededParameters(document.config, document.seed, document.weightDeviation);
    if (document.config.outputProjection && coin())
        document.parameters.layers[0].bO = matrix(1, document.config.outputWidth);
    assert(checkDocument(document));
    return document;
}

} // namespace headlight
