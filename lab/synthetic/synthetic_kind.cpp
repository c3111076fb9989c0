// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "base/shell_words.hpp"
#include "command_line/command.hpp"
#include "command_line/interruption.hpp"
#include "command_line/program.hpp"
#include "command_line/sweep_options.hpp"
#include "lab/kinds/kind.hpp"
#include "lab/synthetic/run_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::lab {
namespace {

std::vector<Statistic> read_statistics(const std::string& list) {
    if (list.empty()) return {all_statistics.begin(), all_statistics.end()};
    std::vector<Statistic> statistics;
    for (const std::string& word : split(list, ',')) {
        const auto statistic = statistic_named(word);
        if (!statistic) {
            throw UsageError(
                fmt::format("--statistics {}: '{}' is not a statistic; give one or more of "
                            "min,average,median,max,deviation,count",
                            list, word));
        }
        if (std::find(statistics.begin(), statistics.end(), *statistic) == statistics.end()) {
            statistics.push_back(*statistic);
        }
    }
    return statistics;
}

/// Puts what was asked for in place of the scenario's own sweep.
void apply(const SweepOptions& options, Scenario& scenario) {
    SweepDefaults& sweep = scenario.sweep;
    if (options.gives_mode()) {
        sweep.mode = options.mode();
        sweep.timing.reset();
    }
    if (options.gives_timing()) sweep.timing = options.timing_of(sweep.mode);
    if (options.gives_lengths()) sweep.lengths = options.lengths();
    if (options.gives_repeats()) sweep.repeats = options.repeats();
    sweep.seed = options.seed().value_or(sweep.seed);
}

/// What network_test takes besides, which changes nothing of what a model writes.
constexpr std::array ignored_options{"--output",         "--precision",       "--warm-up",
                                     "--rma-sync",       "-l,--noise-length", "-m,--noise-messages",
                                     "-p,--noise-procs", "--schedule",        "--active-per-node",
                                     "--sample-pairs",   "--max-time",        "--confirm",
                                     "--exclude-hosts",  "--pair-timeout",    "--start-timeout",
                                     "--max-memory",     "--window",          "--memory",
                                     "--topology",       "--flows",           "--sysfs"};
constexpr std::array ignored_flags{"--fixed", "--ordered", "--shuffle-lengths", "--check",
                                   "--fill",  "--no-sync", "--together"};

/// Takes them, so that others are refused.
class IgnoredOptions {
  public:
    explicit IgnoredOptions(Command& app) {
        for (std::size_t number = 0; number < ignored_options.size(); ++number)
            app.add_option(ignored_options.at(number), values_.at(number));
        for (std::size_t number = 0; number < ignored_flags.size(); ++number)
            app.add_flag(ignored_flags.at(number), flags_.at(number));
    }

    /// Those that were given, with their values.
    [[nodiscard]] std::vector<std::string> given() const {
        std::vector<std::string> words;
        for (std::size_t number = 0; number < values_.size(); ++number) {
            if (values_.at(number))
                words.push_back(fmt::format("{} {}", ignored_options.at(number), *values_.at(number)));
        }
        for (std::size_t number = 0; number < flags_.size(); ++number) {
            if (flags_.at(number)) words.emplace_back(ignored_flags.at(number));
        }
        return words;
    }

  private:
    std::array<std::optional<std::string>, ignored_options.size()> values_;
    std::array<bool, ignored_flags.size()> flags_{};
};

/// What is there can be replaced, and not continued.
void refuse_existing(const RunFiles& files) {
    std::error_code error;
    for (const Statistic statistic : files.statistics) {
        const std::filesystem::path path = statistic_path(files.prefix, statistic);
        if (!std::filesystem::exists(std::filesystem::symlink_status(path, error))) continue;
        throw FileError(fmt::format(
            "{}: already exists; choose another prefix, or replace it with --overwrite", path.string()));
    }
}

}  // namespace

std::vector<std::string_view> not_in_synthetic(const Scenario& scenario) {
    std::vector<std::string_view> passed_over;
    if (scenario.jitter_s > 0) passed_over.emplace_back("jitter");
    if (scenario.collectives.is_given()) passed_over.emplace_back("collectives");
    return passed_over;
}

std::optional<std::string> synthetic_unsupported_reason(const Tester& tester) {
    if (tester.measures_pairs) return std::nullopt;
    return fmt::format("a model writes only what network_test would; {} needs --kind simulated or virtual",
                       tester.name);
}

ExitCode run_synthetic(const Order& order) {
    Command app("", "network_lab");
    SweepOptions sweep;
    sweep.declare(app, SweepOptions::no_defaults());
    bool overwrite = false;
    std::string statistics;
    app.add_flag("--overwrite", overwrite);
    app.add_option("--statistics", statistics);
    for (const char* const refused : {"--dry-run", "--resume"}) {
        app.add_flag(refused, [refused] {
            throw UsageError(fmt::format("{}: not for synthetic runs; remove it", refused));
        });
    }
    const IgnoredOptions others(app);
    app.remove_help();
    (void)app.parse(order.tester_options);
    const std::vector<std::string> ignored = others.given();
    if (!ignored.empty() && !order.quiet) {
        remark(fmt::format("network_lab: ignored by the synthetic kind: {}\n", joined_by(ignored, " ")));
    }
    Scenario scenario = order.scenario;
    apply(sweep, scenario);
    if (const auto reason = synthetic_unsupported_scenario(scenario)) throw UsageError(*reason);
    RunFiles files;
    files.prefix = order.prefix;
    files.statistics = read_statistics(statistics);
    if (overwrite) files.existing = RunWriter::Existing::overwrite;
    files.command_line =
        shell_command(fmt::format("network_lab run {} --kind synthetic --", shell_word(order.source)),
                      order.tester_options);
    if (!overwrite) refuse_existing(files);
    catch_interruption();
    const SyntheticRun synthetic(std::move(scenario));
    Progress progress(!order.quiet);
    write_run(synthetic, files, progress);
    if (!order.quiet) remark(summary_of(synthetic, files));
    return ExitCode::success;
}

}  // namespace fabricmap::lab
