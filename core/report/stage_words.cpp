#include "core/report/stage_words.h"

#include <map>

namespace headlight {
namespace {

struct StageWords {
    const char* heading;
    const char* text;
};

const StageWords& wordsOf(const std::string& name)
{
    static const std::map<std::string, StageWords> words = {
        {"resid_pre", {"Input", "One row for each token: what the layer knows about it so far."}},
        {"q",
         {"Queries", "What each token looks for: its row of X, seen through the query weights."}},
        {"k",
         {"Keys",
          "What each token offers to be found by: its row of X, seen through the key "
          "weights."}},
        {"v",
         {"Values",
          "What each token passes on to those that attend to it: its row of X, seen "
          "through the value weights."}},
        {"scores",
         {"Scores",
          "How well every query fits every key: the dot product of their rows. A row is a "
          "query, a column a key."}},
        {"scaled",
         {"Scaled scores",
          "The scores grow with the number of products in each; scaling keeps the "
          "softmax from becoming too sharp."}},
        {"masked",
         {"Masked scores",
          "No token may see those after it: the mask puts −∞ there, which the "
          "softmax turns into 0."}},
        {"pattern",
         {"Attention weights",
          "The softmax turns every row into shares that add up to 1: how much of its attention a "
          "query gives to each key."}},
        {"z",
         {"Blend", "Each token gets the values of all tokens, mixed by its attention weights."}},
        {"concat", {"Concatenation", "The blends of all heads, side by side."}},
        {"attn_out",
         {"Attention output",
          "The output weights bring what the heads found back into the width of "
          "the output."}},
        {"resid_post", {"Output", "What the layer hands on: one row for each token."}},
    };
    return words.at(name);
}

} // namespace

std::string stageHeading(const std::string& name)
{
    return wordsOf(name).heading;
}

std::string stageText(const Config& config, const std::string& name)
{
    const std::string text = wordsOf(name).text;
    if (name == "scaled" && config.scaleKind == ScaleKind::Custom)
        return text + " The factor is this document's own.";
    if (name == "resid_post" && config.residual)
        return text + " The residual connection adds the input of the layer.";
    return text;
}

} // namespace headlight
