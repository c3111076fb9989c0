// SPDX-License-Identifier: Apache-2.0
// What single pairs would gain as causes of their own.
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/threads.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

/// Gains of a sender's pairs, from the deviations of all bands.
class GainsOfSender {
  public:
    explicit GainsOfSender(const Fit& fit) : fit_(fit), windows_(windows_of(fit)), deviations_(fit.bands()) {
        weights_.reserve(windows_.size());
        for (const BandRange& window : windows_)
            weights_.push_back(static_cast<float>(fit.weight_of(window.size())));
    }

    void read(Eigen::Index sender, std::vector<PairGain>& gains) {
        for (std::size_t band = 0; band < fit_.bands(); ++band)
            fit_.read_deviations(band, sender, deviations_[band]);
        some_.clear();
        for (Eigen::Index receiver = 0; receiver < fit_.hosts(); ++receiver) {
            const std::uint32_t pair = fit_.pair(sender, receiver);
            if (!fit_.is_measured(pair)) continue;
            PairGain gain{pair, -1, 0};
            look_at(static_cast<std::size_t>(receiver), gain);
            if (gain.gain > 0) some_.push_back(gain);
        }
        gains.assign(some_.begin(), some_.end());
    }

    [[nodiscard]] PairGain of_pair(std::uint32_t pair) {
        for (std::size_t band = 0; band < fit_.bands(); ++band)
            deviations_[band].assign(1, fit_.deviations(band, pair));
        PairGain gain{pair, -1, 0};
        look_at(0, gain);
        return gain;
    }

  private:
    void look_at(std::size_t receiver, PairGain& best) {
        sums_.assign(fit_.bands() + 1, 0.0F);
        for (std::size_t band = 0; band < fit_.bands(); ++band)
            sums_[band + 1] = sums_[band] + deviations_[band][receiver];
        for (std::size_t number = 0; number < windows_.size(); ++number) {
            const auto bands = static_cast<float>(windows_[number].size());
            const float mean = (sums_[windows_[number].end] - sums_[windows_[number].first]) / bands;
            if (mean <= 0) continue;
            // More than this it cannot be, and a logarithm is dear.
            if (0.625F * mean * mean * bands * weights_[number] <= std::max(1.0F, best.gain)) continue;
            const float gain = bands * fit_.tail().misfit(mean) * weights_[number];
            if (gain <= best.gain) continue;
            best.gain = gain;
            best.window = static_cast<std::uint16_t>(number);
        }
    }

    const Fit& fit_;
    std::vector<BandRange> windows_;
    std::vector<float> weights_;
    std::vector<std::vector<float>> deviations_;
    std::vector<float> sums_;
    std::vector<PairGain> some_;
};

}  // namespace

const PairGain* PairGains::find(const Fit& fit, std::uint32_t pair) const {
    const std::vector<PairGain>& of_sender = of_senders[static_cast<std::size_t>(fit.sender_of(pair))];
    const auto found =
        std::lower_bound(of_sender.begin(), of_sender.end(), pair,
                         [](const PairGain& one, std::uint32_t wanted) { return one.pair < wanted; });
    return found != of_sender.end() && found->pair == pair ? &*found : nullptr;
}

PairGains gains_of_pairs(const Fit& fit) {
    PairGains result{std::vector<std::vector<PairGain>>(static_cast<std::size_t>(fit.hosts()))};
    split_among_threads(
        result.of_senders.size(), result.of_senders.size() * fit.bands(), [&] { fit.look(); },
        [&](std::size_t begin, std::size_t end) {
            GainsOfSender gains(fit);
            for (std::size_t sender = begin; sender < end; ++sender)
                gains.read(static_cast<Eigen::Index>(sender), result.of_senders[sender]);
        });
    return result;
}

PairGain gain_of_pair(const Fit& fit, std::uint32_t pair) {
    return GainsOfSender(fit).of_pair(pair);
}

}  // namespace fabricmap::diagnosis
