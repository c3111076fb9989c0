// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "picture/scaling.hpp"
#include "viewer/reading/levels.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::viewer {

/// Values of a matrix counted by size, in steps of less than 0.8 %: enough for scales and drawings, and small
/// whatever the matrix' size. Values that were not measured do not count.
class ValueHistogram {
  public:
    void add(float value) noexcept;
    void add(const ValueHistogram& other);

    [[nodiscard]] std::int64_t count() const noexcept { return count_; }
    /// Exact; nothing where nothing was measured.
    [[nodiscard]] std::optional<picture::ValueRange> extremes() const noexcept;
    /// Without that fraction of the values at each end: from the lower end of the step that the first
    /// remaining value lies in to the upper end of the last one's, within the extremes.
    [[nodiscard]] std::optional<picture::ValueRange> without_tails(double fraction) const;
    /// For a drawing: so many bins from the lowest to the highest value.
    [[nodiscard]] Bins bins(picture::Scale scale, std::size_t number) const;

  private:
    [[nodiscard]] std::size_t step_of(std::int64_t position) const noexcept;

    std::vector<std::int64_t> counts_;  ///< by the upper half of a value's bits, in the order of values
    std::size_t first_step_ = 0;        ///< that counts_ begins with
    std::int64_t count_ = 0;
    float lowest_ = 0;
    float highest_ = 0;
};

}  // namespace fabricmap::viewer
