#include "core/lesson/mistakes.h"

namespace headlight {

std::string mistakeText(Mistake mistake)
{
    switch (mistake) {
    case Mistake::NotScaled:
        return "You did not scale the score. Divide it by √d_k before you go on.";
    case Mistake::ScaledTooEarly:
        return "You have scaled this already. A score is the bare dot product; the division by "
               "√d_k comes after it.";
    case Mistake::NoRoot:
        return "You divided by d_k. Take its square root first and divide by √d_k, once.";
    case Mistake::Multiplied:
        return "You multiplied by √d_k. Divide by it: the scaled score is the smaller one.";
    case Mistake::SoftmaxDownColumn:
        return "You took the softmax down the column. Add up the exponentials along the row of the "
               "query, so that the row sums to 1.";
    case Mistake::NoSoftmax:
        return "This is the score. Raise e to it and divide by the sum of the exponentials of its "
               "row.";
    case Mistake::NoExponential:
        return "You divided the score by the sum of the scores. Raise e to every score of the row "
               "first.";
    case Mistake::NotDivided:
        return "This is the exponential. Divide it by the sum of all exponentials of its row.";
    case Mistake::MaskForgotten:
        return "You forgot the mask. Keys to the right of the query are hidden: their score is −∞ "
               "and their weight 0.";
    case Mistake::KeyNotTransposed:
        return "You multiplied with a column of K. Lay the row of the query over the row of the "
               "key: K is transposed.";
    case Mistake::WeightsTransposed:
        return "You multiplied with a row of the weight matrix. Lay the row on the left over a "
               "column of the weight matrix.";
    case Mistake::RowAndColumnSwapped:
        return "You swapped row and column. Go down to the row of the token first, then across to "
               "the column.";
    case Mistake::ColumnOfWeights:
        return "You blended with a column of weights. Take the row of weights of this token; it "
               "sums to 1.";
    case Mistake::RowOfValues:
        return "You multiplied with a row of V. Lay the row of weights over a column of V.";
    case Mistake::OtherMatrix:
        return "You took another weight matrix. Q comes from W_Q, K from W_K and V from W_V.";
    case Mistake::BiasForgotten:
        return "You forgot the bias. Add the number of b_O in this column.";
    case Mistake::ResidualForgotten:
        return "You left out the residual connection. Add the number of X in the same place.";
    case Mistake::WrongSign:
        return "A sign is wrong. Go through your minus signs once more.";
    case Mistake::OtherRow:
        return "This number belongs to another row of the matrix. Start from the row of this "
               "token.";
    case Mistake::Rounded:
        return "That is close. Keep more decimals on the way and round only at the end.";
    }
    return {};
}

} // namespace headlight
