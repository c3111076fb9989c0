// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/message_lengths.hpp"
#include "collective_test/operations/operation.hpp"
#include "measuring/clock/clock.hpp"
#include "measuring/clock/clock_tree.hpp"
#include "measuring/job_options.hpp"
#include "measuring/roster.hpp"
#include "measuring/tester.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// How many ranks take part: each number from a list, powers of two below all of them, or all.
struct RankCounts {
    std::vector<int> counts;  ///< those given as numbers
    bool powers_of_two = false;
    bool all = false;
};

/// Which ranks take part where not all do: those of the lowest numbers, or hosts in turn.
enum class PickRanks : std::uint8_t { first, spread };

/// Ranks from which a rooted operation starts, or at which it ends.
struct Roots {
    bool all = false;
    std::optional<int> rank;  ///< none: the first that takes part
};

/// Whom neighbourhood collectives have for neighbours.
enum class Topology : std::uint8_t { grid, graph };
inline constexpr std::array all_topologies{Topology::grid, Topology::graph};
[[nodiscard]] std::string_view name_of(Topology topology) noexcept;

/// Runs of a visit, where nothing else is asked for.
inline constexpr std::int64_t max_runs = 16;

/// What the user asked for, checked as far as that is possible without knowing the job.
struct Options {
    std::vector<const Operation*> operations;  ///< in the table's order
    std::filesystem::path file = "network";
    std::vector<std::int64_t> lengths;     ///< ascending
    std::optional<LengthBounds> adaptive;  ///< instead of them: found by measuring
    RankCounts ranks{{}, false, true};
    PickRanks pick = PickRanks::first;
    Roots roots;
    MessageMemory memory;                  ///< of all buffers
    std::filesystem::path sysfs = "/sys";  ///< where the system tells its adapters
    std::vector<int> algorithms;           ///< numbers of the MPI library; 0, or none: as it decides
    bool all_algorithms = false;
    std::vector<ElementType> types{ElementType::float64};  ///< that reductions combine
    std::vector<Reduction> reductions{Reduction::sum};
    bool in_place = false;                             ///< beside calls with two buffers
    bool persistent = false;                           ///< beside other non-blocking calls
    std::vector<Topology> topologies{Topology::grid};  ///< of neighbours
    bool guidelines = false;
    bool find_slow = false;
    std::int64_t groups = 1;         ///< of ranks that make the call at once, beside all together
    bool overlap = false;            ///< work is done beside non-blocking operations, too
    std::int64_t compute_steps = 5;  ///< how much, from none to twice what the operation takes
    std::int64_t tests = 4;          ///< calls of MPI_Test during the work
    CollectiveStart start = CollectiveStart::slots;
    CollectiveTiming timing = CollectiveTiming::global;
    ClockKind clock = ClockKind::monotonic;
    ClockSync clock_sync = ClockSync::tree;
    double precision = 0.05;
    std::int64_t visits = 24;          ///< of a cell, at most
    bool fixed = false;                ///< exactly as many
    std::optional<std::int64_t> runs;  ///< of a visit; none: at most max_runs, fewer of long calls
    std::optional<std::chrono::seconds> max_time;
    std::optional<std::int64_t> max_memory;  ///< bytes per rank
    std::optional<std::uint64_t> seed;
    std::vector<std::string> excluded_hosts;
    Timeouts timeouts;
    bool check = false;
    bool cold = false;
    bool dry_run = false;
    bool overwrite = false;
    bool resume = false;
    bool quiet = false;

    /// Whether algorithms are to be forced, beside the library's own choice.
    [[nodiscard]] bool forces_algorithms() const noexcept { return all_algorithms || !algorithms.empty(); }
};

using CommandLine = CommandLineOf<Options>;

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] CommandLine parse_command_line(const std::vector<std::string>& arguments);

/// Throws UsageError for what only the job shows to be wrong: a single rank, more asked for than there are.
void check_against_job(const Options& options, const std::vector<RankLocation>& locations);
/// The same for what those that take part show, without excluded hosts.
void check_against_roster(const Options& options, const Roster& roster);

/// The numbers of ranks that are measured, ascending, where so many take part; those beyond are left out.
[[nodiscard]] std::vector<int> rank_counts(const RankCounts& asked, int ranks);

}  // namespace fabricmap::collective_test
