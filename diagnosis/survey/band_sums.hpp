// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/host_rows.hpp"
#include "diagnosis/survey/plane_fit.hpp"
#include "diagnosis/survey/survey.hpp"

#include <cstdint>
#include <mutex>
#include <vector>

namespace fabricmap::diagnosis {

/// What is left of the delays between ranks of different hosts once class and ranks are taken off, summed
/// over the lengths of a band, for a range of senders' hosts at a time. Values farther off than their
/// class's limit count as the limit.
class BandSums {
  public:
    BandSums(const Machine& machine, const PairClasses& classes, float floor, Workers& workers);

    /// Begins another band.
    void begin(Band& band);
    /// Begins another range of the hosts. It must outlive the sums.
    void begin(const HostRange& hosts);
    /// What the ranks of the range send in a plane of the band: ranks × all ranks, seconds; what is not
    /// above zero counts as missing.
    void add(Matrix rows, const PlaneFit& fit);
    /// The means of the range, folded to hosts.
    void fold(Band& band);
    /// How many values of each pair of hosts were not there, in all bands; empty where all were. Once, after
    /// all are folded.
    [[nodiscard]] Eigen::ArrayXXf take_missing() noexcept { return std::move(all_missing_); }

  private:
    using Sums = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using Counts = Eigen::Array<std::uint16_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    /// What a plane lets expect of one sender's values, and how far they may be off: one entry a receiver.
    struct Expected {
        PerRank<float> rates;  ///< one over the delay, without what the sender adds
        PerRank<float> limits;
        float of_sender = 1;  ///< a factor of the rates
    };

    void expect(Expected& expected, const PlaneFit& fit, HostIndex host) const;
    void add_row(const Matrix& rows, const Expected& expected, Eigen::Index row);
    void add_row_with_gaps(const Matrix& rows, const Expected& expected, Eigen::Index row);
    void fold_host(HostIndex from, Band& band);

    const Machine* machine_;
    const PairClasses* classes_;
    float floor_;
    Workers* workers_;
    std::vector<float> limits_;  ///< of each class in the plane that is added
    const HostRange* hosts_ = nullptr;
    int planes_ = 0;                ///< of the band, added for the range
    float cuts_ = 0;                ///< sum over these of the largest limit
    PerRank<Eigen::Index> row_of_;  ///< of each rank of the range
    Sums sums_;                     ///< ranks of the range × all ranks
    Counts missing_;                ///< in this band
    std::once_flag missing_begun_;
    Eigen::ArrayXXf all_missing_;  ///< empty until a value is missing: of very many hosts it is large
};

}  // namespace fabricmap::diagnosis
