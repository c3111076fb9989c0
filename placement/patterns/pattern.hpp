// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// Messages of one length from one rank to another.
struct Flow {
    RankIndex sender{};
    RankIndex receiver{};
    double length_bytes = 0;  ///< the mean, where a source tells a range of lengths
    double messages = 0;      ///< how many; all of a pattern in the same span of time

    friend auto operator<=>(const Flow&, const Flow&) = default;
};

/// The messages of an application. Memory grows with the flows, not with ranks².
struct Pattern {
    std::string name;  ///< "stencil:8x8x4,periodic", or the file
    int ranks = 0;
    std::vector<Flow> flows;  ///< by sender, receiver, length; none from a rank to itself
    /// The grid that the ranks form, as MPI_Cart_create numbers them (the last dimension fastest); empty
    /// where that is not known.
    std::vector<int> grid;
    std::vector<std::string> notes;    ///< what a reader of the result must know; whole sentences
    bool lengths_are_unknown = false;  ///< each flow is one message of all bytes: see cut_into_messages

    [[nodiscard]] double messages() const noexcept;
    [[nodiscard]] double bytes() const noexcept;
};

/// Sorts the flows, joins those of one pair and length, drops those of a rank with itself and without
/// messages.
void tidy(Pattern& pattern);

/// Makes messages of so many bytes, as many as it takes and perhaps a fraction of one more, of flows whose
/// lengths are unknown; leaves others.
void cut_into_messages(Pattern& pattern, double length_bytes);

/// Throws UsageError where a pattern of `ranks` would be too large for a program to hold.
void require_possible_ranks(std::int64_t ranks, const std::string& name);

}  // namespace fabricmap::placement
