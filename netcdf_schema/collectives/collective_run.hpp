// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// How the ranks start a run of an operation (`--start`).
enum class CollectiveStart : std::uint8_t {
    slots,    ///< at an agreed moment of the common clock
    barrier,  ///< after two barriers
    none,     ///< back to back
};

/// Which of its times counts as that of a run (`--timing`).
enum class CollectiveTiming : std::uint8_t {
    global,   ///< completion: from the agreed start to the latest end
    longest,  ///< the most time that a rank spent in the call; "max" on the command line
    root,     ///< the root's time and a barrier that confirms, less the mean barrier
};

/// Why a visit was made.
enum class VisitPurpose : std::uint8_t {
    sweep,            ///< it was asked for
    start_error,      ///< waits of known length, which show how well runs start
    candidate,        ///< a guideline is looked at
    verdict,          ///< fresh visits that decide on a guideline
    host_search,      ///< a group of hosts, to find the slow one
    without_suspect,  ///< all hosts but one
    overlap,          ///< with work between start and wait
    groups,           ///< of ranks, each on a communicator of its own, all at once
};

inline constexpr int no_index = -1;

/// What is visited: runs of one cell are repetitions of each other. Indices are those of the run's lists of
/// names; no_index where there is none.
struct CollectiveCell {
    int operation = no_index;
    int mock_up = no_index;           ///< what takes the operation's place
    int algorithm = no_index;         ///< no_index: as the library decides
    int ranks = 0;                    ///< how many take part
    int root = no_index;              ///< rank of the job
    std::int64_t message_length = 0;  ///< bytes; see the operation
    int compute_step = no_index;      ///< of --compute-steps: how much work is done between start and wait

    // NOLINTNEXTLINE(modernize-use-nullptr): of the comparison that the compiler writes.
    friend auto operator<=>(const CollectiveCell&, const CollectiveCell&) = default;
};

/// Some runs of one cell, one after another. Times are seconds; those of a run stand at its index.
struct CollectiveVisit {
    CollectiveCell cell;
    VisitPurpose purpose = VisitPurpose::sweep;
    int pass = 0;
    std::int64_t total_length = 0;  ///< bytes that the operation hands to ranks, all together
    double slot_s = 0;              ///< between the starts of two runs; 0 without slots
    double compute_s = 0;           ///< the work between start and wait, as calibrated
    double clock_error_s = 0;       ///< between two ranks' common times, at most
    double record_time = 0;         ///< seconds since 1970 when it ended; 0: not complete

    std::vector<double> completion;  ///< latest end − agreed start
    std::vector<double> longest;     ///< most time that a rank spent in the call
    std::vector<double> lateness;    ///< latest start − agreed start
    std::vector<double> init;        ///< non-blocking: most time in the call that starts it; NaN otherwise
    std::vector<double> computed;    ///< most time that the work between took; NaN otherwise
    std::vector<double> wait;        ///< most time in the call that waits; NaN otherwise
    std::vector<int> last_rank;      ///< the rank of the job that ended last

    // By rank of the job, over the runs; NaN for those that took no part.
    std::vector<float> finish_median;  ///< from the agreed start to its end
    std::vector<float> finish_min;
    std::vector<float> finish_max;
    std::vector<float> lateness_median;
};

/// A run of collective operations, but for its visits.
struct CollectiveRun {
    /// Ranks, seed, who, when and by what. message_lengths are those planned; modes' fields are empty.
    RunDescription description;
    CollectiveStart start = CollectiveStart::slots;
    CollectiveTiming timing = CollectiveTiming::global;
    std::string clock;       ///< "monotonic", "mpi" or "tsc"
    std::string clock_sync;  ///< "tree", "linear" or "ring"
    int runs_per_visit = 16;
    double precision = 0.05;              ///< of the interval that ends the visits of a cell, as a ratio
    std::vector<std::string> operations;  ///< "bcast"
    std::vector<std::string> mock_ups;    ///< "gather+bcast"
    std::vector<std::string> algorithms;  ///< "bcast/6/binomial": operation, number, name
};

inline constexpr std::array all_collective_starts{CollectiveStart::slots, CollectiveStart::barrier,
                                                  CollectiveStart::none};
inline constexpr std::array all_collective_timings{CollectiveTiming::global, CollectiveTiming::longest,
                                                   CollectiveTiming::root};
/// In the order of their numbers in files.
inline constexpr std::array all_visit_purposes{
    VisitPurpose::sweep,       VisitPurpose::start_error,     VisitPurpose::candidate, VisitPurpose::verdict,
    VisitPurpose::host_search, VisitPurpose::without_suspect, VisitPurpose::overlap,   VisitPurpose::groups,
};

/// The word that stands for the value on the command line and in files.
[[nodiscard]] std::string_view name_of(CollectiveStart start) noexcept;
[[nodiscard]] std::string_view name_of(CollectiveTiming timing) noexcept;
[[nodiscard]] std::string_view name_of(VisitPurpose purpose) noexcept;

/// The inverse; nothing for a word that is none of its names.
[[nodiscard]] std::optional<CollectiveStart> collective_start_named(std::string_view word) noexcept;
[[nodiscard]] std::optional<CollectiveTiming> collective_timing_named(std::string_view word) noexcept;

/// Which value of a run's runs its timing method counts.
[[nodiscard]] const std::vector<double>& counted_times(const CollectiveVisit& visit,
                                                       CollectiveTiming timing) noexcept;

/// Whether times of both are of one set of ranks: the same hosts, with as many ranks on each, in whichever
/// order.
[[nodiscard]] bool have_the_same_hosts(const CollectiveRun& one, const CollectiveRun& other);

}  // namespace fabricmap
