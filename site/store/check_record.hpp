// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_values.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::site {

/// What a check says of a host.
enum class HostVerdict : std::uint8_t {
    healthy,
    faulty,     ///< a fault lies in the host itself, or it answered nobody
    involved,   ///< it is at the end of a faulty link, or below a faulty switch
    suspect,    ///< what was found rests on values in doubt
    undecided,  ///< nothing was found, and that means little
};

[[nodiscard]] std::string_view name_of(HostVerdict verdict) noexcept;

inline constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

/// What a host sends, or what it receives; NaN where nothing is known.
struct HostDirection {
    double factor = not_known;            ///< against what is healthy among hosts of its kind
    double own_factor = not_known;        ///< against the host itself in the accepted checks
    double rate_bytes_per_s = not_known;  ///< of long messages
    std::vector<double> delays_s{};       ///< at CheckRecord::host_lengths_bytes
};

struct HostRecord {
    std::string host;
    HostVerdict verdict = HostVerdict::undecided;
    std::string text{};            ///< what was found of it
    std::string recovered_from{};  ///< the check that found it faulty last, where this one does not
    HostDirection sends{};
    HostDirection receives{};
};

/// What decides whether two checks can be compared: nothing of it may differ.
struct MeasuredAs {
    std::string mode;
    std::string timing;
    std::string memory;
    std::vector<std::int64_t> lengths_bytes;
    double ranks_per_host = 1;
    std::string mpi_library;

    [[nodiscard]] bool operator==(const MeasuredAs&) const = default;
};

/// Something that was found, as a sentence and what to do about it.
struct FindingRecord {
    std::string sentence;
    std::string advice;
    bool fault = false;
    std::vector<std::string> notes{};
};

/// A check, as its check.json keeps it.
struct CheckRecord {
    std::string id;
    std::string started;  ///< UTC, ISO 8601
    std::string finished;
    std::string note;
    std::string preset;
    std::string tool_version;
    MeasuredAs measured;
    std::vector<std::string> commands;
    std::vector<std::string> runs;        ///< prefixes in the check's folder, those that are compared
    std::vector<std::string> other_runs;  ///< of other modes
    std::vector<std::string> baseline;    ///< the checks that it was compared with
    std::string verdict;                  ///< healthy, faults or undecided
    std::string headline;
    std::string would_find;  ///< "a host 1.05 times slower": what it would have found with 95 % chance
    std::vector<FindingRecord> findings;
    std::vector<std::int64_t> host_lengths_bytes;
    std::vector<HostRecord> hosts;

    [[nodiscard]] const HostRecord* find_host(const std::string& host) const;
};

/// "Undecided for 8 hosts."
[[nodiscard]] std::string first_sentence(const std::string& headline);

[[nodiscard]] Json check_json(const CheckRecord& check);

/// Throws nlohmann's exceptions where something is missing or of another type.
[[nodiscard]] CheckRecord check_of(const Json& json);

}  // namespace fabricmap::site
