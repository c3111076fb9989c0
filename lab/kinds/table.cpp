// SPDX-License-Identifier: Apache-2.0
#include "lab/kinds/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::lab {
namespace {

constexpr std::array kind_table{
    Kind{"synthetic", "a model writes the delays; no message is sent", synthetic_unsupported_scenario,
         not_in_synthetic, synthetic_unsupported_reason, run_synthetic},
    Kind{"simulated", "the program itself, under the simulator SimGrid", simulated_unsupported_scenario,
         not_in_simulated, simulated_unsupported_reason, run_simulated},
    Kind{"virtual", "the program itself, between hosts made of network namespaces; needs root",
         virtual_unsupported_scenario, not_in_virtual, virtual_unsupported_reason, run_virtual},
};

}  // namespace

std::span<const Kind> all_kinds() {
    return kind_table;
}

const Kind& kind_named(std::string_view name) {
    const auto* const found = std::find_if(kind_table.begin(), kind_table.end(),
                                           [&](const Kind& kind) { return kind.name == name; });
    if (found != kind_table.end()) return *found;
    throw UsageError(fmt::format("--kind {}: give synthetic, simulated or virtual", name));
}

}  // namespace fabricmap::lab
