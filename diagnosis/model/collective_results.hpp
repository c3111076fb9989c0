// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/collectives/cell_summary.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// A call that takes longer than others which do the same (or than itself with other lengths): a matter of
/// tuning, no fault of the machine.
struct GuidelineViolation {
    std::string operation;
    std::string algorithm;    ///< forced; empty: as the library chooses
    std::string alternative;  ///< "gather+bcast", or what the length is compared with: "the same of 8K"
    bool from_sweep = false;
    int ranks = 0;
    std::vector<std::int64_t> lengths_bytes{};  ///< at which it is violated, ascending
    std::vector<double> factors{};              ///< one a length: how many times longer
    double worst_factor = 1;
};

/// A pair of call and mock-up that was checked.
struct GuidelineCheck {
    std::string operation;
    std::string mock_up;
    int ranks = 0;
    std::int64_t length_bytes = 0;
    double ratio = 1;           ///< median of the latest visits: above 1 the mock-up is faster
    bool is_candidate = false;  ///< its first six visits were above 1.05
    bool is_violated = false;   ///< so was the third smallest of twelve fresh ones
};

/// Which algorithm is the fastest where several were measured.
struct AlgorithmChoice {
    std::string operation;
    int ranks = 0;
    int root = no_index;
    std::int64_t length_bytes = 0;
    std::string best;  ///< "6/binomial"
    double best_s = 0;
    std::vector<std::string> as_fast{};  ///< others that are not surely slower
    double default_s = 0;                ///< as the library chooses; NaN where that is not known
    bool default_is_hidden = false;      ///< that was measured, but cannot be judged
    std::size_t jobs = 1;                ///< in which both were measured
    bool is_bad = false;        ///< the library's choice is slower beyond doubt and by 5 %, over jobs
    bool is_candidate = false;  ///< it is in these jobs, be they enough or not
    double factor = 1;          ///< default_s / best_s
    double max_ratio = 1;       ///< that is at most so much, by the intervals; NaN: not known
    std::string setting{};      ///< for mpirun: what forces the best
};

/// How much of the communication was hidden behind work.
struct OverlapResult {
    std::string operation;
    int ranks = 0;
    std::int64_t length_bytes = 0;
    double pure_s = 0;                ///< without work
    std::vector<double> compute_s{};  ///< one a step, ascending, above 0
    std::vector<double> total_s{};
    std::vector<double> overlap{};  ///< from 0 to 1
    double init_fraction = 0;       ///< of the pure time that the starting call takes
    double at_equal_work = 0;       ///< overlap where the work is as long as the communication
};

/// Equal groups of ranks that made a call at once, each on a communicator of its own.
struct GroupsAtOnce {
    std::string operation;
    std::string algorithm;  ///< forced; empty: as the library chooses
    int ranks = 0;          ///< of a group
    std::int64_t length_bytes = 0;
    std::vector<int> first_ranks{};      ///< of each group
    std::vector<ValueInterval> times{};  ///< of each group
    std::size_t worst = 0;               ///< which of them takes longest
    double spread = 1;                   ///< how many times the time of the quickest
};

/// What calls take with their buffers in another memory than those of the judged runs.
struct CollectivesInMemory {
    MessageMemory memory;
    CollectiveRun run;               ///< the first of them
    std::vector<CellSummary> cells;  ///< of its sweep, over all of them
};

/// When each rank was through, by length: lengths × ranks, seconds from the start; NaN where it took no part.
struct RankProfile {
    std::string title;  ///< "allreduce on 16 ranks"
    std::vector<std::int64_t> lengths_bytes;
    Matrix finish_s;
};

/// What a run of collective operations says beside findings: times, and matters of tuning.
struct CollectiveResults {
    CollectiveRun run;  ///< the first
    std::vector<std::string> baseline_labels;
    std::size_t jobs = 1;  ///< whose runs the cells are of
    SummaryTerms terms{};
    std::vector<CellSummary> cells;        ///< of the sweep
    std::vector<CellSummary> start_error;  ///< what waits of known length read
    std::vector<GuidelineCheck> checks;
    std::vector<GuidelineViolation> violations;
    std::vector<AlgorithmChoice> algorithms;
    std::vector<OverlapResult> overlaps;
    std::vector<GroupsAtOnce> groups;
    std::vector<CollectivesInMemory> other_memories;
    std::vector<RankProfile> profiles;     ///< of the calls as the library makes them, on all ranks
    std::vector<std::string> remarks;      ///< whole sentences: what to be careful about
    bool hosts_are_distinguished = false;  ///< false: where one is late all are, and none was sought

    [[nodiscard]] std::int64_t bad_choices() const;
    /// Of the cells, whose value is more the error of starting together than the operation's time.
    [[nodiscard]] double start_error_fraction() const;
};

}  // namespace fabricmap::diagnosis
