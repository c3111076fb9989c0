// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"
#include "tracing/views/profile.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <ostream>
#include <string>

namespace fabricmap::testing {

/// Calls and bytes of a function at a line.
struct Tally {
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0;
    friend bool operator==(const Tally&, const Tally&) = default;
    friend std::ostream& operator<<(std::ostream& stream, const Tally& tally) {
        return stream << tally.calls << " calls, " << tally.bytes << " bytes";
    }
};
/// By "MPI_Send counted.cpp:42".
using Tallies = std::map<std::string, Tally>;

/// What the ranks of a program noted of their calls, a line "FUNCTION LINE BYTES" each, in ACCOUNT.RANK.
[[nodiscard]] Tallies tallies_noted(const std::filesystem::path& account, const std::string& source,
                                    int ranks);

[[nodiscard]] Tallies tallies_of(const tracing::Profile& profile);
/// The same of the trace's call sites.
[[nodiscard]] Tallies tallies_of(const tracing::Trace& trace);

}  // namespace fabricmap::testing
