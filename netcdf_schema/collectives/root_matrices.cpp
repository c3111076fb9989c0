// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/root_matrices.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/collectives/cell_summary.hpp"
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace fabricmap {
namespace {

/// Matrices that are held in memory: roots × ranks, by length.
class RootStack final : public DelayStack {
  public:
    RootStack(Statistic statistic, std::int64_t ranks, std::vector<std::int64_t> lengths,
              std::vector<Matrix> planes)
        : DelayStack(statistic, ranks, std::move(lengths)), planes_(std::move(planes)) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first, std::int64_t senders) const override {
        return planes_[k].middleRows(first, senders);
    }

    std::vector<Matrix> planes_;
};

/// A file and the operation that is asked for; empty: the first that has matrices.
struct Named {
    std::filesystem::path file;
    std::string operation;
};

std::optional<Named> named_matrices(const std::filesystem::path& path) {
    if (const auto file = find_collectives(path)) {
        // A prefix may stand for a run of delays as well, which comes first.
        const bool has_delays =
            *file != path && std::filesystem::exists(statistic_path(path, Statistic::median));
        return has_delays ? std::nullopt : std::optional(Named{*file, ""});
    }
    const std::string name = path.string();
    const std::size_t colon = name.rfind(':');
    if (colon == std::string::npos) return std::nullopt;
    const auto file = find_collectives(name.substr(0, colon));
    return file ? std::optional(Named{*file, name.substr(colon + 1)}) : std::nullopt;
}

using VisitsByRoot = std::map<int, std::vector<const CollectiveVisit*>>;
/// By operation (with its algorithm where one was forced), by length.
using RootVisits = std::map<std::string, std::map<std::int64_t, VisitsByRoot>>;

RootVisits visits_of_roots(const CollectiveRun& run, const std::vector<CollectiveVisit>& visits) {
    RootVisits by_operation;
    const std::size_t ranks = run.description.ranks.size();
    for (const CollectiveVisit& visit : visits) {
        if (visit.purpose != VisitPurpose::sweep || visit.cell.root == no_index ||
            visit.cell.mock_up != no_index || visit.cell.ranks != static_cast<int>(ranks))
            continue;
        std::string name = operation_of(run, visit.cell);
        if (visit.cell.algorithm != no_index) name += "/" + algorithm_of(run, visit.cell);
        by_operation[name][visit.cell.message_length][visit.cell.root].push_back(&visit);
    }
    std::erase_if(by_operation, [](const auto& entry) {
        const auto& by_length = entry.second;
        return std::none_of(by_length.begin(), by_length.end(),
                            [](const auto& plane) { return plane.second.size() > 1; });
    });
    return by_operation;
}

struct RankStatistic {
    Statistic statistic;
    std::vector<float> CollectiveVisit::*times;
};
constexpr std::array rank_statistics{
    RankStatistic{Statistic::minimum, &CollectiveVisit::finish_min},
    RankStatistic{Statistic::median, &CollectiveVisit::finish_median},
    RankStatistic{Statistic::maximum, &CollectiveVisit::finish_max},
};

double of_visits(const std::vector<const CollectiveVisit*>& visits, const RankStatistic& wanted,
                 std::size_t rank) {
    std::vector<float> times;
    times.reserve(visits.size());
    for (const CollectiveVisit* visit : visits) times.push_back((visit->*wanted.times)[rank]);
    times = numbers_of(times);
    if (times.empty()) return std::numeric_limits<double>::quiet_NaN();
    if (wanted.statistic == Statistic::minimum) return *std::min_element(times.begin(), times.end());
    if (wanted.statistic == Statistic::maximum) return *std::max_element(times.begin(), times.end());
    return median_of(times);
}

Matrix plane_of(const VisitsByRoot& by_root, const RankStatistic& wanted, std::size_t ranks) {
    const auto size = static_cast<Eigen::Index>(ranks);
    Matrix plane = Matrix::Constant(size, size, std::numeric_limits<double>::quiet_NaN());
    for (const auto& [root, visits] : by_root) {
        for (std::size_t rank = 0; rank < ranks; ++rank)
            plane(root, static_cast<Eigen::Index>(rank)) = of_visits(visits, wanted, rank);
    }
    return plane;
}

std::string names_of(const RootVisits& operations) {
    std::string names;
    for (const auto& [name, ignored] : operations)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
    return names;
}

RootVisits::const_iterator choose(const RootVisits& operations, const Named& named) {
    if (operations.empty()) {
        throw FileError(
            fmt::format("{}: no operation was measured with several roots, so there are no matrices "
                        "(collective_test --roots all); network_diagnose and network_convert --to csv "
                        "read the times",
                        named.file.string()));
    }
    if (named.operation.empty()) return operations.begin();
    const auto found = operations.find(named.operation);
    if (found == operations.end()) {
        throw FileError(fmt::format("{}: '{}' was not measured with several roots; there are: {}",
                                    named.file.string(), named.operation, names_of(operations)));
    }
    return found;
}

}  // namespace

std::optional<Run> open_root_matrices(const std::filesystem::path& path) {
    const auto named = named_matrices(path);
    if (!named) return std::nullopt;
    const CollectiveFile file(named->file);
    const std::vector<CollectiveVisit> visits = file.visits();
    const RootVisits operations = visits_of_roots(file.run(), visits);
    const auto& [name, by_length] = *choose(operations, *named);

    RunDescription description = file.run().description;
    const std::size_t ranks = description.ranks.size();
    description.operation = name;
    description.title = fmt::format("{}: when each rank (across) was through, by root (down)", name);
    if (operations.size() > 1)
        description.comment = fmt::format("Others of the file, behind a colon: {}", names_of(operations));
    description.message_lengths.clear();
    for (const auto& [length, ignored] : by_length) description.message_lengths.push_back(length);
    Run::Stacks stacks;
    for (const RankStatistic& wanted : rank_statistics) {
        std::vector<Matrix> planes;
        for (const auto& [length, by_root] : by_length) planes.push_back(plane_of(by_root, wanted, ranks));
        stacks.emplace(wanted.statistic,
                       std::make_shared<RootStack>(wanted.statistic, description.rank_count(),
                                                   description.message_lengths, std::move(planes)));
    }
    return Run(path.string(), std::move(description), std::move(stacks), std::nullopt);
}

std::optional<std::filesystem::path> file_of_root_matrices(const std::filesystem::path& path) {
    const auto named = named_matrices(path);
    return named ? std::optional(named->file) : std::nullopt;
}

}  // namespace fabricmap
