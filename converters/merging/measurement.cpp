// SPDX-License-Identifier: Apache-2.0
#include "converters/merging/measurement.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/open_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <iterator>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

namespace fabricmap::converters {
namespace {

constexpr double unmeasured = std::numeric_limits<double>::quiet_NaN();

/// Seconds since 1970 of "2026-11-22T15:05:19Z"; NaN of anything else.
double seconds_of(const std::string& utc) {
    std::istringstream text(utc);
    std::tm parts{};
    text >> std::get_time(&parts, "%Y-%m-%dT%H:%M:%S");
    return text ? static_cast<double>(timegm(&parts)) : unmeasured;
}

double time_of(const Run& run) {
    const RunDescription& description = run.description();
    const double finished = seconds_of(description.finished);
    const double time = std::isnan(finished) ? seconds_of(description.started) : finished;
    if (std::isnan(time)) {
        throw FileError(fmt::format("{}: the run does not say when it was measured, so it cannot be merged",
                                    run.label()));
    }
    return time;
}

std::map<std::string, std::size_t> ranks_on_hosts(const RunDescription& run) {
    std::map<std::string, std::size_t> counts;
    for (const RankLocation& rank : run.ranks) ++counts[rank.host];
    return counts;
}

std::size_t ranks_on_a_host(const RunDescription& run) {
    std::size_t most = 0;
    for (const auto& [host, count] : ranks_on_hosts(run)) most = std::max(most, count);
    return most;
}

/// In what the run differs from the newest so that no value of both can stand for one pair; empty where in
/// nothing.
std::string difference(const RunDescription& run, const RunDescription& newest) {
    if (run.mode != newest.mode) return "another mode";
    if (run.timing != newest.timing) return "another timing";
    if (run.rma_sync != newest.rma_sync || run.window != newest.window || run.noise != newest.noise)
        return "other settings of its mode";
    if (memory_of(run) != memory_of(newest)) return "another kind of memory";
    if (run.mpi_library != newest.mpi_library) return "another MPI library";
    if (run.message_lengths != newest.message_lengths) return "other message lengths";
    if (ranks_on_a_host(run) != ranks_on_a_host(newest)) return "another number of ranks on a host";
    return {};
}

void require_pairs(const Run& run) {
    const RunDescription& description = run.description();
    const bool knows_hosts = std::none_of(description.ranks.begin(), description.ranks.end(),
                                          [](const RankLocation& rank) { return rank.host.empty(); });
    if (!run.has(Statistic::median) || !knows_hosts || measures_diagonal(description)) {
        throw UsageError(fmt::format(
            "{}: merged are runs of pairs that have the median and the names of their hosts", run.label()));
    }
}

/// Of the job whose last run ended last.
void sort_by_time(std::vector<Measurement>& measurements) {
    std::stable_sort(
        measurements.begin(), measurements.end(),
        [](const Measurement& one, const Measurement& other) { return one.finished_s > other.finished_s; });
}

void leave_out_what_differs(MeasuredPairs& pairs) {
    const RunDescription newest = pairs.measurements.front().runs.front().description();
    for (Measurement& measurement : pairs.measurements) {
        std::erase_if(measurement.runs, [&](const Run& run) {
            const std::string why = difference(run.description(), newest);
            if (!why.empty()) pairs.left_out.push_back(fmt::format("{}: {}", run.label(), why));
            return !why.empty();
        });
    }
    std::erase_if(pairs.measurements, [](const Measurement& one) { return one.runs.empty(); });
    pairs.lengths = newest.message_lengths;
}

/// The ranks of a host by their numbers on it.
using EndpointsOfHosts = std::map<std::string, std::vector<RankLocation>>;

void take_ranks(EndpointsOfHosts& known, const RunDescription& run) {
    std::map<std::string, std::size_t> seen;
    for (const RankLocation& rank : run.ranks) {
        auto& ranks = known[rank.host];
        if (seen[rank.host]++ == ranks.size()) ranks.push_back(rank);
    }
}

void number_endpoints(MeasuredPairs& pairs) {
    EndpointsOfHosts known;
    for (const Measurement& measurement : pairs.measurements) {
        for (const Run& run : measurement.runs) take_ranks(known, run.description());
    }
    std::map<std::string, std::size_t> first_of;
    for (auto& [host, ranks] : known) {
        first_of[host] = pairs.ranks.size();
        for (RankLocation& rank : ranks) {
            rank.node = static_cast<int>(pairs.hosts.size());
            pairs.ranks.push_back(rank);
            pairs.host_of.push_back(pairs.hosts.size());
        }
        pairs.hosts.push_back(host);
    }
    for (Measurement& measurement : pairs.measurements) {
        for (const Run& run : measurement.runs) {
            std::map<std::string, std::size_t> next = first_of;
            auto& endpoints = measurement.endpoints.emplace_back();
            for (const RankLocation& rank : run.description().ranks) endpoints.push_back(next[rank.host]++);
        }
    }
}

/// Calls act(run, sender, receiver, place) for each pair of different ranks of each run; the place is that in
/// the map.
template <typename Act>
void for_each_pair(const Measurement& measurement, std::size_t ranks, const Act& act) {
    for (std::size_t run = 0; run < measurement.runs.size(); ++run) {
        const auto& endpoints = measurement.endpoints[run];
        for (std::size_t sender = 0; sender < endpoints.size(); ++sender) {
            for (std::size_t receiver = 0; receiver < endpoints.size(); ++receiver) {
                if (sender != receiver)
                    act(run, sender, receiver, endpoints[sender] * ranks + endpoints[receiver]);
            }
        }
    }
}

/// All that a run has of the plane.
class RunPlane {
  public:
    RunPlane(const Run& run, std::size_t k) {
        for (const Statistic statistic : run.statistics())
            values_.emplace_back(statistic, run.stack(statistic)->plane(k));
        if (run.quality()) quality_ = run.quality()->plane(k);
        if (run.outliers()) outliers_ = run.outliers()->plane(k);
    }

    [[nodiscard]] CellStatistics cell(std::size_t sender, std::size_t receiver) const {
        const auto i = static_cast<Eigen::Index>(sender);
        const auto j = static_cast<Eigen::Index>(receiver);
        CellStatistics cell;
        for (const auto& [statistic, plane] : values_) cell.set(statistic, plane(i, j));
        if (quality_.size() > 0) cell.quality = static_cast<std::uint8_t>(static_cast<int>(quality_(i, j)));
        const bool has_outliers = outliers_.size() > 0 && std::isfinite(outliers_(i, j));
        cell.outliers = has_outliers ? std::llround(outliers_(i, j)) : CellStatistics::unknown_outliers;
        return cell;
    }

  private:
    std::vector<std::pair<Statistic, Matrix>> values_;
    Matrix quality_;
    Matrix outliers_;
};

/// Of an even number the lower one.
template <typename Element, typename ValueOf>
void keep_middle(std::vector<Element>& elements, const ValueOf& value_of) {
    const auto middle = elements.begin() + (std::ssize(elements) - 1) / 2;
    std::nth_element(elements.begin(), middle, elements.end(),
                     [&](const Element& a, const Element& b) { return value_of(a) < value_of(b); });
    elements = {*middle};
}

}  // namespace

MeasuredPairs open_measurements(const std::vector<std::vector<std::string>>& jobs, double earliest_s) {
    MeasuredPairs pairs;
    for (const std::vector<std::string>& job : jobs) {
        Measurement measurement;
        for (const std::string& path : job) {
            const Run& run = measurement.runs.emplace_back(open_run(path));
            require_pairs(run);
            measurement.finished_s = std::max(measurement.finished_s, time_of(run));
        }
        if (measurement.finished_s >= earliest_s) pairs.measurements.push_back(std::move(measurement));
    }
    if (pairs.measurements.empty())
        throw UsageError("all runs are older than --max-age; measure again, or give a longer time");
    sort_by_time(pairs.measurements);
    leave_out_what_differs(pairs);
    number_endpoints(pairs);
    return pairs;
}

Matrix medians_of(const Measurement& measurement, std::size_t k, std::size_t ranks) {
    std::vector<Matrix> planes;
    for (const Run& run : measurement.runs) planes.push_back(run.stack(Statistic::median)->plane(k));
    std::vector<std::vector<double>> found(ranks * ranks);
    for_each_pair(measurement, ranks,
                  [&](std::size_t run, std::size_t sender, std::size_t receiver, std::size_t place) {
                      const double value =
                          planes[run](static_cast<Eigen::Index>(sender), static_cast<Eigen::Index>(receiver));
                      if (value > 0) found[place].push_back(value);
                  });
    Matrix medians =
        Matrix::Constant(static_cast<Eigen::Index>(ranks), static_cast<Eigen::Index>(ranks), unmeasured);
    for (std::size_t place = 0; place < found.size(); ++place) {
        if (found[place].empty()) continue;
        keep_middle(found[place], [](double value) { return value; });
        medians.data()[place] = found[place].front();
    }
    return medians;
}

std::vector<CellStatistics> cells_of(const Measurement& measurement, std::size_t k, std::size_t ranks) {
    std::vector<RunPlane> planes;
    for (const Run& run : measurement.runs) planes.emplace_back(run, k);
    std::vector<std::vector<CellStatistics>> found(ranks * ranks);
    for_each_pair(measurement, ranks,
                  [&](std::size_t run, std::size_t sender, std::size_t receiver, std::size_t place) {
                      const CellStatistics cell = planes[run].cell(sender, receiver);
                      if (cell.median > 0) found[place].push_back(cell);
                  });
    std::vector<CellStatistics> cells(ranks * ranks, CellStatistics::not_measured());
    for (std::size_t place = 0; place < found.size(); ++place) {
        if (found[place].empty()) continue;
        keep_middle(found[place], [](const CellStatistics& cell) { return cell.median; });
        cells[place] = found[place].front();
    }
    return cells;
}

}  // namespace fabricmap::converters
