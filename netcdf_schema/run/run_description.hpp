// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/leaf_streams.hpp"
#include "netcdf_schema/run/message_memory.hpp"
#include "netcdf_schema/run/rank_adapters.hpp"
#include "netcdf_schema/run/schedule.hpp"
#include "netcdf_schema/run/stream_window.hpp"
#include "netcdf_schema/run/vocabulary.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

inline constexpr int schema_version = 2;

/// Where a rank ran. Numbers are -1 where unknown; the host is empty where unknown.
struct RankLocation {
    std::string host;
    int node = -1;  ///< ranks on one host share this number
    int core = -1;  ///< operating system's number of the core it was bound to or seen on
    int numa = -1;
    int usable_cores = -1;  ///< that the ranks of its host may run on, all together

    friend bool operator==(const RankLocation&, const RankLocation&) = default;
};

/// One host a rank; ranks of one host share a node number. Empty names give unknown nodes.
[[nodiscard]] std::vector<RankLocation> rank_locations_of(const std::vector<std::string>& hosts);

/// Which ranks run on a core that another runs on too, as far as is known: bound to the same, or more than
/// there are cores on their host.
[[nodiscard]] std::vector<bool> ranks_sharing_cores(const std::vector<RankLocation>& locations);

/// The traffic of the noise modes.
struct NoiseParameters {
    std::int64_t message_length = 0;  ///< bytes
    std::int64_t messages = 1;        ///< per burst and partner
    std::int64_t processes = 0;       ///< noisy ranks beside each measured pair

    friend bool operator==(const NoiseParameters&, const NoiseParameters&) = default;
};

/// How much longer messages took while other pairs were measured at once than alone: the median over a sample
/// of pairs of the ratio of their delays, less 1, and its 95 % confidence interval. NaN where it was not
/// looked at.
struct Interference {
    double inflation = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
};

/// Everything about a run but its numbers: what was measured, where, how and by what.
/// A field that a file does not tell is empty, -1, NaN or nothing.
struct RunDescription {
    // Defined once: so many fields take a compiler long to copy, and units that do are many.
    RunDescription();
    RunDescription(const RunDescription& other);
    RunDescription(RunDescription&& other) noexcept;
    RunDescription& operator=(const RunDescription& other);
    RunDescription& operator=(RunDescription&& other) noexcept;
    ~RunDescription();

    std::optional<Mode> mode;
    std::optional<Timing> timing;
    std::optional<RmaSync> rma_sync;          ///< in the one-sided modes
    std::optional<StreamWindow> window;       ///< in the modes that stream
    std::optional<LeafStreams> leaf_streams;  ///< in the mode that streams between leaves
    std::optional<MessageMemory> memory;      ///< of the messages
    std::optional<Schedule> schedule;
    std::vector<RankLocation> ranks;          ///< one entry a rank; its size is the matrices' size
    std::vector<RankAdapters> adapters;       ///< one entry a rank, or none
    std::vector<std::string> excluded_hosts;  ///< when it was begun or resumed; ascending, each once
    /// That answered nobody when a job of the run hung, so that --resume leaves them out; ascending, each
    /// once.
    std::vector<std::string> unresponsive_hosts;
    std::vector<std::int64_t> message_lengths;  ///< bytes; ascending when read, as planned when written
    std::int64_t repeats = -1;                  ///< samples asked for of each pair and length
    std::optional<NoiseParameters> noise;
    std::optional<std::uint64_t> seed;

    std::string run_id;  ///< UUID, the same in all files of one run
    std::string title;
    /// Where the matrices are those of a collective operation, its name: roots are senders, the ranks that
    /// end are receivers. Else empty.
    std::string operation;
    std::string source;
    std::string history;  ///< a line per program that touched the run; for people
    std::string comment;  ///< what whoever reads the numbers must know, as where they were computed from
    std::string tool_version;
    std::string mpi_library;
    std::string mpi_vendor_settings;
    std::string command_line;  ///< for people
    std::string sampling;      ///< the rule that ended the samples of a pair, in the options' words

    double clock_error_bound_s = std::numeric_limits<double>::quiet_NaN();
    double clock_resolution_s = std::numeric_limits<double>::quiet_NaN();
    double noise_fraction =
        std::numeric_limits<double>::quiet_NaN();  ///< of samples with a burst of every noisy rank
    double empty_epoch_s =
        std::numeric_limits<double>::quiet_NaN();  ///< median epoch without a transfer, with fence
    // Of the schedule in rounds; the worst length counts.
    Interference interference_same_host;
    Interference interference_between_hosts;
    std::int64_t pairs_at_once = -1;  ///< most pairs that were measured at the same time
    std::string started;              ///< ISO 8601, UTC
    std::string finished;             ///< the same; empty until the sweep ended
    bool complete = false;
    double archive_error = 0;  ///< largest, as a share, of values that stand for those of a cluster
    /// Of a run that was merged from others: seconds since each pair was measured, sender-major, NaN where it
    /// was not. Nothing of all else.
    std::shared_ptr<const std::vector<double>> pair_ages_s;

    [[nodiscard]] std::int64_t rank_count() const noexcept { return static_cast<std::int64_t>(ranks.size()); }
};

/// All hosts of two lists in any order: ascending, each once.
[[nodiscard]] std::vector<std::string> hosts_of(std::vector<std::string> some,
                                                const std::vector<std::string>& others = {});

/// Whether a pair has one delay for both directions.
[[nodiscard]] inline bool is_symmetric(const RunDescription& run) noexcept {
    return run.timing == Timing::round_trip || (run.mode && traits_of(*run.mode).is_symmetric);
}

/// Whether the pairs of a rank with itself are measured like others.
[[nodiscard]] inline bool measures_diagonal(const RunDescription& run) noexcept {
    return !run.operation.empty() || (run.mode && measures_diagonal(*run.mode));
}

/// The memory of the run's messages, which is the host's where a file does not tell it: those of versions
/// that knew no other.
[[nodiscard]] inline MessageMemory memory_of(const RunDescription& run) noexcept {
    return run.memory.value_or(MessageMemory{});
}

/// Whether the run is of a mode with that property: has_trait(run, &ModeTraits::loads_network).
[[nodiscard]] inline bool has_trait(const RunDescription& run, bool ModeTraits::*trait) noexcept {
    return run.mode && traits_of(*run.mode).*trait;
}

/// Whether all ranks of two hosts were measured at once.
[[nodiscard]] inline bool are_hosts_together(const RunDescription& run) noexcept {
    return run.schedule && run.schedule->together;
}

/// Whether far more than one pair of hosts sent at a time, or all ranks of a host did.
[[nodiscard]] inline bool loads_network(const RunDescription& run) noexcept {
    return has_trait(run, &ModeTraits::loads_network) || are_hosts_together(run);
}

/// Whether each pair was measured while others made traffic, other ones for each.
[[nodiscard]] inline bool is_beside_noise(const RunDescription& run) noexcept {
    return has_trait(run, &ModeTraits::has_noise) && (!run.noise || run.noise->processes > 0);
}

[[nodiscard]] inline bool is_judged_as(const RunDescription& run, JudgedAs what) noexcept {
    return run.mode && traits_of(*run.mode).judged_as == what;
}

/// Lengths as the published header tells them: begin, begin + step, ... below end.
struct ArithmeticRow {
    std::int64_t begin = -1;
    std::int64_t end = -1;  ///< exclusive
    std::int64_t step = -1;

    friend bool operator==(const ArithmeticRow&, const ArithmeticRow&) = default;
};

/// The row that the lengths form, or -1 in all fields where they form none or one of the fields passes 31
/// bits. A single length L is the row L, L + 1, 1.
[[nodiscard]] ArithmeticRow arithmetic_row(const std::vector<std::int64_t>& message_lengths);

/// The time in the form in which a run tells it: ISO 8601, UTC, whole seconds.
[[nodiscard]] std::string utc_now();
/// The same as record_time has it.
[[nodiscard]] double seconds_since_1970();

}  // namespace fabricmap
