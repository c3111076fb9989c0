// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/cell_facts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fabricmap::picture {
namespace {

std::int64_t count_missing(const Matrix& cells, const NeverMeasured& never) {
    std::int64_t missing = 0;
    for (Eigen::Index row = 0; row < cells.rows(); ++row) {
        for (Eigen::Index column = 0; column < cells.cols(); ++column) {
            if (std::isnan(cells(row, column)) && !never.holds(row, column)) ++missing;
        }
    }
    return missing;
}

}  // namespace

void describe_cells(Sheet& sheet, Legend& legend, const Matrix& cells, const NeverMeasured& never) {
    const bool is_delay = legend.quantity == Quantity::delay;
    legend.high_end = is_delay ? "slower" : "more";
    legend.low_end = is_delay ? "faster" : "fewer";
    if (const std::int64_t missing = count_missing(cells, never); missing > 0)
        legend.missing = fmt::format("{} not measured", missing);
    const auto range = range_of(cells, never);
    if (!range) {
        sheet.lines.emplace_back("nothing was measured here");
        return;
    }
    sheet.lines.push_back(fmt::format("from {} to {}", format_value(range->lowest, legend.quantity),
                                      format_value(range->highest, legend.quantity)));
    const ValueRange& shown = legend.scale.range();
    if (range->highest > static_cast<float>(shown.highest)) legend.high_end += ", and beyond";
    if (range->lowest < static_cast<float>(shown.lowest)) legend.low_end += ", and below";
}

std::shared_ptr<const Pyramid> pyramid_of(const Matrix& cells, const NeverMeasured& never) {
    auto pyramid = std::make_shared<Pyramid>(cells.rows(), cells.cols(), never);
    pyramid->append(cells);
    return pyramid;
}

}  // namespace fabricmap::picture
