// SPDX-License-Identifier: Apache-2.0
#include "rules/collectives/better_algorithms.hpp"

#include "netcdf_schema/collectives/best_algorithm.hpp"
#include "tracing/model/field_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace fabricmap::rules {
namespace {

using tracing::RecordTable;
using tracing::RecordType;

constexpr RecordType collective = RecordType::collective;
constexpr std::size_t min_visits = 5;

/// "MPI_Allreduce" is measured as "allreduce".
std::string operation_named(std::string_view function) {
    constexpr std::string_view prefix = "MPI_";
    std::string name(function.starts_with(prefix) ? function.substr(prefix.size()) : function);
    for (char& letter : name) letter = static_cast<char>(std::tolower(letter));
    return name;
}

/// What a rank contributes holds a block for each rank in these, where it is the block that is measured.
bool has_block_for_each(std::string_view operation) {
    constexpr std::array<std::string_view, 3> all{"alltoall", "scatter", "reduce_scatter_block"};
    return std::find(all.begin(), all.end(), operation) != all.end();
}

/// MPI_Init and what makes communicators and windows are no matter of algorithms.
bool has_algorithms(std::string_view op_type) {
    constexpr std::array<std::string_view, 4> all{"all-to-one", "one-to-all", "all-to-all", "barrier"};
    return std::find(all.begin(), all.end(), op_type) != all.end();
}

/// One operation of the trace.
struct Instance {
    std::string_view function;
    std::string_view op_type;
    int ranks = 0;
    double bytes = 0;  ///< the most that a rank contributes
    double seconds = 0;
};

std::vector<Instance> instances_of(const tracing::Trace& trace) {
    const RecordTable& table = trace[collective];
    std::map<double, Instance> by_number;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const double number = table.number(tracing::field(collective, "instance"), record);
        if (std::isnan(number)) continue;
        Instance& instance = by_number[number];
        instance.function = trace.text(collective, tracing::field(collective, "op_name"), record);
        instance.op_type = trace.text(collective, tracing::field(collective, "op_type"), record);
        ++instance.ranks;
        instance.bytes = std::fmax(instance.bytes, table.number(tracing::field(collective, "bytes"), record));
        const double last = table.number(tracing::field(collective, "start_time_max"), record);
        instance.seconds +=
            std::max(0.0, table.number(tracing::field(collective, "finish_time"), record) - last);
    }
    std::vector<Instance> all;
    all.reserve(by_number.size());
    for (const auto& [number, instance] : by_number) all.push_back(instance);
    return all;
}

class CollectiveComparison {
  public:
    explicit CollectiveComparison(const MeasuredCollectives& measured)
        : run_(measured.jobs.front().run), cells_(cells_of(measured)) {
        for (const CellSummary& cell : cells_) {
            if (!mock_up_of(run_, cell.cell).empty() || cell.visits < min_visits) continue;
            lengths_[{operation_of(run_, cell.cell), cell.cell.ranks}].push_back(cell.cell.message_length);
        }
    }

    void add(const Instance& instance) {
        if (!has_algorithms(instance.op_type)) return;
        const std::string operation = operation_named(instance.function);
        const double bytes = has_block_for_each(operation) ? instance.bytes / instance.ranks : instance.bytes;
        const auto length = nearest(operation, instance.ranks, bytes);
        ComparedCollectives& group =
            groups_[{operation, instance.ranks, length.value_or(0), length.has_value()}];
        group.function = instance.function;
        group.length_bytes = length.value_or(0);
        group.ranks = instance.ranks;
        group.is_measured = length.has_value();
        ++group.operations;
        group.seconds += instance.seconds;
    }

    std::vector<ComparedCollectives> finish() {
        std::vector<ComparedCollectives> all;
        for (auto& [key, group] : groups_) {
            if (group.is_measured) judge(std::get<0>(key), group);
            all.push_back(std::move(group));
        }
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return std::tuple(a.gain, a.seconds) > std::tuple(b.gain, b.seconds);
        });
        return all;
    }

  private:
    using Key = std::tuple<std::string, int, std::int64_t, bool>;

    std::optional<std::int64_t> nearest(const std::string& operation, int ranks, double bytes) const {
        const auto known = lengths_.find({operation, ranks});
        if (known == lengths_.end()) return std::nullopt;
        const auto distance = [&](std::int64_t length) {
            const auto measured = static_cast<double>(length);
            if (bytes == measured) return 0.0;
            return bytes == 0 || length == 0 ? std::numeric_limits<double>::infinity()
                                             : std::abs(std::log2(bytes / measured));
        };
        const auto found =
            std::min_element(known->second.begin(), known->second.end(),
                             [&](std::int64_t a, std::int64_t b) { return distance(a) < distance(b); });
        return distance(*found) <= 1 ? std::optional(*found) : std::nullopt;
    }

    static std::vector<CellSummary> cells_of(const MeasuredCollectives& measured) {
        std::vector<JobOfCollectives> jobs;
        jobs.reserve(measured.jobs.size());
        for (const MeasuredJob& job : measured.jobs) jobs.push_back({job.run, job.visits});
        return summaries_over_jobs(jobs);
    }

    /// The library's choice and the fastest algorithm, where the one is surely slower than the other.
    void judge(const std::string& operation, ComparedCollectives& group) const {
        std::vector<const CellSummary*> alike;
        for (const CellSummary& cell : cells_) {
            if (operation_of(run_, cell.cell) == operation && mock_up_of(run_, cell.cell).empty() &&
                cell.cell.ranks == group.ranks && cell.cell.message_length == group.length_bytes &&
                cell.visits >= min_visits)
                alike.push_back(&cell);
        }
        const BestAlgorithm found = best_algorithm(run_, alike);
        if (!found.is_separated) return;
        const std::string algorithm = algorithm_of(run_, found.best->cell);
        if (!found.is_named) {
            group.candidate = algorithm;
            group.candidate_jobs = found.jobs;
            return;
        }
        const ValueInterval& chosen = found.library->time;
        const ValueInterval& best = found.best->time;
        const double times = static_cast<double>(group.operations) * group.ranks;
        group.algorithm = algorithm;
        group.factor = best.value / chosen.value;
        group.gain = times * (chosen.value - best.value);
        group.min_gain = times * (chosen.low - best.high);
        group.max_gain = times * (chosen.high - best.low);
        group.setting = setting_of(operation, algorithm);
    }

    const CollectiveRun& run_;
    std::vector<CellSummary> cells_;
    std::map<std::pair<std::string, int>, std::vector<std::int64_t>> lengths_;
    std::map<Key, ComparedCollectives> groups_;
};

}  // namespace

std::vector<ComparedCollectives> compare_collectives(const tracing::Trace& trace,
                                                     const MeasuredCollectives& measured) {
    CollectiveComparison comparison(measured);
    for (const Instance& instance : instances_of(trace)) comparison.add(instance);
    return comparison.finish();
}

}  // namespace fabricmap::rules
