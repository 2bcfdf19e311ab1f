#pragma once

#include "core/support/result.h"

#include <functional>

namespace headlight {

/// How a caller follows and ends long work.
struct WorkControl {
    /// Called now and then with how much is done, from 0 to 1; false ends the work.
    std::function<bool(double done)> goOn = {};

    bool mayGoOn(double done) const { return !goOn || goOn(done); }

    /// For a part of the work that begins and ends at these shares of the whole.
    WorkControl part(double from, double to) const
    {
        if (!goOn)
            return {};
        return {[whole = goOn, from, to](double done) { return whole(from + (to - from) * done); }};
    }

    /// What work that was ended answers.
    static Error ended() { return {"It was stopped before the end."}; }
};

} // namespace headlight
