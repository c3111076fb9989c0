// SPDX-License-Identifier: Apache-2.0
#include "measuring/sampling/sampling_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap {
namespace {

constexpr std::int64_t first_batch = 12;
constexpr int precise_batches_needed = 2;

}  // namespace

std::string SamplingRule::text() const {
    return fixed ? fmt::format("fixed {}, warm-up {}", most, warm_up)
                 : fmt::format("adaptive to {:g} % of the median, at most {}, warm-up {}", precision * 100,
                               most, warm_up);
}

BatchPlan::BatchPlan(const SamplingRule& rule) noexcept
    : rule_(rule), size_(rule.fixed ? rule.most : first_batch) {}

std::size_t BatchPlan::next(bool precise) noexcept {
    precise_in_a_row_ = precise ? precise_in_a_row_ + 1 : 0;
    if (!rule_.fixed && precise_in_a_row_ >= precise_batches_needed) return 0;
    return static_cast<std::size_t>(std::min(size_, rule_.most - taken_));
}

void BatchPlan::took(std::size_t samples) noexcept {
    const auto count = static_cast<std::int64_t>(samples);
    taken_ += count;
    if (count >= size_) size_ += size_ / 2;
}

}  // namespace fabricmap
