// SPDX-License-Identifier: Apache-2.0
#include "site/tune/tune.hpp"

#include "base/installed.hpp"
#include "base/output_folder.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "site/check/diagnosing.hpp"
#include "site/launch/child.hpp"
#include "site/launch/launcher.hpp"
#include "site/tune/tune_text.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

/// Beyond what it measures: its start, its end, and a slow disk. Only what hangs takes so long.
constexpr std::chrono::seconds beyond_a_job{600};
constexpr std::chrono::seconds min_per_job{2};
/// Before the rules, with them, with them, and before: what the machine's state changes in between is not
/// taken for theirs.
constexpr std::array trial_names{"before1", "after1", "after2", "before2"};
constexpr int jobs_of_trial = trial_names.size();

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
        launcher_.require_installed();
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
    DiagnosisRequest request{{}, runs, {}, json};
    request.tuning_rules = rules;
    return diagnosis_of(request).at("collectives");
}

/// While this lives Open MPI starts jobs with them.
class RulesInUse {
  public:
    explicit RulesInUse(const fs::path& rules)
        : before_{set("OMPI_MCA_coll_tuned_use_dynamic_rules", "1"),
                  set("OMPI_MCA_coll_tuned_dynamic_rules_filename", rules.c_str())} {}
    RulesInUse(const RulesInUse&) = delete;
    RulesInUse& operator=(const RulesInUse&) = delete;
    ~RulesInUse() {
        for (const auto& [name, value] : before_) {
            if (value) {
                setenv(name, value->c_str(), 1);
            } else {
                unsetenv(name);
            }
        }
    }

  private:
    using Setting = std::pair<const char*, std::optional<std::string>>;  ///< as it was

    static Setting set(const char* name, const char* value) {
        const char* const before = std::getenv(name);
        Setting setting{name, before == nullptr ? std::nullopt : std::optional<std::string>(before)};
        setenv(name, value, 1);
        return setting;
    }

    std::array<Setting, 2> before_;
};

/// Two pairs of jobs without the rules and with them.
Trial trial_of(const TuneJobs& jobs, const fs::path& rules) {
    std::array<Json, trial_names.size()> measured;
    for (std::size_t job = 0; job < trial_names.size(); ++job) {
        const std::string name = trial_names.at(job);
        std::optional<RulesInUse> in_use;
        if (name.starts_with("after")) in_use.emplace(rules);
        const std::string run = jobs.measure(name, false);
        measured.at(job) = collectives_of({run}, run + ".json");
    }
    Trial trial;
    trial.pairs[0].before = std::move(measured[0]);
    trial.pairs[0].after = std::move(measured[1]);
    trial.pairs[1].after = std::move(measured[2]);
    trial.pairs[1].before = std::move(measured[3]);
    return trial;
}

/// Of all that is written.
void require_new_names(const TuneOptions& options) {
    std::vector<std::string> endings{".rules", ".json"};
    for (const char* const name : trial_names) {
        endings.push_back(fmt::format("_{}_collectives.nc", name));
        endings.push_back(fmt::format("_{}.json", name));
    }
    for (int job = 1; job <= options.jobs; ++job)
        endings.push_back(fmt::format("_job{}_collectives.nc", job));
    for (const std::string& ending : endings) {
        const std::string path = with_ending(options.prefix, ending);
        if (fs::exists(path))
            throw FileError(fmt::format("{}: already exists; choose another name (-f), or remove it", path));
    }
}

/// Where no rule follows.
ExitCode without_winner(const Json& compared, const fs::path& rules) {
    fs::remove(rules);
    if (!can_be_judged(compared)) {
        print_out("\nUndecided: nothing can be judged, and no setting follows from this.\n");
        return ExitCode::undecided;
    }
    print_out('\n' + no_winner_text(compared));
    return is_any_known(compared) ? ExitCode::success : ExitCode::undecided;
}

std::string_view why_no_rules(TrialVerdict verdict) {
    switch (verdict) {
        case TrialVerdict::undecided:
            return "Undecided: the two pairs of jobs disagree, so that the gain may be one of the machine's "
                   "state: no rules are\nwritten. Measure again, with more --jobs or on a quieter machine.\n";
        case TrialVerdict::mixed:
            return "Undecided: with the rules some of these are faster and some slower: none are written. "
                   "Tune "
                   "those that are\nfaster by themselves: operation by operation, with their --lengths.\n";
        case TrialVerdict::no_gain:
        case TrialVerdict::confirmed:
            break;
    }
    return "The rules gain nothing in jobs of their own: none are written.\n";
}

ExitCode with_trial(const Json& compared, const Trial& trial, const fs::path& rules) {
    const auto [verdict, text] = outcome_of(compared, trial);
    print_out('\n' + text);
    if (verdict == TrialVerdict::confirmed) {
        print_out('\n' + settings_text(rules));
        return ExitCode::success;
    }
    fs::remove(rules);
    print_out(fmt::format("\n{}", why_no_rules(verdict)));
    return verdict == TrialVerdict::no_gain ? ExitCode::success : ExitCode::undecided;
}

}  // namespace

ExitCode tune(const TuneOptions& options) {
    const fs::path rules = with_ending(options.prefix, ".rules");
    const TuneJobs jobs(options);
    require_folder_of(options.prefix);
    require_new_names(options);
    catch_signals_for_children();
    remark(fmt::format("fabricmap: {} of {} with all algorithms, then two before and two after; at most {}\n",
                       counted(options.jobs, "job"), options.operations,
                       format_duration(static_cast<double>(options.time.count()))));
    const auto began = std::chrono::steady_clock::now();
    std::vector<std::string> runs;
    for (int job = 1; job <= options.jobs; ++job)
        runs.push_back(jobs.measure(fmt::format("job{}", job), true));
    const std::chrono::duration<double> span = std::chrono::steady_clock::now() - began;
    const Json compared = collectives_of(runs, with_ending(options.prefix, ".json"), rules);
    print_out(winners_text(compared, span));
    if (!has_winner(compared)) return without_winner(compared, rules);
    return with_trial(compared, trial_of(jobs, rules), rules);
}

}  // namespace fabricmap::site
