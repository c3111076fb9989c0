// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/shrinking.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::placement {
namespace {

/// Farther off than that many deviations of the noise is no noise.
constexpr float outlier_deviations = 5;

struct Spread {
    double squares = 0;
    double count = 0;

    void add(double value) {
        squares += value * value;
        ++count;
    }
    [[nodiscard]] double variance() const { return count > 0 ? squares / count : 0; }
};

HostMatrix symmetric_mean(const HostMatrix& values) {
    const HostMatrix there = values.isNaN().select(values.transpose().eval(), values);
    const HostMatrix back = there.transpose();
    return (there + back) / 2;
}

HostMatrix mean_of(const std::vector<HostMatrix>& bands, std::size_t first, std::size_t step) {
    HostMatrix sum = HostMatrix::Zero(bands.front().rows(), bands.front().cols());
    HostMatrix count = sum;
    for (std::size_t band = first; band < bands.size(); band += step) {
        sum += bands[band].isNaN().select(0, bands[band]);
        count += bands[band].isNaN().select(HostMatrix::Zero(sum.rows(), sum.cols()), 1.0F);
    }
    return sum / count;
}

/// Half the difference of two measurements of each pair: as noisy as their mean.
class NoiseOf {
  public:
    NoiseOf(const std::vector<HostMatrix>& bands, bool is_symmetric) {
        if (!is_symmetric) {
            const HostMatrix mean = mean_of(bands, 0, 1);
            mean_ = (mean - mean.transpose()) / 2;
            for (const HostMatrix& band : bands) {
                const HostMatrix half = (band - band.transpose()) / 2;
                of_band_.emplace_back(half - mean_);
            }
        } else if (bands.size() > 1) {
            mean_ = (mean_of(bands, 0, 2) - mean_of(bands, 1, 2)) / 2;
            const auto scale = static_cast<float>(std::sqrt(static_cast<double>(bands.size() - 1)));
            for (std::size_t band = 0; band < bands.size(); ++band) of_band_.emplace_back(mean_ * scale);
        } else {
            is_known_ = false;
        }
    }

    [[nodiscard]] bool is_known() const { return is_known_; }
    [[nodiscard]] const HostMatrix& mean() const { return mean_; }
    [[nodiscard]] const HostMatrix& of_band(std::size_t band) const { return of_band_[band]; }

  private:
    HostMatrix mean_;
    std::vector<HostMatrix> of_band_;
    bool is_known_ = true;
};

/// Multiplies each class's values by what of their spread is no noise. Returns the noise's variance.
/// `doubtful`: of what is kept, the share that the noise has of the spread; of outliers none.
double shrink_by_classes(HostMatrix& values, const HostMatrix& noise, const HostDelays& machine,
                         HostMatrix& doubtful) {
    doubtful = HostMatrix::Zero(values.rows(), values.cols());
    const auto classes = static_cast<std::size_t>(machine.class_logs.cols());
    std::vector<Spread> spreads(classes);
    std::vector<Spread> noises(classes);
    const auto for_each = [&](const auto& act) {
        for (Eigen::Index from = 0; from < values.rows(); ++from) {
            for (Eigen::Index to = 0; to < values.cols(); ++to) {
                if (from != to && std::isfinite(values(from, to)) && std::isfinite(noise(from, to)))
                    act(machine.class_of(from, to), values(from, to), noise(from, to));
            }
        }
    };
    for_each([&](std::size_t number, float /*value*/, float error) { noises[number].add(error); });
    const auto limit = [&](std::size_t number) {
        return outlier_deviations * static_cast<float>(std::sqrt(noises[number].variance()));
    };
    for_each([&](std::size_t number, float value, float /*error*/) { spreads[number].add(value); });
    Spread all;
    std::vector<float> kept(classes, 0);
    for (std::size_t number = 0; number < classes; ++number) {
        const double spread = spreads[number].variance();
        if (spread > 0) {
            kept[number] = static_cast<float>(std::clamp(1 - noises[number].variance() / spread, 0.0, 1.0));
        }
        all.squares += noises[number].squares;
        all.count += noises[number].count;
    }
    for (Eigen::Index from = 0; from < values.rows(); ++from) {
        for (Eigen::Index to = 0; to < values.cols(); ++to) {
            float& value = values(from, to);
            const std::size_t number = machine.class_of(from, to);
            if (from == to || !std::isfinite(value)) {
                value = 0;
            } else if (std::abs(value) <= limit(number)) {
                value *= kept[number];
                doubtful(from, to) = value * (1 - kept[number]);
            }
        }
    }
    return all.variance();
}

}  // namespace

Shrunken shrink(const std::vector<HostMatrix>& links, const HostDelays& machine, bool is_symmetric) {
    Shrunken result;
    const Eigen::Index hosts = machine.host_count();
    const NoiseOf noise(links, is_symmetric);
    result.noise_is_known = noise.is_known();
    if (!noise.is_known()) {
        result.remainders.assign(links.size(), HostMatrix::Zero(hosts, hosts));
        result.taken_off = HostMatrix::Zero(hosts, hosts);
        result.doubtful = result.taken_off;
        return result;
    }
    HostMatrix mean = symmetric_mean(mean_of(links, 0, 1));
    const HostMatrix whole_mean = mean;
    double variance = shrink_by_classes(mean, noise.mean(), machine, result.doubtful);
    result.taken_off = whole_mean.isNaN().select(0, whole_mean - mean);
    HostMatrix doubtful_of_band;
    for (std::size_t band = 0; band < links.size(); ++band) {
        HostMatrix own = symmetric_mean(links[band]) - whole_mean;
        if (links.size() > 1) {
            variance += shrink_by_classes(own, noise.of_band(band), machine, doubtful_of_band) /
                        static_cast<double>(links.size() * links.size());
        } else {
            own.setZero();
        }
        result.remainders.emplace_back(mean + own);
    }
    result.noise = std::sqrt(variance);
    return result;
}

void shrink_hosts(Eigen::ArrayXXf& effects, double noise) {
    const Eigen::Index lengths = effects.rows();
    effects = effects.isNaN().select(0, effects);
    Eigen::ArrayXf mean = effects.colwise().mean().transpose();
    const auto keep = [](const auto& values, double variance_of_noise) {
        const double spread = values.square().mean();
        return spread > 0 ? static_cast<float>(std::clamp(1 - variance_of_noise / spread, 0.0, 1.0)) : 0.0F;
    };
    const double variance = noise * noise;
    const auto count = static_cast<double>(lengths);
    const Eigen::ArrayXf whole_mean = mean;
    mean *= keep(mean, variance / count);
    for (Eigen::Index k = 0; k < lengths; ++k) {
        Eigen::ArrayXf own = effects.row(k).transpose() - whole_mean;
        if (lengths > 1) own *= keep(own, variance * (1 - 1 / count));
        effects.row(k) = (mean + (lengths > 1 ? own : Eigen::ArrayXf::Zero(own.size()).eval())).transpose();
    }
}

}  // namespace fabricmap::placement
