// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/program/commands.hpp"

#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "diagnosis/collectives/collective_diagnosis.hpp"
#include "diagnosis/drawing/exported_picture.hpp"
#include "diagnosis/model/node_hosts.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/topology/drawings.hpp"
#include "diagnosis/topology/node_names.hpp"
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "picture/output/picture_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t default_max_drained = 3;

std::vector<Run> open_all(const std::vector<std::string>& names, NodeHosts& hosts) {
    std::vector<Run> runs;
    runs.reserve(names.size());
    for (const std::string& name : names) runs.push_back(hosts.named_in(open_run(name)));
    return runs;
}

/// One table of --names and of --kinds, where hosts call themselves otherwise in that.
NodeNames node_names_of(const Options& options) {
    NodeNames names;
    if (options.names) names = NodeNames::of_file(*options.names);
    if (options.kinds) names.add(NodeNames::of_slurm_conf(*options.kinds));
    return names;
}

/// The files of collective operations where all of the names are such; none where none is.
std::vector<CollectiveInput> open_collectives(const std::vector<std::string>& names, NodeHosts& hosts) {
    std::vector<CollectiveInput> inputs;
    for (const std::string& name : names) {
        const auto path = find_collectives(name);
        const bool has_delays = path && *path != name && fs::exists(statistic_path(name, Statistic::median));
        if (!path || has_delays) continue;
        const CollectiveFile file(*path);
        inputs.push_back({path->string(), file.run(), file.visits()});
        hosts.name(inputs.back().run.description, inputs.back().label);
        if (inputs.back().visits.empty()) {
            throw FileError(
                fmt::format("{}: the run has no measurement yet: continue it with collective_test --resume",
                            path->string()));
        }
    }
    if (!inputs.empty() && inputs.size() != names.size()) {
        throw UsageError(
            "runs of network_test and of collective_test are judged apart: give one kind at a time");
    }
    return inputs;
}

void refuse_options_of_delays(const Options& options) {
    const auto refuse = [](bool is_given, std::string_view option) {
        if (is_given) {
            throw UsageError(
                fmt::format("{}: only for runs of network_test; remove it for those of "
                            "collective_test",
                            option));
        }
    };
    refuse(options.only.has_value(), "--only");
    refuse(options.kinds.has_value(), "--kinds");
    refuse(options.topology.has_value(), "--topology");
    refuse(options.suspects.has_value(), "--suspects");
    refuse(options.topology_out.has_value(), "--topology-out");
    refuse(options.picture.has_value(), "--picture");
}

/// A report replaces earlier reports, and nothing that was measured.
void require_no_measurement(const fs::path& output) {
    std::error_code error;
    if (!fs::exists(output, error)) return;
    const auto holds_run = [](const fs::path& run) {
        try {
            if (!find_collectives(run)) static_cast<void>(open_run(run));
            return true;
        } catch (const FileError&) {
            return false;
        }
    };
    // A file that several runs were printed into is none before one of them is named.
    if (!holds_run(output) && !holds_run(fmt::format("{}:1", output.string()))) return;
    throw UsageError(fmt::format("{}: this file is a measurement; choose another name", output.string()));
}

/// A report replaces earlier ones of its kind, and no other file.
void require_earlier_report(const fs::path& output, const Options& options) {
    std::vector<std::pair<const std::optional<fs::path>*, std::string_view>> kinds{
        {&options.json, "{"},
        {&options.html, "<!DOCTYPE html>"},
        {&options.prometheus, "# HELP "},
        {&options.suspects, "# run "}};
    for (const picture::PictureFormat& format : picture::picture_formats) {
        if (options.picture && options.picture->extension() == format.suffix)
            kinds.emplace_back(&options.picture, format.beginning);
    }
    std::array<char, 16> bytes{};
    std::ifstream file(output, std::ios::binary);
    file.read(bytes.data(), std::ssize(bytes));
    const std::string_view beginning(bytes.data(), static_cast<std::size_t>(file.gcount()));
    for (const auto& [option, own] : kinds) {
        if (*option == output && !beginning.empty() && !beginning.starts_with(own)) {
            throw FileError(
                fmt::format("{}: already exists and is no earlier report of this kind; choose another name",
                            output.string()));
        }
    }
}

/// A report that goes there takes the place of the one for the terminal.
bool is_stdout(const fs::path& path) {
    return path == standard_output;
}

/// Before anything is read: a name that cannot be written costs no time then.
void require_outputs_free(const Options& options) {
    std::set<fs::path> outputs;
    for (const auto& output : {options.json, options.html, options.picture, options.prometheus,
                               options.suspects, options.topology_out, options.tuning_rules}) {
        if (!output) continue;
        if (!is_stdout(*output)) require_free(*output, true);
        if (!outputs.insert(fs::weakly_canonical(*output)).second) {
            throw UsageError(
                is_stdout(*output)
                    ? "-: only one report can go to stdout; write the others to files"
                    : fmt::format("{}: two reports have this name; choose another for one of them",
                                  output->string()));
        }
        if (is_stdout(*output)) {
            if (options.slurm_drain) {
                throw UsageError(
                    "--slurm-drain: its commands and a report cannot both go to stdout; write the report to "
                    "a file");
            }
            continue;
        }
        for (const auto* const names : {&options.runs, &options.baseline}) {
            for (const std::string& name : *names) require_another(*output, name);
        }
        for (const auto& input : {options.topology, options.kinds, options.names}) {
            if (input) require_another(*output, *input);
        }
        require_no_measurement(*output);
        require_earlier_report(*output, options);
    }
}

void write_file(const std::optional<fs::path>& path, std::string (*report)(const Diagnosis&),
                const Diagnosis& diagnosis) {
    if (!path) return;
    if (is_stdout(*path)) return print_out(report(diagnosis));
    OutputFile file(*path);
    file.write(report(diagnosis));
    file.commit();
}

Pictured what_is_pictured(const Options& options) {
    if (options.pictured.empty() || options.pictured == "matrix") return Pictured::matrix;
    return options.pictured == "machine" ? Pictured::machine : Pictured::part;
}

void write_picture(const Options& options, const Diagnosis& diagnosis) {
    if (!options.picture) return;
    const picture::Drawing drawing =
        exported_picture(diagnosis, {what_is_pictured(options), options.length_bytes, options.preset});
    OutputFile file(*options.picture);
    file.write(picture::find_picture_format(options.picture->extension().string())->bytes_of(drawing));
    file.commit();
}

std::vector<int> faulty_hosts(const Diagnosis& diagnosis) {
    std::vector<int> faulty;
    for (std::size_t host = 0; host < diagnosis.hosts.size(); ++host) {
        const bool is_faulty =
            std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(), [&](const Finding& finding) {
                return lies_in_host(finding) && hosts_of(finding.part).front() == diagnosis.hosts[host];
            });
        if (is_faulty) faulty.push_back(static_cast<int>(host));
    }
    return faulty;
}

std::string dot_file(const Diagnosis& diagnosis) {
    return dot_of(*diagnosis.topology, diagnosis.hosts, faulty_hosts(diagnosis));
}

std::string slurm_file(const Diagnosis& diagnosis) {
    return slurm_topology_of(*diagnosis.topology, diagnosis.hosts, diagnosis.known_nodes);
}

std::string suspects_file(const Diagnosis& diagnosis) {
    return confirm_list_text(
        {diagnosis.runs.front().description.run_id, diagnosis.unconfirmed, diagnosis.samples_to_count});
}

std::string result_line(const std::string& report) {
    const std::size_t begin = report.rfind('\n', report.size() - 2);
    return report.substr(begin == std::string::npos ? 0 : begin + 1);
}

void print_report(const Options& options, const Diagnosis& diagnosis) {
    const std::array files{options.json, options.html, options.prometheus, options.suspects,
                           options.tuning_rules};
    const bool is_taken =
        std::any_of(files.begin(), files.end(), [](const auto& file) { return file && is_stdout(*file); });
    if (is_taken) return;
    if (options.slurm_drain)
        return print_out(slurm_drain_lines(diagnosis, options.max_drained.value_or(default_max_drained)));
    const std::string report = terminal_report(diagnosis, options.verbose ? Detail::full : Detail::brief);
    print_out(options.quiet ? result_line(report) : report);
}

Diagnosis judge_collectives(const Options& options, std::vector<CollectiveInput> runs, NodeHosts& hosts) {
    refuse_options_of_delays(options);
    CollectiveRequest request;
    request.runs = std::move(runs);
    request.baseline = open_collectives(options.baseline, hosts);
    if (request.baseline.empty() && !options.baseline.empty())
        throw UsageError("--baseline: give runs of collective_test, as those that are compared with them");
    request.min_effect = options.min_effect;
    request.min_time_s = options.min_time_s;
    request.terms.confidence = options.confidence.value_or(default_confidence);
    request.terms.trimmed = options.trimmed.value_or(default_trimmed);
    return diagnose_collectives(std::move(request));
}

Diagnosis judge_delays(const Options& options, NodeHosts& hosts) {
    if (options.confidence || options.trimmed || options.tuning_rules) {
        throw UsageError(
            "--confidence, --trim and --tuning-rules: only for runs of collective_test; remove them for "
            "those of "
            "network_test");
    }
    Request request;
    if (options.topology) request.declared = read_slurm_topology(*options.topology);
    if (options.kinds) request.kinds = read_declared_kinds(*options.kinds);
    request.runs = open_all(options.runs, hosts);
    request.baseline = open_all(options.baseline, hosts);
    request.only = options.only;
    request.min_effect = options.min_effect;
    request.min_time_s = options.min_time_s;
    request.uplinks = options.uplinks;
    request.for_pictures = options.html || options.picture;
    request.drawn_length = options.length_bytes;
    if (what_is_pictured(options) == Pictured::part) request.drawn_part = options.pictured;
    Progress progress(!options.quiet);
    Diagnosis diagnosis = diagnose(request, progress);
    progress.end();
    return diagnosis;
}

ExitCode code_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::faults:
            return ExitCode::faults_found;
        case Verdict::undecided:
            return ExitCode::undecided;
        case Verdict::healthy:
        case Verdict::not_sought:
            break;
    }
    return ExitCode::success;
}

}  // namespace

ExitCode carry_out(const Options& options) {
    require_outputs_free(options);
    const NodeNames names = node_names_of(options);
    NodeHosts hosts(names);
    std::vector<CollectiveInput> collectives = open_collectives(options.runs, hosts);
    Diagnosis diagnosis = collectives.empty() ? judge_delays(options, hosts)
                                              : judge_collectives(options, std::move(collectives), hosts);
    diagnosis.known_nodes = hosts.nodes();
    if (const auto unknown = hosts.unknown_text(); unknown && !options.quiet)
        remark(fmt::format("network_diagnose: {}\n", *unknown));
    write_file(options.json, json_report, diagnosis);
    write_file(options.html, html_report, diagnosis);
    write_picture(options, diagnosis);
    write_file(options.prometheus, prometheus_report, diagnosis);
    write_file(options.suspects, suspects_file, diagnosis);
    write_file(options.tuning_rules, tuned_rules_report, diagnosis);
    if (options.topology_out) {
        if (!diagnosis.topology) {
            throw FileError(
                fmt::format("{}: it shows no topology: it holds no complete length yet, or too few pairs",
                            options.runs.front()));
        }
        write_file(options.topology_out, options.topology_out->extension() == ".dot" ? dot_file : slurm_file,
                   diagnosis);
    }
    print_report(options, diagnosis);
    return code_of(verdict_of(diagnosis));
}

}  // namespace fabricmap::diagnosis
