// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/classes.hpp"

#include "base/mixing.hpp"
#include "statistics/modes.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fabricmap::clusterizer {
namespace {

constexpr double typical_noise = 0.005;  // where a single length cannot tell
constexpr double min_deviation = 1e-4;
constexpr double outlier_deviations = 6;
constexpr double clip_deviations = 4;
constexpr std::size_t few_pairs = 256;
constexpr std::size_t min_class_fraction = 4096;
constexpr std::size_t max_residuals = std::size_t{1} << 20;

using Curve = Eigen::Array<float, 1, Eigen::Dynamic>;

/// A sampled pair with values at all lengths, and the mean of their logarithms.
struct Level {
    Eigen::Index pair = 0;
    double mean = 0;
};

/// The search for the classes of some lengths, step by step.
class Search {
  public:
    Search(const Sample& sample, const Planes& planes, std::size_t share, std::size_t lengths_of_run)
        : logarithms_(&sample.logarithms),
          first_(static_cast<Eigen::Index>(planes.first)),
          count_(static_cast<Eigen::Index>(planes.count)),
          lengths_of_run_(std::max(planes.count, lengths_of_run)) {
        visit_drawn(static_cast<std::uint64_t>(logarithms_->rows()), share, [&](std::uint64_t number) {
            const auto pair = static_cast<Eigen::Index>(number);
            const double mean = static_cast<double>(curve(pair).sum()) / static_cast<double>(count_);
            if (std::isfinite(mean)) levels_.push_back({pair, mean});
        });
        std::sort(levels_.begin(), levels_.end(),
                  [](const Level& a, const Level& b) { return a.mean < b.mean; });
    }

    [[nodiscard]] Classes run() {
        Classes classes;
        if (levels_.empty()) return classes;
        const double noise = noise_between_neighbours();
        const double deviation = std::max(noise / std::sqrt(static_cast<double>(count_)), min_deviation);
        gather_by_level(deviation);
        if (members_.empty()) return classes;
        const double clip = clip_deviations * std::hypot(noise, widest_);
        find_centres(clip);
        if (members_.size() > 1) gather_by_curve(clip);
        measure_spreads(classes);
        for (std::size_t c = 0; c < members_.size(); ++c) {
            classes.all.push_back({delays_of(centres_[c]), members_[c].size()});
        }
        std::stable_sort(classes.all.begin(), classes.all.end(),
                         [](const PairClass& a, const PairClass& b) { return a.pairs > b.pairs; });
        return classes;
    }

  private:
    [[nodiscard]] Eigen::Map<const Curve> curve(Eigen::Index pair) const {
        return {logarithms_->data() + pair * logarithms_->cols() + first_, count_};
    }

    /// Pairs next to each other by their means are of one class nearly always: what their curves differ by,
    /// beside a constant, is noise.
    [[nodiscard]] double noise_between_neighbours() const {
        if (count_ < 2) return typical_noise;
        std::vector<double> variances;
        for (std::size_t i = 0; i + 1 < levels_.size(); i += 2) {
            const Curve difference = curve(levels_[i].pair) - curve(levels_[i + 1].pair);
            const double squares = static_cast<double>((difference - difference.mean()).square().sum());
            variances.push_back(squares / 2 / static_cast<double>(count_ - 1));
        }
        // The median of chi-square over its degrees of freedom (Wilson and Hilferty, 1931).
        const double ratio = std::pow(1 - 2 / (9 * static_cast<double>(count_ - 1)), 3);
        return std::sqrt(upper_median_of(variances) / ratio);
    }

    void gather_by_level(double deviation) {
        std::vector<double> means(levels_.size());
        std::transform(levels_.begin(), levels_.end(), means.begin(), [](const Level& l) { return l.mean; });
        const std::size_t least =
            levels_.size() <= few_pairs ? 1 : std::max<std::size_t>(4, levels_.size() / min_class_fraction);
        for (const ModeRange& mode : find_modes(means, deviation, least)) {
            const std::span<const double> values(means.data() + mode.begin, mode.end - mode.begin);
            const double middle = values[values.size() / 2];
            const double spread = std::max(deviation, spread_about(values, middle));
            widest_ = std::max(widest_, spread);
            std::vector<Eigen::Index> members;
            for (std::size_t i = mode.begin; i < mode.end; ++i) {
                if (std::abs(means[i] - middle) <= outlier_deviations * spread)
                    members.push_back(levels_[i].pair);
            }
            members_.push_back(std::move(members));
        }
    }

    static double spread_about(std::span<const double> values, double middle) {
        std::vector<double> distances(values.size());
        std::transform(values.begin(), values.end(), distances.begin(),
                       [&](double value) { return std::abs(value - middle); });
        return deviations_of_a_median * upper_median_of(distances);
    }

    void find_centres(double clip) {
        centres_.clear();
        for (const std::vector<Eigen::Index>& members : members_) {
            Curve centre = Curve::Zero(count_);
            for (const Eigen::Index pair : members) centre += curve(pair);
            centre /= static_cast<float>(members.size());
            // Once more without what a few outliers did to it.
            Curve correction = Curve::Zero(count_);
            const auto limit = static_cast<float>(clip);
            for (const Eigen::Index pair : members) {
                correction += (curve(pair) - centre).max(-limit).min(limit);
            }
            centres_.emplace_back(centre + correction / static_cast<float>(members.size()));
        }
    }

    /// Classes whose means lie close may still have curves that differ.
    void gather_by_curve(double clip) {
        const auto limit = static_cast<float>(clip);
        std::vector<std::vector<Eigen::Index>> members(members_.size());
        for (const std::vector<Eigen::Index>& old : members_) {
            for (const Eigen::Index pair : old) {
                std::size_t nearest = 0;
                float least = std::numeric_limits<float>::infinity();
                for (std::size_t c = 0; c < centres_.size(); ++c) {
                    const float distance = (curve(pair) - centres_[c]).max(-limit).min(limit).square().sum();
                    if (distance < least) {
                        least = distance;
                        nearest = c;
                    }
                }
                members[nearest].push_back(pair);
            }
        }
        std::erase_if(members, [](const auto& list) { return list.empty(); });
        members_ = std::move(members);
        find_centres(clip);
    }

    void measure_spreads(Classes& classes) const {
        const std::size_t pairs =
            std::accumulate(members_.begin(), members_.end(), std::size_t{0},
                            [](std::size_t sum, const auto& members) { return sum + members.size(); });
        const std::size_t share = 1 + pairs * static_cast<std::size_t>(count_) / max_residuals;
        std::vector<double> residuals;
        std::vector<double> shifts;
        std::size_t turn = 0;
        for (std::size_t c = 0; c < members_.size(); ++c) {
            const auto size = static_cast<float>(members_[c].size());
            if (size < 2) continue;  // it is its own centre
            const float shrunk = std::sqrt((size - 1) / size);
            for (const Eigen::Index pair : members_[c]) {
                if (!is_drawn(turn++, share)) continue;
                const Curve residual = (curve(pair) - centres_[c]).abs() / shrunk;
                residuals.insert(residuals.end(), residual.begin(), residual.end());
                shifts.push_back(std::abs(static_cast<double>((curve(pair) - centres_[c]).mean())));
            }
        }
        const double noise = residuals.empty() ? noise_between_neighbours()
                                               : deviations_of_a_median * upper_median_of(residuals);
        if (!residuals.empty() || count_ > 1) classes.noise = noise;
        classes.pair_spread = deviations_of_a_median * upper_median_of(shifts);
        classes.reach = reach_of(residuals, noise);
    }

    /// What a normal distribution would reach, or what the values do reach where their tails are heavier; no
    /// further than twice the former, since faults are no noise.
    [[nodiscard]] double reach_of(std::vector<double>& residuals, double noise) const {
        const double values = 100 * static_cast<double>(lengths_of_run_);
        const double normal = noise * std::sqrt(2 * std::log(values));
        if (residuals.empty()) return normal;
        const auto rank = static_cast<std::size_t>(static_cast<double>(residuals.size()) * (1 - 1 / values));
        return std::clamp(value_at(residuals, std::min(rank, residuals.size() - 1)), normal, 2 * normal);
    }

    [[nodiscard]] static std::vector<double> delays_of(const Curve& centre) {
        std::vector<double> delays(static_cast<std::size_t>(centre.size()));
        std::transform(centre.begin(), centre.end(), delays.begin(),
                       [](float logarithm) { return std::exp(static_cast<double>(logarithm)); });
        return delays;
    }

    const Logarithms* logarithms_;
    Eigen::Index first_;
    Eigen::Index count_;
    std::size_t lengths_of_run_;
    std::vector<Level> levels_;
    double widest_ = 0;  ///< spread of the pairs' means in the class where they differ most
    std::vector<std::vector<Eigen::Index>> members_;
    std::vector<Curve> centres_;
};

}  // namespace

Classes find_classes(const Sample& sample, const Planes& planes, std::size_t share,
                     std::size_t lengths_of_run) {
    return Search(sample, planes, share, lengths_of_run).run();
}

}  // namespace fabricmap::clusterizer
