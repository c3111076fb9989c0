// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/json_parts.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

void add_text(Json& json, const char* key, const std::string& text) {
    if (!text.empty()) json[key] = text;
}

Json names_of(const std::vector<int>& indices, const std::vector<std::string>& hosts) {
    Json names = Json::array();
    for (const int index : indices) names.push_back(hosts.at(static_cast<std::size_t>(index)));
    return names;
}

Json level_json(const TopologyLevel& level, const std::vector<std::string>& hosts) {
    Json groups = Json::array();
    for (const std::vector<int>& group : level.groups) groups.push_back(names_of(group, hosts));
    Json json;
    json["delay_s"] = number(level.delay_s);
    json["groups"] = std::move(groups);
    return json;
}

}  // namespace

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json numbers(const std::vector<double>& values) {
    Json json = Json::array();
    for (const double value : values) json.push_back(number(value));
    return json;
}

Json run_json(const JudgedRun& run) {
    const RunDescription& description = run.description;
    Json json;
    json["label"] = run.label;
    json["statistic"] = name_of(run.statistic);
    if (description.mode) json["mode"] = name_of(*description.mode);
    if (description.timing) json["timing"] = name_of(*description.timing);
    json["ranks"] = description.rank_count();
    json["lengths"] = description.message_lengths.size();
    add_text(json, "schedule", text_of(description.schedule));
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
    json["clock_error_bound_s"] = number(description.clock_error_bound_s);
    json["clock_resolution_s"] = number(description.clock_resolution_s);
    add_text(json, "started", description.started);
    add_text(json, "finished", description.finished);
    json["complete"] = description.complete;
    return json;
}

Json topology_json(const Topology& topology, const std::vector<std::string>& hosts) {
    Json json;
    json["shape"] = name_of(topology.shape);
    json["cophenetic_correlation"] = number(topology.cophenetic_correlation);
    json["hop_correlation"] = number(topology.hop_correlation);
    json["levels"] = Json::array();
    for (const TopologyLevel& level : topology.levels) json["levels"].push_back(level_json(level, hosts));
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
    Json json;
    json["runs"] = comparison.runs;
    json["baseline_runs"] = comparison.baseline_runs;
    json["common_hosts"] = comparison.common_hosts;
    json["common_lengths"] = comparison.common_lengths;
    json["new_hosts"] = comparison.new_hosts;
    json["gone_hosts"] = comparison.gone_hosts;
    json["overall_factor"] = number(comparison.overall_factor);
    json["weak"] = comparison.weak;
    return json;
}

}  // namespace fabricmap::diagnosis
