// SPDX-License-Identifier: Apache-2.0
#include "placement/program/commands.hpp"

#include "base/host_list.hpp"
#include "base/output_file.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "command_line/progress.hpp"
#include "diagnosis/model/node_hosts.hpp"
#include "diagnosis/survey/pair_classes.hpp"
#include "diagnosis/topology/node_names.hpp"
#include "netcdf_schema/open_run.hpp"
#include "placement/layouts/layout.hpp"
#include "placement/machine/faulty_hosts.hpp"
#include "placement/patterns/open_pattern.hpp"
#include "placement/patterns/read_layout.hpp"
#include "placement/patterns/standard.hpp"
#include "placement/placing/place.hpp"
#include "placement/reports/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricmap::placement {
namespace {

namespace fs = std::filesystem;

fs::path layout_path(const Options& options, const Layout& layout) {
    return fmt::format("{}.{}", options.prefix.string(), layout.suffix);
}

/// Before anything is read: a name that cannot be written costs no time then.
void require_outputs_to_be_free(const Options& options) {
    const auto check = [&](const fs::path& output) {
        for (const std::string& run : options.runs) {
            if (!is_synthetic(run)) require_another(output, run);
        }
        if (!options.messages.empty()) require_another(output, options.messages);
        if (options.valued) require_another(output, *options.valued);
        if (options.names) require_another(output, *options.names);
        require_free(output, options.overwrite);
    };
    for (const std::string& name : options.layouts) check(layout_path(options, layout_named(name)));
    for (const auto& output : {options.json, options.svg}) {
        if (output && *output != standard_output) check(*output);
    }
}

void write_whole(const fs::path& path, const std::string& text) {
    if (path == standard_output) return print_out(text);
    OutputFile file(path);
    file.write(text);
    file.commit();
}

/// The run whose delays count: messages one way, where there are such.
const Run& run_to_place_by(const std::vector<Run>& runs) {
    const auto one_way = std::find_if(runs.begin(), runs.end(), [](const Run& run) {
        return is_judged_as(run.description(), JudgedAs::one_way);
    });
    return one_way == runs.end() ? runs.front() : *one_way;
}

void require_one_memory(const Run& used, const Run& judging) {
    const MessageMemory memory = memory_of(judging.description());
    const MessageMemory memory_of_used = memory_of(used.description());
    if (memory == memory_of_used) return;
    throw UsageError(
        fmt::format("--judge {}: its messages lay {}, those of {} {}; judge by a run of the same memory",
                    judging.label(), memory_text(memory), used.label(), memory_text(memory_of_used)));
}

std::size_t planes_of(const Run& run) {
    const RunDescription& description = run.description();
    const std::size_t lengths = description.message_lengths.size();
    return lengths + std::min(lengths, diagnosis::max_planes_of_an_overview(description.rank_count()));
}

diagnosis::NodeNames node_names_of(const Options& options) {
    return options.names ? diagnosis::NodeNames::of_file(*options.names) : diagnosis::NodeNames();
}

/// Hosts that the user listed by any of their names, by their NodeName.
std::vector<std::string> as_nodes(std::vector<std::string> hosts, const diagnosis::NodeNames& names) {
    for (std::string& host : hosts) host = names.node_called(host).value_or(host);
    return hosts;
}

/// The options with such names.
Options with_nodes(Options options, const diagnosis::NodeNames& names) {
    if (names.empty()) return options;
    options.avoided = as_nodes(std::move(options.avoided), names);
    if (options.hosts) options.hosts = joined_by(as_nodes(expand_host_list(*options.hosts), names), ",");
    return options;
}

HostDelays read_delays(const Run& run, const diagnosis::NodeHosts& hosts, Progress& progress) {
    if (run.preferred() == Statistic::count)
        throw FileError(fmt::format("{}: it has counts of messages and no delays", run.label()));
    progress.begin(planes_of(run));
    HostDelays delays = host_delays_of(run, [&] { progress.step(); });
    delays.known_nodes = hosts.nodes();
    progress.end();
    return delays;
}

/// The number of ranks that a pattern without a size has.
int ranks_wanted(const Options& options, const HostDelays& delays, const std::vector<AvoidedHost>& avoided) {
    if (options.ranks) return *options.ranks;
    SlotRequest request{options.hosts, {}, options.slots};
    for (const AvoidedHost& host : avoided) request.avoided.push_back(host.host);
    return slots_of(delays, request).total();
}

void avoid(std::vector<AvoidedHost>& avoided, const std::string& host, const std::string& reason) {
    const bool is_known =
        std::any_of(avoided.begin(), avoided.end(), [&](const AvoidedHost& one) { return one.host == host; });
    if (!is_known) avoided.push_back({host, reason});
}

std::vector<AvoidedHost> avoided_hosts(const Options& options, const std::vector<Run>& runs,
                                       const HostDelays& delays, Progress& progress) {
    std::vector<AvoidedHost> avoided;
    for (const std::string& host : options.avoided) avoid(avoided, host, "--avoid");
    for (const std::string& host : delays.left_out)
        avoid(avoided, host, "not measured: --exclude-hosts of network_test");
    if (!options.avoids_faulty) return avoided;
    for (const FaultyHost& faulty : faulty_hosts_of(runs, progress))
        avoid(avoided, faulty.host, faulty.finding);
    progress.end();
    return avoided;
}

/// A file of messages knows only ranks that have any; --ranks may tell of more.
void fit_ranks(Pattern& pattern, const Options& options) {
    if (!options.ranks || *options.ranks == pattern.ranks) return;
    if (!options.messages.empty() && *options.ranks > pattern.ranks) {
        pattern.ranks = *options.ranks;
        return;
    }
    if (!options.messages.empty()) {
        throw UsageError(fmt::format("--ranks {}: {} has messages of rank {}; give {} or more",
                                     *options.ranks, pattern.name, pattern.ranks - 1, pattern.ranks));
    }
    throw UsageError(
        fmt::format("--ranks {}: {} has {} ranks; leave the option out, or give a pattern of that size",
                    *options.ranks, pattern.name, pattern.ranks));
}

/// It fits the slots before its flows are made, of which there may be many.
Pattern standard_pattern_for(const Options& options, const HostDelays& delays, const PlaceRequest& request) {
    const int ranks = ranks_wanted(options, delays, request.avoided);
    Pattern outline = outline_of_standard_pattern(options.pattern, ranks);
    fit_ranks(outline, options);
    require_slots(delays, outline, request);
    return standard_pattern(options.pattern, ranks);
}

/// Where a file has bytes alone: no longer than was measured, if there is a choice.
double length_of_messages(const Options& options, const HostDelays& delays) {
    constexpr std::int64_t usual = std::int64_t{64} << 10;
    return static_cast<double>(
        options.length.value_or(std::clamp<std::int64_t>(delays.lengths.back(), 1, usual)));
}

PerRank<HostIndex> hosts_in(const ReadPlacement& read, const Placement& placement,
                            const diagnosis::NodeNames& names, const fs::path& path) {
    const std::map<std::string, HostIndex> by_name = placement.delays.hosts_by_name();
    PerRank<HostIndex> host_of;
    for (const std::string& name : read.host_of) {
        const auto found = by_name.find(names.node_called(name).value_or(name));
        if (found == by_name.end()) {
            throw UsageError(fmt::format("--value {}: {} is not a host of {}", path.string(), name,
                                         placement.delays.label));
        }
        host_of.push_back(found->second);
    }
    if (read.rank_on_slot.empty()) return host_of;
    // By slot each rank is on the slot of its number.
    const PerSlot<HostIndex> by_slot_hosts(placement.before.host_of);
    if (read.rank_on_slot.size() != by_slot_hosts.size()) {
        throw UsageError(fmt::format("--value {}: it places {} ranks, and the pattern has {}", path.string(),
                                     read.rank_on_slot.size(), by_slot_hosts.size()));
    }
    host_of.resize(by_slot_hosts.size());
    for (const SlotIndex slot : by_slot_hosts.indices())
        host_of[read.rank_on_slot[slot]] = by_slot_hosts[slot];
    return host_of;
}

std::vector<WrittenLayout> write_layouts(const Options& options, const Placement& placement) {
    for (const std::string& name : options.layouts) {
        const auto unsupported_reason = layout_named(name).unsupported_reason;
        if (unsupported_reason == nullptr) continue;
        if (const auto reason = unsupported_reason(placement)) throw UsageError(*reason);
    }
    std::vector<WrittenLayout> written;
    for (const std::string& name : options.layouts) {
        const Layout& layout = layout_named(name);
        const fs::path path = layout_path(options, layout);
        write_whole(path, layout.text(placement));
        written.push_back({name, path.string(), layout.command(placement, path.string())});
    }
    return written;
}

void add_unused_runs(Placement& placement, const std::vector<Run>& runs, const Run& used) {
    for (const Run& run : runs) {
        if (&run != &used) {
            placement.notes.push_back(
                fmt::format("{} served the diagnosis alone (--avoid-faulty): delays are those "
                            "of {}.",
                            run.label(), used.label()));
        }
    }
}

}  // namespace

ExitCode carry_out(const Options& given) {
    require_outputs_to_be_free(given);
    const diagnosis::NodeNames names = node_names_of(given);
    const Options options = with_nodes(given, names);
    diagnosis::NodeHosts hosts(names);
    std::vector<Run> runs;
    runs.reserve(options.runs.size());
    for (const std::string& name : options.runs) runs.push_back(hosts.named_in(open_run(name)));
    require_one_source(options.pattern, options.messages);
    std::optional<Pattern> pattern;
    if (!options.messages.empty()) pattern = open_messages(options.messages);
    Progress progress(!options.quiet);
    const Run& used = run_to_place_by(runs);
    HostDelays delays = read_delays(used, hosts, progress);
    PlaceRequest request;
    request.avoided = avoided_hosts(options, runs, delays, progress);
    request.slots = {options.hosts, {}, options.slots};
    request.goal = options.goal;
    request.plan = {options.effort, options.seed, true};
    if (!pattern) pattern = standard_pattern_for(options, delays, request);
    fit_ranks(*pattern, options);
    if (options.length && !pattern->lengths_are_unknown) {
        throw UsageError(
            fmt::format("--length: {} has the lengths of its messages; leave it out", pattern->name));
    }
    cut_into_messages(*pattern, length_of_messages(options, delays));
    Placement placement = place(std::move(delays), std::move(*pattern), request, progress);
    progress.end();
    if (options.valued) {
        add_valued(placement, options.valued->filename().string(),
                   hosts_in(read_layout(*options.valued), placement, names, *options.valued));
    }
    if (options.judging_run) {
        const Run judging = hosts.named_in(open_run(*options.judging_run));
        require_one_memory(used, judging);
        judge(placement, read_delays(judging, hosts, progress));
    }
    if (const auto unknown = hosts.unknown_text(); unknown && !options.quiet)
        remark(fmt::format("network_place: {}\n", *unknown));
    add_unused_runs(placement, runs, used);
    const std::vector<WrittenLayout> files = write_layouts(options, placement);
    if (options.json) write_whole(*options.json, json_report(placement, files));
    if (options.svg) write_whole(*options.svg, svg_picture(placement));
    const bool is_stdout_taken = (options.json && *options.json == standard_output) ||
                                 (options.svg && *options.svg == standard_output);
    if (is_stdout_taken) return ExitCode::success;
    print_out(options.quiet ? result_line(placement) : terminal_report(placement, files));
    return ExitCode::success;
}

}  // namespace fabricmap::placement
