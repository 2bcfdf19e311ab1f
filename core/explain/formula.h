#pragma once

#include "core/document/document.h"

#include <string>
#include <vector>

namespace headlight {

/// A piece of a typeset formula. Symbols know their matrix.
struct FormulaPart {
    enum class Kind {
        Text, // upright: operators, function names
        Symbol, // a letter with a subscript
        Row, // its parts side by side
        Fraction, // parts[0] over parts[1]
        Root, // the root of its parts
        Group, // its parts in parentheses
    };

    Kind kind = Kind::Text;
    std::string text = {}; // UTF-8
    std::string sub = {};
    std::string sup = {};
    std::string tensor = {}; // what it stands for; empty: nothing to point at
    bool isPinned = false;
    std::vector<FormulaPart> parts = {};

    bool operator==(const FormulaPart&) const = default;
};

/// Upright text as a part of a formula.
FormulaPart formulaWords(std::string text);
/// Parts side by side.
FormulaPart formulaRow(std::vector<FormulaPart> parts);

/// What is computed for one head and its layer with the options and pins as they are.
FormulaPart formulaOf(const Document& document, int layer, int head);

/// The same on one line: "Z = softmax(QKᵀ / √2) · V".
std::string plainText(const FormulaPart& formula);

} // namespace headlight
