#include "core/lesson/expression.h"

#include <cassert>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {
namespace {

constexpr int deepestNesting = 50; // of parentheses

enum class Operation {
    Number, // pushes a number
    Cell, // pushes a cell
    Negate, // the four below take their operands from the stack
    Add,
    Subtract,
    Multiply,
    Divide,
    Sqrt,
    Exp,
    Sum, // these four push what they make of one or two blocks of cells
    Max,
    Cosine,
    Difference,
};

struct Instruction {
    Operation operation = Operation::Number;
    double number = 0;
    std::vector<CellName> cells = {};
};

/// An expression in postfix order: operands first, as on a pocket calculator with a stack.
using Program = std::vector<Instruction>;

struct Function {
    std::string_view name;
    Operation operation;
    int blocks; // how many blocks of cells it takes; 0: it takes a number
};

constexpr Function functions[] = {
    {"sqrt", Operation::Sqrt, 0},     {"exp", Operation::Exp, 0},
    {"sum", Operation::Sum, 1},       {"max", Operation::Max, 1},
    {"cosine", Operation::Cosine, 2}, {"difference", Operation::Difference, 2},
};

const Function* findFunction(std::string_view name)
{
    for (const Function& function : functions) {
        if (function.name == name)
            return &function;
    }
    return nullptr;
}

/// Turns the text into a program. Each function reads what it is named after and returns false,
/// with the error set, where it cannot.
class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
        , m_cursor(text)
    {
    }

    Result<Program> run()
    {
        if (sum() && !m_cursor.atEnd())
            unexpected();
        if (m_error)
            return *m_error;
        return std::move(m_program);
    }

private:
    bool sum()
    {
        if (!product())
            return false;
        while (const char sign = m_cursor.takeOneOf("+-")) {
            if (!product())
                return false;
            add(sign == '+' ? Operation::Add : Operation::Subtract);
        }
        return true;
    }

    bool product()
    {
        if (!factor())
            return false;
        while (const char sign = m_cursor.takeOneOf("*/")) {
            if (!factor())
                return false;
            add(sign == '*' ? Operation::Multiply : Operation::Divide);
        }
        return true;
    }

    bool factor()
    {
        bool negative = false;
        while (m_cursor.take('-'))
            negative = !negative;
        if (!primary())
            return false;
        if (negative)
            add(Operation::Negate);
        return true;
    }

    bool primary()
    {
        if (m_cursor.peek() == '(')
            return nested();
        const std::string_view digits = m_cursor.takeNumber();
        if (!digits.empty())
            return number(digits);
        TextCursor ahead = m_cursor;
        const Function* const function = findFunction(ahead.takeWord());
        if (!function)
            return cell();
        m_cursor = ahead;
        return call(*function);
    }

    bool nested()
    {
        if (++m_depth > deepestNesting)
            return fail("Parentheses are nested too deeply.");
        const bool read = expect('(') && sum() && expect(')');
        --m_depth;
        return read;
    }

    bool number(std::string_view digits)
    {
        const std::optional<double> value = readNumber(digits);
        if (!value)
            return fail(quoted(digits) + " is not a number.");
        m_program.push_back({Operation::Number, *value});
        return true;
    }

    bool cell()
    {
        if (m_cursor.atEnd())
            return fail("The expression ends where a number or a cell should follow.");
        std::vector<CellName> cells;
        if (!block(cells))
            return false;
        if (!cells.front().isOneCell())
            return fail(toString(cells.front())
                        + " is more than one cell; give its row and its column.");
        m_program.push_back({Operation::Cell, 0, std::move(cells)});
        return true;
    }

    bool call(const Function& function)
    {
        if (function.blocks == 0) {
            if (!nested())
                return false;
            add(function.operation);
            return true;
        }
        std::vector<CellName> cells;
        bool read = expect('(') && block(cells);
        if (function.blocks == 2)
            read = read && expect(',') && block(cells);
        if (!read || !expect(')'))
            return false;
        m_program.push_back({function.operation, 0, std::move(cells)});
        return true;
    }

    bool block(std::vector<CellName>& cells)
    {
        Result<CellName> name = takeCellName(m_cursor);
        if (!name)
            return fail(name.error().message);
        cells.push_back(std::move(*name));
        return true;
    }

    bool expect(char c)
    {
        if (m_cursor.take(c))
            return true;
        return fail(std::string("\"") + c + "\" is missing in " + quoted(m_text) + ".");
    }

    void unexpected()
    {
        fail(std::string("\"") + m_cursor.peek() + "\" is not expected in " + quoted(m_text) + ".");
    }

    bool fail(std::string message)
    {
        if (!m_error)
            m_error = Error{std::move(message)};
        return false;
    }

    void add(Operation operation) { m_program.push_back({operation}); }

    std::string_view m_text;
    TextCursor m_cursor;
    Program m_program;
    std::optional<Error> m_error;
    int m_depth = 0;
};

double cosine(const Matrix& a, const Matrix& b)
{
    return a.row(0).dot(b.row(0)) / (a.norm() * b.norm());
}

double difference(const Matrix& a, const Matrix& b)
{
    return (a - b).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

/// Runs a program on a snapshot.
class Machine {
public:
    Machine(const SnapshotPtr& snapshot, const HeadPlace& place)
        : m_snapshot(snapshot)
        , m_place(place)
    {
    }

    Result<double> run(const Program& program)
    {
        for (const Instruction& instruction : program) {
            const Result<Ok> done = step(instruction);
            if (!done)
                return done.error();
        }
        assert(m_stack.size() == 1);
        return pop();
    }

private:
    Result<Ok> step(const Instruction& instruction)
    {
        if (instruction.operation == Operation::Number)
            m_stack.push_back(instruction.number);
        else if (instruction.cells.empty())
            calculate(instruction.operation);
        else
            return look(instruction);
        return Ok{};
    }

    void calculate(Operation operation)
    {
        const double right = pop();
        if (operation == Operation::Negate || operation == Operation::Sqrt
            || operation == Operation::Exp)
            m_stack.push_back(ofOne(operation, right));
        else
            m_stack.push_back(ofTwo(operation, pop(), right));
    }

    static double ofOne(Operation operation, double x)
    {
        if (operation == Operation::Negate)
            return -x;
        return operation == Operation::Sqrt ? std::sqrt(x) : std::exp(x);
    }

    static double ofTwo(Operation operation, double left, double right)
    {
        if (operation == Operation::Add)
            return left + right;
        if (operation == Operation::Subtract)
            return left - right;
        return operation == Operation::Multiply ? left * right : left / right;
    }

    Result<Ok> look(const Instruction& instruction)
    {
        std::vector<Matrix> blocks;
        for (const CellName& name : instruction.cells) {
            Result<Matrix> cells = valuesOf(name);
            if (!cells)
                return cells.error();
            blocks.push_back(std::move(*cells));
        }
        if (blocks.size() == 2)
            return compareRows(instruction.operation, blocks[0], blocks[1]);
        m_stack.push_back(instruction.operation == Operation::Max
                              ? blocks[0].maxCoeff<Eigen::PropagateNaN>()
                              : blocks[0].sum()); // a single cell is its own sum
        return Ok{};
    }

    Result<Ok> compareRows(Operation operation, const Matrix& a, const Matrix& b)
    {
        if (a.rows() != 1 || b.rows() != 1 || a.cols() != b.cols())
            return Error{"cosine and difference compare two rows of the same length, as in "
                         "cosine(X[1], X[2])."};
        m_stack.push_back(operation == Operation::Cosine ? cosine(a, b) : difference(a, b));
        return Ok{};
    }

    Result<Matrix> valuesOf(const CellName& name) const
    {
        const Result<CellBlock> block = resolveBlock(name, *m_snapshot->document, m_place);
        if (!block)
            return block.error();
        const Result<std::shared_ptr<const Matrix>> matrix
            = sharedTensor(m_snapshot, block->tensor);
        if (!matrix)
            return matrix.error();
        return Matrix((*matrix)->block(block->row, block->column, block->rows, block->columns));
    }

    double pop()
    {
        const double top = m_stack.back();
        m_stack.pop_back();
        return top;
    }

    SnapshotPtr m_snapshot;
    HeadPlace m_place;
    std::vector<double> m_stack;
};

} // namespace

Result<double> evaluate(std::string_view expression, const SnapshotPtr& snapshot,
                        const HeadPlace& place)
{
    const Result<Program> program = Parser(expression).run();
    if (!program)
        return program.error();
    return Machine(snapshot, place).run(*program);
}

Result<Ok> checkExpression(std::string_view expression)
{
    const Result<Program> program = Parser(expression).run();
    return program ? Result<Ok>(Ok{}) : Result<Ok>(program.error());
}

} // namespace headlight
