// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/pair_classes.hpp"

#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "base/workers.hpp"
#include "diagnosis/survey/host_levels.hpp"
#include "diagnosis/survey/host_rows.hpp"
#include "diagnosis/survey/read_ahead.hpp"
#include "diagnosis/topology/group_names.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <thread>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// Delays depend on the path until bytes take as long as it does.
constexpr double longest_delay = 2;

/// Means of the values of each pair of hosts, without the extremes, so that none of three values or more
/// counts alone.
class TrimmedMeans {
  public:
    /// `has_one`: each pair has one value at most, which is all that is kept then.
    TrimmedMeans(Eigen::Index size, bool has_one) : has_one_(has_one) {
        sums_.setConstant(size, size, has_one ? no_value : 0);
        if (has_one) return;
        counts_.setZero(size, size);
        smallest_.setConstant(size, size, std::numeric_limits<float>::infinity());
        largest_.setConstant(size, size, -std::numeric_limits<float>::infinity());
    }

    void add(Eigen::Index row, Eigen::Index column, float value) {
        if (has_one_) {
            sums_(row, column) = value;
            return;
        }
        sums_(row, column) += value;
        ++counts_(row, column);
        smallest_(row, column) = std::min(smallest_(row, column), value);
        largest_(row, column) = std::max(largest_(row, column), value);
    }
    /// NaN where there is none; once, as nothing of the rest is kept.
    [[nodiscard]] Eigen::ArrayXXf take() {
        if (!has_one_)
            sums_ = (counts_ > 2).select((sums_ - smallest_ - largest_) / (counts_ - 2), sums_ / counts_);
        counts_.resize(0, 0);
        smallest_.resize(0, 0);
        largest_.resize(0, 0);
        return std::move(sums_);
    }

  private:
    bool has_one_;
    Eigen::ArrayXXf sums_;
    Eigen::ArrayXXf counts_;
    Eigen::ArrayXXf smallest_;
    Eigen::ArrayXXf largest_;
};

/// Senders × ranks, as rows of planes are.
using Logarithms = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Of rows of a plane, of senders from the first on; NaN for what is not above zero, 0 for a rank with
/// itself.
void take_logarithms(const Matrix& rows, Eigen::Index first_sender, Logarithms& logs, Workers& workers) {
    logs.resize(rows.rows(), rows.cols());
    workers.split(static_cast<std::size_t>(rows.rows()), [&](std::size_t begin, std::size_t end) {
        for (auto row = static_cast<Eigen::Index>(begin); row < static_cast<Eigen::Index>(end); ++row) {
            // In two steps, each of which takes several values at once.
            logs.row(row) = rows.row(row).cast<float>();
            logs.row(row) = logs.row(row).log();
            logs(row, first_sender + row) = 0;
            if (std::isfinite(logs.row(row).sum())) continue;
            for (float& value : logs.row(row)) value = std::isfinite(value) ? value : no_value;
        }
    });
}

/// Logarithms over the short lengths: of hosts, and of the ranks of each host.
class Overview {
  public:
    Overview(const Machine& machine, std::size_t max_planes, Workers& workers)
        : machine_(&machine),
          workers_(&workers),
          between_(machine.host_count(), max_planes == 1 && machine.rank_count() == machine.host_count()) {
        measured_ = PairSet(machine.rank_count());
        slots_.resize(machine.host_of.size());
        for (const std::vector<RankIndex>& ranks : machine.ranks_of) {
            UnitPairs& block = within_.emplace_back();
            for (const RankIndex rank : ranks) {
                slots_[rank] = std::ssize(block.units);
                block.units.push_back(UnitIndex(rank));
            }
            block.logs.setZero(std::ssize(ranks), std::ssize(ranks));
        }
    }

    /// Begins another plane. `typical_s`: the delay of most of its pairs, against which it is comparable with
    /// others.
    void begin(double typical_s) {
        ++planes_;
        typical_ = static_cast<float>(std::log(typical_s));
        typical_sum_ += typical_;
    }
    void add(const Matrix& rows, Eigen::Index first_sender) {
        take_logarithms(rows, first_sender, logs_, *workers_);
        workers_->split(machine_->hosts.size(), [&](std::size_t begin, std::size_t end) {
            for (const HostIndex host : IndexRange<HostIndex>(begin, end)) {
                const std::vector<RankIndex>& ranks = machine_->ranks_of[host];
                const auto first = std::lower_bound(ranks.begin(), ranks.end(), first_sender);
                const auto last = std::lower_bound(first, ranks.end(), first_sender + rows.rows());
                for (auto sender = first; sender != last; ++sender)
                    add_row(*sender, logs_.row(*sender - first_sender), host);
            }
        });
    }

    /// Once, after all planes.
    [[nodiscard]] UnitPairs take_between() {
        UnitPairs pairs{{}, between_.take()};
        pairs.logs.transposeInPlace();
        pairs.logs += typical_sum_ / static_cast<float>(planes_);
        for (const HostIndex host : machine_->hosts.indices()) pairs.units.push_back(UnitIndex(host));
        return pairs;
    }
    [[nodiscard]] PerHost<UnitPairs> within() const {
        PerHost<UnitPairs> blocks = within_;
        for (UnitPairs& block : blocks) {
            block.logs /= static_cast<float>(planes_);
            block.logs.matrix().diagonal().setConstant(no_value);
        }
        return blocks;
    }

    /// Which pairs were measured; once, after all planes.
    [[nodiscard]] PairSet take_measured() noexcept { return std::move(measured_); }

  private:
    /// What one rank of a host sends.
    template <typename Row>
    void add_row(RankIndex sender, const Row& logs, HostIndex from) {
        for (const RankIndex receiver : machine_->host_of.indices()) {
            const float log = logs(receiver);
            if (std::isfinite(log) && receiver != sender) measured_.insert(sender, receiver);
            const HostIndex to = machine_->host_of[receiver];
            if (from == to) {
                within_[from].logs(slots_[sender], slots_[receiver]) += log;
            } else if (std::isfinite(log)) {
                between_.add(to, from, log - typical_);
            }
        }
    }

    const Machine* machine_;
    Workers* workers_;
    Logarithms logs_;       ///< of the rows that are added
    TrimmedMeans between_;  ///< receivers × senders, so that each sender's lie together
    float typical_ = 0;     ///< of the plane that is added
    float typical_sum_ = 0;
    PairSet measured_;
    PerHost<UnitPairs> within_;
    PerRank<Eigen::Index> slots_;  ///< of each rank among those of its host
    std::size_t planes_ = 0;
};

/// The median of some of a plane's delays; NaN where nothing was measured.
double typical_delay(const std::function<std::vector<double>(std::span<const Cell>)>& read,
                     std::uint64_t ranks) {
    constexpr std::size_t enough = 64;
    constexpr std::uint64_t max_looked_at = std::uint64_t{1} << 24;
    const std::uint64_t all = ranks * ranks;
    for (std::uint64_t looked_at = 4096; true; looked_at *= 16) {
        std::vector<Cell> cells;
        visit_drawn(all, std::max<std::uint64_t>(1, all / looked_at), [&](std::uint64_t cell) {
            cells.push_back(
                {static_cast<std::int32_t>(cell / ranks), static_cast<std::int32_t>(cell % ranks)});
        });
        std::vector<float> delays;
        for (const double delay : read(cells)) {
            if (delay > 0) delays.push_back(static_cast<float>(delay));
        }
        if (delays.size() >= enough || looked_at >= std::min(all, max_looked_at))
            return median_of_numbers(delays);
    }
}

/// All rows of a plane that is too large to be held.
void add_by_slabs(Overview& overview, const DelayStack& stack, std::size_t k) {
    const std::int64_t senders = stack.senders_of_a_slab();
    ReadAhead<Matrix> slabs([&, next = std::int64_t{0}]() mutable -> std::optional<Matrix> {
        if (next >= stack.rank_count()) return std::nullopt;
        const std::int64_t first = std::exchange(next, next + senders);
        return stack.rows(k, first, std::min(senders, stack.rank_count() - first));
    });
    for (std::int64_t first = 0; first < stack.rank_count(); first += senders)
        overview.add(*slabs.next(), first);
}

void look_at_short_lengths(const DelayStack& stack, Overview& overview, const std::function<void()>& step) {
    const std::size_t lengths = stack.message_lengths().size();
    const std::size_t stride = std::max<std::size_t>(1, lengths / 32);
    const bool hold = is_small(stack.rank_count());
    const std::size_t largest = max_planes_of_an_overview(stack.rank_count());
    double shortest = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0, seen = 0; k < lengths && seen < largest; k += stride) {
        const Matrix plane = hold ? stack.plane(k) : Matrix();
        step();
        const double usual = typical_delay(
            [&](std::span<const Cell> cells) {
                return hold ? cells_in(plane, cells) : stack.cells(k, cells);
            },
            static_cast<std::uint64_t>(stack.rank_count()));
        if (std::isnan(usual)) continue;
        if (usual > longest_delay * shortest) break;
        if (seen++ == 0) shortest = usual;
        overview.begin(usual);
        if (hold) {
            overview.add(plane, 0);
        } else {
            add_by_slabs(overview, stack, k);
        }
    }
}

std::string name_within_hosts(std::size_t level, std::size_t levels) {
    return levels == 1 ? "within hosts" : fmt::format("within hosts, level {}", level + 1);
}

/// By what the topology's levels are called, where there is one for each.
std::string name_between_hosts(std::size_t level, std::size_t levels, const Topology& topology) {
    const auto name = [&]() -> std::string {
        if (topology.shape == Shape::grid) return counted(static_cast<std::int64_t>(level) + 1, "hop");
        const bool is_tree = topology.shape == Shape::hierarchy && levels == topology.levels.size() + 1;
        if (!is_tree) return fmt::format("level {}", level + 1);
        return level + 1 == levels ? fmt::format("across the {}", name_of_top(topology))
                                   : fmt::format("same {}", kind_of_group(topology, level));
    };
    return levels == 1 ? "between hosts" : fmt::format("between hosts, {}", name());
}

void count_pairs(PairClasses& classes) {
    for (PairClass& pair_class : classes.all) pair_class.pairs = 0;
    for (Eigen::Index sender = 0; sender < classes.of.rows(); ++sender) {
        for (Eigen::Index receiver = 0; receiver < classes.of.cols(); ++receiver) {
            const std::uint8_t number = classes.of(sender, receiver);
            if (number != no_class && classes.measured(sender, receiver)) ++classes.all[number].pairs;
        }
    }
}

void forget_classes_without_pairs(PairClasses& classes) {
    std::vector<std::int64_t> counts(256);
    for (const std::uint8_t number : classes.of.reshaped<Eigen::RowMajor>()) ++counts[number];
    std::vector<PairClass> used;
    std::vector<std::uint8_t> renumbered(256, no_class);
    for (std::size_t number = 0; number < classes.all.size(); ++number) {
        if (counts[number] == 0) continue;
        renumbered[number] = static_cast<std::uint8_t>(used.size());
        used.push_back(classes.all[number]);
    }
    for (std::uint8_t& number : classes.of.reshaped<Eigen::RowMajor>()) number = renumbered[number];
    classes.all = std::move(used);
}

}  // namespace

std::size_t max_planes_of_an_overview(std::int64_t ranks) noexcept {
    constexpr std::int64_t max_ranks = 5792;  // whose planes have 256 MiB
    return ranks <= max_ranks ? 8 : 3;
}

std::int64_t PairClasses::pairs_measured() const noexcept {
    return std::accumulate(all.begin(), all.end(), std::int64_t{0},
                           [](std::int64_t sum, const PairClass& one) { return sum + one.pairs; });
}

PairClasses find_pair_classes(const DelayStack& stack, const Machine& machine,
                              const std::function<void()>& step) {
    Workers workers(std::max(1U, std::thread::hardware_concurrency()));
    Overview overview(machine, stack.message_lengths().size(), workers);
    look_at_short_lengths(stack, overview, step);
    const PerHost<UnitPairs> within = overview.within();
    const Levels inner = find_levels(within, machine.rank_count());
    const HostLevels outer = find_host_levels(overview.take_between());

    PairClasses classes;
    classes.topology = outer.topology;
    const bool one_host = machine.host_count() == 1;
    const std::size_t first_between = inner.ranges.size();
    for (std::size_t level = 0; level < first_between; ++level)
        classes.all.push_back({name_within_hosts(level, first_between), false, one_host, 0, {}});
    const auto levels = static_cast<std::size_t>(outer.numbers.maxCoeff()) + 1;
    for (std::size_t level = 0; level < levels; ++level)
        classes.all.push_back({name_between_hosts(level, levels, outer.topology), true, true, 0, {}});
    const int ranks = machine.rank_count();
    classes.of.resize(ranks, ranks);
    for (const RankIndex sender : machine.host_of.indices()) {
        for (const RankIndex receiver : machine.host_of.indices()) {
            const std::size_t level = outer.numbers(machine.host_of[sender], machine.host_of[receiver]);
            classes.of(sender, receiver) = static_cast<std::uint8_t>(first_between + level);
        }
    }
    for (const HostIndex host : within.indices()) {
        Levels::Numbers numbers = inner.numbers.at(static_cast<std::size_t>(host));
        numbers.matrix().diagonal().setConstant(no_class);
        classes.of(machine.ranks_of[host], machine.ranks_of[host]) = numbers;
    }
    classes.measured = overview.take_measured();
    tidy_classes(classes);
    return classes;
}

void tidy_classes(PairClasses& classes) {
    forget_classes_without_pairs(classes);
    count_pairs(classes);
}

void take_measured_pairs(PairClasses& classes, const DelayStack& stack) {
    const std::size_t lengths =
        std::min(stack.message_lengths().size(), max_planes_of_an_overview(stack.rank_count()));
    classes.measured = PairSet(classes.of.rows());
    for (std::size_t k = 0; k < lengths; ++k) {
        for_each_slab(stack, k, [&](const Matrix& rows, std::int64_t first) {
            for (Eigen::Index row = 0; row < rows.rows(); ++row) {
                for (Eigen::Index receiver = 0; receiver < rows.cols(); ++receiver) {
                    const bool is_pair = classes.of(first + row, receiver) != no_class;
                    if (is_pair && rows(row, receiver) > 0) classes.measured.insert(first + row, receiver);
                }
            }
        });
    }
    count_pairs(classes);
}

}  // namespace fabricmap::diagnosis
