#include "core/lesson/apply_step.h"

#include <utility>

namespace headlight {
namespace {

/// Collects edits and applies each to a copy of the document, because later ones build on it.
class EditCollector {
public:
    explicit EditCollector(const Document& opened)
        : m_document(opened)
    {
    }

    Result<std::vector<Edit>> run(const LessonStep& step)
    {
        const bool collected = (!step.sentence || add(SetSentence{*step.sentence}))
            && (!step.seed || add(SetSeed{*step.seed})) && options(step.options)
            && sets(step.sets, placeOf(step));
        if (!collected)
            return Error{"The step " + quoted(step.title)
                         + " does not fit its document: " + m_error.message};
        return std::move(m_edits);
    }

private:
    bool add(Edit edit)
    {
        if (const Result<Ok> allowed = checkEdit(m_document, edit); !allowed)
            return fail(allowed.error());
        applyEdit(m_document, edit);
        m_edits.push_back(std::move(edit));
        return true;
    }

    bool options(const std::vector<LessonOption>& options)
    {
        Config config = m_document.config;
        for (const LessonOption& option : options) {
            if (const Result<Ok> set = setOption(config, option); !set)
                return fail(set.error());
        }
        return options.empty() || add(SetConfig{config});
    }

    bool sets(const std::vector<LessonSet>& sets, const HeadPlace& place)
    {
        for (const LessonSet& set : sets) {
            const Result<CellRef> cell = resolveCell(set.cell, m_document, place);
            if (!cell)
                return fail(cell.error());
            if (!add(SetCell{writable(cell->tensor), cell->row, cell->column, set.value}))
                return false;
        }
        return true;
    }

    /// X comes from the embeddings and positions from their table: those are what one can type
    /// into.
    static std::string writable(const std::string& tensor)
    {
        if (tensor == "layers.0.resid_pre")
            return "embed";
        return tensor == "pos_embed" ? "positions" : tensor;
    }

    bool fail(const Error& error)
    {
        m_error = error;
        return false;
    }

    Document m_document;
    std::vector<Edit> m_edits;
    Error m_error;
};

} // namespace

HeadPlace placeOf(const LessonStep& step)
{
    return step.place.value_or(HeadPlace{});
}

Result<std::vector<Edit>> stepEdits(const Document& opened, const LessonStep& step)
{
    return EditCollector(opened).run(step);
}

} // namespace headlight
