// SPDX-License-Identifier: Apache-2.0
#include "site/store/check_record.hpp"

#include "base/host_name.hpp"
#include "site/store/version.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace fabricmap::site {
namespace {

constexpr std::array<std::string_view, 5> verdict_names{"healthy", "faulty", "involved", "suspect",
                                                        "undecided"};

HostVerdict host_verdict_named(const std::string& name) {
    const auto found = std::find(verdict_names.begin(), verdict_names.end(), name);
    if (found == verdict_names.end()) throw std::invalid_argument("the verdict '" + name + "' is unknown");
    return static_cast<HostVerdict>(found - verdict_names.begin());
}

double number_in(const Json& json) {
    return json.is_null() ? not_known : json.get<double>();
}

Json direction_json(const HostDirection& direction) {
    return {{"factor", json_number(direction.factor)},
            {"own_factor", json_number(direction.own_factor)},
            {"rate_bytes_per_s", json_number(direction.rate_bytes_per_s)},
            {"delays_s", json_list(direction.delays_s, json_number)}};
}

HostDirection direction_of(const Json& json) {
    HostDirection direction{number_in(json.at("factor")), number_in(json.at("own_factor")),
                            number_in(json.at("rate_bytes_per_s"))};
    for (const Json& delay : json.at("delays_s")) direction.delays_s.push_back(number_in(delay));
    return direction;
}

Json host_json(const HostRecord& host) {
    Json json{{"host", host.host}, {"verdict", name_of(host.verdict)}};
    add_text(json, "text", host.text);
    add_text(json, "recovered_from", host.recovered_from);
    json["sends"] = direction_json(host.sends);
    json["receives"] = direction_json(host.receives);
    return json;
}

HostRecord host_of(const Json& json) {
    return {json.at("host").get<std::string>(),
            host_verdict_named(json.at("verdict").get<std::string>()),
            json.value("text", ""),
            json.value("recovered_from", ""),
            direction_of(json.at("sends")),
            direction_of(json.at("receives"))};
}

Json measured_json(const MeasuredAs& measured) {
    return {{"mode", measured.mode},
            {"timing", measured.timing},
            {"memory", measured.memory},
            {"lengths_bytes", measured.lengths_bytes},
            {"ranks_per_host", measured.ranks_per_host},
            {"mpi_library", measured.mpi_library}};
}

MeasuredAs measured_of(const Json& json) {
    return {
        json.at("mode").get<std::string>(),      json.at("timing").get<std::string>(),
        json.at("memory").get<std::string>(),    json.at("lengths_bytes").get<std::vector<std::int64_t>>(),
        json.at("ranks_per_host").get<double>(), json.at("mpi_library").get<std::string>()};
}

Json finding_json(const FindingRecord& finding) {
    return {{"sentence", finding.sentence},
            {"advice", finding.advice},
            {"fault", finding.fault},
            {"notes", finding.notes}};
}

FindingRecord finding_of(const Json& json) {
    return {json.at("sentence").get<std::string>(), json.at("advice").get<std::string>(),
            json.at("fault").get<bool>(), json.at("notes").get<std::vector<std::string>>()};
}

template <typename Element>
std::vector<Element> elements_of(const Json& json, Element (*read)(const Json&)) {
    std::vector<Element> elements;
    for (const Json& one : json) elements.push_back(read(one));
    return elements;
}

}  // namespace

std::string_view name_of(HostVerdict verdict) noexcept {
    return verdict_names[static_cast<std::size_t>(verdict)];
}

std::string first_sentence(const std::string& headline) {
    const std::size_t end = headline.find(". ");
    return end == std::string::npos ? headline : headline.substr(0, end + 1);
}

const HostRecord* CheckRecord::find_host(const std::string& host) const {
    const auto named = [&](const auto& name_of_record) {
        const auto found = std::find_if(hosts.begin(), hosts.end(), [&](const HostRecord& record) {
            return name_of_record(record.host) == name_of_record(host);
        });
        return found == hosts.end() ? nullptr : &*found;
    };
    const HostRecord* const same = named([](const std::string& name) { return name; });
    return same != nullptr ? same : named(without_domain);
}

Json check_json(const CheckRecord& check) {
    Json json{{"store_version", store_version},     {"id", check.id},           {"started", check.started},
              {"finished", check.finished},         {"note", check.note},       {"preset", check.preset},
              {"tool_version", check.tool_version}, {"verdict", check.verdict}, {"headline", check.headline},
              {"would_find", check.would_find}};
    json["measured"] = measured_json(check.measured);
    json["commands"] = check.commands;
    json["runs"] = check.runs;
    json["other_runs"] = check.other_runs;
    json["baseline"] = check.baseline;
    json["findings"] = json_list(check.findings, finding_json);
    json["host_lengths_bytes"] = check.host_lengths_bytes;
    json["hosts"] = json_list(check.hosts, host_json);
    return json;
}

CheckRecord check_of(const Json& json) {
    CheckRecord check;
    for (const auto& [key, text] : {std::pair("id", &check.id),
                                    {"started", &check.started},
                                    {"finished", &check.finished},
                                    {"note", &check.note},
                                    {"preset", &check.preset},
                                    {"tool_version", &check.tool_version},
                                    {"verdict", &check.verdict},
                                    {"headline", &check.headline},
                                    {"would_find", &check.would_find}}) {
        *text = json.at(key).get<std::string>();
    }
    check.measured = measured_of(json.at("measured"));
    for (const auto& [key, list] : {std::pair("commands", &check.commands),
                                    {"runs", &check.runs},
                                    {"other_runs", &check.other_runs},
                                    {"baseline", &check.baseline}}) {
        *list = json.at(key).get<std::vector<std::string>>();
    }
    check.findings = elements_of(json.at("findings"), finding_of);
    check.host_lengths_bytes = json.at("host_lengths_bytes").get<std::vector<std::int64_t>>();
    check.hosts = elements_of(json.at("hosts"), host_of);
    return check;
}

}  // namespace fabricmap::site
