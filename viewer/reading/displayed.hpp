// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "netcdf_schema/run/delay_stack.hpp"
#include "picture/scaling.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// What the cells of a matrix say.
enum class Content : std::uint8_t {
    delay,       ///< the chosen statistic itself
    spread,      ///< deviation / median
    comparison,  ///< the first run / the second
    clusters,    ///< which cluster of an archive the pair belongs to
};

/// Who sends and receives in a matrix.
enum class Parties : std::uint8_t {
    ranks,
    hosts_median,  ///< the ranks of a host as one: the median over their pairs
    hosts_worst,   ///< the same with the slowest of their pairs
};

/// A sender and receiver of the matrix.
struct Party {
    std::string name;  ///< "rank 3 on node01", "node01"
    std::string tick;  ///< "3", "node01"
    std::string host;  ///< empty where unknown
};

/// A stack with what is needed to show it. Cells are parties × parties; the stack's "ranks" are the parties.
struct Displayed {
    std::shared_ptr<const DelayStack> stack;
    Content content = Content::delay;
    Parties parties = Parties::ranks;
    Quantity quantity = Quantity::delay;
    picture::NeverMeasured never;  ///< in planes
    std::vector<Party> names;      ///< one a party
    /// Of each party, the ranks behind it, ascending.
    std::vector<std::vector<std::int64_t>> ranks;
};

}  // namespace fabricmap::viewer
