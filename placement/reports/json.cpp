// SPDX-License-Identifier: Apache-2.0
#include "base/json_values.hpp"
#include "placement/reports/reports.hpp"

#include <cmath>

namespace fabricmap::placement {
namespace {

constexpr int placement_schema_version = 1;

Json json_of(const Gain& gain) {
    return {{"gain", gain.gain}, {"low", gain.low}, {"high", gain.high}};
}

Json json_of(const Value& value) {
    Json levels = Json::array();
    for (const LevelBytes& level : value.levels)
        levels.push_back({{"name", level.name}, {"bytes", level.bytes}});
    return {{"delay_s", value.delay_s},
            {"slowest_s", value.slowest_s},
            {"crossing_bytes", value.crossing_bytes},
            {"leaving_bytes", value.leaving_bytes},
            {"levels", levels}};
}

Json names_of(const Placement& placement, const PerPlace<HostIndex>& hosts) {
    Json names = Json::array();
    for (const HostIndex host : hosts) names.push_back(placement.delays.hosts[host]);
    return names;
}

Json ranks_of(const Placement& placement) {
    Json ranks = Json::array();
    const Assignment& chosen = placement.chosen();
    for (const RankIndex rank : chosen.host_of.indices()) {
        ranks.push_back({{"rank", rank},
                         {"host", placement.delays.hosts[chosen.host_of[rank]]},
                         {"slot", chosen.slot_of[rank]}});
    }
    return ranks;
}

}  // namespace

std::string json_report(const Placement& placement, const std::vector<WrittenLayout>& files) {
    Json json;
    json["schema_version"] = placement_schema_version;
    json["run"] = placement.delays.label;
    json["pattern"] = {{"name", placement.pattern.name},
                       {"ranks", placement.pattern.ranks},
                       {"messages", placement.pattern.messages()},
                       {"bytes", placement.pattern.bytes()},
                       {"grid", placement.pattern.grid}};
    json["goal"] = name_of(placement.goal);
    json["goal_is_chosen"] = placement.goal_is_chosen;
    json["transfer_ratio"] = placement.transfer_ratio;
    json["is_gain"] = placement.is_gain;
    json["gain"] = json_of(placement.gain);
    if (placement.judged) {
        json["judged"] = json_of(*placement.judged);
        json["judged"]["run"] = placement.judged_by;
    }
    json["crossing_where"] = placement.value_before.crossing_where;
    json["by_slot"] = json_of(placement.value_before);
    json["found"] = json_of(placement.value);
    for (const Valued& other : placement.others) {
        json["others"].push_back(
            {{"name", other.name}, {"value", json_of(other.value)}, {"gain", json_of(other.gain)}});
    }
    json["bound_s"] = placement.bound_s;
    json["bound_gain"] = 1 - placement.bound_s / placement.value_before.delay_s;
    json["found_by"] = placement.found_by;
    json["is_optimal"] = placement.is_optimal;
    for (const StartCost& start : placement.starts)
        json["starts"].push_back({{"name", start.name}, {"cost", start.cost}});
    json["hosts"] = names_of(placement, placement.used_hosts);
    json["avoided"] = Json::array();
    for (const AvoidedHost& avoided : placement.avoided)
        json["avoided"].push_back({{"host", avoided.host}, {"reason", avoided.reason}});
    json["bytes_beyond"] = placement.bytes_beyond;
    json["run_complete"] = placement.delays.is_complete;
    json["imprecise_fraction"] = placement.delays.imprecise_fraction;
    json["guessed_fraction"] = placement.delays.guessed_fraction;
    json["within_hosts_guessed"] = placement.delays.within_is_guessed;
    json["pair_noise"] = placement.delays.pair_noise;
    json["notes"] = placement.notes;
    json["files"] = Json::array();
    for (const WrittenLayout& file : files)
        json["files"].push_back({{"layout", file.name}, {"file", file.file}, {"command", file.command}});
    json["ranks"] = ranks_of(placement);
    return json.dump(1) + "\n";
}

}  // namespace fabricmap::placement
