// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/open_run.hpp"
#include "rules/collectives/better_algorithms.hpp"
#include "rules/program/commands.hpp"
#include "rules/reports/report.hpp"
#include "tracing/formats/open_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fabricmap::rules {
namespace {

void write_report(const std::filesystem::path& path, const std::string& text) {
    if (path == standard_output) return print_out(text);
    OutputFile file(path);
    file.write(text);
    file.commit();
}

void check_output(const CheckOptions& options) {
    if (options.json && options.json == options.html) {
        throw UsageError(
            fmt::format("--html {}: --json has this name, too; choose another", options.html->string()));
    }
    for (const auto& output : {options.json, options.html}) {
        if (!output || *output == standard_output) continue;
        if (options.traces.judged) require_another(*output, *options.traces.judged);
        for (const ComparedTraceOption& trace : options.traces.compared) require_another(*output, trace.path);
        for (const MapOption& map : options.maps) {
            for (const std::filesystem::path& file : files_of_run(map.run)) require_another(*output, file);
        }
        require_free(*output, options.overwrite);
    }
}

tracing::Operations open_trace_of(const CheckOptions& options) {
    if (!options.traces.judged) return {};
    tracing::Operations operations = tracing::open_trace(*options.traces.judged);
    if (!options.is_quiet) remark(tracing::describe_report(operations.report));
    return operations;
}

std::optional<MeasuredCollectives> open_collectives(const CheckOptions& options) {
    if (!options.collectives) return std::nullopt;
    if (!options.traces.judged)
        throw UsageError("--collectives: give the trace whose operations are compared: --trace TRACE");
    MeasuredCollectives measured{*options.collectives, {}};
    for (const std::string& name : split(*options.collectives, ',')) {
        const auto path = find_collectives(name);
        if (!path) {
            throw FileError(
                fmt::format("{}: no run of collective operations; collective_test measures one", name));
        }
        const CollectiveFile file(*path);
        measured.jobs.push_back({file.run(), file.visits()});
        if (!have_the_same_hosts(measured.jobs.back().run, measured.jobs.front().run)) {
            throw UsageError(fmt::format(
                "--collectives: {}: it was measured on other hosts or with other ranks than the first: give "
                "runs of the same hosts",
                name));
        }
        const MessageMemory memory = memory_of(measured.jobs.back().run.description);
        const MessageMemory first = memory_of(measured.jobs.front().run.description);
        if (memory != first) {
            throw UsageError(
                fmt::format("--collectives {}: its buffers lay {}, those of the first run {}; give runs "
                            "of one memory",
                            name, memory_text(memory), memory_text(first)));
        }
    }
    return measured;
}

ExitCode code_of(const Report& report) {
    const bool is_refused = std::any_of(report.rules.begin(), report.rules.end(),
                                        [](const RuleReport& rule) { return rule.is_refused; });
    switch (report.verdict()) {
        case RulesVerdict::problems:
            return ExitCode::faults_found;
        case RulesVerdict::undecided:
            return ExitCode::undecided;
        case RulesVerdict::fine:
            break;
    }
    return is_refused ? ExitCode::failure : ExitCode::success;
}

}  // namespace

ExitCode check(const CheckOptions& options) {
    check_output(options);
    const std::vector<Rule> rules = chosen_rules(options.choice);
    const std::optional<MeasuredCollectives> measured = open_collectives(options);
    tracing::Operations operations = open_trace_of(options);
    const tracing::Trace& trace = operations.trace;
    const RuleChoice& choice = options.choice;
    CheckSettings settings;
    settings.fail_above = options.fail_above;
    settings.has_all_rules = choice.files.empty() && choice.only.empty() && choice.skip.empty();
    settings.evaluation.counts_pairs = options.counts_pairs;
    if (options.is_forced) {
        settings.evaluation.max_tests = std::numeric_limits<std::uint64_t>::max();
        settings.evaluation.takes_any_severity = true;
    }
    Report report = check_rules(rules,
                                {trace, options.traces.judged.value_or(""), open_maps(options.maps),
                                 open_compared_traces(options.traces), std::move(operations.incomplete_ranks),
                                 std::move(operations.unseen_partners), operations.exit_code},
                                settings);
    if (measured) {
        report.measured_collectives = measured->label;
        report.collectives = compare_collectives(trace, *measured);
    }
    for (const ComparedTraceOption& compared : options.traces.compared)
        report.compared_traces.emplace(compared.name, compared.path);
    if (options.json) write_report(*options.json, json_report(report));
    if (options.html) write_report(*options.html, html_report(report, trace));
    if (options.json != standard_output && options.html != standard_output) {
        print_out(options.is_quiet ? result_line(report) : terminal_report(report, options.max_problems));
    }
    return code_of(report);
}

}  // namespace fabricmap::rules
