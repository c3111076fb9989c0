// SPDX-License-Identifier: Apache-2.0
#include "site/tune/tune.hpp"

#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "site/check/diagnosing.hpp"
#include "site/launch/child.hpp"
#include "site/launch/launcher.hpp"
#include "site/tune/tune_text.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

/// Beyond what it measures: its start, its end, and a slow disk. Only what hangs takes so long.
constexpr std::chrono::seconds beyond_a_job{600};
constexpr std::chrono::seconds min_per_job{2};
/// Before the rules, and with them.
constexpr int jobs_of_trial = 2;

std::string with_ending(const fs::path& prefix, std::string_view ending) {
    return prefix.string() + std::string(ending);
}

/// Starts collective_test, each time under another name.
class TuneJobs {
  public:
    explicit TuneJobs(const TuneOptions& options)
        : options_(options),
          launcher_(options.launcher, options.hosts),
          per_job_(options.time / (options.jobs + jobs_of_trial)) {
        if (per_job_ < min_per_job) {
            throw UsageError(fmt::format("--time {}s: too short for {}; give {}s or more",
                                         options.time.count(), counted(options.jobs + jobs_of_trial, "job"),
                                         (min_per_job * (options.jobs + jobs_of_trial)).count()));
        }
    }

    /// Returns the prefix of its run.
    [[nodiscard]] std::string measure(const std::string& name, bool compares) const {
        std::string run = with_ending(options_.prefix, "_" + name);
        const std::vector<std::string> words = launcher_.command(program_words(run, compares), {});
        remark(fmt::format("fabricmap: {}\n", name));
        const int code = Child(words, Child::Output::to_stderr).wait(per_job_ + beyond_a_job);
        if (code == static_cast<int>(ExitCode::usage) || code == static_cast<int>(ExitCode::file))
            throw Error(static_cast<ExitCode>(code),
                        fmt::format("{} was not measured: the message above says why", run));
        if (code != 0)
            throw RunError(
                fmt::format("{}: the job ended with code {}: the messages above say why", run, code));
        if (fs::exists(run + "_collectives.nc")) return run;
        throw FileError(
            fmt::format("{}: the job ended well and its file is not here; the first of its hosts must share "
                        "this folder with this one",
                        run));
    }

  private:
    [[nodiscard]] std::vector<std::string> program_words(const std::string& run, bool compares) const {
        std::vector<std::string> words{sibling_program("collective_test").string(),
                                       "-t",
                                       options_.operations,
                                       "-f",
                                       run,
                                       "--max-time",
                                       fmt::format("{}s", per_job_.count()),
                                       "--quiet"};
        if (compares) words.insert(words.end(), {"--algorithms", "all"});
        if (!options_.ranks.empty()) words.insert(words.end(), {"--ranks", options_.ranks});
        if (!options_.lengths.empty()) words.insert(words.end(), {"--lengths", options_.lengths});
        return words;
    }

    const TuneOptions& options_;
    Launcher launcher_;
    std::chrono::seconds per_job_;
};

/// What network_diagnose says of these runs; its JSON stays.
Json collectives_of(const std::vector<std::string>& runs, const std::string& json,
                    const fs::path& rules = {}) {
    DiagnosisRequest request{runs, {}, json};
    request.tuning_rules = rules;
    return diagnosis_of(request).at("collectives");
}

/// From now on Open MPI starts jobs with them.
void use_rules(const fs::path& rules) {
    setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 1);
    setenv("OMPI_MCA_coll_tuned_dynamic_rules_filename", rules.c_str(), 1);
}

/// Of all that is written.
void require_new_names(const TuneOptions& options) {
    std::vector<std::string> endings{
        ".rules", ".json", "_before_collectives.nc", "_after_collectives.nc", "_before.json", "_after.json"};
    for (int job = 1; job <= options.jobs; ++job)
        endings.push_back(fmt::format("_job{}_collectives.nc", job));
    for (const std::string& ending : endings) {
        const std::string path = with_ending(options.prefix, ending);
        if (fs::exists(path))
            throw FileError(fmt::format("{}: already exists; choose another name (-f), or remove it", path));
    }
}

}  // namespace

ExitCode tune(const TuneOptions& options) {
    const fs::path rules = with_ending(options.prefix, ".rules");
    const TuneJobs jobs(options);
    require_new_names(options);
    catch_signals_for_children();
    remark(fmt::format("fabricmap: {} of {} with all algorithms, then one before and one after; at most {}\n",
                       counted(options.jobs, "job"), options.operations,
                       format_duration(static_cast<double>(options.time.count()))));
    std::vector<std::string> runs;
    for (int job = 1; job <= options.jobs; ++job)
        runs.push_back(jobs.measure(fmt::format("job{}", job), true));
    const Json compared = collectives_of(runs, with_ending(options.prefix, ".json"), rules);
    print_out(winners_text(compared));
    if (!has_winner(compared)) {
        fs::remove(rules);
        if (!can_be_judged(compared)) {
            print_out("\nNothing can be judged: no setting follows from this.\n");
            return ExitCode::undecided;
        }
        print_out('\n' + no_winner_text(compared));
        return ExitCode::success;
    }
    print_out('\n' + settings_text(rules) + '\n');
    const std::string before = jobs.measure("before", false);
    use_rules(rules);
    const std::string after = jobs.measure("after", false);
    print_out(trial_text(compared, collectives_of({before}, before + ".json"),
                         collectives_of({after}, after + ".json")));
    return ExitCode::success;
}

}  // namespace fabricmap::site
