// SPDX-License-Identifier: Apache-2.0
#include "rules/causes/time_table.hpp"

#include "rules/causes/explained_time.hpp"
#include "rules/causes/transfers.hpp"
#include "tracing/functions/functions.hpp"
#include "tracing/model/field_tables.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::rules {
namespace {

using tracing::RecordTable;
using tracing::RecordType;

// Sums of as many terms as there are calls differ by less.
constexpr double smallest_rest = 1e-9;
constexpr RecordType site_type = RecordType::call_site;

/// Whether a function of that name only asks or prepares something.
bool moves_nothing(std::string_view name) {
    const tracing::FunctionInfo* const info = tracing::find_function(name);
    const tracing::CallKind kind = info == nullptr ? tracing::CallKind::other : info->kind;
    return kind == tracing::CallKind::other || kind == tracing::CallKind::persistent;
}

/// The calls of a rank at a place.
struct Site {
    double inside = 0;   ///< seconds in calls that communicate
    double longest = 0;  ///< of these the seconds of the function that takes most
    std::string_view function;
};

class TableMaker {
  public:
    TableMaker(const tracing::Trace& trace, Records& records)
        : trace_(trace), records_(records), explained_(records.number_of("")) {
        constexpr RecordType type = RecordType::process;
        const RecordTable& processes = trace[type];
        for (std::size_t process = 0; process < processes.size(); ++process) {
            RankTime time;
            const double rank = processes.number(tracing::field(type, "rank"), process);
            time.rank = std::llround(rank);
            time.total = processes.number(tracing::field(type, "finish_time"), process) -
                         processes.number(tracing::field(type, "start_time"), process);
            times_.emplace(rank, time);
        }
    }

    TimeTable make(const std::vector<std::span<const PlacedWait>>& waits) {
        if (trace_[site_type].size() == 0) return {};
        for (auto& [rank, time] : times_) time.waits.assign(waits.size(), 0);
        for (std::size_t rule = 0; rule < waits.size(); ++rule) {
            for (const PlacedWait& wait : waits[rule])
                explained_.add(wait.rank, wait.place, wait.from, wait.to);
            take([rule](RankTime& time) -> double& { return time.waits[rule]; });
        }
        add_start_and_end(trace_, explained_);
        take([](RankTime& time) -> double& { return time.library; });
        add_transfers(trace_, records_, explained_);
        take([](RankTime& time) -> double& { return time.transfer; });
        add_files(trace_, explained_);
        take([](RankTime& time) -> double& { return time.files; });
        add_sites();
        return finished();
    }

  private:
    template <typename PartOf>
    void take(const PartOf& part_of) {
        for (const auto& [key, seconds] : explained_.take()) {
            const auto time = times_.find(key.first);
            if (time != times_.end()) part_of(time->second) += seconds;
        }
    }

    void add_sites() {
        const RecordTable& table = trace_[site_type];
        for (std::size_t record = 0; record < table.size(); ++record) {
            const double rank = table.number(tracing::field(site_type, "process_rank"), record);
            const double inside = table.number(tracing::field(site_type, "inside_time"), record);
            const auto time = times_.find(rank);
            if (time == times_.end() || std::isnan(inside)) continue;
            const std::string_view name =
                trace_.text(site_type, tracing::field(site_type, "op_name"), record);
            const tracing::StringId place = table.text(tracing::field(site_type, "source_code"), record);
            if (moves_nothing(name)) {
                time->second.library += inside;
                continue;
            }
            Site& site = sites_[explained_.key_of(
                rank, place == tracing::no_string ? unknown : static_cast<double>(place))];
            site.inside += inside;
            if (inside < site.longest) continue;
            site.longest = inside;
            site.function = name;
        }
    }

    /// What calls at a place took beyond all that explains them. Where more is explained, a process polled,
    /// and the time between its polls is that of the wait.
    TimeTable finished() {
        std::map<std::pair<std::string_view, double>, UnexplainedCalls> calls;
        for (const auto& [key, site] : sites_) {
            const auto known = explained_.seconds().find(key);
            const double rest = site.inside - (known == explained_.seconds().end() ? 0 : known->second);
            if (rest <= smallest_rest) continue;
            times_.find(key.first)->second.unexplained += rest;
            UnexplainedCalls& group = calls[{site.function, key.second}];
            group.ranks.insert(std::llround(key.first));
            group.seconds += rest;
        }
        TimeTable table;
        for (auto& [rank, time] : times_) {
            const double inside =
                time.waited() + time.transfer + time.files + time.library + time.unexplained;
            if (inside > time.total) to_average_thread(time, time.total / inside);
            time.computation = std::max(0.0, time.total - inside);
            table.ranks.push_back(time);
        }
        for (auto& [key, group] : calls) {
            group.function = key.first;
            if (key.second >= 0) group.place = records_.text_of(key.second);
            table.unexplained.push_back(std::move(group));
        }
        std::stable_sort(
            table.unexplained.begin(), table.unexplained.end(),
            [](const UnexplainedCalls& a, const UnexplainedCalls& b) { return a.seconds > b.seconds; });
        return table;
    }

    /// Threads that are in MPI at once take more time there than there is.
    static void to_average_thread(RankTime& time, double factor) {
        for (double* const part : {&time.transfer, &time.files, &time.library, &time.unexplained})
            *part *= factor;
        for (double& wait : time.waits) wait *= factor;
    }

    const tracing::Trace& trace_;
    Records& records_;
    ExplainedTime explained_;
    std::map<double, RankTime> times_;
    std::map<ExplainedTime::Key, Site> sites_;
};

}  // namespace

TimeTable time_table(const tracing::Trace& trace, Records& records,
                     const std::vector<std::span<const PlacedWait>>& waits) {
    return TableMaker(trace, records).make(waits);
}

}  // namespace fabricmap::rules
