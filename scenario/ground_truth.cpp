// SPDX-License-Identifier: Apache-2.0
#include "scenario/ground_truth.hpp"

#include "base/json_values.hpp"
#include "base/output_file.hpp"
#include "scenario/classes.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap {
namespace {

/// The kind of finding that a diagnosis would make of the fault.
std::string_view finding_of(const Fault& fault, const Fabric& fabric) {
    switch (fault.kind) {
        case FaultKind::slow_node:
        case FaultKind::slow_port:
            return "slow_node";
        case FaultKind::slow_rank:
            return "slow_rank";
        case FaultKind::slow_link:
            return "slow_link";
        case FaultKind::slow_cable:
            return switch_of(fabric, fault.part) ? "slow_switch" : "slow_link";
        case FaultKind::slow_switch:
            return "slow_switch";
        case FaultKind::half_duplex:
            return "half_duplex_link";
        case FaultKind::noisy_node:
        case FaultKind::lossy_port:
            return "noisy_node";
        case FaultKind::dead_pair:
            return "failed_pair";
        case FaultKind::lost_uplink:
            return "missing_uplink";
    }
    return "unknown";
}

Json hosts_under(const Fabric& fabric, int switch_number) {
    Json hosts = Json::array();
    for (int host = 0; host < fabric.hosts; ++host) {
        if (switch_of(fabric, host) == switch_number) hosts.push_back(fabric.host_name(host));
    }
    return hosts;
}

Json ranks_on(const Fabric& fabric, int host) {
    Json ranks = Json::array();
    for (int slot = 0; slot < fabric.ranks_per_host; ++slot) {
        ranks.push_back(host * fabric.ranks_per_host + slot);
    }
    return ranks;
}

/// Which hosts and ranks the fault is about.
void name_parts(const Fault& fault, const Fabric& fabric, Json& json) {
    switch (fault.kind) {
        case FaultKind::slow_rank:
            json["hosts"] = {fabric.host_name(fabric.host_of(fault.part))};
            json["ranks"] = {fault.part};
            return;
        case FaultKind::slow_switch:
        case FaultKind::lost_uplink:
            json["hosts"] = hosts_under(fabric, fault.part);
            if (fault.other_part) json["to_hosts"] = hosts_under(fabric, *fault.other_part);
            return;
        case FaultKind::slow_cable:
            if (const auto router = switch_of(fabric, fault.part)) {
                json["hosts"] = hosts_under(fabric, *router);
                json["to_hosts"] = hosts_under(fabric, *switch_of(fabric, *fault.other_part));
                return;
            }
            [[fallthrough]];
        default:
            json["hosts"] = {fabric.host_name(fault.part)};
            json["ranks"] = ranks_on(fabric, fault.part);
            if (fault.other_part) {
                json["hosts"].push_back(fabric.host_name(*fault.other_part));
                for (const Json& rank : ranks_on(fabric, *fault.other_part)) json["ranks"].push_back(rank);
            }
    }
}

Json json_of(const Fault& fault, const Fabric& fabric) {
    Json json{{"kind", finding_of(fault, fabric)}, {"statement", name_of(fault)}};
    name_parts(fault, fabric, json);
    json["side"] = name_of(fault.side);
    if (fault.factor != 1) json["factor"] = fault.factor;
    if (std::isfinite(fault.rate)) json["rate_bytes_per_s"] = fault.rate;
    if (fault.loss > 0) json["loss"] = fault.loss;
    if (fault.lost_uplinks > 0) {
        json["lost_uplinks"] = fault.lost_uplinks;
        json["uplinks"] = fault.all_uplinks;
    }
    json["from_length_bytes"] = fault.from_bytes;
    return json;
}

Json json_of(const Fabric& fabric, bool with_oversubscription) {
    Json json{{"shape", name_of_shape(fabric)},
              {"hosts", fabric.hosts},
              {"ranks_per_host", fabric.ranks_per_host},
              {"sockets", fabric.sockets}};
    if (const auto* tree = std::get_if<FatTree>(&fabric.shape)) {
        json["children"] = tree->children;
        json["oversubscription"] = with_oversubscription ? Json(tree->oversubscription) : Json();
        if (tree->uplinks > 0) json["uplinks"] = with_oversubscription ? Json(tree->uplinks) : Json();
    }
    if (const auto* torus = std::get_if<Torus>(&fabric.shape)) json["size"] = torus->size;
    if (const auto* dragonfly = std::get_if<Dragonfly>(&fabric.shape)) {
        json["groups"] = dragonfly->groups;
        json["chassis"] = dragonfly->chassis;
        json["routers"] = dragonfly->routers;
        json["hosts_per_router"] = dragonfly->hosts;
    }
    return json;
}

Json json_of(const CollectiveAlgorithms& collectives) {
    return {{"selector", collectives.selector.empty() ? Json() : Json(collectives.selector)},
            {"algorithms", collectives.by_operation}};
}

Json json_of(const Noise& noise) {
    return {{"relative_deviation", noise.deviation}, {"tails", noise.heavy_tails ? "heavy" : "normal"}};
}

Json json_of_break(const Break& step) {
    return {{"length_bytes", step.at_bytes},
            {"jump_s", step.jump_s},
            {"between_hosts", step.between_hosts},
            {"within_hosts", step.within_hosts}};
}

/// The classes that pairs of this fabric really have.
Json json_of_classes(const Scenario& scenario, bool with_bandwidth) {
    const PairClasses classes(scenario);
    const Fabric& fabric = scenario.fabric;
    std::vector<std::int64_t> pairs(classes.all().size(), 0);
    const std::int64_t ranks_squared = std::int64_t{fabric.ranks_per_host} * fabric.ranks_per_host;
    // Each host of a tree or a torus sees the same of the others.
    const int observers = std::holds_alternative<Dragonfly>(fabric.shape) ? fabric.hosts : 1;
    const std::int64_t seen_alike = fabric.hosts / observers;
    for (int host = 0; host < observers; ++host) {
        for (int other = 0; other < fabric.hosts; ++other) {
            if (other == host) continue;
            pairs[static_cast<std::size_t>(classes.of_hosts(host, other))] += ranks_squared * seen_alike;
        }
    }
    for (int rank = 0; rank < fabric.ranks_per_host; ++rank) {
        for (int other = 0; other < fabric.ranks_per_host; ++other) {
            if (other != rank) pairs[static_cast<std::size_t>(classes.of(rank, other))] += fabric.hosts;
        }
    }
    Json json = Json::array();
    for (std::size_t index = 0; index < pairs.size(); ++index) {
        if (pairs[index] == 0) continue;
        const PairClass& pair_class = classes.all()[index];
        json.push_back({{"name", pair_class.name},
                        {"pairs", pairs[index]},
                        {"latency_s", pair_class.latency_s},
                        {"bandwidth_bytes_per_s", with_bandwidth ? Json(pair_class.bandwidth) : Json()}});
    }
    return json;
}

}  // namespace

std::string ground_truth_text(const Scenario& scenario, std::string_view kind,
                              const std::vector<std::string_view>& not_in_it) {
    const auto shows = [&](std::string_view statement) {
        return std::find(not_in_it.begin(), not_in_it.end(), statement) == not_in_it.end();
    };
    Json json{{"schema_version", 1}, {"scenario", scenario.name}, {"title", scenario.title}, {"kind", kind}};
    json["not_in_it"] = not_in_it;
    json["fabric"] = json_of(scenario.fabric, shows("oversubscription"));
    json["classes"] = json_of_classes(scenario, shows("bandwidth"));
    json["noise"] = shows("noise") ? json_of(scenario.noise) : Json();
    json["thresholds"] = shows("break") ? json_list(scenario.breaks, json_of_break) : Json();
    if (scenario.collectives.is_given()) {
        json["collectives"] = shows("collectives") ? json_of(scenario.collectives) : Json();
    }
    json["faults"] =
        json_list(scenario.faults, [&](const Fault& fault) { return json_of(fault, scenario.fabric); });
    return json_document(json);
}

std::filesystem::path ground_truth_path(const std::filesystem::path& prefix) {
    return std::filesystem::path(prefix).concat("_truth.json");
}

void write_ground_truth(const Scenario& scenario, std::string_view kind,
                        const std::vector<std::string_view>& not_in_it, const std::filesystem::path& prefix) {
    OutputFile file(ground_truth_path(prefix));
    file.write(ground_truth_text(scenario, kind, not_in_it));
    file.commit();
}

}  // namespace fabricmap
