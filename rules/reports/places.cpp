// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/places.hpp"

#include <algorithm>
#include <array>
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

/// The fields that tell of a call in a record: who made it, when, and where in the source. A record may tell
/// of two calls of a process, of which a wait lies in one.
struct PlaceFieldNames {
    std::string_view rank;
    std::string_view start;
    std::string_view place;
};

constexpr std::array call_fields_of_records{
    PlaceFieldNames{"process_rank", "start_time", "source_code"},
    PlaceFieldNames{"send_process_rank", "send_start_time", "send_source_code"},
    PlaceFieldNames{"send_process_rank", "send_wait_start_time", "send_wait_source_code"},
    PlaceFieldNames{"receive_process_rank", "receive_start_time", "receive_source_code"},
    PlaceFieldNames{"receive_process_rank", "receive_wait_start_time", "receive_wait_source_code"},
    PlaceFieldNames{"process_rank", "release_time", "release_source_code"},
    PlaceFieldNames{"process_rank", "start_start_time", "source_code"},
    PlaceFieldNames{"process_rank", "complete_start_time", "complete_source_code"},
    PlaceFieldNames{"target_process_rank", "post_start_time", "target_source_code"},
    PlaceFieldNames{"target_process_rank", "wait_start_time", "wait_source_code"},
    PlaceFieldNames{"signal_process_rank", "signal_start_time", "signal_source_code"},
};

struct PlaceFields {
    std::size_t rank = 0;
    std::size_t start = 0;
    std::size_t place = 0;
};

std::vector<PlaceFields> place_fields_of(TypeIndex type) {
    std::vector<PlaceFields> all;
    for (const PlaceFieldNames& names : call_fields_of_records) {
        const auto rank = find_record_field(type, names.rank);
        const auto start = find_record_field(type, names.start);
        const auto place = find_record_field(type, names.place);
        if (rank && start && place) all.push_back({*rank, *start, *place});
    }
    return all;
}

/// A call of a process, its place as the number of a string.
struct PlacedCall {
    double rank = unknown;
    double start = unknown;
    double place = unknown;
};

/// Whether another call of the same process is nearer before a time, or after it where none is before.
bool is_nearer(const PlacedCall& call, const PlacedCall& than, double time) {
    if (std::isnan(call.place)) return false;
    if (std::isnan(than.place)) return true;
    return call.start <= time && (call.start > than.start || than.start > time);
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
    /// A process that waits is where the wait begins, one that is waited for where it ends.
    std::vector<Participant> participants_of(const Finding& finding, const Wait& wait) {
        std::vector<PlacedCall> calls;
        for (const std::size_t variable : outcome_.answer) {
            const TypeIndex type = outcome_.rule->variables[variable].type;
            if (!record_schema()[type].is_of_map) add_calls(calls, type, finding.binding[variable], wait);
        }
        std::vector<Participant> all;
        all.reserve(calls.size());
        for (const PlacedCall& call : calls) {
            all.push_back({call.rank, std::string(records_.text_of(call.place)),
                           std::string(records_.text_of(records_.host_of(call.rank)))});
        }
        return all;
    }

    void add_calls(std::vector<PlacedCall>& calls, TypeIndex type, Row row, const Wait& wait) {
        const auto [fields, is_new] = fields_.try_emplace(type);
        if (is_new) fields->second = place_fields_of(type);
        for (const PlaceFields& field : fields->second) {
            const PlacedCall call{records_.value(type, field.rank, row),
                                  records_.value(type, field.start, row),
                                  records_.value(type, field.place, row)};
            const auto same = std::find_if(calls.begin(), calls.end(),
                                           [&](const PlacedCall& one) { return one.rank == call.rank; });
            if (same == calls.end()) {
                calls.push_back(call);
            } else if (is_nearer(call, *same, call.rank == wait.process ? wait.from : wait.to)) {
                *same = call;
            }
        }
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
        const std::vector<Participant> participants = participants_of(outcome_.findings[wait.finding], wait);
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
        const std::vector<Participant> participants = participants_of(finding, Wait{});
        const double rank = participants.empty() ? unknown : participants.front().rank;
        PlaceGroup& group = group_of(key_of(participants, rank), participants, rank);
        group.seconds += finding.severity * communication_seconds_;
        group.worst_severity = std::max(group.worst_severity, finding.severity);
    }

    const RuleOutcome& outcome_;
    Records& records_;
    double communication_seconds_;
    bool is_of_network_;
    std::map<TypeIndex, std::vector<PlaceFields>> fields_;
    std::map<GroupKey, PlaceGroup> groups_;
    std::map<GroupKey, std::vector<Wait>> waits_;
};

}  // namespace

std::vector<PlaceGroup> group_places(const RuleOutcome& outcome, Records& records,
                                     double communication_seconds) {
    return PlaceGrouping(outcome, records, communication_seconds).run();
}

}  // namespace fabricmap::rules
