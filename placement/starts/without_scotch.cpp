// SPDX-License-Identifier: Apache-2.0
#include "placement/starts/scotch.hpp"
#include "placement/starts/start.hpp"

namespace fabricmap::placement {

bool has_scotch() noexcept {
    return false;
}

std::optional<std::vector<int>> scotch_mapping(const Problem& /*problem*/, const ScotchMachine& /*machine*/,
                                               std::uint64_t /*seed*/) {
    return std::nullopt;
}

}  // namespace fabricmap::placement
