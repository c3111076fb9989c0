// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/plane_fit.hpp"
#include "diagnosis/survey/survey.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

/// What is left of the delays between ranks of different hosts once class and ranks are taken off, summed
/// over the lengths of a band. Values farther off than their class's limit count as the limit.
class BandSums {
  public:
    BandSums(const Machine& machine, const PairClasses& classes, float floor, clusterizer::Workers& workers);

    /// Begins another band.
    void clear();
    /// `plane` is ranks × ranks, seconds; what is not above zero counts as missing.
    void add(const Matrix& plane, const PlaneFit& fit);
    /// The means, folded to hosts.
    void fold(Band& band);
    /// How many values of each pair of hosts were not there, in all bands folded so far.
    [[nodiscard]] const Eigen::ArrayXXf& missing() const noexcept { return all_missing_; }

  private:
    using Sums = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using Counts = Eigen::Array<std::uint16_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    /// What a plane lets expect of one sender's values, and how far they may be off: one entry a receiver.
    struct Expected {
        std::vector<float> rates;  ///< one over the delay, without what the sender adds
        std::vector<float> limits;
        float of_sender = 1;  ///< a factor of the rates
    };

    void expect(Expected& expected, const PlaneFit& fit, int sender) const;
    void add_row(const Matrix& plane, const Expected& expected, Eigen::Index sender);
    void add_row_with_gaps(const Matrix& plane, const Expected& expected, Eigen::Index sender);
    void fold_host(std::size_t from, Band& band);

    const Machine* machine_;
    const PairClasses* classes_;
    float floor_;
    clusterizer::Workers* workers_;
    std::vector<float> limits_;  ///< of each class in the plane that is added
    Sums sums_;
    Counts missing_;  ///< in this band
    int planes_ = 0;
    float cuts_ = 0;  ///< sum over the planes of the largest limit
    Eigen::ArrayXXf all_missing_;
};

}  // namespace fabricmap::diagnosis
