// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/pair_classes.hpp"

#include "diagnosis/statistics/robust.hpp"
#include "diagnosis/survey/logarithms.hpp"
#include "diagnosis/survey/missing_cables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <thread>

namespace fabricmap::diagnosis {
namespace {

constexpr int most_levels = 120;
/// The way tells until bytes take as long as it does.
constexpr double longest_delay = 2;

/// Sums of logarithms over the short lengths: of hosts, and of the ranks of each host.
class Overview {
  public:
    Overview(const Machine& machine, clusterizer::Workers& workers)
        : machine_(&machine), workers_(&workers), logs_(machine.rank_count(), machine.rank_count()) {
        const int hosts = machine.host_count();
        between_ = Eigen::ArrayXXf::Zero(hosts, hosts);
        counts_ = Eigen::ArrayXXf::Zero(hosts, hosts);
        for (const std::vector<int>& ranks : machine.ranks_of) {
            const auto size = static_cast<Eigen::Index>(ranks.size());
            within_.push_back({ranks, Eigen::ArrayXXf::Zero(size, size)});
        }
        places_.resize(static_cast<std::size_t>(machine.rank_count()));
        for (const std::vector<int>& ranks : machine.ranks_of) {
            for (std::size_t place = 0; place < ranks.size(); ++place) {
                places_[static_cast<std::size_t>(ranks[place])] = static_cast<Eigen::Index>(place);
            }
        }
    }

    void add(const Matrix& plane) {
        ++planes_;
        take_logarithms(plane, logs_, *workers_);
        workers_->split(machine_->hosts.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t host = begin; host < end; ++host) {
                for (const int sender : machine_->ranks_of[host]) add_row(sender, host);
            }
        });
    }

    [[nodiscard]] UnitPairs between() const {
        std::vector<int> hosts(machine_->hosts.size());
        for (std::size_t host = 0; host < hosts.size(); ++host) hosts[host] = static_cast<int>(host);
        return {hosts, (between_ / counts_).transpose()};  // 0 / 0 where nothing was measured
    }
    [[nodiscard]] std::vector<UnitPairs> within() const {
        std::vector<UnitPairs> blocks = within_;
        for (UnitPairs& block : blocks) {
            block.logs /= static_cast<float>(planes_);
            block.logs.matrix().diagonal().setConstant(no_value);
        }
        return blocks;
    }

  private:
    /// What one rank of a host sends.
    void add_row(Eigen::Index sender, std::size_t from) {
        for (Eigen::Index receiver = 0; receiver < logs_.cols(); ++receiver) {
            const float log = logs_(sender, receiver);
            const auto to = static_cast<std::size_t>(machine_->host_of[static_cast<std::size_t>(receiver)]);
            if (from == to) {
                within_[from].logs(places_[static_cast<std::size_t>(sender)],
                                   places_[static_cast<std::size_t>(receiver)]) += log;
            } else if (std::isfinite(log)) {
                between_(static_cast<Eigen::Index>(to), static_cast<Eigen::Index>(from)) += log;
                ++counts_(static_cast<Eigen::Index>(to), static_cast<Eigen::Index>(from));
            }
        }
    }

    const Machine* machine_;
    clusterizer::Workers* workers_;
    Logarithms logs_;
    Eigen::ArrayXXf between_;  ///< receivers × senders, so that each sender's lie together
    Eigen::ArrayXXf counts_;
    std::vector<UnitPairs> within_;
    std::vector<Eigen::Index> places_;  ///< of each rank among those of its host
    std::size_t planes_ = 0;
};

double usual_delay(const Matrix& plane) {
    std::vector<float> some;
    const Eigen::Index stride = std::max<Eigen::Index>(1, plane.size() / 4096 | 1);
    for (Eigen::Index cell = 0; cell < plane.size(); cell += stride) {
        if (plane.data()[cell] > 0) some.push_back(static_cast<float>(plane.data()[cell]));
    }
    return median_of_numbers(some);
}

void look_at_short_lengths(const DelayStack& stack, Overview& overview, const std::function<void()>& step) {
    const std::size_t lengths = stack.message_lengths().size();
    const std::size_t stride = std::max<std::size_t>(1, lengths / 32);
    double shortest = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0, seen = 0; k < lengths && seen < most_planes_of_an_overview; k += stride) {
        const Matrix plane = stack.plane(k);
        step();
        const double usual = usual_delay(plane);
        if (std::isnan(usual)) continue;
        if (usual > longest_delay * shortest) break;
        if (seen++ == 0) shortest = usual;
        overview.add(plane);
    }
}

std::string name_of_level(bool between_hosts, std::size_t level, std::size_t levels) {
    const char* const where = between_hosts ? "between hosts" : "within hosts";
    return levels == 1 ? where : fmt::format("{}, level {}", where, level + 1);
}

void add_classes(PairClasses& classes, std::size_t levels, bool between_hosts, bool one_host) {
    for (std::size_t level = 0; level < levels; ++level) {
        classes.all.push_back(
            {name_of_level(between_hosts, level, levels), between_hosts, between_hosts || one_host, 0});
    }
}

/// Forgets classes that no pair is in.
void count_pairs(PairClasses& classes) {
    std::vector<std::int64_t> counts(256);
    for (const std::uint8_t number : classes.of.reshaped<Eigen::RowMajor>()) ++counts[number];
    std::vector<PairClass> used;
    std::vector<std::uint8_t> renumbered(256, PairClasses::none);
    for (std::size_t number = 0; number < classes.all.size(); ++number) {
        if (counts[number] == 0) continue;
        renumbered[number] = static_cast<std::uint8_t>(used.size());
        used.push_back(classes.all[number]);
        used.back().pairs = counts[number];
    }
    classes.of = classes.of.unaryExpr([&](std::uint8_t number) { return renumbered[number]; }).eval();
    classes.all = std::move(used);
}

Eigen::MatrixXd cleaned_delays(const UnitPairs& between, const Levels& levels) {
    Eigen::MatrixXd delays(between.logs.rows(), between.logs.cols());
    for (Eigen::Index column = 0; column < delays.cols(); ++column) {
        for (Eigen::Index row = 0; row < delays.rows(); ++row) {
            delays(row, column) =
                std::exp(between.logs(row, column) - levels.shifts.sending[static_cast<std::size_t>(row)] -
                         levels.shifts.receiving[static_cast<std::size_t>(column)]);
        }
    }
    return delays;
}

}  // namespace

namespace {

/// Between groups of hosts: the median of the logarithms.
UnitPairs between_groups(const Eigen::MatrixXd& delays, const std::vector<std::vector<int>>& groups) {
    const auto count = static_cast<Eigen::Index>(groups.size());
    UnitPairs pairs{std::vector<int>(groups.size()), Eigen::ArrayXXf::Constant(count, count, no_value)};
    std::iota(pairs.units.begin(), pairs.units.end(), 0);
    for (Eigen::Index one = 0; one < count; ++one) {
        for (Eigen::Index other = 0; other < count; ++other) {
            if (one == other) continue;
            const Eigen::MatrixXd ways =
                delays(groups[static_cast<std::size_t>(one)], groups[static_cast<std::size_t>(other)]);
            pairs.logs(one, other) = std::log(median_of_numbers(ways.reshaped()));
        }
    }
    return pairs;
}

/// Takes off what all ways from and to a group have too much, as below a slow switch. Whether there was any.
bool take_off_slow_groups(Eigen::MatrixXd& delays, const TopologyLevel& level) {
    const UnitShifts shifts =
        find_shifts({between_groups(delays, level.groups)}, static_cast<int>(level.groups.size()));
    bool any = false;
    for (std::size_t one = 0; one < level.groups.size(); ++one) {
        for (std::size_t other = 0; other < level.groups.size(); ++other) {
            const float shift = shifts.sending[one] + shifts.receiving[other];
            if (one == other || shift == 0) continue;
            delays(level.groups[one], level.groups[other]) *= std::exp(-shift);
            any = true;
        }
    }
    return any;
}

/// Looks for a grid once more, by the hops that there are with the cables that are too slow to be seen.
void find_grid_behind_slow_cables(PairClasses& classes, const Levels& by_delay) {
    const auto hops = hops_with_missing_cables(by_delay.numbers.front());
    if (!hops) return;
    // A hop takes as long as it usually does.
    const auto farthest = static_cast<int>(by_delay.centres.size());
    Topology usual = find_topology(hops->unaryExpr([&](int count) {
        return std::exp(static_cast<double>(
            by_delay.centres[static_cast<std::size_t>(std::clamp(count, 1, farthest) - 1)]));
    }));
    if (usual.shape == Shape::grid) classes.topology = std::move(usual);
}

/// The topology, and the delays without the share of slow switches, which would look like levels of their
/// own.
void find_topology_behind_faults(PairClasses& classes, const Levels& by_delay) {
    classes.topology = find_topology(classes.host_delays);
    if (classes.topology.shape == Shape::groups) find_grid_behind_slow_cables(classes, by_delay);
    constexpr int most_rounds = 3;  // a switch may be slow below another that is
    for (int round = 0; round < most_rounds && !classes.topology.levels.empty(); ++round) {
        if (!take_off_slow_groups(classes.host_delays, classes.topology.levels.front())) return;
        classes.topology = find_topology(classes.host_delays);
    }
}

/// For each host, the group it is in at each level.
std::vector<std::vector<int>> groups_of_hosts(const Topology& topology, Eigen::Index hosts) {
    std::vector<std::vector<int>> groups(static_cast<std::size_t>(hosts));
    for (const TopologyLevel& level : topology.levels) {
        for (std::size_t number = 0; number < level.groups.size(); ++number) {
            for (const int host : level.groups[number]) {
                groups[static_cast<std::size_t>(host)].push_back(static_cast<int>(number));
            }
        }
    }
    return groups;
}

/// The lowest level at which two hosts are in one group: a slow way between two switches makes no level.
Levels::Numbers tree_levels(const Topology& topology, Eigen::Index hosts) {
    const auto groups = groups_of_hosts(topology, hosts);
    Levels::Numbers numbers(hosts, hosts);
    for (Eigen::Index one = 0; one < hosts; ++one) {
        for (Eigen::Index other = 0; other < hosts; ++other) {
            const std::vector<int>& here = groups[static_cast<std::size_t>(one)];
            const std::vector<int>& there = groups[static_cast<std::size_t>(other)];
            const auto meeting =
                std::mismatch(here.begin(), here.end(), there.begin(), std::not_equal_to<>()).first;
            numbers(one, other) = static_cast<std::uint8_t>(meeting - here.begin());
        }
    }
    return numbers;
}

/// Whether about as many pairs of most hosts are at the level.
bool is_shared(const Levels::Numbers& numbers, std::uint8_t level) {
    std::vector<Eigen::Index> counts;
    for (Eigen::Index host = 0; host < numbers.rows(); ++host) {
        counts.push_back((numbers.row(host) == level).count());
    }
    std::sort(counts.begin(), counts.end());
    return 2 * counts[counts.size() / 5] >= counts[counts.size() * 9 / 10];
}

/// Joins levels that few hosts have with the one below, where they are hardly farther: what is left of a slow
/// switch may look like one.
void join_odd_levels(Levels::Numbers& numbers, const std::vector<TopologyLevel>& levels) {
    constexpr double hardly_farther = 1.12;
    for (auto level = static_cast<std::uint8_t>(levels.size()); level-- > 1;) {
        if (is_shared(numbers, level) || levels[level].delay_s > hardly_farther * levels[level - 1].delay_s)
            continue;
        numbers = numbers
                      .unaryExpr([level](std::uint8_t number) {
                          return static_cast<std::uint8_t>(number >= level ? number - 1 : number);
                      })
                      .eval();
    }
}

/// Levels between hosts by their places in the topology, where it is one that tells; else by their delays.
Levels::Numbers levels_between(const PairClasses& classes, const Levels& by_delay) {
    const Eigen::Index hosts = classes.host_delays.rows();
    if (classes.topology.shape == Shape::hierarchy) {
        Levels::Numbers numbers = tree_levels(classes.topology, hosts);
        join_odd_levels(numbers, classes.topology.levels);
        return numbers;
    }
    if (classes.topology.shape != Shape::grid) return by_delay.numbers.front();
    const Eigen::MatrixXi hops = hops_of(classes.topology, classes.host_delays);
    return hops.array().min(most_levels).max(1).cast<std::uint8_t>() - std::uint8_t{1};
}

}  // namespace

PairClasses find_pair_classes(const DelayStack& stack, const Machine& machine,
                              const std::function<void()>& step) {
    clusterizer::Workers workers(std::max(1U, std::thread::hardware_concurrency()));
    Overview overview(machine, workers);
    look_at_short_lengths(stack, overview, step);
    const std::vector<UnitPairs> within = overview.within();
    const UnitPairs between = overview.between();
    const Levels inner = find_levels(within, machine.rank_count());
    const Levels outer = find_levels({between}, machine.host_count());

    PairClasses classes;
    classes.host_delays = cleaned_delays(between, outer);
    find_topology_behind_faults(classes, outer);
    const Levels::Numbers numbers = levels_between(classes, outer);
    const bool one_host = machine.host_count() == 1;
    add_classes(classes, inner.centres.size(), false, one_host);
    const std::size_t first_between = classes.all.size();
    add_classes(classes, static_cast<std::size_t>(numbers.maxCoeff()) + 1, true, one_host);
    const int ranks = machine.rank_count();
    classes.of.resize(ranks, ranks);
    for (int sender = 0; sender < ranks; ++sender) {
        const int from = machine.host_of[static_cast<std::size_t>(sender)];
        for (int receiver = 0; receiver < ranks; ++receiver) {
            const int to = machine.host_of[static_cast<std::size_t>(receiver)];
            classes.of(sender, receiver) = static_cast<std::uint8_t>(first_between + numbers(from, to));
        }
    }
    for (std::size_t host = 0; host < within.size(); ++host) {
        const std::vector<int>& units = within[host].units;
        for (std::size_t one = 0; one < units.size(); ++one) {
            for (std::size_t other = 0; other < units.size(); ++other) {
                classes.of(units[one], units[other]) =
                    one == other ? PairClasses::none
                                 : inner.numbers[host](static_cast<Eigen::Index>(one),
                                                       static_cast<Eigen::Index>(other));
            }
        }
    }
    count_pairs(classes);
    return classes;
}

}  // namespace fabricmap::diagnosis
