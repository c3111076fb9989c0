// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/time_budget.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fabricmap::network_test {
namespace {

double sum_from(const std::vector<double>& values, std::size_t first) {
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(first), values.end(), 0.0);
}

}  // namespace

TimeBudget::TimeBudget(double total_s, std::vector<double> min_s, std::vector<double> full_s)
    : total_s_(total_s), min_s_(std::move(min_s)), full_s_(std::move(full_s)) {}

void TimeBudget::set_estimates(std::vector<double> min_s, std::vector<double> full_s) {
    min_s_ = std::move(min_s);
    full_s_ = std::move(full_s);
    next_ = 0;
}

std::optional<double> TimeBudget::next_end(double now_s) const {
    const double left_s = total_s_ - now_s;
    const double min_s = min_s_[next_] * overrun_;
    if (left_s < min_s + collecting_s_) return std::nullopt;
    const double collecting_s = collecting_s_ * static_cast<double>(min_s_.size() - next_);
    const double spare_s = left_s - collecting_s - sum_from(min_s_, next_) * overrun_;
    // Too little for all: no plane gets more than single samples, so that as many as possible are measured.
    if (spare_s <= 0) return now_s;
    const double wanted_s = sum_from(full_s_, next_);
    const double fraction = wanted_s > 0 ? full_s_[next_] / wanted_s : 1;
    return now_s + min_s + spare_s * fraction;
}

void TimeBudget::passed(double begin_s, double end_s, double planned_end_s) {
    // Only a plane of single samples shows what its least time really is.
    if (planned_end_s <= begin_s && min_s_[next_] > 0) {
        constexpr double weight = 0.5;
        overrun_ = (1 - weight) * overrun_ + weight * (end_s - begin_s) / min_s_[next_];
    }
    ++next_;
}

std::vector<std::int64_t> spread_order(const std::vector<std::int64_t>& ascending) {
    if (ascending.empty()) return {};
    const std::size_t last = ascending.size() - 1;
    std::vector<bool> taken(ascending.size(), false);
    std::vector<std::int64_t> order;
    order.reserve(ascending.size());
    const auto take = [&](std::size_t index) {
        if (!taken[index]) order.push_back(ascending[index]);
        taken[index] = true;
    };
    take(0);
    take(last);
    for (std::size_t parts = 2; order.size() < ascending.size(); parts *= 2) {
        for (std::size_t part = 1; part < parts; ++part) take(last * part / parts);
    }
    return order;
}

}  // namespace fabricmap::network_test
