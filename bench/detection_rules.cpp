// SPDX-License-Identifier: Apache-2.0
#include "bench/detection_rules.hpp"

#include "diagnosis/model/machine.hpp"
#include "diagnosis/residual/host_means.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace fabricmap::bench {
namespace {

using testing::PlantedFabric;
using testing::PlantedFault;

/// Delays between hosts at the shortest and the longest messages.
std::array<Eigen::ArrayXXf, 2> host_delays(const PlantedFabric& fabric) {
    const auto stack = fabric.one_way.stack(Statistic::median);
    const auto machine = diagnosis::machine_of(fabric.one_way.description());
    const auto folded = [&](std::size_t k) { return diagnosis::fold_to_hosts({*stack, k}, machine); };
    return {folded(0), folded(stack->message_lengths().size() - 1)};
}

/// Of what each host sends, and of what it receives: hosts × 2.
Eigen::ArrayXXf host_means(const Eigen::ArrayXXf& delays) {
    Eigen::ArrayXXf without_own = delays;
    without_own.matrix().diagonal().setZero();
    const auto others = static_cast<float>(delays.rows() - 1);
    Eigen::ArrayXXf means(delays.rows(), 2);
    means << without_own.rowwise().sum() / others, without_own.colwise().sum().transpose() / others;
    return means;
}

/// Hosts whose mean sending or receiving is called, at either length.
std::vector<bool> detected_hosts(
    const PlantedFabric& fabric,
    const std::function<Eigen::Array<bool, Eigen::Dynamic, 1>(const Eigen::ArrayXf&)>& is_called) {
    std::vector<bool> called(fabric.one_way.description().ranks.size() / 4, false);
    for (const Eigen::ArrayXXf& delays : host_delays(fabric)) {
        const Eigen::ArrayXXf means = host_means(delays);
        for (Eigen::Index side = 0; side < 2; ++side) {
            const auto marks = is_called(means.col(side));
            for (Eigen::Index host = 0; host < marks.size(); ++host) {
                if (marks(host)) called[static_cast<std::size_t>(host)] = true;
            }
        }
    }
    return called;
}

RuleScore score_hosts(const PlantedFabric& fabric, const std::vector<bool>& called) {
    RuleScore score;
    for (const PlantedFault& fault : fabric.faults) {
        score.found += std::any_of(fault.hosts.begin(), fault.hosts.end(),
                                   [&](int host) { return called[static_cast<std::size_t>(host)]; });
    }
    for (std::size_t host = 0; host < called.size(); ++host) {
        const bool faulty =
            std::any_of(fabric.faults.begin(), fabric.faults.end(), [&](const PlantedFault& fault) {
                return fault.hosts.contains(static_cast<int>(host)) ||
                       fault.to_hosts.contains(static_cast<int>(host));
            });
        score.false_alarms += called[host] && !faulty;
    }
    return score;
}

float median(Eigen::ArrayXf values) {
    return upper_median_of(std::span<float>(values.data(), static_cast<std::size_t>(values.size())));
}

bool has_part(const PlantedFault& fault, int from, int to) {
    if (fault.to_hosts.empty()) return fault.hosts.contains(from) || fault.hosts.contains(to);
    return (fault.hosts.contains(from) && fault.to_hosts.contains(to)) ||
           (fault.hosts.contains(to) && fault.to_hosts.contains(from));
}

}  // namespace

RuleScore deviation_rule(const PlantedFabric& fabric) {
    return score_hosts(fabric, detected_hosts(fabric, [](const Eigen::ArrayXf& means) {
                           const float mean = means.mean();
                           const float deviation = std::sqrt((means - mean).square().mean());
                           return (means >= mean + deviation && means >= 1.2F * mean).eval();
                       }));
}

RuleScore median_rule(const PlantedFabric& fabric) {
    return score_hosts(fabric, detected_hosts(fabric, [](const Eigen::ArrayXf& means) {
                           const float middle = median(means);
                           return (means - middle > 6 * median((means - middle).abs())).eval();
                       }));
}

RuleScore limits_rule(const PlantedFabric& fabric) {
    const auto [latencies, transfers] = host_delays(fabric);
    const auto least = [](const Eigen::ArrayXXf& delays) {
        return delays.isNaN().select(std::numeric_limits<float>::infinity(), delays).minCoeff();
    };
    const float latency_limit = 2.1F * least(latencies);
    const float transfer_limit = least(transfers) / 0.93F;
    RuleScore score;
    std::vector<bool> found(fabric.faults.size(), false);
    for (Eigen::Index from = 0; from < latencies.rows(); ++from) {
        for (Eigen::Index to = 0; to < latencies.cols(); ++to) {
            if (from == to || (latencies(from, to) <= latency_limit && transfers(from, to) <= transfer_limit))
                continue;
            bool explained = false;
            for (std::size_t number = 0; number < fabric.faults.size(); ++number) {
                if (!has_part(fabric.faults[number], static_cast<int>(from), static_cast<int>(to))) continue;
                found[number] = true;
                explained = true;
            }
            score.false_alarms += !explained;
        }
    }
    score.found = static_cast<int>(std::count(found.begin(), found.end(), true));
    return score;
}

}  // namespace fabricmap::bench
