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

void describe_cells(MatrixPicture& picture, const Matrix& cells, const NeverMeasured& never) {
    Legend& legend = picture.legend;
    const bool is_delay = legend.quantity == Quantity::delay;
    legend.high_end = is_delay ? "slower" : "more";
    legend.low_end = is_delay ? "faster" : "fewer";
    if (const std::int64_t missing = count_missing(cells, never); missing > 0)
        legend.missing = fmt::format("{} not measured", missing);
    const auto range = range_of(cells, never);
    if (!range) {
        picture.words.sheet.lines.emplace_back("nothing was measured here");
        return;
    }
    picture.words.sheet.lines.push_back(fmt::format("from {} to {}",
                                                    format_value(range->lowest, legend.quantity),
                                                    format_value(range->highest, legend.quantity)));
    if (range->highest > legend.scale.range().highest) legend.high_end += ", and beyond";
    if (range->lowest < legend.scale.range().lowest) legend.low_end += ", and below";
}

Matrix in_single_precision(const Matrix& cells) {
    return cells.cast<float>().cast<double>();
}

std::unique_ptr<const Pyramid> pyramid_of(const Matrix& cells, const NeverMeasured& never) {
    auto pyramid = std::make_unique<Pyramid>(cells.rows(), cells.cols(), never);
    pyramid->append(cells);
    return pyramid;
}

}  // namespace fabricmap::picture
