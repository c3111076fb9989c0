// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/probing/visits.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap {

/// Where a class of pairs changes its behaviour from one byte to the next.
struct Breakpoint {
    std::int64_t last_before = 0;  ///< bytes; the new behaviour begins one byte later
    double step_s = 0;             ///< how much longer the delay gets; negative where it gets shorter
    double factor = 1;             ///< what the delay is multiplied by; infinity where it was nothing
};

/// How steep a curve of delays is, without its jumps: between them delays are taken as affine in the length,
/// with slopes that change little from half octave to half octave.
class Trend {
  public:
    /// Visits of the lengths, which ascend; two lengths at least. The jumps that were found already are no
    /// slope.
    Trend(const std::vector<std::int64_t>& lengths, const std::vector<Visit>& visits,
          const std::vector<Breakpoint>& found);

    /// What is left of a rise from `from` to `to` when the slopes of the half octaves around are taken off:
    /// 0 where it lies between what they predict. The steepest and the flattest of four neighbours do not
    /// count, as they may hold jumps themselves. The error is that of the rise and of the slope.
    struct Unexplained {
        Estimate rise;
        std::vector<std::int64_t> slope_from;  ///< the two lengths whose slope was taken off, if any
    };
    [[nodiscard]] Unexplained unexplained(std::int64_t from, std::int64_t to, const Estimate& rise) const;

  private:
    struct Span {
        std::vector<std::int64_t> ends;
        Estimate slope;  ///< seconds a byte
    };
    struct Range {
        Span flattest;
        Span steepest;
    };
    [[nodiscard]] Range slopes_around(std::int64_t from, std::int64_t to) const;

    std::vector<Span> spans_;
    double max_slope_;  ///< of a delay that is all length
};

}  // namespace fabricmap
