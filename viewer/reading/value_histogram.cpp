// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/value_histogram.hpp"

#include "picture/float_order.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::viewer {
namespace {

using picture::place_of;
using picture::Scale;
using picture::step_bits;
using picture::value_at;
using picture::ValueRange;

std::size_t step_of_value(float value) noexcept {
    return place_of(value) >> step_bits;
}

double lower_end(std::size_t step) noexcept {
    return static_cast<double>(value_at(static_cast<std::uint32_t>(step) << step_bits));
}

/// Counts for the steps from `first` to `last`, keeping what is there.
void widen(std::vector<std::int64_t>& counts, std::size_t& first_step, std::size_t first, std::size_t last) {
    if (counts.empty()) first_step = first;
    if (first < first_step) {
        counts.insert(counts.begin(), first_step - first, 0);
        first_step = first;
    }
    if (last >= first_step + counts.size()) counts.resize(last - first_step + 1);
}

/// Shares a count out to the bins between two places; where a range is narrow a step is wider than a bin.
void spread(std::vector<std::int64_t>& bins, std::int64_t count, double from, double to) {
    const std::size_t last = bins.size() - 1;
    const auto bin_at = [&](double place) { return std::min(static_cast<std::size_t>(place), last); };
    std::int64_t given = 0;
    for (std::size_t bin = bin_at(from); bin <= bin_at(to); ++bin) {
        const double covered = std::min(to, static_cast<double>(bin + 1)) - from;
        const bool is_last = bin == bin_at(to) || to <= from;
        const std::int64_t due =
            is_last ? count : std::llround(static_cast<double>(count) * covered / (to - from));
        bins[bin] += due - given;
        given = due;
        if (is_last) break;
    }
}

}  // namespace

void ValueHistogram::add(float value) noexcept {
    if (!std::isfinite(value)) return;
    const std::size_t step = step_of_value(value);
    if (step < first_step_ || step >= first_step_ + counts_.size()) widen(counts_, first_step_, step, step);
    ++counts_[step - first_step_];
    lowest_ = count_ == 0 ? value : std::min(lowest_, value);
    highest_ = count_ == 0 ? value : std::max(highest_, value);
    ++count_;
}

void ValueHistogram::add(const ValueHistogram& other) {
    if (other.count_ == 0) return;
    widen(counts_, first_step_, other.first_step_, other.first_step_ + other.counts_.size() - 1);
    for (std::size_t i = 0; i < other.counts_.size(); ++i) {
        counts_[other.first_step_ - first_step_ + i] += other.counts_[i];
    }
    lowest_ = count_ == 0 ? other.lowest_ : std::min(lowest_, other.lowest_);
    highest_ = count_ == 0 ? other.highest_ : std::max(highest_, other.highest_);
    count_ += other.count_;
}

std::optional<ValueRange> ValueHistogram::extremes() const noexcept {
    if (count_ == 0) return std::nullopt;
    return ValueRange{static_cast<double>(lowest_), static_cast<double>(highest_)};
}

std::size_t ValueHistogram::step_of(std::int64_t position) const noexcept {
    std::size_t step = 0;
    for (std::int64_t before = counts_[step]; before <= position; before += counts_[step]) ++step;
    return first_step_ + step;
}

std::optional<ValueRange> ValueHistogram::without_tails(double fraction) const {
    const auto range = extremes();
    if (!range) return range;
    const double last = static_cast<double>(count_ - 1);
    const auto low = static_cast<std::int64_t>(std::floor(fraction * last));
    const auto high = static_cast<std::int64_t>(std::ceil((1 - fraction) * last));
    return ValueRange{std::max(range->lowest, lower_end(step_of(low))),
                      std::min(range->highest, lower_end(step_of(high) + 1))};
}

Bins ValueHistogram::bins(Scale scale, std::size_t number) const {
    const auto range = extremes();
    if (!range) return {};
    const picture::GreyScale axis(*range, scale);
    Bins bins{axis.range(), axis.scale(), std::vector<std::int64_t>(number)};
    const auto place = [&](std::size_t step) {
        return axis.position(lower_end(step)) * static_cast<double>(number);
    };
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] > 0)
            spread(bins.counts, counts_[i], place(first_step_ + i), place(first_step_ + i + 1));
    }
    return bins;
}

}  // namespace fabricmap::viewer
