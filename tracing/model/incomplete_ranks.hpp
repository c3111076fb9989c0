// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/strings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::tracing {

/// What is not there of a rank.
enum class MissingPart : std::uint8_t {
    file,        ///< missing, empty, or cut off before its first call
    recording,   ///< it was started without the recorder
    calls,       ///< of MPI: they could not be taken
    rest,        ///< of its file, which is cut off or damaged
    some_calls,  ///< that did not get to the disk
    end,         ///< it was killed: calls of the last second
};

struct IncompleteRank {
    int rank = 0;
    MissingPart missing = MissingPart::file;
    std::string last_seen{};  ///< of one that was killed: "on node1 in MPI_Barrier at x.c:12"
    double seen_s = 0;        ///< of the common time, when that was

    /// Whether others may have waited for it without a trace of that.
    [[nodiscard]] bool hides_partners() const noexcept { return missing != MissingPart::end; }
};

/// A call of a rank that may have waited for one whose calls are missing.
struct UnseenPartner {
    std::int32_t rank = 0;
    double start = 0;
    double finish = 0;
    StringId place = no_string;
    std::int32_t partner = 0;
};

/// The ranks of them that hide partners, ascending.
[[nodiscard]] std::vector<int> ranks_hiding_partners(const std::vector<IncompleteRank>& ranks);

/// "the file of rank 2 is missing or empty; the files of ranks 3-5 are cut off".
[[nodiscard]] std::string describe_incomplete(const std::vector<IncompleteRank>& ranks);

/// As in JSON: "file", "recording", ...
[[nodiscard]] std::string_view name_of(MissingPart part) noexcept;

}  // namespace fabricmap::tracing
