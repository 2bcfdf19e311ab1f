#include "ui/views/step_page.h"

#include "core/document/tensor_path.h"
#include "core/explain/step_text.h"
#include "core/explain/why_text.h"
#include "ui/style/theme.h"
#include "ui/views/math_html.h"
#include "ui/views/matrix_tile.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QTextDocument>

#include <numeric>

namespace headlight {
namespace {

struct StepTexts {
    Q_DECLARE_TR_FUNCTIONS(StepTexts)
};

constexpr Index mostRows = 10; // of a matrix that are shown
constexpr Index mostColumns = 10;
constexpr int margin = 24;
constexpr int between = 40; // room for an operator
constexpr int highestCell = 34;
constexpr int lowestCell = 16;

/// One matrix on the page: the part of it around `focus`.
struct PageMatrix {
    CellRef focus;
    Index firstRow = 0;
    Index firstColumn = 0;
    MatrixTile tile; // of the part
    QString title;
    QStringList rowLabels;
    int labelWidth = 0;
    QSize size; // of the cells
    QString before; // operator
};

Index firstShown(Index focus, Index count, Index most)
{
    return std::clamp<Index>(focus - most / 2, 0, std::max<Index>(0, count - most));
}

QString rowLabel(const Document& document, const TensorPath& path, Index row)
{
    return rowsAreTokens(path) ? QString::fromStdString(document.tokens[std::size_t(row)])
                               : QString::number(row + 1);
}

/// The letters that stand for a matrix on this page.
QString shortTitle(const TensorPath& path)
{
    if (path.name == "resid_pre")
        return QStringLiteral("X");
    const QString name = QString::fromStdString(path.name == "pattern" ? "weights" : path.name);
    return name.size() == 1 ? name.toUpper() : name;
}

QFont cellFont()
{
    return numberFont();
}

/// Lays out and paints one page.
class PagePainter {
public:
    PagePainter(QPainter& painter, const QRect& area, const StepPage& page)
        : m_painter(painter)
        , m_area(area)
        , m_page(page)
        , m_place(page.plan->at(page.step))
        , m_cell{page.plan->stages()[m_place.stage].tensor, m_place.row, m_place.column}
        , m_inputs(stepInputs(page.snapshot, *page.plan, page.step))
    {
    }

    void paint()
    {
        collect();
        const int top = paintTitle();
        const int bottom = paintMatrices(top);
        paintArithmetic(bottom);
    }

private:
    void collect()
    {
        for (const CellRef& input : m_inputs) {
            const bool isNew
                = std::none_of(m_matrices.begin(), m_matrices.end(), [&](const PageMatrix& matrix) {
                      return matrix.focus.tensor == input.tensor;
                  });
            if (isNew)
                m_matrices.push_back(makeMatrix(focusOf(input)));
        }
        m_matrices.push_back(makeMatrix(m_cell));
        m_matrices.back().before = isSoftmax() ? QStringLiteral("→") : QStringLiteral("=");
        const bool isSum = parsePath(m_cell.tensor)->name == "resid_pre"
            || parsePath(m_cell.tensor)->name == "resid_post";
        for (std::size_t i = 1; i + 1 < m_matrices.size(); ++i)
            m_matrices[i].before = isSum || m_matrices[i].focus.tensor.ends_with("b_O")
                ? QStringLiteral("+")
                : QStringLiteral("·");
    }

    bool isSoftmax() const { return m_page.plan->stages()[m_place.stage].isSoftmax; }

    /// A row that is read as a whole is shown around the current column.
    CellRef focusOf(const CellRef& input) const
    {
        return isSoftmax() ? CellRef{input.tensor, input.row, m_cell.column} : input;
    }

    PageMatrix makeMatrix(const CellRef& focus) const
    {
        const std::shared_ptr<const Matrix> whole = *sharedTensor(m_page.snapshot, focus.tensor);
        const TensorPath path = *parsePath(focus.tensor);
        PageMatrix matrix;
        matrix.focus = focus;
        matrix.firstRow = firstShown(focus.row, whole->rows(), mostRows);
        matrix.firstColumn = firstShown(focus.column, whole->cols(), mostColumns);
        const Index rows = std::min(whole->rows(), mostRows);
        const Index columns = std::min(whole->cols(), mostColumns);
        matrix.tile.tensor = focus.tensor;
        matrix.tile.digits = m_page.digits;
        matrix.tile.values = std::make_shared<const Matrix>(
            whole->block(matrix.firstRow, matrix.firstColumn, rows, columns));
        matrix.tile.isEmpty
            = [plan = m_page.plan, step = m_page.step, tensor = focus.tensor, row = matrix.firstRow,
               column = matrix.firstColumn](Index r, Index c) {
                  return !plan->isComputed(tensor, row + r, column + c, step);
              };
        matrix.title
            = shortTitle(path) + QStringLiteral("  %1×%2").arg(whole->rows()).arg(whole->cols());
        if (path.name == "k" && parsePath(m_cell.tensor)->name == "scores")
            matrix.title += StepTexts::tr(" · rows are columns of Kᵀ");
        for (Index r = 0; r < rows; ++r)
            matrix.rowLabels += rowLabel(*m_page.snapshot->document, path, matrix.firstRow + r);
        return matrix;
    }

    int paintTitle()
    {
        QFont font = textFont();
        font.setPointSizeF(font.pointSizeF() * 1.2);
        font.setWeight(QFont::DemiBold);
        m_painter.setFont(font);
        m_painter.setPen(currentTheme().text);
        const QRect line(m_area.left() + margin, m_area.top() + margin, m_area.width() - 2 * margin,
                         m_painter.fontMetrics().height());
        m_painter.drawText(
            line, Qt::AlignLeft,
            m_painter.fontMetrics().elidedText(stepTitle(m_page), Qt::ElideRight, line.width()));
        return line.bottom() + margin;
    }

    /// Cell sizes that let all matrices stand side by side.
    void measure(int room)
    {
        const QFontMetrics labels(textFont());
        int columns = 0;
        int fixed = 0;
        for (PageMatrix& matrix : m_matrices) {
            for (QString& label : matrix.rowLabels) {
                label = labels.elidedText(label, Qt::ElideRight, 72);
                matrix.labelWidth = std::max(matrix.labelWidth, labels.horizontalAdvance(label));
            }
            matrix.labelWidth += 6;
            columns += int(matrix.tile.values->cols());
            fixed += matrix.labelWidth + between;
        }
        const int fitting = std::max(4, (room - fixed) / std::max(1, columns));
        for (PageMatrix& matrix : m_matrices) {
            const int wanted = fittingCellWidth(matrix.tile, cellFont(), highestCell);
            const int rows = int(matrix.tile.values->rows());
            const int height
                = std::clamp((m_area.height() / 2 - 40) / rows, lowestCell, highestCell);
            matrix.size
                = {int(matrix.tile.values->cols()) * std::min(fitting, wanted), rows * height};
        }
    }

    int paintMatrices(int top)
    {
        measure(m_area.width() - 2 * margin);
        const int line = QFontMetrics(textFont()).height();
        int left = m_area.left() + margin;
        int bottom = top;
        for (PageMatrix& matrix : m_matrices) {
            if (!matrix.before.isEmpty()) {
                m_painter.setFont(textFont());
                m_painter.setPen(currentTheme().muted);
                const int width = m_painter.fontMetrics().horizontalAdvance(matrix.before) + 16;
                m_painter.drawText(QRect(left, top + line, width, highestCell * 2), Qt::AlignCenter,
                                   matrix.before);
                left += width;
            }
            paintMatrix(matrix, QPoint(left, top));
            left += matrix.labelWidth + std::max(matrix.size.width(), titleWidth(matrix)) + 8;
            bottom = std::max(bottom, top + line + 6 + matrix.size.height());
        }
        return bottom + margin;
    }

    static int titleWidth(const PageMatrix& matrix)
    {
        return QFontMetrics(textFont()).horizontalAdvance(matrix.title);
    }

    void paintMatrix(const PageMatrix& matrix, QPoint at)
    {
        const Theme& theme = currentTheme();
        const int line = QFontMetrics(textFont()).height();
        const QRect cells(QPoint(at.x() + matrix.labelWidth, at.y() + line + 6), matrix.size);
        m_painter.setFont(textFont());
        m_painter.setPen(theme.text);
        m_painter.drawText(QRect(cells.left(), at.y(), 400, line), Qt::AlignLeft, matrix.title);
        m_painter.setPen(theme.muted);
        for (int r = 0; r < matrix.rowLabels.size(); ++r) {
            const QRect row = blockRect(matrix.tile, cells, {{}, r, 0});
            m_painter.drawText(QRect(at.x(), row.top(), matrix.labelWidth - 6, row.height()),
                               Qt::AlignRight | Qt::AlignVCenter, matrix.rowLabels[r]);
        }
        paintTile(m_painter, cells, matrix.tile,
                  tileImage(matrix.tile, tilePixels(m_painter, cells)), marksOn(matrix),
                  cellFont());
    }

    /// What is marked, in the numbering of the shown part.
    Marks marksOn(const PageMatrix& matrix) const
    {
        Marks marks;
        const auto moved = [&](CellRef cell) {
            cell.row -= matrix.firstRow;
            cell.column -= matrix.firstColumn;
            return cell;
        };
        const auto isShown = [&](const CellRef& cell) {
            return cell.row >= 0 && cell.row < matrix.tile.values->rows() && cell.column >= 0
                && cell.column < matrix.tile.values->cols();
        };
        for (const CellRef& input : m_inputs) {
            const CellRef shown = moved(input);
            if (input.tensor == matrix.focus.tensor && isShown(shown))
                marks.direct.push_back({shown.tensor, shown.row, shown.column});
        }
        if (m_cell.tensor == matrix.focus.tensor)
            marks.cell = moved(m_cell);
        return marks;
    }

    void paintArithmetic(int top)
    {
        QTextDocument text;
        QFont font = numberFont();
        font.setPointSizeF(font.pointSizeF() * 1.25);
        text.setDefaultFont(font);
        text.setDocumentMargin(0);
        text.setTextWidth(m_area.width() - 2 * margin);
        text.setHtml(QStringLiteral("<body style='color:%1'>%2</body>")
                         .arg(currentTheme().text.name(),
                              mathHtml(stepLines(m_page.snapshot, *m_page.plan, m_page.step,
                                                 m_page.digits))));
        m_painter.save();
        m_painter.translate(m_area.left() + margin, top);
        text.drawContents(&m_painter);
        m_painter.restore();
    }

    QPainter& m_painter;
    QRect m_area;
    const StepPage& m_page;
    StepPlace m_place;
    CellRef m_cell;
    std::vector<CellRef> m_inputs;
    std::vector<PageMatrix> m_matrices;
};

} // namespace

QString stepTitle(const StepPage& page)
{
    const StepPlace place = page.plan->at(page.step);
    const Document& document = *page.snapshot->document;
    const TensorPath path = *parsePath(page.plan->stages()[place.stage].tensor);
    return StepTexts::tr("Step %1 of %2 · %3 · row %4")
        .arg(QLocale::c().toString(qlonglong(page.step + 1)),
             QLocale::c().toString(qlonglong(page.plan->count())),
             QString::fromStdString(displayName(document.config, path)),
             QString::fromStdString(document.tokens[std::size_t(place.row)]));
}

void paintStepPage(QPainter& painter, const QRect& area, const StepPage& page)
{
    PagePainter(painter, area, page).paint();
}

} // namespace headlight
