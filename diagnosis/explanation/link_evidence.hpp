// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {

/// What speaks for a slow link beside what other pairs of hosts have. Single values are taken to have the
/// heavy tails of Student's t with four degrees of freedom, and few of them, which are alike anyway, say
/// little; means over lengths and directions have lighter tails where all pairs show that they do.
class LinkEvidence {
  public:
    /// `fit` must outlive it, and stay as it is.
    explicit LinkEvidence(const Fit& fit) : fit_(&fit) {}

    /// Nats that a link gains, by its values together; 0 of a single value, of other causes, and where there
    /// are few links.
    [[nodiscard]] double gain_of(const Cause& link) { return gain_of(link, Is::proposed); }
    /// The same of one that is among the causes of the fit.
    [[nodiscard]] double gain_of_added(const Cause& link) { return gain_of(link, Is::added); }

  private:
    /// The means of many links, in deviations, and the degrees of freedom of their tails; 0 where there are
    /// few.
    struct Population {
        float centre = 0;
        float deviation = 1;
        float degrees = 0;
    };
    enum class Is : bool { proposed, added };
    using Key = std::pair<std::size_t, std::size_t>;

    [[nodiscard]] double gain_of(const Cause& link, Is is);
    /// The values of pairs, in deviations. `added`: what is taken for part of them, of each band.
    void read(BandRange window, const PairList& pairs, const std::vector<float>& added);
    [[nodiscard]] float mean() const;
    /// Single values count twice as much as the middle one at most.
    [[nodiscard]] float cautious_mean();
    [[nodiscard]] const Population& population(BandRange window, bool both_ways);

    const Fit* fit_;
    std::map<std::pair<Key, bool>, Population> populations_;
    std::vector<float> values_;
};

}  // namespace fabricmap::diagnosis
