// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run_description.hpp"
#include "network_test/modes/table.hpp"
#include "network_test/sampling/sampling_plan.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// What the user asked for, checked as a whole as far as that is possible without knowing the job.
struct Options {
    Mode mode = Mode::one_to_one;
    std::filesystem::path file = "network";
    std::vector<std::int64_t> lengths;  ///< ascending
    SamplingRule sampling;
    NoiseParameters noise;
    std::optional<Timing> timing;  ///< of the mode, where it has one
    RmaSync rma_sync = RmaSync::lock;
    std::optional<std::uint64_t> seed;
    bool ordered = false;
    bool shuffle_lengths = false;
    bool check = false;
    bool dry_run = false;
    bool overwrite = false;
    bool resume = false;
    bool quiet = false;
    std::chrono::seconds pair_timeout{30};
    std::optional<std::int64_t> max_memory;  ///< bytes per rank
    std::string schedule = "auto";

    [[nodiscard]] ExchangeSettings exchange_settings(std::uint64_t run_seed) const {
        return {timing.value_or(Timing::one_way), rma_sync, run_seed};
    }
};

/// The options, or the text that --help or --version asks for.
struct CommandLine {
    Options options;
    std::string answer;
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] CommandLine parse_command_line(const std::vector<std::string>& arguments);

/// Whether the user sees a progress line: there is a terminal, and neither --quiet nor NO_COLOR.
[[nodiscard]] bool wants_progress(const Options& options);

/// Throws UsageError for what only the job's size and places show to be wrong: a single rank, more noisy
/// ranks than there are, clocks that cannot be compared.
void check_against_job(const Options& options, const std::vector<RankPlace>& places);

}  // namespace fabricmap::network_test
