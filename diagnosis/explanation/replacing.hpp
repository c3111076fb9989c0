// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/cause.hpp"
#include "diagnosis/explanation/fit.hpp"

#include <functional>
#include <optional>

namespace fabricmap::diagnosis {

using Picked = std::function<bool(const Cause&)>;
using MakeCause = std::function<std::optional<Cause>(const Fit&)>;
/// Adds causes to a fit; whether there were any.
using AddCauses = std::function<bool(Fit&)>;

/// Puts what `add` adds in the place of the chosen causes; keeps it where that shortens the description by
/// the same noise, and says whether it does.
bool replace(Fit& fit, const Picked& is_chosen, const AddCauses& add);

/// The same by one cause.
bool replace_by(Fit& fit, const Picked& is_chosen, const MakeCause& make);

}  // namespace fabricmap::diagnosis
