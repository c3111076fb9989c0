// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/pair_order.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace fabricmap::network_test {

/// What is known of a pair before anything is measured.
enum class PairClass : std::uint8_t { same_host, between_hosts };

inline constexpr std::array all_pair_classes{PairClass::same_host, PairClass::between_hosts};

[[nodiscard]] constexpr std::string_view name_of(PairClass pair_class) noexcept {
    return pair_class == PairClass::same_host ? "within a host" : "between hosts";
}

/// `locations`: by rank.
[[nodiscard]] inline PairClass class_of(const RankPair& pair,
                                        const PerRank<RankLocation>& locations) noexcept {
    return locations[pair.sender].node == locations[pair.receiver].node ? PairClass::same_host
                                                                        : PairClass::between_hosts;
}

}  // namespace fabricmap::network_test
