// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <memory>

namespace fabricmap::viewer {

/// Whether it knows what pairs of ranks take: not of collective operations, nor where nothing between hosts
/// was measured.
[[nodiscard]] bool knows_what_is_expected(const diagnosis::Diagnosis& diagnosis) noexcept;

/// How many times as long each pair takes as pairs of its class do in the median at that length, worked out
/// when it is asked for: of `delays` of the diagnosed run, at the lengths that both have. NaN where a pair
/// has no class.
[[nodiscard]] std::shared_ptr<const DelayStack> times_expected(
    std::shared_ptr<const DelayStack> delays, std::shared_ptr<const diagnosis::Diagnosis> diagnosis);

}  // namespace fabricmap::viewer
