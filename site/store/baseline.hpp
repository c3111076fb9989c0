// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/store.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricmap::site {

/// What a check is held against: the last five others that are accepted and were measured alike.
struct Baseline {
    std::vector<CheckRecord> checks;  ///< the newest first
    std::size_t accepted = 0;         ///< how many others are, whether measured alike or not

    /// The paths of their runs.
    [[nodiscard]] std::vector<std::string> runs(const Store& store) const;
};

[[nodiscard]] Baseline baseline_for(const CheckRecord& check, const Store& store);

/// The paths of the runs of a check that are compared.
[[nodiscard]] std::vector<std::string> runs_of(const CheckRecord& check, const Store& store);

}  // namespace fabricmap::site
