// SPDX-License-Identifier: Apache-2.0
#include "converters/merging/merge_runs.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "base/tool_version.hpp"
#include "converters/merging/run_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

namespace fabricmap::converters {
namespace {

constexpr double no_age = std::numeric_limits<double>::quiet_NaN();

double seconds_in(std::chrono::days time) {
    return std::chrono::duration<double>(time).count();
}

/// Times what they would be in the newest measurement.
void scale(CellStatistics& cell, double factor) {
    for (double CellStatistics::*const delay :
         {&CellStatistics::minimum, &CellStatistics::average, &CellStatistics::median,
          &CellStatistics::maximum, &CellStatistics::deviation})
        cell.*delay *= factor;
}

/// A pair that several measurements have: its newest cell, and the weighted mean of the logarithms.
struct MergedCell {
    CellStatistics newest = CellStatistics::not_measured();
    double weight = 0;
    double weighted_sum = 0;

    [[nodiscard]] double mean() const noexcept { return weighted_sum / weight; }
    void add(const CellStatistics& cell, const RunTerm& term, double weight_of_cell) {
        const double value = std::log(cell.median) - term.offset;
        if (weight > 0 && std::abs(value - mean()) > term.agreement) return;
        if (weight == 0) {
            newest = cell;
            scale(newest, std::exp(-term.offset));
        }
        weight += weight_of_cell;
        weighted_sum += weight_of_cell * value;
    }
    [[nodiscard]] CellStatistics result() const {
        CellStatistics cell = newest;
        if (weight > 0) scale(cell, std::exp(mean()) / cell.median);
        return cell;
    }
};

class Merger {
  public:
    Merger(const MergeRequest& request, MeasuredPairs pairs, double now_s)
        : request_(request), pairs_(std::move(pairs)), now_s_(now_s), terms_(run_terms_of(pairs_)) {}

    [[nodiscard]] MergedRun write() {
        std::vector<double> ages = ages_of_pairs();
        MergedRun result = summary(ages);
        RunDescription description = describe(result, std::move(ages));
        RunWriter writer = RunWriter::create(request_.output, description, request_.existing);
        for (std::size_t k = 0; k < pairs_.lengths.size(); ++k) {
            writer.begin_plane(pairs_.lengths[k]);
            write_plane(writer, k);
            writer.commit_plane();
        }
        writer.finish(description.finished);
        return result;
    }

  private:
    [[nodiscard]] double age_of(std::size_t measurement) const {
        return std::max(0.0, now_s_ - pairs_.measurements[measurement].finished_s);
    }

    /// Whether a measurement says something of the pair that still holds.
    [[nodiscard]] bool holds(std::size_t place, std::size_t measurement) const {
        const std::size_t ranks = pairs_.rank_count();
        return terms_.holds(pairs_.host_of[place / ranks], measurement) &&
               terms_.holds(pairs_.host_of[place % ranks], measurement);
    }

    /// Sender-major, of the newest value of each pair.
    [[nodiscard]] std::vector<double> ages_of_pairs() const {
        std::vector<double> ages(pairs_.rank_count() * pairs_.rank_count(), no_age);
        for (std::size_t m = 0; m < pairs_.measurements.size(); ++m) {
            const Matrix medians = medians_of(pairs_.measurements[m], 0, pairs_.rank_count());
            for (std::size_t place = 0; place < ages.size(); ++place) {
                if (std::isnan(ages[place]) && std::isfinite(medians.data()[place]) && holds(place, m))
                    ages[place] = age_of(m);
            }
        }
        return ages;
    }

    [[nodiscard]] MergedRun summary(const std::vector<double>& ages) const {
        MergedRun result;
        result.jobs = pairs_.measurements.size();
        result.hosts = pairs_.hosts.size();
        result.left_out = pairs_.left_out;
        const std::size_t ranks = pairs_.rank_count();
        for (std::size_t place = 0; place < ages.size(); ++place) {
            if (pairs_.host_of[place / ranks] == pairs_.host_of[place % ranks]) continue;
            ++result.pairs;
            if (std::isnan(ages[place])) continue;
            ++result.measured_pairs;
            result.oldest_s = std::max(result.oldest_s, ages[place]);
        }
        for (std::size_t host = 0; host < pairs_.hosts.size(); ++host) {
            if (terms_.changed_at[host] < pairs_.measurements.size())
                result.changed_hosts.push_back(pairs_.hosts[host]);
        }
        return result;
    }

    [[nodiscard]] RunDescription describe(const MergedRun& result, std::vector<double> ages) const {
        RunDescription description = pairs_.measurements.front().runs.front().description();
        description.ranks = pairs_.ranks;
        description.adapters.clear();
        description.excluded_hosts.clear();
        description.message_lengths = pairs_.lengths;
        description.run_id.clear();
        description.title = "Map of a site, merged from several runs";
        description.pair_ages_s = std::make_shared<const std::vector<double>>(std::move(ages));
        description.comment = fmt::format(
            "merged from {}; a value of the past counts half as much after {}, and what is older than {} is "
            "left out",
            counted(static_cast<std::int64_t>(result.jobs), "measurement"),
            counted(request_.half_life.count(), "day"), counted(request_.max_age.count(), "day"));
        description.history = fmt::format("merged by network_convert {} from {}", tool_version(),
                                          counted(static_cast<std::int64_t>(result.jobs), "measurement"));
        if (!description.schedule) description.schedule.emplace();
        const auto measured = static_cast<double>(result.measured_pairs);
        description.schedule->sample =
            PairSample{std::min(1.0, measured / static_cast<double>(result.pairs)), PairSample::all};
        description.started = pairs_.measurements.back().runs.front().description().started;
        description.complete = true;
        return description;
    }

    void write_plane(RunWriter& writer, std::size_t k) const {
        const std::size_t ranks = pairs_.rank_count();
        std::vector<MergedCell> merged(ranks * ranks);
        for (std::size_t m = 0; m < pairs_.measurements.size(); ++m) {
            const double weight = std::exp2(-age_of(m) / seconds_in(request_.half_life));
            const std::vector<CellStatistics> cells = cells_of(pairs_.measurements[m], k, ranks);
            for (std::size_t place = 0; place < cells.size(); ++place) {
                if (cells[place].count > 0 && holds(place, m))
                    merged[place].add(cells[place], terms_.of[m][k], weight);
            }
        }
        std::vector<CellStatistics> row(ranks);
        for (std::size_t sender = 0; sender < ranks; ++sender) {
            for (std::size_t receiver = 0; receiver < ranks; ++receiver) {
                row[receiver] =
                    sender == receiver ? CellStatistics{} : merged[sender * ranks + receiver].result();
            }
            writer.write_row(static_cast<std::int64_t>(sender), row);
        }
    }

    const MergeRequest& request_;
    MeasuredPairs pairs_;
    double now_s_;
    RunTerms terms_;
};

}  // namespace

MergedRun merge_runs(const MergeRequest& request) {
    const double now_s = seconds_since_1970();
    return Merger(request, open_measurements(request.jobs, now_s - seconds_in(request.max_age)), now_s)
        .write();
}

}  // namespace fabricmap::converters
