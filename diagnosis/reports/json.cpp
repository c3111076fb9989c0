// SPDX-License-Identifier: Apache-2.0
#include "base/json_values.hpp"
#include "diagnosis/reports/collective_reports.hpp"
#include "diagnosis/reports/finding_json.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/reports/words.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

constexpr int report_schema_version = 3;

Json numbers(const std::vector<double>& values) {
    return json_list(values, json_number);
}

Json rate_json(const std::optional<double>& rate) {
    return rate ? json_number(*rate) : Json(nullptr);
}

Json names_of(const std::vector<int>& indices, const std::vector<std::string>& hosts) {
    return json_list(indices, [&](int index) { return hosts.at(static_cast<std::size_t>(index)); });
}

/// What was judged and where it came from; what is unknown has no key.
Json run_json(const JudgedRun& run) {
    const RunDescription& description = run.description;
    Json json;
    json["label"] = run.label;
    json["statistic"] = name_of(run.statistic);
    add_text(json, "measured", run.measured);
    if (description.mode) json["mode"] = name_of(*description.mode);
    if (description.timing) json["timing"] = name_of(*description.timing);
    if (description.memory) json["memory"] = name_of(*description.memory);
    json["ranks"] = description.rank_count();
    json["lengths"] = description.message_lengths.size();
    add_text(json, "schedule", text_of(description.schedule));
    add_text(json, "window", window_text(description.window));
    add_text(json, "sampling", description.sampling);
    if (description.repeats >= 0) json["repeats"] = description.repeats;
    if (description.seed) json["seed"] = *description.seed;
    add_text(json, "run_id", description.run_id);
    add_text(json, "title", description.title);
    add_text(json, "comment", description.comment);
    add_text(json, "tool_version", description.tool_version);
    add_text(json, "mpi_library", description.mpi_library);
    add_text(json, "mpi_vendor_settings", description.mpi_vendor_settings);
    add_text(json, "command_line", description.command_line);
    json["clock_error_bound_s"] = json_number(description.clock_error_bound_s);
    json["clock_resolution_s"] = json_number(description.clock_resolution_s);
    add_text(json, "started", description.started);
    add_text(json, "finished", description.finished);
    json["complete"] = description.complete;
    json["excluded_hosts"] = description.excluded_hosts;
    json["unresponsive_hosts"] = description.unresponsive_hosts;
    return json;
}

/// Shape, levels with the names of the hosts in their groups, and the coordinates of each host of a grid.
Json topology_json(const Topology& topology, const std::vector<std::string>& hosts) {
    Json json;
    json["shape"] = name_of(topology.shape);
    json["cophenetic_correlation"] = json_number(topology.cophenetic_correlation);
    json["hop_correlation"] = json_number(topology.hop_correlation);
    const auto names = [&](const std::vector<int>& group) { return names_of(group, hosts); };
    json["levels"] = json_list(topology.levels, [&](const TopologyLevel& level) {
        return Json{{"delay_s", json_number(level.delay_s)}, {"groups", json_list(level.groups, names)}};
    });
    json["dimensions"] = topology.dimensions;
    if (!topology.coordinates.empty()) {
        Json& coordinates = json["coordinates"] = Json::array();
        const std::size_t known = std::min(hosts.size(), topology.coordinates.size());
        for (std::size_t host = 0; host < known; ++host) {
            coordinates.push_back({{"host", hosts[host]}, {"at", topology.coordinates[host]}});
        }
    }
    json["order"] = names_of(topology.order, hosts);
    return json;
}

Json comparison_json(const Comparison& comparison) {
    return {{"runs", comparison.runs},
            {"baseline_runs", comparison.baseline_runs},
            {"common_hosts", comparison.common_hosts},
            {"common_lengths", comparison.common_lengths},
            {"new_hosts", comparison.new_hosts},
            {"gone_hosts", comparison.gone_hosts},
            {"overall_factor", json_number(comparison.overall_factor)},
            {"weak", comparison.weak}};
}

Json threshold_of(const Threshold& threshold) {
    return {{"class", threshold.class_name},
            {"length_bytes", {threshold.before_bytes, threshold.after_bytes}},
            {"jump_s", json_number(threshold.jump_s)},
            {"jump_fraction", json_number(threshold.jump_fraction)},
            {"slope_change_s_per_byte", json_number(threshold.slope_change)},
            {"scope", name_of(threshold.scope)},
            {"differing_pairs", threshold.differing_pairs}};
}

Json class_of(const ClassCurve& curve) {
    return {{"name", curve.name},
            {"between_hosts", curve.between_hosts},
            {"pairs", curve.pairs},
            {"rate_bytes_per_s", rate_json(curve.rate)},
            {"median_s", numbers(curve.median_s)}};
}

Json memory_json(const OtherMemory& other) {
    return {{"label", other.label},
            {"memory", name_of(other.memory)},
            {"classes", json_list(other.classes, class_of)}};
}

Json congestion_json(const Congestion& congestion) {
    const auto interval = [](const ValueInterval& factor) {
        return Json{json_number(factor.low), json_number(factor.high)};
    };
    return {{"length_bytes", congestion.length_bytes},
            {"factor", json_number(congestion.typical.value)},
            {"factor_interval", interval(congestion.typical)},
            {"worst_tenth_factor", json_number(congestion.worst_tenth.value)},
            {"worst_tenth_factor_interval", interval(congestion.worst_tenth)}};
}

Json loaded_run_json(const LoadedRun& loaded) {
    return {{"label", loaded.label},
            {"noise",
             {{"ranks", loaded.noise.processes},
              {"messages", loaded.noise.messages},
              {"length_bytes", loaded.noise.message_length}}},
            {"overlapped_fraction", json_number(loaded.overlapped_fraction)},
            {"hosts", loaded.hosts},
            {"lengths", json_list(loaded.lengths, congestion_json)}};
}

Json segment_of(const Segment& segment) {
    return {{"length_bytes", {segment.first_length_bytes, segment.last_length_bytes}},
            {"latency_s", json_number(segment.latency_s)},
            {"bandwidth_bytes_per_s", json_number(segment.bandwidth)}};
}

Json segments_of(const ClassThresholds& thresholds) {
    return {{"class", thresholds.class_name}, {"segments", json_list(thresholds.segments, segment_of)}};
}

Json detectable_of(const Detectable& detectable) {
    return {{"part", name_of(detectable.part)},
            {"factor", json_number(detectable.all_messages)},
            {"factor_of_shortest", json_number(detectable.short_messages)},
            {"factor_of_longest", json_number(detectable.long_messages)}};
}

/// A line for each host, and the lengths that its delays belong to.
Json host_values_of(const Diagnosis& diagnosis) {
    const std::vector<HostState> states = host_states(diagnosis);
    Json values = Json::array();
    for (std::size_t host = 0; host < states.size(); ++host) {
        const HostState& state = states[host];
        const HostRates rates = host < diagnosis.host_rates.size() ? diagnosis.host_rates[host] : HostRates{};
        values.push_back({{"host", diagnosis.hosts[host]},
                          {"faulty", state.faulty},
                          {"faults", state.faults},
                          {"send_factor", json_number(state.send_factor)},
                          {"receive_factor", json_number(state.receive_factor)},
                          {"send_delays_s", numbers(state.send_delays_s)},
                          {"receive_delays_s", numbers(state.receive_delays_s)},
                          {"send_rate_bytes_per_s", rate_json(rates.sends)},
                          {"receive_rate_bytes_per_s", rate_json(rates.receives)}});
    }
    const auto length_of = [](const HostPlane& plane) { return plane.length_bytes; };
    return {{"lengths_bytes", json_list(diagnosis.planes, length_of)}, {"values", values}};
}

Json leaf_matrix_json(const LeafMatrix& matrix) {
    Json rates = Json::array();
    for (Eigen::Index sender = 0; sender < matrix.rates.rows(); ++sender) {
        Json& row = rates.emplace_back(Json::array());
        for (const double rate : matrix.rates.row(sender)) row.push_back(json_number(rate));
    }
    return {{"leaves", matrix.leaves},
            {"hosts_per_leaf", matrix.hosts_per_leaf},
            {"flows_per_host", matrix.flows_per_host},
            {"length_bytes", matrix.length_bytes},
            {"uplinks", matrix.uplinks > 0 ? Json(matrix.uplinks) : Json(nullptr)},
            {"detectable_loss", json_number(matrix.detectable_loss)},
            {"effective_bisection_bytes_per_s",
             {{"of_host", json_number(matrix.bisection.value)},
              {"low", json_number(matrix.bisection.low)},
              {"high", json_number(matrix.bisection.high)}}},
            {"rates_bytes_per_s", rates}};
}

Json worst_rails_json(const WorstRails& rails) {
    return {{"rails", rails.rails},
            {"length_bytes", rails.length_bytes},
            {"median_factor", json_number(rails.median_factor)},
            {"worst", rails.stands_out ? Json{{"sender", rails.sender},
                                              {"receiver", rails.receiver},
                                              {"slot", rails.slot},
                                              {"factor", json_number(rails.factor)}}
                                       : Json(nullptr)}};
}

Json incast_json(const Incast& incast) {
    const auto host_json = [](const IncastOfHost& host) {
        return Json{{"host", host.host},
                    {"rates_bytes_per_s", json_list(host.rates, json_number)},
                    {"best_bytes_per_s", host.best_rate},
                    {"best_senders", host.best_senders},
                    {"falling_senders", host.falling_senders ? Json(*host.falling_senders) : Json(nullptr)}};
    };
    return {{"length_bytes", incast.length_bytes},
            {"senders", incast.senders},
            {"hosts", json_list(incast.hosts, host_json)}};
}

Json not_examined_of(const NotExamined& gap) {
    return {{"what", gap.what}, {"reason", gap.reason}};
}

}  // namespace

std::string json_report(const Diagnosis& diagnosis) {
    Json json;
    json["schema_version"] = report_schema_version;
    json["verdict"] = name_of(verdict_of(diagnosis));
    json["verdict_text"] = verdict_text(diagnosis);
    json["open_points"] = json_list(open_points_of(diagnosis), [&](OpenPoint point) {
        return Json{{"point", name_of(point)}, {"text", open_point_text(diagnosis, point)}};
    });
    json["faults"] = diagnosis.fault_count();
    json["run"] = diagnosis.runs.empty() ? Json(nullptr) : run_json(diagnosis.runs.front());
    json["runs"] = json_list(diagnosis.runs, run_json);
    json["ranks"] = diagnosis.ranks;
    json["pairs"] = diagnosis.pairs;
    json["measured_pairs"] = diagnosis.measured_pairs;
    json["basis"] = {{"reason_without_median", diagnosis.basis.reason_without_median
                                                   ? Json(*diagnosis.basis.reason_without_median)
                                                   : Json(nullptr)},
                     {"hosts_known", diagnosis.basis.hosts_known},
                     {"implausible_values", diagnosis.basis.implausible_values},
                     {"ranks_sharing_cores", diagnosis.basis.ranks_sharing_cores},
                     {"doubt_unknown", diagnosis.basis.doubt_unknown},
                     {"imprecise_fraction", json_number(diagnosis.basis.imprecise_fraction)},
                     {"tolerated_slow_fraction", diagnosis.basis.tolerated_slow_fraction
                                                     ? Json(*diagnosis.basis.tolerated_slow_fraction)
                                                     : Json(nullptr)}};
    json["hosts"] = diagnosis.hosts;
    json["host_values"] = host_values_of(diagnosis);
    json["lengths_bytes"] = diagnosis.lengths;
    json["min_effect"] = json_number(diagnosis.min_effect);
    json["min_time_s"] = json_number(diagnosis.min_time_s);
    json["detectable"] = json_list(diagnosis.detectable, detectable_of);
    json["not_looked_at"] = not_looked_at(diagnosis);
    json["findings"] = json_list(diagnosis.findings, finding_json);
    json["suspects"] = json_list(diagnosis.suspects, finding_json);
    json["thresholds"] = json_list(diagnosis.thresholds, threshold_of);
    json["classes"] = json_list(diagnosis.classes, class_of);
    if (!diagnosis.other_memories.empty())
        json["other_memories"] = json_list(diagnosis.other_memories, memory_json);
    if (!diagnosis.loaded_runs.empty())
        json["loaded_runs"] = json_list(diagnosis.loaded_runs, loaded_run_json);
    if (diagnosis.worst_rails) json["worst_rails"] = worst_rails_json(*diagnosis.worst_rails);
    json["segments"] = json_list(diagnosis.segments, segments_of);
    json["topology"] =
        diagnosis.topology ? topology_json(*diagnosis.topology, diagnosis.hosts) : Json(nullptr);
    if (diagnosis.leaf_matrix) json["leaf_matrix"] = leaf_matrix_json(*diagnosis.leaf_matrix);
    if (diagnosis.incast) json["incast"] = incast_json(*diagnosis.incast);
    json["comparison"] = diagnosis.comparison ? comparison_json(*diagnosis.comparison) : Json(nullptr);
    json["not_examined"] = json_list(diagnosis.not_examined, not_examined_of);
    if (diagnosis.collectives) json["collectives"] = collectives_json(*diagnosis.collectives);
    return json_document(json);
}

}  // namespace fabricmap::diagnosis
