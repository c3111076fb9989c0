// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/legacy/sample_stack.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace fabricmap {
namespace {

double deviation_of(const std::vector<double>& samples, double average) {
    if (samples.size() < 2) return 0;
    const double squares = std::transform_reduce(samples.begin(), samples.end(), 0.0, std::plus{},
                                                 [&](double x) { return (x - average) * (x - average); });
    return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

}  // namespace

double statistic_of(Statistic statistic, std::vector<double>& samples) {
    constexpr double longest_delay_s = 1e6;
    std::erase_if(samples, [](double value) { return !(value >= 0 && value <= longest_delay_s); });
    if (statistic == Statistic::count) return static_cast<double>(samples.size());
    if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
    const double average = std::reduce(samples.begin(), samples.end()) / static_cast<double>(samples.size());
    switch (statistic) {
        case Statistic::minimum:
            return *std::min_element(samples.begin(), samples.end());
        case Statistic::maximum:
            return *std::max_element(samples.begin(), samples.end());
        case Statistic::median:
            return median_of(samples);
        case Statistic::deviation:
            return deviation_of(samples, average);
        default:
            return average;
    }
}

SampleStack::SampleStack(std::shared_ptr<const NetcdfFile> file, int variable, Statistic statistic,
                         std::int64_t rank_count, std::vector<std::int64_t> message_lengths, Repairs repairs)
    : BlockStack(statistic, rank_count, std::move(message_lengths), repairs, file->path().string()),
      file_(std::move(file)),
      variable_(variable),
      samples_(file_->shape(variable).at(3)) {}

Matrix SampleStack::read_block(std::size_t plane, const Block& block) const {
    Matrix values(static_cast<Eigen::Index>(block.rows), static_cast<Eigen::Index>(block.columns));
    std::vector<double> row(block.columns * samples_);
    std::vector<double> samples;
    // A whole plane of samples may be larger than memory.
    for (std::size_t i = 0; i < block.rows; ++i) {
        const std::array start{plane, block.row + i, block.column, std::size_t{0}};
        const std::array count{std::size_t{1}, std::size_t{1}, block.columns, samples_};
        file_->read(variable_, start, count, row.data());
        for (std::size_t j = 0; j < block.columns; ++j) {
            const auto first = row.begin() + static_cast<std::ptrdiff_t>(j * samples_);
            samples.assign(first, first + static_cast<std::ptrdiff_t>(samples_));
            values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                statistic_of(statistic(), samples);
        }
    }
    return values;
}

}  // namespace fabricmap
