// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// What a host received from more and more hosts at once.
struct IncastOfHost {
    std::string host;
    std::vector<double> rates;      ///< bytes a second in all, by Incast::senders; NaN where unknown
    double best_rate = 0;           ///< the largest of them
    std::int64_t best_senders = 0;  ///< that gave it
    /// The fewest above those from which less than four fifths of it arrived.
    std::optional<std::int64_t> falling_senders;
};

/// Of a run in which more and more hosts stream to one.
struct Incast {
    std::int64_t length_bytes = 0;      ///< of the messages
    std::vector<std::int64_t> senders;  ///< at once: 1, 2, 4, ..., all others
    std::vector<IncastOfHost> hosts;    ///< that received, the lowest best rate first
};

}  // namespace fabricmap::diagnosis
