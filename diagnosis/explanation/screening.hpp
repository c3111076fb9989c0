// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/fit.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// A member of a family that may gain, about so much, in a window.
struct Screened {
    std::size_t member = 0;
    double gain = 0;
    BandRange window;
};

/// Sums of residuals, in deviations and clipped, of blocks of pairs.
struct GroupSums {
    std::vector<Eigen::ArrayXXd> sums;  ///< of each band: groups × groups
    Eigen::ArrayXXd pairs;
};

/// Tells which members of each family are worth to be evaluated exactly, from sums alone.
class Screen {
  public:
    explicit Screen(const Fit& fit);

    [[nodiscard]] std::vector<Screened> best_hosts(Side side) const;
    /// Of a level of the fit's structure.
    [[nodiscard]] const GroupSums& sums_of_level(std::size_t level) const { return of_levels_[level]; }
    [[nodiscard]] std::vector<Screened> best_uplinks(const GroupSums& groups, Side side) const;
    [[nodiscard]] std::vector<Screened> best_insides(const GroupSums& groups) const;
    /// The member is sender's group × groups + receiver's.
    [[nodiscard]] std::vector<Screened> best_paths(const GroupSums& groups, Side side) const;
    /// What each path may gain in a window: sender's group × receiver's; less than 0 where it is fast.
    [[nodiscard]] Eigen::ArrayXXd gains_of_paths(const GroupSums& groups, BandRange window) const;
    /// Bands × hosts, and bands × groups: means over all of their pairs, and those that cross the border.
    [[nodiscard]] Eigen::ArrayXXd mean_of_hosts(Side side) const;
    [[nodiscard]] Eigen::ArrayXXd mean_of_uplinks(const GroupSums& groups) const;

  private:
    /// `sums`: bands × members.
    [[nodiscard]] std::vector<Screened> best_of(const Eigen::ArrayXXd& sums, const Eigen::ArrayXd& pairs,
                                                std::size_t max_members, double min_gain) const;

    void count_pairs();
    void sum_band(std::size_t band);

    const Fit& fit_;
    std::vector<GroupSums> of_levels_;
    Eigen::ArrayXXd sent_;  ///< bands × hosts
    Eigen::ArrayXXd received_;
    Eigen::ArrayXd pairs_sent_;
    Eigen::ArrayXd pairs_received_;
};

/// What slow pairs, or values, weigh together, for each pair.
struct HostEvidence {
    struct OfPair {
        Eigen::Index sender;
        Eigen::Index receiver;
        double weight;
    };
    Eigen::Index hosts = 0;
    std::vector<OfPair> pairs;  ///< those that are slow
    double sum = 0;

    void add(const Fit& fit, std::uint32_t pair, double weight);

    [[nodiscard]] Eigen::ArrayXd of_hosts(Side side) const;
    [[nodiscard]] Eigen::ArrayXd of_uplinks(const GroupLabels& labels, Side side) const;
};
[[nodiscard]] HostEvidence evidence_of(const Fit& fit, const PairGains& gains);
[[nodiscard]] HostEvidence evidence_of_values(const Fit& fit, const std::vector<SlowValue>& slow_values);

/// The best first; there is one at least.
[[nodiscard]] std::vector<Screened> two_best(const Eigen::ArrayXd& values);

/// By gain, the best first.
[[nodiscard]] std::vector<PairGain> best_pairs(const PairGains& gains, std::size_t count);
/// The same of both directions together, in the window of the better one.
[[nodiscard]] std::vector<PairGain> best_links(const Fit& fit, const PairGains& gains, std::size_t count);

/// The two best cuts of values into those above and those below, with fewer than four fifths above.
[[nodiscard]] std::vector<std::vector<bool>> best_cuts(const Eigen::ArrayXd& values);
}  // namespace fabricmap::diagnosis
