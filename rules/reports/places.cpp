// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/places.hpp"

#include "rules/records/call_fields.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace fabricmap::rules {
namespace {

/// A call of a process; its place and host as the numbers of strings, which are many times shorter.
struct PlacedCall {
    double rank = unknown;
    double start = unknown;
    double place = unknown;
    double host = unknown;
};

/// Whether another call of the same process is nearer before a time, or after it where none is before.
bool is_nearer(const PlacedCall& call, const PlacedCall& than, double time) {
    if (std::isnan(call.place)) return false;
    if (std::isnan(than.place)) return true;
    return call.start <= time && (call.start > than.start || than.start > time);
}

/// As a part of a key, which has to have an order.
double key_of(double number) {
    return std::isnan(number) ? -1 : number;
}

/// The line of the process that waits, and those that it waits for; where it is the network that is judged,
/// the hosts, too.
struct GroupKey {
    double place = -1;
    std::vector<double> others;
    std::vector<double> hosts;
    bool operator<(const GroupKey& other) const {
        return std::tie(place, others, hosts) < std::tie(other.place, other.others, other.hosts);
    }
};

/// What is gathered for a group.
struct GatheredGroup {
    PlaceGroup group;
    std::set<double> hosts;
    std::set<double> other_hosts;
    std::vector<Wait> waits;
    std::map<std::pair<std::int64_t, double>, double> longest;  ///< for a rank that came last then
};

std::optional<std::int64_t> rank_waited_for(const std::vector<PlacedCall>& calls, double process) {
    const auto other = std::find_if(calls.begin(), calls.end(), [&](const PlacedCall& call) {
        return !std::isnan(call.rank) && call.rank != process;
    });
    return other == calls.end() ? std::nullopt : std::optional(std::llround(other->rank));
}

class PlaceGrouping {
  public:
    PlaceGrouping(const RuleOutcome& outcome, Records& records, double communication_seconds)
        : outcome_(outcome),
          records_(records),
          communication_seconds_(communication_seconds),
          empty_place_(records.number_of("")),
          is_of_network_(calls_expected(*outcome.rule)),
          is_of_collectives_(outcome.rule->variables.size() == 1 &&
                             outcome.rule->variables[0].type ==
                                 static_cast<TypeIndex>(tracing::RecordType::collective)) {}

    GroupedPlaces run() {
        for (const Wait& wait : outcome_.waits) add_wait(wait);
        if (outcome_.rule->severity) {
            for (const Match& match : outcome_.matches) add_severity(match);
        }
        std::vector<PlaceGroup> all;
        for (auto& [key, gathered] : groups_) all.push_back(finished(key, std::move(gathered)));
        std::sort(all.begin(), all.end(), [](const PlaceGroup& a, const PlaceGroup& b) {
            return std::tie(b.seconds, a.place, a.waits_for, a.hosts, a.other_hosts) <
                   std::tie(a.seconds, b.place, b.waits_for, b.hosts, b.other_hosts);
        });
        return {std::move(all), std::move(waits_)};
    }

  private:
    PlaceGroup finished(const GroupKey& key, GatheredGroup gathered) const {
        PlaceGroup group = std::move(gathered.group);
        const auto text_of = [&](double number) { return std::string(records_.text_of(number)); };
        if (key.place >= 0) group.place = text_of(key.place);
        for (const double other : key.others) group.waits_for.push_back(text_of(other));
        for (const double host : gathered.hosts) group.hosts.insert(text_of(host));
        for (const double host : gathered.other_hosts) group.other_hosts.insert(text_of(host));
        for (const auto& [last, seconds] : gathered.longest) {
            ++group.last[last.first].operations;
            group.last[last.first].seconds += seconds;
        }
        if (group.worst) group.seconds = seconds_of(united(std::move(gathered.waits)));
        return group;
    }

    /// The calls that the match's records tell of, one for each process: where one that waits is when the
    /// wait begins, and one that is waited for when it ends.
    const std::vector<PlacedCall>& calls_of(const Match& match, const Wait& wait) {
        calls_.clear();
        for (const std::size_t variable : outcome_.answer) {
            const RuleVariable& found = outcome_.rule->variables[variable];
            if (!record_schema()[found.type].is_of_map && found.input.empty())
                add_calls(found.type, match.binding[variable], wait);
        }
        return calls_;
    }

    void add_calls(TypeIndex type, Row row, const Wait& wait) {
        for (const CallFields& field : call_fields_of(type)) {
            const double rank = records_.value(type, field.rank, row);
            const double place = field.place ? records_.value(type, *field.place, row) : unknown;
            const double start = field.start ? records_.value(type, *field.start, row) : unknown;
            // Of others that it may have waited for it is the one that ended the wait.
            if (field.start && !field.finish && (start != wait.to || rank == wait.process)) continue;
            const PlacedCall call{rank, start, place == empty_place_ ? unknown : place,
                                  records_.host_of(rank)};
            const auto same = std::find_if(calls_.begin(), calls_.end(),
                                           [&](const PlacedCall& one) { return one.rank == call.rank; });
            if (same == calls_.end()) {
                calls_.push_back(call);
            } else if (is_nearer(call, *same, call.rank == wait.process ? wait.from : wait.to)) {
                *same = call;
            }
        }
    }

    /// Counts a match in the group of its lines; `rank` is the process that waits.
    GatheredGroup& group_of(const std::vector<PlacedCall>& calls, double rank) {
        GroupKey key;
        for (const PlacedCall& call : calls) {
            if (is_of_network_) key.hosts.push_back(key_of(call.host));
            if (call.rank == rank) {
                if (key.place < 0) key.place = key_of(call.place);
            } else if (!std::isnan(call.place) &&
                       std::find(key.others.begin(), key.others.end(), call.place) == key.others.end()) {
                key.others.push_back(call.place);
            }
        }
        GatheredGroup& gathered = groups_[std::move(key)];
        ++gathered.group.count;
        for (const PlacedCall& call : calls) {
            const bool waits = call.rank == rank;
            if (!std::isnan(call.host)) (waits ? gathered.hosts : gathered.other_hosts).insert(call.host);
            if (!std::isnan(call.rank))
                (waits ? gathered.group.ranks : gathered.group.other_ranks).insert(std::llround(call.rank));
        }
        return gathered;
    }

    void add_wait(const Wait& wait) {
        const std::vector<PlacedCall>& calls = calls_of(outcome_.matches[wait.match], wait);
        GatheredGroup& gathered = group_of(calls, wait.process);
        PlaceGroup& group = gathered.group;
        group.ranks.insert(std::llround(wait.process));
        if (!group.worst || wait.to - wait.from > group.worst->to - group.worst->from) {
            group.worst = wait;
            group.worst_for = rank_waited_for(calls, wait.process);
        }
        waits_.push_back(placed(calls, wait));
        if (is_of_collectives_ && !std::isnan(waits_.back().other)) {
            double& longest = gathered.longest[{std::llround(waits_.back().other), wait.to}];
            longest = std::max(longest, wait.to - wait.from);
        }
        for (const PlacedCall& call : calls) {
            if (!std::isnan(call.rank) && call.rank != wait.process)
                group.between[{std::llround(wait.process), std::llround(call.rank)}] += wait.to - wait.from;
        }
        gathered.waits.push_back(wait);
    }

    static PlacedWait placed(const std::vector<PlacedCall>& calls, const Wait& wait) {
        PlacedWait placed{wait.process, wait.from, wait.to};
        for (const PlacedCall& call : calls) {
            if (call.rank == wait.process) placed.place = call.place;
        }
        if (const auto other = rank_waited_for(calls, wait.process))
            placed.other = static_cast<double>(*other);
        return placed;
    }

    void add_severity(const Match& match) {
        const std::vector<PlacedCall>& calls = calls_of(match, Wait{});
        const double rank = calls.empty() ? unknown : calls.front().rank;
        PlaceGroup& group = group_of(calls, rank).group;
        group.seconds += match.severity * communication_seconds_;
        group.worst_severity = std::max(group.worst_severity, match.severity);
    }

    const RuleOutcome& outcome_;
    Records& records_;
    double communication_seconds_;
    double empty_place_;  ///< where a record has to say something, and nothing is known
    bool is_of_network_;
    bool is_of_collectives_;
    std::map<GroupKey, GatheredGroup> groups_;
    std::vector<PlacedCall> calls_;  ///< of the match that is looked at
    std::vector<PlacedWait> waits_;
};

}  // namespace

GroupedPlaces group_places(const RuleOutcome& outcome, Records& records, double communication_seconds) {
    return PlaceGrouping(outcome, records, communication_seconds).run();
}

}  // namespace fabricmap::rules
