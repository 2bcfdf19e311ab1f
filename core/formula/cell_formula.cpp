#include "core/formula/cell_formula.h"

#include "core/dialects/number.h"
#include "core/formula/formula_complaint.h"
#include "core/lesson/cell_name.h"

#include <muParser.h>

#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <utility>

namespace headlight {
namespace {

struct Function {
    const char* name;
    mu::fun_type1 function;
};

const Function extraFunctions[] = {
    {"ceil", [](double x) { return std::ceil(x); }},
    {"floor", [](double x) { return std::floor(x); }},
    {"round", [](double x) { return std::round(x); }},
};

/// The remainder that has the sign of the divisor, so that mod(row - 2, 3) counts 2, 0, 1, 2, …
double modulo(double a, double b)
{
    return a - b * std::floor(a / b);
}

void defineFunctions(mu::Parser& parser)
{
    for (const Function& extra : extraFunctions)
        parser.DefineFun(extra.name, extra.function);
    parser.DefineFun("mod", modulo);
}

std::string counted(Index count, const char* noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace

/// muParser with the variables of one cell. It stays where it is made, because muParser holds
/// addresses of its members.
class CellFormula::Engine {
public:
    Engine(const Shape& shape, MatrixLookup lookup)
        : m_lookup(std::move(lookup))
    {
        defineFunctions(m_parser);
        m_parser.DefineVar("row", &m_row);
        m_parser.DefineVar("col", &m_column);
        m_parser.DefineVar("value", &m_value);
        m_parser.ClearConst();
        m_parser.DefineConst("n", double(shape.rows));
        m_parser.DefineConst("d", double(shape.columns));
        m_parser.DefineConst("pi", 3.14159265358979323846);
        m_parser.DefineConst("e", 2.71828182845904523536);
        for (const std::string& name : matrixNames()) {
            m_matrices.push_back({name, nullptr, this});
            // Never computed in advance: a cell that does not exist may stand behind a condition.
            m_parser.DefineFunUserData(name, cellOf, &m_matrices.back(), false);
        }
    }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    Result<Ok> parse(const std::string& formula)
    {
        try {
            m_parser.SetExpr(formula);
            int results = 0;
            m_parser.Eval(results);
            if (results != 1)
                return Error{"A comma stands outside of parentheses. It separates the values of a "
                             "function; write decimals with a point."};
        } catch (const mu::ParserError& error) {
            return formulaComplaint(error, formula);
        }
        return Ok{};
    }

    Result<double> at(Index row, Index column, double value)
    {
        m_row = double(row + 1);
        m_column = double(column + 1);
        m_value = value;
        m_problem.reset();
        const double result = evaluated();
        if (m_problem)
            return Error{*m_problem + " (computing row " + std::to_string(row + 1) + ", column "
                         + std::to_string(column + 1) + ")"};
        return std::isnan(result) ? std::numeric_limits<double>::quiet_NaN() : result;
    }

private:
    struct NamedMatrix {
        std::string name;
        std::shared_ptr<const Matrix> matrix; // once it was asked for
        Engine* engine = nullptr;
    };

    double evaluated()
    {
        try {
            return m_parser.Eval();
        } catch (const mu::ParserError& error) {
            return fail(formulaComplaint(error, m_parser.GetExpr()).message);
        }
    }

    static double cellOf(void* named, double row, double column)
    {
        auto* matrix = static_cast<NamedMatrix*>(named);
        return matrix->engine->cell(*matrix, row, column);
    }

    double cell(NamedMatrix& named, double row, double column)
    {
        if (!named.matrix) {
            const Result<std::shared_ptr<const Matrix>> found = m_lookup(named.name);
            if (!found)
                return fail(found.error().message);
            named.matrix = *found;
        }
        const std::optional<Index> r = index(named.name, "row", row, named.matrix->rows());
        const std::optional<Index> c = index(named.name, "column", column, named.matrix->cols());
        return r && c ? (*named.matrix)(*r, *c) : 0;
    }

    /// The index counted from 0.
    std::optional<Index> index(const std::string& name, const char* noun, double wanted,
                               Index count)
    {
        if (wanted == std::floor(wanted) && wanted >= 1 && wanted <= double(count))
            return Index(wanted) - 1;
        const bool isWhole = std::isfinite(wanted) && wanted == std::floor(wanted);
        fail(name + " has " + counted(count, noun) + ", there is no " + noun + " "
             + shortestNumber(wanted) + (isWhole ? "" : "; they are whole numbers"));
        return std::nullopt;
    }

    /// Keeps the first problem; what is returned does not matter then.
    double fail(std::string problem)
    {
        while (problem.ends_with('.'))
            problem.pop_back();
        if (!m_problem)
            m_problem = std::move(problem);
        return 0;
    }

    mu::Parser m_parser;
    MatrixLookup m_lookup;
    std::deque<NamedMatrix> m_matrices; // a deque, because muParser holds their addresses
    double m_row = 1;
    double m_column = 1;
    double m_value = 0;
    std::optional<std::string> m_problem; // of the cell that is computed
};

CellFormula::CellFormula(std::unique_ptr<Engine> engine)
    : m_engine(std::move(engine))
{
}

CellFormula::CellFormula(CellFormula&&) noexcept = default;
CellFormula& CellFormula::operator=(CellFormula&&) noexcept = default;
CellFormula::~CellFormula() = default;

Result<CellFormula> CellFormula::parse(std::string_view text, const Shape& shape,
                                       MatrixLookup matrices)
{
    const std::string formula = withAsciiSigns(text);
    if (const Result<Ok> allowed = checkFormulaText(formula); !allowed)
        return allowed.error();
    auto engine = std::make_unique<Engine>(shape, std::move(matrices));
    if (const Result<Ok> parsed = engine->parse(formula); !parsed)
        return parsed.error();
    return CellFormula(std::move(engine));
}

Result<double> CellFormula::at(Index row, Index column, double value)
{
    return m_engine->at(row, column, value);
}

const std::vector<std::string>& formulaFunctions()
{
    static const std::vector<std::string> names = [] {
        mu::Parser parser;
        defineFunctions(parser);
        std::vector<std::string> found;
        for (const auto& [name, function] : parser.GetFunDef())
            found.push_back(name);
        return found;
    }();
    return names;
}

} // namespace headlight
