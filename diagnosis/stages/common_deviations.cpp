// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/common_deviations.hpp"

#include "diagnosis/stages/passing_pairs.hpp"
#include "diagnosis/survey/host_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// Links of that many machines without a fault come to one that is as slow.
constexpr double max_links_by_chance = 0.01;
/// What is beyond all others is less likely than one of these by so much at most: how far the next may be is
/// hardly known.
constexpr double min_beyond_others = 0.25;

using DirectedPair = std::pair<HostIndex, HostIndex>;

std::vector<DirectedPair> directions_of(const Finding& finding, const Machine& machine) {
    const auto* const link = std::get_if<part::Link>(&finding.part);
    if (link == nullptr) return {};
    const auto sender = host_named(machine, link->sender);
    const auto receiver = host_named(machine, link->receiver);
    if (!sender || !receiver) return {};
    std::vector<DirectedPair> directions{{*sender, *receiver}};
    if (finding.side == Side::both) directions.emplace_back(*receiver, *sender);
    return directions;
}

/// What is left of the logarithms of delays between hosts once class and ranks are taken off, at a length:
/// means over the pairs of ranks, NaN where nothing was measured.
Eigen::ArrayXXf deviations_at(std::size_t k, const DelayStack& stack, const Survey& survey) {
    const Machine& machine = survey.machine;
    Eigen::ArrayXXf sums = Eigen::ArrayXXf::Zero(machine.host_count(), machine.host_count());
    Eigen::ArrayXXf counts = sums;
    for_each_value(stack, k, [&](RankIndex sender, RankIndex receiver, double delay_s) {
        if (!machine.are_judged(sender, receiver) || !(delay_s > 0)) return;
        const float expected = survey.expected_log(static_cast<Eigen::Index>(k), sender, receiver);
        const HostIndex from = machine.host_of[sender];
        const HostIndex to = machine.host_of[receiver];
        if (from == to || !std::isfinite(expected)) return;
        sums(from, to) += static_cast<float>(std::log(delay_s)) - expected;
        ++counts(from, to);
    });
    return sums / counts;
}

/// What pairs of hosts deviate by at a length.
class Deviations {
  public:
    explicit Deviations(const Eigen::ArrayXXf& links) : links_(links) {
        for (const float value : links.reshaped()) {
            if (std::isfinite(value)) largest_first_.push_back(value);
        }
        std::sort(largest_first_.begin(), largest_first_.end(), std::greater<>());
    }

    /// Of each direction that was measured, how likely one of the other pairs deviates as far.
    [[nodiscard]] std::vector<double> chances_of(const std::vector<DirectedPair>& directions) const {
        std::vector<float> own;
        for (const DirectedPair& pair : directions) {
            const float value = links_(pair.first, pair.second);
            if (std::isfinite(value)) own.push_back(value);
        }
        std::vector<double> chances;
        chances.reserve(own.size());
        for (const float value : own) chances.push_back(chance_of(value, own));
        return chances;
    }

  private:
    /// The fraction of the others that does, with one more. Beyond all of them it falls as it does among the
    /// farthest: exponentially, as beyond a high threshold (Pickands, The Annals of Statistics, 1975).
    [[nodiscard]] double chance_of(float value, const std::vector<float>& own) const {
        const auto end =
            std::upper_bound(largest_first_.begin(), largest_first_.end(), value, std::greater<>());
        const auto own_as_far =
            std::count_if(own.begin(), own.end(), [&](float other) { return other >= value; });
        const auto as_far = static_cast<double>(end - largest_first_.begin() - own_as_far);
        const auto all = static_cast<double>(largest_first_.size() - own.size() + 1);
        if (as_far > 0) return std::min(1.0, (as_far + 1) / all);
        return std::max(min_beyond_others, std::exp(-excesses_beyond_others(value, own))) / all;
    }

    /// How far a value is beyond all others, in what the farthest tenth of these is beyond the next one.
    [[nodiscard]] double excesses_beyond_others(float value, std::vector<float> own) const {
        constexpr std::size_t few = 4;
        const std::size_t count = std::max(few, largest_first_.size() / 10);
        std::vector<float> farthest;
        for (const float other : largest_first_) {
            const auto same = std::find(own.begin(), own.end(), other);
            if (same == own.end()) {
                farthest.push_back(other);
            } else {
                own.erase(same);
            }
            if (farthest.size() > count) break;
        }
        if (farthest.size() <= count) return 0;
        double excess = 0;
        for (const float other : farthest) excess += static_cast<double>(other - farthest.back());
        excess /= static_cast<double>(count);
        return static_cast<double>(value - farthest.front()) / std::max(1e-6, excess);
    }

    Eigen::ArrayXXf links_;
    std::vector<float> largest_first_;
};

/// That of so many chances as low together: minus twice the sum of their logarithms is chi-squared with twice
/// as many degrees of freedom.
double chance_of_all(const std::vector<double>& chances) {
    double surprise = 0;
    for (const double chance : chances) surprise -= std::log(chance);
    double term = 1;
    double sum = 0;
    for (std::size_t number = 0; number < chances.size(); ++number) {
        if (number > 0) term *= surprise / static_cast<double>(number);
        sum += term;
    }
    return std::exp(-surprise) * sum;
}

/// Whether some link would have such chances anyway, of all links and lengths that are next to each other.
bool are_among_many(const std::vector<double>& chances, const Survey& survey) {
    const auto lengths = static_cast<double>(survey.lengths.size());
    const auto hosts = static_cast<double>(survey.machine.host_count());
    const double windows = hosts * (hosts - 1) * lengths * (lengths + 1) / 2;
    return chance_of_all(chances) * windows > max_links_by_chance;
}

}  // namespace

bool may_links_stand_out(const Survey& survey, std::size_t values_of_a_link) {
    const auto hosts = static_cast<double>(survey.machine.host_count());
    const double smallest = min_beyond_others / (hosts * (hosts - 1));
    return !are_among_many(std::vector<double>(values_of_a_link, smallest), survey);
}

std::vector<bool> are_links_as_slow_as_others(const std::vector<Finding>& findings, const DelayStack& stack,
                                              const Survey& survey) {
    std::vector<std::vector<DirectedPair>> links;
    links.reserve(findings.size());
    for (const Finding& finding : findings) links.push_back(directions_of(finding, survey.machine));
    std::vector<std::vector<double>> chances(findings.size());
    for (std::size_t k = 0; k < survey.lengths.size(); ++k) {
        const auto is_asked = [&](std::size_t place) {
            return !links[place].empty() && is_of_length(findings[place], survey.lengths[k]);
        };
        std::optional<Deviations> deviations;
        for (std::size_t place = 0; place < findings.size(); ++place) {
            if (!is_asked(place)) continue;
            if (!deviations) deviations.emplace(deviations_at(k, stack, survey));
            const std::vector<double> at_length = deviations->chances_of(links[place]);
            chances[place].insert(chances[place].end(), at_length.begin(), at_length.end());
        }
    }
    std::vector<bool> are_as_slow;
    are_as_slow.reserve(findings.size());
    for (const std::vector<double>& of_link : chances)
        are_as_slow.push_back(!of_link.empty() && are_among_many(of_link, survey));
    return are_as_slow;
}

}  // namespace fabricmap::diagnosis
