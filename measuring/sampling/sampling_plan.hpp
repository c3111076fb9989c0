// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace fabricmap {

/// How many samples a pair gets at one length.
struct SamplingRule {
    std::int64_t most = 100;  ///< samples, or exactly that many when fixed
    bool fixed = false;
    double precision = 0.02;   ///< of the median's 95 % confidence interval, as a ratio
    std::int64_t warm_up = 3;  ///< samples thrown away first

    /// The rule in terms of the options, for the run's description.
    [[nodiscard]] std::string text() const;
};

/// Hands out the sizes of a pair's batches: 12 samples first, each batch half as large again, until the
/// median was precise after two batches in a row (a single early stop covers the truth in only 83 to 89 % of
/// cases at 8 to 10 % noise) or there are as many as the rule allows. A fixed rule is one batch.
class BatchPlan {
  public:
    explicit BatchPlan(const SamplingRule& rule) noexcept;

    /// The size of the next batch, 0 when it is enough. `precise`: whether the median is, after the last
    /// batch.
    [[nodiscard]] std::size_t next(bool precise) noexcept;
    /// So many of the batch were taken: fewer where the time allows no more, and then it is asked for again.
    void took(std::size_t samples) noexcept;

  private:
    SamplingRule rule_;
    std::int64_t size_;
    std::int64_t taken_ = 0;
    int precise_in_a_row_ = 0;
};

}  // namespace fabricmap
