// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/map_findings.hpp"

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
        return position ? records_.value(variable_.type, *position, row_, variable_.input) : unknown;
    }
    [[nodiscard]] std::string text(std::string_view field) const {
        return std::string(records_.text_of(number(field)));
    }
    /// Of the diagnosis, where the record is of one.
    [[nodiscard]] const diagnosis::Finding& finding() const {
        return records_.finding(row_, variable_.input);
    }
    /// What distinguishes it from records of other maps.
    [[nodiscard]] std::string map_text() const {
        return variable_.input.empty() ? "" : variable_.input + " ";
    }

  private:
    Records& records_;
    const RuleVariable& variable_;
    Row row_;
};

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
        return fmt::format("{}, {}: {}", record.text("name"), length_text(record.number("bytes")),
                           format_delay(record.number("median")));
    }
    if (record.type() == "threshold") {
        return fmt::format("{}, from {}: {} more", record.text("class"),
                           range_text(record.number("before_bytes"), record.number("after_bytes")),
                           format_delay(record.number("jump")));
    }
    if (record.type() != "finding") return {};
    const double factor = record.number("factor");
    const std::string range = range_text(record.number("from_bytes"), record.number("to_bytes"));
    return std::isnan(factor) ? range : fmt::format("{} times, {}", format_factor(factor), range);
}

/// The part that a record is about: that of a finding of the diagnosis, the pair of a sample, else the
/// machine.
diagnosis::Part part_of(const MapRecord& record) {
    if (record.type() == "finding") return record.finding().part;
    if (record.type() != "sample") return diagnosis::part::Machine{};
    std::string source = record.text("source_host");
    std::string target = record.text("target_host");
    if (source == target) return diagnosis::part::Host{source};
    return diagnosis::part::Link{std::move(source), std::move(target)};
}

/// What tells parts apart: classes of pairs, too, which are no part of the machine.
std::string key_of(const MapRecord& record) {
    if (record.type() == "class") return record.text("name");
    if (record.type() == "threshold") return record.text("class");
    return diagnosis::text_of(part_of(record), true);
}

/// The shortest and the longest message that a record is about; none where it is not about messages.
std::pair<std::int64_t, std::int64_t> lengths_of(const MapRecord& record) {
    const auto length = [&](std::string_view field) {
        const double bytes = record.number(field);
        return std::isnan(bytes) ? 0 : std::llround(bytes);
    };
    if (record.type() == "finding") return {length("from_bytes"), length("to_bytes")};
    if (record.type() == "threshold") return {length("after_bytes"), length("after_bytes")};
    return {length("bytes"), length("bytes")};
}

/// Gathers a rule's matches by part.
class Gathering {
  public:
    Gathering(const RuleOutcome& outcome, Records& records) : outcome_(outcome), records_(records) {}

    std::vector<diagnosis::Finding> run() {
        for (const Match& match : outcome_.matches) add(match);
        std::vector<diagnosis::Finding> all;
        all.reserve(findings_.size());
        for (auto& [key, finding] : findings_) all.push_back(std::move(finding));
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.severity > b.severity; });
        return all;
    }

  private:
    /// The records that a match is about; of two of one pair, whichever way, the first alone.
    [[nodiscard]] std::vector<MapRecord> records_of(const Match& match) const {
        std::vector<MapRecord> records;
        for (const std::size_t variable : outcome_.answer)
            records.emplace_back(records_, outcome_.rule->variables[variable], match.binding[variable]);
        return records;
    }

    void add(const Match& match) {
        const std::vector<MapRecord> records = records_of(match);
        std::set<std::set<std::string>> named;
        std::vector<std::string> keys;
        for (const MapRecord& record : records) {
            std::string key = key_of(record);
            const std::vector<std::string> hosts = diagnosis::hosts_of(part_of(record));
            if (named.insert(hosts.empty() ? std::set{key} : std::set(hosts.begin(), hosts.end())).second)
                keys.push_back(std::move(key));
        }
        const auto [place, is_new] = findings_.try_emplace(std::move(keys));
        if (is_new) place->second = first_finding(records);
        count(place->second, match, records);
    }

    [[nodiscard]] diagnosis::Finding first_finding(const std::vector<MapRecord>& records) const {
        const Rule& rule = *outcome_.rule;
        diagnosis::Finding finding;
        finding.kind = diagnosis::FindingKind::broken_rule;
        if (!records.empty()) finding.part = part_of(records.front());
        finding.predicate = diagnosis::Note("breaks the rule {}: {}", {rule.name, rule.description});
        finding.advice = diagnosis::Note("{}", {rule.advice});
        finding.side = diagnosis::ends_of(finding.part) ? diagnosis::Side::sender : diagnosis::Side::both;
        return finding;
    }

    static void count(diagnosis::Finding& finding, const Match& match,
                      const std::vector<MapRecord>& records) {
        double& matches = finding.evidence.numbers["matches"];
        matches += 1;
        for (const MapRecord& record : records) {
            const auto [shortest, longest] = lengths_of(record);
            finding.from_length_bytes =
                matches > 1 ? std::min(finding.from_length_bytes, shortest) : shortest;
            finding.to_length_bytes = std::max(finding.to_length_bytes, longest);
        }
        if (matches > 1 && match.severity <= finding.severity) return;
        finding.severity = match.severity;
        std::string measured;
        for (const MapRecord& record : records) {
            const std::string values = values_of(record);
            if (!values.empty()) measured += (measured.empty() ? "" : "; ") + values;
        }
        finding.evidence.notes = {diagnosis::Note("{}", {std::move(measured)})};
    }

    const RuleOutcome& outcome_;
    Records& records_;
    std::map<std::vector<std::string>, diagnosis::Finding> findings_;
};

}  // namespace

std::vector<diagnosis::Finding> find_in_maps(const RuleOutcome& outcome, Records& records) {
    return Gathering(outcome, records).run();
}

}  // namespace fabricmap::rules
