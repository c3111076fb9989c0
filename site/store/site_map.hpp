// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::site {

/// How long the values of a check stand for a pair: four of the half-lives with which older values count.
inline constexpr std::int64_t max_age_of_pairs_s = std::int64_t{28} * 24 * 3600;

/// The checks that add up to the map of a site: those that were measured as the newest of them was, and are
/// not too old.
struct SiteMap {
    std::vector<CheckRecord> checks;  ///< the oldest first; the last one says how all were measured
    std::size_t measured_otherwise = 0;
    std::size_t too_old = 0;

    /// The paths of the runs of each check, with commas between them.
    [[nodiscard]] std::vector<std::string> jobs(const Store& store) const;
};

/// Of checks, the oldest first.
[[nodiscard]] SiteMap site_map_of(const std::vector<CheckRecord>& checks, std::int64_t now_s);

/// How much of the site checks have measured: hosts, and ordered pairs of them.
struct Coverage {
    std::size_t hosts = 0;
    std::size_t pairs = 0;

    [[nodiscard]] std::size_t all_pairs() const noexcept { return hosts * (hosts - (hosts > 0 ? 1 : 0)); }
};
[[nodiscard]] Coverage coverage_of(const std::vector<CheckRecord>& checks);

}  // namespace fabricmap::site
