// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/cause.hpp"
#include "diagnosis/explanation/host_logs.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/explanation/pair_structure.hpp"

#include <Eigen/Core>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace fabricmap::diagnosis {

/// Healthy hosts differ by so many deviations at most; what one has beyond must be explained.
inline constexpr float max_host_deviations = 4;

/// All delays between hosts as sums of logarithms: what their class has, what sender and receiver add as far
/// as hosts differ on a healthy machine, what causes add, and a residual.
///
/// A value costs misfit(residual / noise), less where the bands of a pair are alike anyway; that and what
/// the causes cost is the length of the description of the run.
class Fit {
  public:
    /// `logs` must outlive it, and stay as they are. `look` is called now and then, and may throw to end the
    /// work.
    Fit(const HostLogs& logs, PairStructure structure, std::function<void()> look = nullptr);

    /// Whether to go on: long work on the fit calls it at least once each `values_between_looks`.
    void look() const {
        if (look_) look_();
    }

    [[nodiscard]] Eigen::Index hosts() const noexcept { return logs_->hosts; }
    [[nodiscard]] std::size_t bands() const noexcept { return logs_->bands.size(); }
    [[nodiscard]] BandRange all_bands() const noexcept { return {0, bands()}; }
    [[nodiscard]] bool halves_empty_messages() const noexcept { return logs_->halves_empty_messages; }
    [[nodiscard]] bool is_sampled() const noexcept { return logs_->are_sampled; }
    /// Many values are the same number, which stands for them.
    [[nodiscard]] bool is_clustered() const noexcept { return logs_->min_noise > 0; }
    [[nodiscard]] const Eigen::MatrixXi& hops() const noexcept { return logs_->hops; }
    /// Smaller effects are of no interest; logarithms. Hosts and groups have what they are taken to differ by
    /// beside that of the cause.
    [[nodiscard]] float min_effect() const noexcept { return logs_->min_effect; }
    [[nodiscard]] float min_effect_of_pairs() const noexcept { return logs_->min_effect_of_pairs; }
    [[nodiscard]] float min_effect_of_cause() const noexcept { return 0.6F * logs_->min_effect; }
    [[nodiscard]] const PairStructure& structure() const noexcept { return *structure_; }
    [[nodiscard]] int classes() const noexcept { return classes_; }
    /// Not on the diagonal, and measured in some band.
    [[nodiscard]] bool is_measured(std::uint32_t pair) const { return measured_[pair]; }
    [[nodiscard]] std::int64_t measured_pairs() const noexcept { return measured_pairs_; }

    [[nodiscard]] std::uint32_t pair(Eigen::Index sender, Eigen::Index receiver) const {
        return static_cast<std::uint32_t>(sender * hosts() + receiver);
    }
    // A division of 32 bits takes a fraction of the time.
    [[nodiscard]] Eigen::Index sender_of(std::uint32_t pair) const {
        return pair / static_cast<std::uint32_t>(hosts());
    }
    [[nodiscard]] Eigen::Index receiver_of(std::uint32_t pair) const {
        return pair % static_cast<std::uint32_t>(hosts());
    }

    /// Whether a pair takes less than half as long again for a band's messages as for its shortest.
    [[nodiscard]] bool takes_hardly_longer(std::size_t band, std::uint32_t pair) const {
        constexpr float hardly_longer = 0.405F;  // ln 1.5
        return expected(band, pair) <= expected(0, pair) + hardly_longer;
    }

    /// With what hosts add, without what causes do; a logarithm of seconds.
    [[nodiscard]] float expected(std::size_t band, std::uint32_t pair) const {
        const HostMatrix& before = logs_->bands[band].before;
        const float healthy = of_class(band, pair) + of_hosts(band, pair);
        return before.size() > 0 ? before.data()[pair] + healthy : healthy;
    }
    /// The residuals of all pairs with what hosts add; NaN where nothing was measured.
    [[nodiscard]] HostMatrix unexplained(std::size_t band) const;
    /// The value without what causes add; as expected where nothing was measured.
    [[nodiscard]] float without_causes(std::size_t band, std::uint32_t pair) const {
        return of_class(band, pair) + of_hosts(band, pair) + residual(band, pair);
    }
    /// 0 where nothing was measured.
    [[nodiscard]] float residual(std::size_t band, std::uint32_t pair) const {
        const float left = left_[band]->data()[pair] - of_class(band, pair) - of_hosts(band, pair);
        return left == left ? left : 0;
    }
    /// What hosts add is in it.
    [[nodiscard]] float residual_of_class(std::size_t band, std::uint32_t pair) const {
        const float left = left_[band]->data()[pair] - of_class(band, pair);
        return left == left ? left : 0;
    }
    [[nodiscard]] float noise(std::size_t band, std::uint32_t pair) const {
        return noise_(static_cast<Eigen::Index>(band), noise_class_of_->data()[pair]);
    }
    /// The residual in deviations.
    [[nodiscard]] float deviations(std::size_t band, std::uint32_t pair) const {
        return residual(band, pair) / noise(band, pair);
    }
    /// The same of all that a host sends.
    void read_deviations(std::size_t band, Eigen::Index sender, std::vector<float>& of_receivers) const;
    [[nodiscard]] std::uint8_t class_of(std::uint32_t pair) const { return class_of_->data()[pair]; }
    [[nodiscard]] const Tail& tail() const noexcept { return tail_; }
    /// What a host adds as far as hosts differ on a healthy machine; logarithms.
    [[nodiscard]] float sending(std::size_t band, Eigen::Index host) const {
        return sending_(static_cast<Eigen::Index>(band), host);
    }
    [[nodiscard]] float receiving(std::size_t band, Eigen::Index host) const {
        return receiving_(static_cast<Eigen::Index>(band), host);
    }
    /// What residuals would scatter by as a multiple of what they do, had nothing been fitted to hosts.
    [[nodiscard]] double scatter_hidden_by_hosts() const;
    /// What all hosts of the run differ by, in a band.
    [[nodiscard]] float host_spread(std::size_t band) const {
        return host_spreads_[static_cast<std::size_t>(HostSide::receiving)][band].deviation;
    }
    /// Bands × classes.
    [[nodiscard]] const Eigen::ArrayXXf& class_centres() const noexcept { return centres_; }

    /// What a value among so many bands of a pair counts: 1 where they are independent.
    [[nodiscard]] double weight_of(std::size_t bands) const {
        return 1 / (1 + static_cast<double>(bands - 1) * coherence_);
    }

    [[nodiscard]] const std::vector<Cause>& causes() const noexcept { return causes_; }
    /// Some of the causes that were added. refit() must follow.
    void set_causes(std::vector<Cause> causes);
    /// Numbers it. refit() must follow.
    void add(Cause cause);

    /// Whether noise, and how alike the bands are, are estimated anew. Two descriptions can be compared by
    /// the same noise alone.
    enum class Noise : bool { held, anew };
    /// Estimates everything anew; what the causes add as well.
    void refit(Noise noise = Noise::anew);

    /// Adds an effect, a logarithm, to what is left of values as if it had been measured; what these hosts
    /// add is estimated anew. The same with less than nothing takes it away. Until the next refit().
    void plant(const PairList& pairs, BandRange window, float effect, const HostList& hosts);
    /// Estimates anew with what is planted what hosts add, classes and noise; causes stay as they are.
    void refit_planted();

    /// What the cause adds to a pair, a logarithm.
    [[nodiscard]] float effect_on(const Cause& cause, std::size_t band, std::uint32_t pair) const;

    /// What shows on one of the pairs the other way, a logarithm.
    [[nodiscard]] float leak_on(const Cause& cause, std::size_t band, std::uint32_t pair) const;

    /// Nats.
    [[nodiscard]] double description_length() const;
    /// The same with what noise costs, for fits of other structures.
    struct Length {
        double of_values = 0;  ///< if each counts as 1
        double of_words = 0;

        /// `weight`: what a value among all bands of a pair counts; by another one each, the fit whose bands
        /// are less alike would be the shorter one anyway.
        [[nodiscard]] double by(double weight) const { return weight * of_values + of_words; }
    };
    [[nodiscard]] Length full_length() const;

    /// Forgets what was left of the values, which is most of its memory; refit() or restore() must come
    /// before it is asked for any.
    void release();
    void restore();

    /// Some pairs that were measured: all where they are few, else spread evenly.
    [[nodiscard]] const PairList& sample() const noexcept { return sample_; }
    /// How many pairs each of them stands for.
    [[nodiscard]] double pairs_per_sample() const;

  private:
    [[nodiscard]] float of_class(std::size_t band, std::uint32_t pair) const {
        return centres_(static_cast<Eigen::Index>(band), class_of_->data()[pair]);
    }
    [[nodiscard]] float of_hosts(std::size_t band, std::uint32_t pair) const {
        const auto row = static_cast<Eigen::Index>(band);
        return sending_(row, sender_of(pair)) + receiving_(row, receiver_of(pair));
    }
    using Classes = std::shared_ptr<const PairStructure::Classes>;

    void split_classes();
    void sample_classes();
    void take_off_causes();
    [[nodiscard]] bool is_touched(std::size_t band) const;
    void fit_classes();
    /// Of fewer each has a good part of all pairs.
    static constexpr Eigen::Index min_hosts_that_differ = 6;
    enum class HostSide : std::uint8_t { sending, receiving };
    [[nodiscard]] float measured_of_host(std::size_t band, Eigen::Index host, HostSide side,
                                         std::vector<float>& values) const;
    void take_for_host(std::size_t band, Eigen::Index host, HostSide side, float measured);
    void fit_hosts();
    [[nodiscard]] float inside_of(const Cause& uplink, std::size_t band) const;
    void give_to(const Cause& cause);
    void fit_classes_of(Cause& cause, const Cause& before);
    void fit_causes();
    [[nodiscard]] double fraction_fitted() const;
    [[nodiscard]] float widening_of(std::size_t band) const;
    void fit_noise();
    void fit_tail();
    void fit_coherence();
    [[nodiscard]] double misfit_of_all() const;
    [[nodiscard]] double length_of_causes() const;
    [[nodiscard]] double length_of_structure() const;

    const HostLogs* logs_;
    std::function<void()> look_;
    std::shared_ptr<const PairStructure> structure_;
    Classes class_of_;  ///< of the structure, split by kinds
    int classes_ = 1;
    std::vector<bool> measured_;
    std::int64_t measured_pairs_ = 0;
    PairList sample_;
    std::vector<PairList> class_samples_;  ///< of pairs that causes do not touch, where there are enough
    std::vector<PairList> class_pairs_;    ///< of all

    std::vector<Cause> causes_;
    std::size_t added_ = 0;
    /// Of each band, the logarithms without what causes add: those of the run where they add nothing.
    std::vector<std::shared_ptr<const HostMatrix>> left_;
    std::vector<std::shared_ptr<HostMatrix>> own_left_;  ///< for bands in which they do
    Eigen::ArrayXXf centres_;                            ///< bands × classes
    Eigen::ArrayXXf sending_;                            ///< bands × hosts
    Eigen::ArrayXXf receiving_;
    /// The three of them when that was taken off.
    struct Healthy {
        Eigen::ArrayXXf centres;
        Eigen::ArrayXXf sending;
        Eigen::ArrayXXf receiving;
    } when_taken_off_;
    Classes noise_class_of_;  ///< the classes when noise was estimated
    Eigen::ArrayXXf noise_;   ///< bands × these
    Tail tail_;
    std::array<std::vector<Spread>, 2> host_spreads_;  ///< of what hosts send, and receive, in each band
    double coherence_ = 1;                             ///< mean correlation of two bands
};

}  // namespace fabricmap::diagnosis
