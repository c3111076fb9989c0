// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/delay_stack.hpp"

#include <memory>
#include <vector>

namespace fabricmap {

/// Stacks of one statistic and one run, whose lengths follow upon each other, as one.
class JoinedStack : public DelayStack {
  public:
    using Parts = std::vector<std::shared_ptr<const DelayStack>>;

    JoinedStack(Statistic statistic, std::int64_t rank_count, Parts parts);

    [[nodiscard]] std::size_t implausible_values() const override;

  private:
    [[nodiscard]] std::size_t part_of(std::size_t k) const;
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override;
    [[nodiscard]] std::vector<double> read_cells(std::size_t k, std::span<const Cell> cells) const override;
    [[nodiscard]] Matrix read_line(const Line& line) const override;

    Parts parts_;
    std::vector<std::size_t> first_planes_;  ///< of each part
};

}  // namespace fabricmap
