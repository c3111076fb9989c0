// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/pair_classes.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

/// The cells of a plane, of pairs that were measured, from which its medians are taken: all where they are
/// few, else spread by chance, the same for every plane.
struct Sampling {
    struct Cell {
        std::int32_t sender = 0;
        std::int32_t receiver = 0;
    };
    std::vector<std::vector<Cell>> of_class;
    /// Partners that each rank was measured with: on other hosts, or where there is one host only, on that.
    std::vector<std::vector<std::int32_t>> partners;
};

[[nodiscard]] Sampling draw_sampling(const Machine& machine, const PairClasses& classes);

}  // namespace fabricmap::diagnosis
