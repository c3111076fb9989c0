// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "netcdf_schema/run/delay_stack.hpp"
#include "picture/scaling.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {
struct Diagnosis;
}

namespace fabricmap::viewer {

/// What the cells of a matrix say.
enum class Content : std::uint8_t {
    delay,           ///< the chosen statistic itself
    rate,            ///< bytes a second
    spread,          ///< deviation / median
    comparison,      ///< the first run / the second
    clusters,        ///< which cluster of an archive the pair belongs to
    messages,        ///< of traffic: messages of one class of lengths
    bytes,           ///< their bytes
    messages_total,  ///< messages of all lengths
    bytes_total,     ///< their bytes
    expected,        ///< delay / what pairs of its class take
};

/// Whether it is a sum over all lengths, so that it has none.
[[nodiscard]] constexpr bool is_over_all_lengths(Content content) noexcept {
    return content == Content::messages_total || content == Content::bytes_total;
}

/// Whether 1 says that there is no difference, so that both directions matter.
[[nodiscard]] constexpr bool is_about_one(Content content) noexcept {
    return content == Content::comparison || content == Content::expected;
}

/// Whether it is of traffic, whose lengths are classes: 4 stands for those from 4 to 7 bytes, 0 and 1 for
/// themselves.
[[nodiscard]] constexpr bool is_of_traffic(Content content) noexcept {
    return content == Content::messages || content == Content::bytes || is_over_all_lengths(content);
}

/// The longest length of the class that begins with that length; what is not of traffic has no classes.
[[nodiscard]] constexpr std::int64_t last_of_class(std::int64_t first_bytes, Content content) noexcept {
    return is_of_traffic(content) && first_bytes > 1 ? 2 * first_bytes - 1 : first_bytes;
}

/// Who sends and receives in a matrix.
enum class Endpoints : std::uint8_t {
    ranks,
    hosts_median,  ///< the ranks of a host as one: the median over their pairs
    hosts_worst,   ///< the same with the slowest of their pairs
};

/// A sender and receiver of the matrix.
struct Endpoint {
    std::string name;  ///< "rank 3 on node01", "node01"
    std::string tick;  ///< "3", "node01"
    std::string host;  ///< empty where unknown
};

/// A stack with what is needed to show it. Cells are endpoints × endpoints; the stack's "ranks" are the
/// endpoints.
struct Displayed {
    std::shared_ptr<const DelayStack> stack;
    Content content = Content::delay;
    Endpoints endpoints = Endpoints::ranks;
    Quantity quantity = Quantity::delay;
    picture::NeverMeasured never;  ///< in planes
    std::vector<Endpoint> names;   ///< one a endpoint
    /// Of each endpoint, the ranks behind it, ascending.
    std::vector<std::vector<std::int64_t>> ranks;
    /// That says what is expected; null for all other contents.
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis{};
};

}  // namespace fabricmap::viewer
