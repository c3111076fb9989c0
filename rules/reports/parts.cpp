// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/parts.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace fabricmap::rules {
namespace {

/// A record of a map that a finding is about.
class MapRecord {
  public:
    MapRecord(Records& records, const RuleVariable& variable, Row row)
        : records_(records), variable_(variable), row_(row) {}

    [[nodiscard]] std::string_view type() const { return record_schema()[variable_.type].name; }
    [[nodiscard]] double number(std::string_view field) const {
        const auto position = find_record_field(variable_.type, field);
        return position ? records_.value(variable_.type, *position, row_, variable_.map) : unknown;
    }
    [[nodiscard]] std::string text(std::string_view field) const {
        return std::string(records_.text_of(number(field)));
    }
    /// What distinguishes it from records of other maps.
    [[nodiscard]] std::string map_text() const { return variable_.map.empty() ? "" : variable_.map + " "; }

  private:
    Records& records_;
    const RuleVariable& variable_;
    Row row_;
};

/// Host and second host of what the record is about; empty where it has none.
std::pair<std::string, std::string> hosts_of(const MapRecord& record) {
    if (record.type() == "sample") return {record.text("source_host"), record.text("target_host")};
    return {record.text("host"), record.text("to_host")};
}

std::string part_of(const MapRecord& record) {
    const auto [host, to_host] = hosts_of(record);
    if (!to_host.empty()) return fmt::format("{} -> {}", host, to_host);
    if (!host.empty()) return host;
    if (record.type() == "class") return record.text("name");
    return record.type() == "threshold" ? record.text("class") : "the map";
}

std::string length_text(double bytes) {
    return format_size(static_cast<std::int64_t>(bytes));
}

std::string range_text(double from_bytes, double to_bytes) {
    return fmt::format("{} to {}", length_text(from_bytes), length_text(to_bytes));
}

std::string values_of(const MapRecord& record) {
    if (record.type() == "sample") {
        return fmt::format("{}{}, {}: {}", record.map_text(), record.text("mode"),
                           length_text(record.number("bytes")), format_delay(record.number("median")));
    }
    if (record.type() == "class") {
        return fmt::format("{}: {}", length_text(record.number("bytes")),
                           format_delay(record.number("median")));
    }
    if (record.type() == "threshold") {
        return fmt::format("from {}: {} more",
                           range_text(record.number("before_bytes"), record.number("after_bytes")),
                           format_delay(record.number("jump")));
    }
    if (record.type() != "finding") return {};
    const double factor = record.number("factor");
    const std::string range = range_text(record.number("from_bytes"), record.number("to_bytes"));
    return std::isnan(factor) ? range : fmt::format("{:.3g} times, {}", factor, range);
}

class PartGrouping {
  public:
    PartGrouping(const RuleOutcome& outcome, Records& records) : outcome_(outcome), records_(records) {}

    std::vector<PlaceGroup> run() {
        for (const Finding& finding : outcome_.findings) add(finding);
        std::vector<PlaceGroup> all;
        for (auto& [part, group] : groups_) all.push_back(std::move(group));
        std::stable_sort(all.begin(), all.end(), [](const PlaceGroup& a, const PlaceGroup& b) {
            return a.worst_severity > b.worst_severity;
        });
        return all;
    }

  private:
    /// Two records of one pair are about one part, which the first names.
    [[nodiscard]] std::string place_of(const Finding& finding) const {
        std::set<std::set<std::string>> named;
        std::vector<std::string> parts;
        for (const std::size_t variable : outcome_.answer) {
            const MapRecord record = record_of(finding, variable);
            const auto [host, to_host] = hosts_of(record);
            std::string part = part_of(record);
            const auto ends = host.empty() ? std::set{part} : std::set{host, to_host};
            if (named.insert(ends).second) parts.push_back(std::move(part));
        }
        return joined_by(parts, ", ");
    }

    void add(const Finding& finding) {
        const std::string place = place_of(finding);
        PlaceGroup& group = groups_[place];
        group.place = place;
        if (++group.count > 1 && finding.severity <= group.worst_severity) return;
        group.worst_severity = finding.severity;
        add_hosts_and_values(group, finding);
    }

    void add_hosts_and_values(PlaceGroup& group, const Finding& finding) {
        group.worst_values.clear();
        for (const std::size_t variable : outcome_.answer) {
            const MapRecord record = record_of(finding, variable);
            const auto [host, to_host] = hosts_of(record);
            if (!host.empty()) group.hosts.insert(host);
            if (!to_host.empty()) group.other_hosts.insert(to_host);
            const std::string values = values_of(record);
            if (!values.empty()) group.worst_values += (group.worst_values.empty() ? "" : "; ") + values;
        }
    }

    [[nodiscard]] MapRecord record_of(const Finding& finding, std::size_t variable) const {
        return {records_, outcome_.rule->variables[variable], finding.binding[variable]};
    }

    const RuleOutcome& outcome_;
    Records& records_;
    std::map<std::string, PlaceGroup> groups_;
};

}  // namespace

std::vector<PlaceGroup> group_parts(const RuleOutcome& outcome, Records& records) {
    return PartGrouping(outcome, records).run();
}

}  // namespace fabricmap::rules
