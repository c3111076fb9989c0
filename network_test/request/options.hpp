// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/job_options.hpp"
#include "measuring/roster.hpp"
#include "measuring/sampling/sampling_plan.hpp"
#include "measuring/tester.hpp"
#include "netcdf_schema/run/run_description.hpp"
#include "network_test/modes/table.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// In what form a run is written (`--output`): six files, or archives that grow while it is measured.
enum class OutputKind : std::uint8_t { plain, archive };

/// What the user asked for, checked as a whole as far as that is possible without knowing the job.
struct Options {
    Mode mode = Mode::one_to_one;
    std::filesystem::path file = "network";
    OutputKind output = OutputKind::plain;
    std::vector<std::int64_t> lengths;  ///< ascending
    bool lengths_are_default = false;
    bool probe = false;  ///< the lengths are a coarse grid, to be refined where delays jump
    SamplingRule sampling;
    NoiseParameters noise;
    std::optional<Timing> timing;  ///< of the mode, where it has one
    RmaSync rma_sync = RmaSync::lock;
    StreamWindow window;                            ///< of the modes that stream
    std::optional<std::filesystem::path> topology;  ///< of the mode between leaves
    std::int64_t flows_per_host = 16;               ///< wanted at once in it
    MessageMemory memory;
    std::filesystem::path sysfs = "/sys";  ///< where the system tells its adapters
    std::optional<std::uint64_t> seed;
    bool ordered = false;
    bool shuffle_lengths = false;
    bool check = false;
    bool dry_run = false;
    bool overwrite = false;
    bool resume = false;
    bool fill = false;     ///< a resumed run gets the statistics whose files are missing
    bool no_sync = false;  ///< lengths count as complete before they are on the disk
    bool quiet = false;
    Timeouts timeouts;
    std::optional<std::int64_t> max_memory;  ///< bytes per rank
    ScheduleKind schedule = ScheduleKind::automatic;
    std::int64_t active_per_node = 1;
    bool together = false;  ///< rounds of whole hosts: all their ranks at once
    std::optional<PairSample> sample_pairs;
    std::optional<std::chrono::seconds> max_time;
    std::vector<std::string> excluded_hosts;
    bool includes_unresponsive = false;            ///< a resumed run takes hosts back that answered nobody
    std::optional<std::filesystem::path> confirm;  ///< the list of values that are to be measured alone

    /// As Rounds takes it.
    [[nodiscard]] std::int64_t active_in_rounds() const noexcept {
        return together ? Rounds::hosts_together : active_per_node;
    }
    /// Whether two ranks measure each other, and not all ranks together.
    [[nodiscard]] bool measures_pairs() const {
        return mode_entry(mode).make_pair(exchange_settings(0)) != nullptr;
    }
    [[nodiscard]] ExchangeSettings exchange_settings(std::uint64_t run_seed) const {
        return {timing.value_or(Timing::one_way), rma_sync, run_seed, window, {}};
    }
};

using CommandLine = CommandLineOf<Options>;

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] CommandLine parse_command_line(const std::vector<std::string>& arguments);

/// What was asked for and changes nothing, though it is not wrong.
[[nodiscard]] std::vector<std::string> option_notes(const Options& options);

/// Throws UsageError where a mode needs all ranks of the job and some are left out, or fewer are left than
/// are to be noisy.
void check_roster(const Options& options, const Roster& roster, int ranks);

/// Throws UsageError for what only the job's size and locations show to be wrong: a single rank, more noisy
/// ranks than there are.
void check_against_job(const Options& options, const PerRank<RankLocation>& locations);

}  // namespace fabricmap::network_test
