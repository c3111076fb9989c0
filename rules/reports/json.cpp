// SPDX-License-Identifier: Apache-2.0
#include "base/json_values.hpp"
#include "base/utf8.hpp"
#include "diagnosis/reports/finding_json.hpp"
#include "rules/reports/report.hpp"

namespace fabricmap::rules {
namespace {

constexpr int rules_schema_version = 3;

template <typename Texts>
Json texts_json(const Texts& texts) {
    return json_list(texts, valid_utf8);
}

Json place_json(const PlaceGroup& place) {
    Json json{{"place", valid_utf8(place.place)},
              {"waits_for", texts_json(place.waits_for)},
              {"hosts", texts_json(place.hosts)},
              {"ranks", place.ranks},
              {"waits_for_ranks", place.other_ranks},
              {"waits_for_hosts", texts_json(place.other_hosts)},
              {"count", place.count},
              {"seconds", place.seconds}};
    json["between"] = json_list(place.between, [](const auto& between) {
        const auto& [pair, seconds] = between;
        return Json{{"rank", pair.first}, {"waits_for_rank", pair.second}, {"seconds", seconds}};
    });
    json["last"] = json_list(place.last, [](const auto& one) {
        return Json{
            {"rank", one.first}, {"operations", one.second.operations}, {"seconds", one.second.seconds}};
    });
    if (!place.worst) {
        json["worst"] = {{"severity", place.worst_severity}};
    } else {
        json["worst"] = {
            {"rank", place.worst->process}, {"from", place.worst->from}, {"to", place.worst->to}};
        if (place.worst_for) json["worst"]["waits_for_rank"] = *place.worst_for;
    }
    return json;
}

Json rule_json(const RuleReport& rule, double fail_above) {
    Json json{{"name", valid_utf8(rule.rule->name)},
              {"description", valid_utf8(rule.rule->description)},
              {"advice", valid_utf8(rule.advice)},
              {"file", valid_utf8(rule.rule->path.string())},
              {"line", rule.rule->place.line}};
    if (!rule.not_judged.empty()) {
        json["not_judged"] = rule.not_judged;
        return json;
    }
    json["severity"] = rule.outcome.severity;
    json["unclamped_severity"] = rule.outcome.unclamped_severity;
    if (!rule.is_of_maps) {
        json["seconds"] = rule.outcome.seconds;
        json["direct_seconds"] = rule.direct_seconds;
        json["unseen_share"] = rule.unseen_fraction;
        json["share"] = rule.fraction;
    }
    json["is_above"] = is_problem(rule) && rule.fraction > fail_above;
    json["bindings"] = rule.outcome.bindings;
    json["unknown"] = rule.outcome.unknown;
    json["below_clock_error"] = rule.outcome.below_clock_error;
    if (rule.is_of_maps) {
        json["findings"] = json_list(rule.findings, diagnosis::finding_json);
    } else {
        json["places"] = json_list(rule.places, place_json);
    }
    json["also_counted_as"] = json_list(rule.shared, [](const SharedTime& one) {
        return Json{{"rule", valid_utf8(one.rule)}, {"share", one.fraction}};
    });
    return json;
}

/// Of the rules those that the rank waited for.
Json time_json(const RankTime& time, const std::vector<RuleReport>& rules) {
    Json waits = Json::object();
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        if (time.waits[rule] > 0) waits[valid_utf8(rules[rule].rule->name)] = time.waits[rule];
    }
    return {{"rank", time.rank},
            {"run", time.total},
            {"computation", time.computation},
            {"waits", std::move(waits)},
            {"transfer", time.transfer},
            {"files", time.files},
            {"library", time.library},
            {"unexplained", time.unexplained}};
}

Json cause_json(const RootCause& cause, double fraction) {
    Json json{{"after", valid_utf8(cause.after)},
              {"is_after_init", cause.is_after_init},
              {"at", valid_utf8(cause.at)},
              {"kind", cause.is_unseen   ? "unseen"
                       : cause.is_launch ? "launch"
                       : cause.is_call   ? "call"
                                         : "computation"},
              {"seconds", cause.seconds},
              {"share", fraction},
              {"waits", cause.waits},
              {"waiting_ranks", cause.waiting}};
    json["ranks"] = json_list(cause.seconds_by_rank, [](const auto& one) {
        return Json{{"rank", one.first}, {"seconds", one.second}};
    });
    return json;
}

Json collectives_json(const ComparedCollectives& group) {
    Json json{{"function", group.function}, {"length", group.length_bytes},
              {"ranks", group.ranks},       {"operations", group.operations},
              {"seconds", group.seconds},   {"is_measured", group.is_measured}};
    if (!group.candidate.empty()) json["candidate"] = group.candidate;
    if (group.algorithm.empty()) return json;
    json["algorithm"] = group.algorithm;
    json["factor"] = group.factor;
    json["gain"] = {{"seconds", group.gain}, {"low", group.min_gain}, {"high", group.max_gain}};
    json["setting"] = group.setting;
    return json;
}

void add_times(const Report& report, Json& json) {
    json["times"] =
        json_list(report.times.ranks, [&](const RankTime& time) { return time_json(time, report.rules); });
    json["causes"] = json_list(report.causes, [&](const RootCause& cause) {
        return cause_json(cause, report.fraction_of(cause.seconds));
    });
    const bool is_known = !report.times.ranks.empty();
    json["unexplained_seconds"] = is_known ? Json(report.unexplained_seconds) : Json();
    json["unexplained_share"] = is_known ? Json(report.unexplained_fraction) : Json();
    json["unexplained"] = json_list(report.times.unexplained, [](const UnexplainedCalls& calls) {
        return Json{{"function", calls.function},
                    {"place", valid_utf8(calls.place)},
                    {"ranks", calls.ranks},
                    {"seconds", calls.seconds}};
    });
}

}  // namespace

std::string json_report(const Report& report) {
    Json json;
    json["schema_version"] = rules_schema_version;
    json["trace"] = report.trace.empty() ? Json() : Json(valid_utf8(report.trace.string()));
    json["compared_traces"] = json_list(report.compared_traces, [](const auto& compared) {
        const auto& [name, path] = compared;
        return Json{{"name", valid_utf8(name)}, {"trace", valid_utf8(path.string())}};
    });
    json["maps"] = json_list(report.maps, [](const MapLabel& map) {
        return Json{{"name", valid_utf8(map.name)}, {"runs", texts_json(map.runs)}};
    });
    json["processes"] = report.processes;
    json["operations"] = report.operations;
    json["process_seconds"] = report.process_seconds;
    json["communication_seconds"] = report.communication_seconds;
    json["clock_error"] = report.clock_error;
    json["verdict"] = name_of(report.verdict());
    json["partial"] = report.is_partial;
    json["incomplete_ranks"] = json_list(report.incomplete_ranks, [](const tracing::IncompleteRank& one) {
        Json rank{{"rank", one.rank}, {"missing", name_of(one.missing)}};
        if (!one.last_seen.empty())
            rank["last_seen"] = {{"where", valid_utf8(one.last_seen)}, {"s", one.seen_s}};
        return rank;
    });
    json["program_exit_code"] = report.exit_code ? Json(*report.exit_code) : Json();
    json["ranks_per_processor"] = report.ranks_per_processor > 0 ? Json(report.ranks_per_processor) : Json();
    json["fail_above"] = report.fail_above;
    json["lost_seconds"] = report.seconds;
    json["share"] = report.fraction;
    json["problems"] = report.problems;
    json["above"] = report.above;
    json["unknown"] = report.unknown;
    json["rules_looked_for"] = report.looked_for;
    add_times(report, json);
    if (!report.measured_collectives.empty()) {
        json["measured_collectives"] = valid_utf8(report.measured_collectives);
        json["collectives"] = json_list(report.collectives, collectives_json);
    }
    json["rules"] =
        json_list(report.rules, [&](const RuleReport& rule) { return rule_json(rule, report.fail_above); });
    return json_document(json);
}

}  // namespace fabricmap::rules
