// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/loaded_plane.hpp"

#include "viewer/reading/shared_stack.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

using picture::NeverMeasured;

/// What is read at once: so few values that a wish to stop is heard soon and memory stays small.
constexpr std::int64_t max_values_at_once = 1 << 18;
constexpr std::int64_t preview_rows = 64;
constexpr std::int64_t preview_columns = 256;

std::int64_t rows_at_once(std::int64_t columns) noexcept {
    return std::max<std::int64_t>(1, max_values_at_once / columns);
}

void count_values(ValueHistogram& histogram, const Matrix& rows, std::int64_t first_row,
                  const NeverMeasured& never) {
    for (Eigen::Index row = 0; row < rows.rows(); ++row) {
        for (Eigen::Index column = 0; column < rows.cols(); ++column) {
            if (!never.holds(first_row + row, column)) histogram.add(static_cast<float>(rows(row, column)));
        }
    }
}

void in_slices(std::int64_t rows, std::int64_t columns, const std::atomic<bool>& stopped,
               const std::function<void(std::int64_t first, std::int64_t count)>& use) {
    const std::int64_t most = rows_at_once(columns);
    for (std::int64_t first = 0; first < rows && !stopped; first += most) {
        use(first, std::min(most, rows - first));
    }
}

Matrix in_order(const Matrix& cells, const std::vector<int>& order) {
    if (order.empty()) return cells;
    Matrix ordered(cells.rows(), cells.cols());
    for (Eigen::Index place = 0; place < cells.cols(); ++place) {
        ordered.col(place) = cells.col(order[static_cast<std::size_t>(place)]);
    }
    return ordered;
}

}  // namespace

LoadedPlane::LoadedPlane(PlaneRequest request)
    : request_(std::move(request)),
      pyramid_(request_.displayed.stack->rank_count(), request_.displayed.stack->rank_count(),
               request_.displayed.never),
      slowest_(request_.displayed) {
    read_preview();
}

std::vector<Cell> LoadedPlane::slowest(std::size_t most) const {
    return pyramid_.is_complete() ? slowest_.outliers(histogram_, most) : std::vector<Cell>();
}

int LoadedPlane::endpoint_at(std::int64_t place) const noexcept {
    return request_.order.empty() ? static_cast<int>(place) : request_.order[static_cast<std::size_t>(place)];
}

Matrix LoadedPlane::rows_at(std::int64_t place, std::int64_t count) const {
    const DelayStack& stack = *request_.displayed.stack;
    if (request_.order.empty()) return stack.rows(request_.k, place, count);
    const auto endpoints =
        std::span(request_.order).subspan(static_cast<std::size_t>(place), static_cast<std::size_t>(count));
    return in_order(gathered_rows(stack, request_.k, endpoints), request_.order);
}

void LoadedPlane::read_preview() {
    const std::int64_t endpoints = pyramid_.rows();
    preview_.rows_a_block = (endpoints - 1) / preview_rows + 1;
    preview_.columns_a_block = (endpoints - 1) / preview_columns + 1;
    const auto blocks = [&](std::int64_t a_block) { return (endpoints - 1) / a_block + 1; };
    preview_.values = Matrix::Constant(blocks(preview_.rows_a_block), blocks(preview_.columns_a_block),
                                       std::numeric_limits<double>::quiet_NaN());
    for (Eigen::Index block = 0; block < preview_.values.rows(); ++block) {
        const std::int64_t row =
            std::min(block * preview_.rows_a_block + preview_.rows_a_block / 2, endpoints - 1);
        const Matrix cells = rows_at(row, 1);
        count_values(first_histogram_, cells, row, request_.displayed.never);
        for (Eigen::Index column = 0; column < cells.cols(); ++column) {
            if (request_.displayed.never.holds(row, column)) continue;
            double& value = preview_.values(block, column / preview_.columns_a_block);
            value = std::fmax(value, cells(0, column));
        }
    }
}

void LoadedPlane::read(const std::atomic<bool>& stopped) {
    in_slices(pyramid_.rows(), pyramid_.columns(), stopped, [&](std::int64_t first, std::int64_t count) {
        const Matrix rows = rows_at(first, count);
        // Counted before it is ready: whoever sees the plane complete sees all counted.
        count_values(histogram_, rows, first, request_.displayed.never);
        slowest_.add(rows);
        pyramid_.append(rows);
    });
}

LoadedCut read_cut(const PlaneRequest& request, std::int64_t endpoint, bool is_row) {
    const DelayStack& stack = *request.displayed.stack;
    Matrix cells = in_order(is_row ? stack.row(endpoint) : stack.column(endpoint), request.order);
    NeverMeasured never;
    if (request.displayed.never.diagonal) {
        const auto place = std::find(request.order.begin(), request.order.end(), static_cast<int>(endpoint));
        never.column = request.order.empty() ? endpoint : place - request.order.begin();
    }
    auto pyramid = std::make_shared<picture::Pyramid>(cells.rows(), cells.cols(), never);
    pyramid->append(cells);
    LoadedCut cut{endpoint, is_row, stack.message_lengths(), std::move(pyramid), {}};
    count_values(cut.histogram, cells, 0, never);
    return cut;
}

ValueHistogram histogram_of(const Displayed& displayed, std::size_t k, const std::atomic<bool>& stopped) {
    ValueHistogram histogram;
    const std::int64_t endpoints = displayed.stack->rank_count();
    in_slices(endpoints, endpoints, stopped, [&](std::int64_t first, std::int64_t count) {
        count_values(histogram, displayed.stack->rows(k, first, count), first, displayed.never);
    });
    return histogram;
}

}  // namespace fabricmap::viewer
