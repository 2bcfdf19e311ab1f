#include "core/document/non_finite.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headlight {
namespace {

/// In one pass without branches, since nearly all matrices are finite.
bool isFinite(const Matrix& matrix, const Area& area)
{
    const Eigen::Block<const Matrix> part
        = matrix.block(area.firstRow, area.firstColumn, area.lastRow - area.firstRow,
                       area.lastColumn - area.firstColumn);
    return (part * 0.0).sum() == 0; // else NaN
}

/// That a mask is -infinity is meant.
bool isBad(const std::string& path, double value)
{
    return !std::isfinite(value) && !(value == -HUGE_VAL && path.ends_with(".masked"));
}

std::optional<NonFiniteCell> search(const std::string& path, const Matrix& matrix, const Area& area)
{
    if (isFinite(matrix, area))
        return std::nullopt;
    for (Index r = area.firstRow; r < area.lastRow; ++r) {
        for (Index c = area.firstColumn; c < area.lastColumn; ++c) {
            if (isBad(path, matrix(r, c)))
                return NonFiniteCell{path, r, c, matrix(r, c)};
        }
    }
    return std::nullopt;
}

Area wholeOf(const Matrix& matrix)
{
    return {0, matrix.rows(), 0, matrix.cols()};
}

/// What of a matrix has to be read when `before`, which may be null, is finite.
Area unread(const Shared<Matrix>& matrix, const Shared<Matrix>* before)
{
    const std::optional<Area> known = before ? matrix.differenceFrom(*before) : std::nullopt;
    return known.value_or(wholeOf(*matrix));
}

} // namespace

std::optional<NonFiniteCell> firstNonFinite(const Document& document)
{
    return NonFiniteSearch().first(document);
}

std::optional<NonFiniteCell> NonFiniteSearch::first(const Document& document)
{
    std::map<std::string, const Shared<Matrix>*> before;
    if (m_finite) {
        forEachMatrix(*m_finite, [&](const std::string& path, const Shared<Matrix>& matrix) {
            before[path] = &matrix;
        });
    }
    std::optional<NonFiniteCell> found;
    forEachMatrix(document, [&](const std::string& path, const Shared<Matrix>& matrix) {
        const auto same = before.find(path);
        if (!found)
            found = search(path, *matrix,
                           unread(matrix, same == before.end() ? nullptr : same->second));
    });
    if (found)
        m_finite.reset();
    else
        m_finite = document;
    return found;
}

std::optional<NonFiniteCell> firstTooLarge(const Trace& trace)
{
    const SharedList<LayerTrace>& layers = trace.layers;
    std::optional<NonFiniteCell> found;
    if (layers.size() == 0 || layers[layers.size() - 1].residPost.allFinite())
        return found;
    forEachActivation(trace, [&](const std::string& path, const Matrix& matrix) {
        if (!found)
            found = search(path, matrix, wholeOf(matrix));
    });
    return found;
}

std::int64_t countNonFinite(const Trace& trace)
{
    std::int64_t count = 0;
    forEachActivation(trace, [&](const std::string& path, const Matrix& matrix) {
        if (!isFinite(matrix, wholeOf(matrix)))
            count += std::count_if(matrix.data(), matrix.data() + matrix.size(),
                                   [&](double value) { return isBad(path, value); });
    });
    return count;
}

} // namespace headlight
