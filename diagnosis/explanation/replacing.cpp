// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/replacing.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {

bool replace(Fit& fit, const Picked& is_chosen, const AddCauses& add) {
    const std::vector<Cause> before = fit.causes();
    fit.refit(Fit::Noise::held);
    const double length = fit.description_length();
    std::vector<Cause> kept;
    std::copy_if(before.begin(), before.end(), std::back_inserter(kept),
                 [&](const Cause& cause) { return !is_chosen(cause); });
    Fit tried = fit;
    fit.release();
    tried.set_causes(kept);
    tried.refit(Fit::Noise::held);
    constexpr double rounding = 1e-6;
    const bool is_shorter = add(tried) && tried.description_length() < length - rounding;
    if (is_shorter) fit = std::move(tried);
    fit.refit();
    return is_shorter;
}

bool replace_by(Fit& fit, const Picked& is_chosen, const MakeCause& make) {
    return replace(fit, is_chosen, [&](Fit& tried) {
        std::optional<Cause> made = make(tried);
        if (!made) return false;
        tried.add(std::move(*made));
        tried.refit(Fit::Noise::held);
        return true;
    });
}

}  // namespace fabricmap::diagnosis
