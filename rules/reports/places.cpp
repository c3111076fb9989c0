// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/places.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace fabricmap::rules {
namespace {

/// A process that a record names, and where in the source it was.
struct Participant {
    double rank = unknown;
    std::string place;
    std::string host;
};

/// The record types' fields "[PREFIX]process_rank" with "[PREFIX]source_code".
void add_participants(std::vector<Participant>& all, Records& records, TypeIndex type, Row row) {
    constexpr std::string_view ending = "process_rank";
    const auto& fields = record_schema()[type].fields;
    for (std::size_t field = 0; field < fields.size(); ++field) {
        if (!fields[field].name.ends_with(ending)) continue;
        const std::string prefix(fields[field].name.substr(0, fields[field].name.size() - ending.size()));
        const auto source = find_record_field(type, prefix + "source_code");
        if (!source) continue;
        Participant participant;
        participant.rank = records.value(type, field, row);
        participant.place = records.text_of(records.value(type, *source, row));
        participant.host = records.text_of(records.host_of(participant.rank));
        all.push_back(std::move(participant));
    }
}

/// The line of the process that waits, and those that it waits for; where it is the network that is judged,
/// the hosts, too.
using GroupKey = std::tuple<std::string, std::vector<std::string>, std::vector<std::string>>;

class PlaceGrouping {
  public:
    PlaceGrouping(const RuleOutcome& outcome, Records& records, double communication_seconds)
        : outcome_(outcome),
          records_(records),
          communication_seconds_(communication_seconds),
          is_of_network_(calls_expected(*outcome.rule)) {}

    std::vector<PlaceGroup> run() {
        for (const Wait& wait : outcome_.waits) add_wait(wait);
        if (outcome_.rule->severity) {
            for (const Finding& finding : outcome_.findings) add_severity(finding);
        }
        std::vector<PlaceGroup> all;
        for (auto& [key, group] : groups_) {
            if (group.worst) group.seconds = seconds_of(united(std::move(waits_[key])));
            all.push_back(std::move(group));
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const PlaceGroup& a, const PlaceGroup& b) { return a.seconds > b.seconds; });
        return all;
    }

  private:
    std::vector<Participant> participants_of(const Finding& finding) const {
        std::vector<Participant> all;
        for (const std::size_t variable : outcome_.answer) {
            const TypeIndex type = outcome_.rule->variables[variable].type;
            if (!record_schema()[type].is_of_map)
                add_participants(all, records_, type, finding.binding[variable]);
        }
        return all;
    }

    [[nodiscard]] GroupKey key_of(const std::vector<Participant>& participants, double rank) const {
        GroupKey key;
        auto& [place, others, hosts] = key;
        for (const Participant& one : participants) {
            if (is_of_network_) hosts.push_back(one.host);
            if (one.rank == rank) {
                if (place.empty()) place = one.place;
            } else if (!one.place.empty() &&
                       std::find(others.begin(), others.end(), one.place) == others.end()) {
                others.push_back(one.place);
            }
        }
        return key;
    }

    /// Counts a finding in the group of its lines; `rank` is the process that waits.
    PlaceGroup& group_of(const GroupKey& key, const std::vector<Participant>& participants, double rank) {
        PlaceGroup& group = groups_[key];
        group.place = std::get<0>(key);
        group.waits_for = std::get<1>(key);
        ++group.count;
        for (const Participant& one : participants) {
            const bool waits = one.rank == rank;
            if (!one.host.empty()) (waits ? group.hosts : group.other_hosts).insert(one.host);
            if (!std::isnan(one.rank))
                (waits ? group.ranks : group.other_ranks).insert(std::llround(one.rank));
        }
        return group;
    }

    void add_wait(const Wait& wait) {
        const std::vector<Participant> participants = participants_of(outcome_.findings[wait.finding]);
        const GroupKey key = key_of(participants, wait.process);
        PlaceGroup& group = group_of(key, participants, wait.process);
        group.ranks.insert(std::llround(wait.process));
        if (!group.worst || wait.to - wait.from > group.worst->to - group.worst->from) group.worst = wait;
        for (const Participant& one : participants) {
            if (!std::isnan(one.rank) && one.rank != wait.process)
                group.between[{std::llround(wait.process), std::llround(one.rank)}] += wait.to - wait.from;
        }
        waits_[key].push_back(wait);
    }

    void add_severity(const Finding& finding) {
        const std::vector<Participant> participants = participants_of(finding);
        const double rank = participants.empty() ? unknown : participants.front().rank;
        PlaceGroup& group = group_of(key_of(participants, rank), participants, rank);
        group.seconds += finding.severity * communication_seconds_;
        group.worst_severity = std::max(group.worst_severity, finding.severity);
    }

    const RuleOutcome& outcome_;
    Records& records_;
    double communication_seconds_;
    bool is_of_network_;
    std::map<GroupKey, PlaceGroup> groups_;
    std::map<GroupKey, std::vector<Wait>> waits_;
};

}  // namespace

std::vector<PlaceGroup> group_places(const RuleOutcome& outcome, Records& records,
                                     double communication_seconds) {
    return PlaceGrouping(outcome, records, communication_seconds).run();
}

}  // namespace fabricmap::rules
