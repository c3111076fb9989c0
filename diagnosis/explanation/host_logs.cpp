// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/host_logs.hpp"

#include "base/mixing.hpp"
#include "diagnosis/explanation/threads.hpp"
#include "diagnosis/survey/host_rows.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_bands_of_few_hosts = 11;
constexpr std::size_t max_bands_of_many_hosts = 6;
constexpr Eigen::Index many_hosts = 129;
/// What a pair of slots has on the whole machine is taken from what so many hosts send.
constexpr std::size_t hosts_for_slots = 32;
/// Of fewer each is part of half of the pairs, and a slow rank would pass for a slow slot.
constexpr Eigen::Index min_hosts_to_learn_slots = 6;

std::vector<LogBand> split_lengths(std::size_t lengths, Eigen::Index hosts) {
    const std::size_t max_bands = hosts < many_hosts ? max_bands_of_few_hosts : max_bands_of_many_hosts;
    const std::size_t count = std::min(lengths, max_bands);
    std::vector<LogBand> bands;
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t first = lengths * number / count;
        bands.push_back(
            {first, lengths * (number + 1) / count - first, HostMatrix::Constant(hosts, hosts, no_value)});
    }
    return bands;
}

/// From -0.5 to 0.5.
double within_a_step(std::uint64_t number) {
    constexpr double steps = 1ULL << 32U;
    return static_cast<double>(number >> 32U) / steps - 0.5;
}

/// Ranks × all ranks: means of logarithms over the band's lengths; NaN where one is not there.
HostMatrix mean_logs(const DelayStack& stack, const LogBand& band, const std::vector<RankIndex>& ranks,
                     double clock_step_s) {
    HostMatrix sums = HostMatrix::Zero(std::ssize(ranks), stack.rank_count());
    for (std::size_t k = 0; k < band.lengths; ++k) {
        const std::size_t length = band.first_length + k;
        const Matrix rows = rows_of(stack, length, ranks);
        const auto add_rows = [&](std::size_t begin, std::size_t end) {
            for (std::size_t at = begin; at < end; ++at) {
                const auto row = static_cast<Eigen::Index>(at);
                const std::uint64_t of_row = mix(mix(length), static_cast<std::uint64_t>(ranks[at]));
                for (Eigen::Index to = 0; to < rows.cols(); ++to) {
                    const double delay = rows(row, to);
                    const double place = within_a_step(mix(of_row, static_cast<std::uint64_t>(to)));
                    const double spread = std::max(delay + place * clock_step_s, delay / 2);
                    sums(row, to) += delay > 0 ? static_cast<float>(std::log(spread)) : no_value;
                }
            }
        };
        split_among_threads(ranks.size(), static_cast<std::size_t>(rows.cols()), nullptr, add_rows);
    }
    return sums / static_cast<float>(band.lengths);
}

/// The number of each rank among those of its host.
PerRank<std::size_t> slots_of_ranks(const Machine& machine) {
    PerRank<std::size_t> slots(machine.rank_count());
    for (const std::vector<RankIndex>& ranks : machine.ranks_of) {
        for (std::size_t slot = 0; slot < ranks.size(); ++slot) slots[ranks[slot]] = slot;
    }
    return slots;
}

/// What all pairs of ranks have: of up to four the mean of the lower half, of more that of the second
/// quarter, as slow ranks, up to half of them, must not move their host, nor must two that are exchanged.
float common_to_ranks(std::vector<float>& values) {
    std::erase_if(values, [](float value) { return !std::isfinite(value); });
    if (values.empty()) return no_value;
    constexpr std::size_t few = 4;
    const auto first = static_cast<std::ptrdiff_t>(values.size() <= few ? 0 : values.size() / 4);
    const auto end = static_cast<std::ptrdiff_t>((values.size() + 1) / 2);
    // Only these need to be in their order.
    std::nth_element(values.begin(), values.begin() + end - 1, values.end());
    std::nth_element(values.begin(), values.begin() + first, values.begin() + end);
    std::sort(values.begin() + first, values.begin() + end);
    return std::accumulate(values.begin() + first, values.begin() + end, 0.0F) /
           static_cast<float>(end - first);
}

/// Folds the rows of ranks to those of their hosts.
class Folding {
  public:
    explicit Folding(const Machine& machine) : machine_(machine), slot_of_(slots_of_ranks(machine)) {
        for (const std::vector<RankIndex>& ranks : machine.ranks_of) slots_ = std::max(slots_, ranks.size());
        row_of_.resize(static_cast<std::size_t>(machine.rank_count()));
        forget_slots();
    }

    [[nodiscard]] bool has_slots() const noexcept { return slots_ > 1; }

    void forget_slots() { slot_effects_.assign(slots_ * slots_, 0.0F); }

    /// What a pair of slots has against the mean of its hosts: the median over pairs of hosts.
    void learn_slots(const HostMatrix& rows, const HostRange& range) {
        index_rows(range);
        std::vector<std::vector<float>> beyond(slots_ * slots_);
        std::vector<float> values;
        for (const HostIndex from : range.hosts) {
            for (const HostIndex to : machine_.hosts.indices()) {
                if (from == to || machine_.ranks_of[from].size() != slots_ ||
                    machine_.ranks_of[to].size() != slots_)
                    continue;
                read_values_between(rows, from, to, values);
                const float mean =
                    std::accumulate(values.begin(), values.end(), 0.0F) / static_cast<float>(values.size());
                if (!std::isfinite(mean)) continue;
                for (std::size_t pair = 0; pair < values.size(); ++pair)
                    beyond[pair].push_back(values[pair] - mean);
            }
        }
        for (std::size_t pair = 0; pair < beyond.size(); ++pair)
            slot_effects_[pair] = beyond[pair].empty() ? 0.0F : median_of(beyond[pair]);
    }

    void fold(const HostMatrix& rows, const HostRange& range, HostMatrix& hosts) {
        index_rows(range);
        split_among_threads(range.hosts.size(), static_cast<std::size_t>(rows.size()) / range.hosts.size(),
                            nullptr, [&](std::size_t begin, std::size_t end) {
                                std::vector<float> values;
                                for (std::size_t at = begin; at < end; ++at)
                                    fold_host(rows, range.hosts[at], hosts, values);
                            });
    }

  private:
    void index_rows(const HostRange& range) {
        for (std::size_t row = 0; row < range.ranks.size(); ++row)
            row_of_[range.ranks[row]] = static_cast<Eigen::Index>(row);
    }

    void fold_host(const HostMatrix& rows, HostIndex from, HostMatrix& hosts,
                   std::vector<float>& values) const {
        for (const HostIndex to : machine_.hosts.indices()) {
            if (from == to) continue;
            read_values_between(rows, from, to, values);
            hosts(from, to) = values.size() == 1 ? values.front() : common_to_ranks(values);
        }
    }

    /// The slot of the sender first.
    void read_values_between(const HostMatrix& rows, HostIndex from, HostIndex to,
                             std::vector<float>& values) const {
        values.clear();
        for (const RankIndex sender : machine_.ranks_of[from]) {
            for (const RankIndex receiver : machine_.ranks_of[to]) {
                values.push_back(rows(row_of_[sender], receiver) -
                                 slot_effects_[slot_of_[sender] * slots_ + slot_of_[receiver]]);
            }
        }
    }

    const Machine& machine_;
    PerRank<std::size_t> slot_of_;
    std::size_t slots_ = 1;
    std::vector<float> slot_effects_;  ///< the sender's slot × the receiver's
    PerRank<Eigen::Index> row_of_;
};

/// Some hosts, spread over all.
HostRange some_hosts(const Machine& machine) {
    const std::size_t hosts = machine.hosts.size();
    const std::size_t count = std::min(hosts, hosts_for_slots);
    HostRange range;
    for (std::size_t number = 0; number < count; ++number) {
        const auto host = HostIndex(number * hosts / count);
        range.hosts.push_back(host);
        const std::vector<RankIndex>& ranks = machine.ranks_of[host];
        range.ranks.insert(range.ranks.end(), ranks.begin(), ranks.end());
    }
    std::sort(range.ranks.begin(), range.ranks.end());
    return range;
}

}  // namespace

std::vector<float> over_lengths(const HostLogs& logs, const std::vector<float>& of_bands) {
    std::vector<float> curve;
    for (std::size_t band = 0; band < logs.bands.size(); ++band)
        curve.insert(curve.end(), logs.bands[band].lengths, of_bands[band]);
    return curve;
}

void leave_out(HostLogs& logs, const HostList& hosts) {
    for (const HostIndex host : hosts) {
        for (LogBand& band : logs.bands) {
            band.logs.row(host).setConstant(no_value);
            band.logs.col(host).setConstant(no_value);
        }
    }
}

HostLogs read_host_logs(const DelayStack& stack, const Machine& machine, double clock_step_s,
                        const std::function<void()>& step) {
    HostLogs result;
    result.hosts = machine.host_count();
    result.bands = split_lengths(stack.message_lengths().size(), result.hosts);
    Folding folding(machine);
    const HostRange few = some_hosts(machine);
    const std::vector<HostRange> ranges = host_ranges(machine, stack.senders_of_a_slab());
    for (LogBand& band : result.bands) {
        if (folding.has_slots() && result.hosts >= min_hosts_to_learn_slots) {
            folding.forget_slots();
            folding.learn_slots(mean_logs(stack, band, few.ranks, clock_step_s), few);
        }
        for (const HostRange& range : ranges) {
            folding.fold(mean_logs(stack, band, range.ranks, clock_step_s), range, band.logs);
            step();
        }
    }
    leave_out(result, machine.left_out);
    return result;
}

}  // namespace fabricmap::diagnosis
