// SPDX-License-Identifier: Apache-2.0
#include "collective_test/program/run_start.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "collective_test/operations/mock_up.hpp"
#include "measuring/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::collective_test {
namespace {

std::vector<std::string> operation_names_of(const Options& options) {
    std::vector<std::string> names;
    for (const Operation* const operation : options.operations) {
        if (!operation->only_waits) names.emplace_back(operation->name);
    }
    // They are visited unasked.
    for (const Operation& wait : waits()) names.emplace_back(wait.name);
    return names;
}

std::vector<std::string> mock_up_names_of(const Options& options) {
    std::vector<std::string> names;
    if (!options.guidelines) return names;
    for (const MockUp& mock_up : mock_ups()) {
        const bool is_chosen =
            std::any_of(options.operations.begin(), options.operations.end(),
                        [&](const Operation* operation) { return operation->name == mock_up.operation; });
        const bool is_new = std::find(names.begin(), names.end(), mock_up.name) == names.end();
        if (is_chosen && is_new) names.emplace_back(mock_up.name);
    }
    return names;
}

/// The first rank that was elsewhere; empty where there is none.
std::string difference_of_hosts(const std::vector<RankLocation>& earlier,
                                const std::vector<RankLocation>& now) {
    if (earlier.size() != now.size()) return fmt::format("{} ranks, not {}", earlier.size(), now.size());
    for (std::size_t rank = 0; rank < now.size(); ++rank) {
        if (earlier[rank].host != now[rank].host)
            return fmt::format("rank {} on {}, not on {}", rank, earlier[rank].host, now[rank].host);
    }
    return {};
}

std::string sampling_text(const Options& options) {
    std::string most =
        fmt::format("{} measurements of {} runs", options.visits,
                    options.runs ? std::to_string(*options.runs) : fmt::format("at most {}", max_runs));
    if (options.fixed) return most;
    return fmt::format("at most {}, until the median is known within {:g} %", most, options.precision * 100);
}

}  // namespace

std::vector<std::string> algorithm_names(const Options& options, const Algorithms& algorithms) {
    std::vector<std::string> names;
    for (const Operation* const operation : options.operations) {
        const std::vector<Algorithm> known = algorithms.of(*operation);
        for (const int number : options.algorithms) {
            const bool is_known = std::any_of(known.begin(), known.end(), [&](const Algorithm& algorithm) {
                return algorithm.number == number;
            });
            if (is_known || number == 0) continue;
            throw UsageError(
                fmt::format("--algorithms {}: {} has those from {} to {}; 0 is the library's choice", number,
                            operation->name, known.front().number, known.back().number));
        }
        for (const Algorithm& algorithm : known) {
            const bool is_asked_for =
                options.all_algorithms ||
                std::count(options.algorithms.begin(), options.algorithms.end(), algorithm.number) > 0;
            if (is_asked_for)
                names.push_back(fmt::format("{}/{}/{}", operation->name, algorithm.number, algorithm.name));
        }
    }
    return names;
}

void name_run(CollectiveRun& run, const Options& options, const std::vector<std::string>& algorithms) {
    run.start = options.start;
    run.timing = options.timing;
    run.clock = fabricmap::name_of(options.clock);
    run.clock_sync = fabricmap::name_of(options.clock_sync);
    run.runs_per_visit = static_cast<int>(options.runs.value_or(max_runs));
    run.precision = options.precision;
    run.operations = operation_names_of(options);
    run.mock_ups = mock_up_names_of(options);
    run.algorithms = algorithms;
}

CollectiveRun describe_new_run(const Options& options, const std::vector<RankLocation>& locations,
                               const std::vector<std::string>& arguments,
                               const std::vector<std::string>& algorithms) {
    CollectiveRun run;
    name_run(run, options, algorithms);
    RunDescription& description = run.description;
    description = describe_job("collective_test", locations, arguments, options.seed);
    description.excluded_hosts = hosts_of(options.excluded_hosts);
    description.message_lengths = options.lengths;
    if (options.adaptive)
        description.message_lengths = {options.adaptive->first_bytes, options.adaptive->last_bytes};
    description.repeats = options.visits;
    description.memory = options.memory;
    description.sampling = sampling_text(options);
    description.title = fmt::format("Collective operations of {} MPI ranks", locations.size());
    return run;
}

std::optional<CollectiveFile> find_earlier_run(const std::filesystem::path& prefix) {
    const std::filesystem::path path = collectives_path(prefix);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return std::nullopt;
    return CollectiveFile(path);
}

void check_resumable(const CollectiveRun& earlier, const CollectiveRun& now, const Options& options) {
    const auto compare = [&](std::string_view what, const std::string& before, const std::string& asked) {
        if (before == asked) return;
        throw UsageError(
            fmt::format("--resume: the run at {} has {} {}, not {}: give the same as then, or "
                        "another -f; --overwrite begins anew",
                        options.file.string(), what, before, asked));
    };
    const auto joined = [](const std::vector<std::string>& names) {
        return names.empty() ? std::string("none") : joined_by(names, ",");
    };
    const auto sizes = [](const std::vector<std::int64_t>& lengths) {
        std::vector<std::string> texts;
        texts.reserve(lengths.size());
        for (const std::int64_t length : lengths) texts.push_back(format_size(length));
        return joined_by(texts, ",");
    };
    compare("-t", joined(earlier.operations), joined(now.operations));
    compare("--lengths", sizes(earlier.description.message_lengths), sizes(now.description.message_lengths));
    compare("--memory", fabricmap::name_of(memory_of(earlier.description)),
            fabricmap::name_of(memory_of(now.description)));
    compare("--algorithms", joined(earlier.algorithms), joined(now.algorithms));
    compare("--guidelines", joined(earlier.mock_ups), joined(now.mock_ups));
    compare("--start", std::string(fabricmap::name_of(earlier.start)),
            std::string(fabricmap::name_of(now.start)));
    compare("--timing", std::string(fabricmap::name_of(earlier.timing)),
            std::string(fabricmap::name_of(now.timing)));
    compare("--clock", earlier.clock, now.clock);
    compare("--runs", fmt::format("{}", earlier.runs_per_visit), fmt::format("{}", now.runs_per_visit));
    if (options.seed) {
        compare("--seed", fmt::format("{}", earlier.description.seed.value_or(0)),
                fmt::format("{}", *options.seed));
    }
    // Where hosts are left out, ranks are matched one by one.
    if (!options.excluded_hosts.empty()) return;
    const std::string hosts = difference_of_hosts(earlier.description.ranks, now.description.ranks);
    if (hosts.empty()) return;
    throw UsageError(
        fmt::format("--resume: the run at {} has {}: start the same ranks on the same hosts (--exclude-hosts "
                    "continues without one that failed), or give another -f; --overwrite begins anew",
                    options.file.string(), hosts));
}

}  // namespace fabricmap::collective_test
