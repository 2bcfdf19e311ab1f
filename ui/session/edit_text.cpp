#include "ui/session/edit_text.h"

#include "core/document/tensor_path.h"

#include <QCoreApplication>

namespace headlight {
namespace {

struct EditTexts {
    Q_DECLARE_TR_FUNCTIONS(EditTexts)

public:
    const Document& document;

    QString name(const std::string& tensor, const std::string& index = {}) const
    {
        const std::optional<TensorPath> path = parsePath(tensor);
        return QString::fromStdString(path ? displayName(document.config, *path, index) : tensor);
    }

    QString operator()(const SetCell& edit) const
    {
        const std::string index
            = "[" + std::to_string(edit.row + 1) + "," + std::to_string(edit.column + 1) + "]";
        return tr("Set %1").arg(name(edit.tensor, index));
    }
    QString operator()(const SetTensor& edit) const
    {
        return tr("Change %1").arg(name(edit.tensor));
    }
    QString operator()(const SetBlock& edit) const
    {
        return tr("Change %1").arg(name(edit.tensor));
    }
    QString operator()(const ResizeTensor& edit) const
    {
        return tr("Resize %1 to %2 × %3")
            .arg(name(edit.tensor))
            .arg(edit.shape.rows)
            .arg(edit.shape.columns);
    }
    QString operator()(const SetSentence&) const { return tr("Type sentence"); }
    QString operator()(const SetEmbeddings&) const { return tr("Embeddings from word vectors"); }
    QString operator()(const SetConfig& edit) const { return configText(edit.config); }
    QString operator()(const SetSeed& edit) const
    {
        return tr("New random weights (seed %1)").arg(edit.seed);
    }
    QString operator()(const SetPin& edit) const { return tr("Pin %1").arg(name(edit.tensor)); }
    QString operator()(const RemovePin& edit) const
    {
        return tr("Unpin %1").arg(name(edit.tensor));
    }
    QString operator()(const Restore&) const { return tr("Restore document"); }

private:
    QString configText(const Config& to) const
    {
        const Config& from = document.config;
        if (to.heads != from.heads)
            return tr("Set heads to %1").arg(to.heads);
        if (to.layers != from.layers)
            return tr("Set layers to %1").arg(to.layers);
        if (to.mask != from.mask)
            return to.mask == Mask::None ? tr("Remove mask") : tr("Set causal mask");
        if (to.scaleKind != from.scaleKind || to.customScale != from.customScale)
            return tr("Change scale");
        if (to.positions != from.positions)
            return tr("Change positions");
        if (to.residual != from.residual)
            return to.residual ? tr("Add residual connection") : tr("Remove residual connection");
        if (to.outputProjection != from.outputProjection)
            return to.outputProjection ? tr("Add W_O") : tr("Remove W_O");
        return tr("Change sizes");
    }
};

} // namespace

QString editText(const Document& document, const Edit& edit)
{
    return std::visit(EditTexts{document}, edit);
}

} // namespace headlight
