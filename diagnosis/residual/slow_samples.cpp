// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/slow_samples.hpp"

#include "diagnosis/survey/host_rows.hpp"
#include "netcdf_schema/run/quality.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// Of so many slow samples of a value: one took as long as the longest, the others more than five medians,
/// and all together no more than the mean lies above the median.
double min_added_s(double slow, double samples, double median_s, double average_s, double longest_s) {
    constexpr double beyond_median = 4;
    if (!(slow > 0)) return 0;
    const double longest_beyond = std::max(beyond_median * median_s, longest_s - median_s);
    const double by_count = longest_beyond + (slow - 1) * beyond_median * median_s;
    return std::max(0.0, std::min(by_count, samples * (average_s - median_s)));
}

bool was_measured_again_alone(double bits) {
    return has_quality(bits, Quality::alone) && has_quality(bits, Quality::remeasured);
}

/// The lines of a rank: lengths × other ranks.
struct RankLines {
    Matrix slow;
    Matrix counts;
    Matrix medians;
    Matrix averages;
    Matrix longest;
};

template <typename LineOf>
RankLines lines_of(const Run& run, const LineOf& line_of) {
    RankLines lines{line_of(*run.outliers()),
                    line_of(*run.stack(Statistic::count)),
                    line_of(*run.stack(Statistic::median)),
                    line_of(*run.stack(Statistic::average)),
                    {}};
    lines.longest = run.has(Statistic::maximum) ? line_of(*run.stack(Statistic::maximum))
                                                : Matrix::Zero(lines.slow.rows(), lines.slow.cols());
    return lines;
}

void add_line(SampleSums& sums, const RankLines& lines, RankIndex other) {
    for (Eigen::Index k = 0; k < lines.slow.rows(); ++k) {
        const double samples = lines.counts(k, other);
        if (!std::isfinite(lines.slow(k, other)) || !(samples > 0)) continue;
        sums.slow += lines.slow(k, other);
        sums.samples += samples;
        sums.median_s += samples * lines.medians(k, other);
        sums.average_s += samples * lines.averages(k, other);
        sums.longest_s = std::max(sums.longest_s, lines.longest(k, other));
    }
}

}  // namespace

std::int64_t min_counted_samples(const RunDescription& run) {
    const bool is_in_rounds = run.schedule && run.schedule->kind == ScheduleKind::rounds;
    return is_in_rounds ? std::max<std::int64_t>(0, run.repeats) + 1 : 1;
}

bool counts_slow_samples(const Case& subject) {
    const Run& run = *subject.run;
    if (!run.outliers() || !run.has(Statistic::count)) return false;
    constexpr std::int64_t ranks_looked_at = 32;
    const std::int64_t ranks = subject.survey->machine.rank_count();
    const std::int64_t looked_at = std::min(ranks, ranks_looked_at);
    for (std::int64_t number = 0; number < looked_at; ++number) {
        if (run.outliers()->row(number * ranks / looked_at).array().isFinite().any()) return true;
    }
    return false;
}

void for_each_counted_value(
    const Run& run, const Machine& machine,
    const std::function<void(HostIndex host, HostIndex other, const CountedValue& value)>& act) {
    const auto counts = run.stack(Statistic::count);
    for (std::size_t k = 0; k < run.outliers()->message_lengths().size(); ++k) {
        for_each_slab(*run.outliers(), k, [&](const Matrix& slow, std::int64_t first) {
            const Matrix all = counts->rows(k, first, slow.rows());
            const Matrix bits = run.quality() ? run.quality()->rows(k, first, slow.rows())
                                              : Matrix::Zero(slow.rows(), slow.cols());
            for (Eigen::Index row = 0; row < slow.rows(); ++row) {
                const auto sender = RankIndex(first + row);
                for (const RankIndex receiver : machine.host_of.indices()) {
                    const double some = slow(row, receiver);
                    const double of = all(row, receiver);
                    if (!machine.are_judged(sender, receiver) || !std::isfinite(some) || !(of > 0)) continue;
                    act(machine.host_of[sender], machine.host_of[receiver],
                        {static_cast<std::uint32_t>(some), static_cast<std::uint32_t>(of),
                         was_measured_again_alone(bits(row, receiver))});
                }
            }
        });
    }
}

SlowSampleCounts count_slow_samples(const Case& subject) {
    const int hosts = subject.survey->machine.host_count();
    const std::int64_t min_counted = min_counted_samples(subject.run->description());
    SlowSampleCounts samples{SampleCounts(hosts), std::nullopt};
    const Run& run = *subject.run;
    for_each_counted_value(run, subject.survey->machine,
                           [&](HostIndex host, HostIndex other, const CountedValue& value) {
                               samples.all(host, other).add_value(value.slow, value.all);
                               if (!value.was_measured_again_alone || value.all < min_counted) return;
                               if (!samples.counted) samples.counted.emplace(hosts);
                               (*samples.counted)(host, other).add_value(value.slow, value.all);
                           });
    return samples;
}

PerHostPair<SlowSampleCost> costs_of_slow_samples(const Case& subject) {
    const Run& run = *subject.run;
    const Machine& machine = subject.survey->machine;
    PerHostPair<SlowSampleCost> costs(machine.host_count());
    for (std::size_t k = 0; k < subject.survey->lengths.size(); ++k) {
        for_each_slab(*run.outliers(), k, [&](const Matrix& slow, std::int64_t first) {
            const auto rows = [&](Statistic of) { return run.stack(of)->rows(k, first, slow.rows()); };
            const Matrix samples = rows(Statistic::count);
            const Matrix medians = rows(Statistic::median);
            const Matrix averages = rows(Statistic::average);
            const Matrix longest = run.has(Statistic::maximum) ? rows(Statistic::maximum) : medians;
            for (Eigen::Index row = 0; row < slow.rows(); ++row) {
                const auto sender = RankIndex(first + row);
                for (const RankIndex receiver : machine.host_of.indices()) {
                    const double some = slow(row, receiver);
                    const double all = samples(row, receiver);
                    const double median_s = medians(row, receiver);
                    const double average_s = averages(row, receiver);
                    const bool is_known = std::isfinite(some) && all > 0 && median_s > 0 && average_s > 0;
                    if (!is_known || !machine.are_judged(sender, receiver)) continue;
                    SlowSampleCost& cost = costs(machine.host_of[sender], machine.host_of[receiver]);
                    cost.samples += static_cast<float>(all);
                    cost.added_s += static_cast<float>(
                        min_added_s(some, all, median_s, average_s, longest(row, receiver)));
                    cost.typical_s += static_cast<float>(all * median_s);
                }
            }
        });
    }
    return costs;
}

SampleSums sums_of_host(const Case& subject, HostIndex host,
                        const std::function<bool(HostIndex other)>& counts) {
    const Machine& machine = subject.survey->machine;
    SampleSums sums;
    for (const RankIndex rank : machine.ranks_of[host]) {
        const RankLines sent =
            lines_of(*subject.run, [&](const DelayStack& stack) { return stack.row(rank); });
        const RankLines received =
            lines_of(*subject.run, [&](const DelayStack& stack) { return stack.column(rank); });
        for (const RankIndex other : machine.host_of.indices()) {
            if (!machine.are_judged(rank, other) || !counts(machine.host_of[other])) continue;
            add_line(sums, sent, other);
            add_line(sums, received, other);
        }
    }
    return sums;
}

}  // namespace fabricmap::diagnosis
