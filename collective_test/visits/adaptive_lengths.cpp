// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/adaptive_lengths.hpp"

#include "collective_test/visits/cell_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace fabricmap::collective_test {
namespace {

constexpr double precise_enough = 0.05;
/// Strides are no shorter than this part of the length.
constexpr std::int64_t smallest_part = 16;
/// In a piece that is shorter than this part of its length a line that does not fit is a jump.
constexpr std::int64_t part_with_jump = 8;
/// So near to a jump lengths are measured on both sides.
constexpr std::int64_t part_at_jump = 1024;
constexpr std::size_t visits_of_a_length = 3;

class LengthSearch {
  public:
    using TimeAt = std::function<std::optional<TimeAtLength>(std::int64_t)>;

    LengthSearch(const LengthBounds& bounds, std::int64_t unit, const TimeAt& time_at)
        : bounds_(bounds), unit_(std::max<std::int64_t>(unit, 1)), time_at_(time_at) {}

    std::vector<std::int64_t> lengths() {
        std::int64_t before = bounds_.first_bytes;
        std::int64_t last = std::min(before + unit_, bounds_.last_bytes);
        std::int64_t stride = unit_;
        bool goes_on = measure(before) && measure(last);
        while (goes_on && last < bounds_.last_bytes) {
            const std::int64_t next = std::min(last + stride, bounds_.last_bytes);
            goes_on = measure(next);
            if (goes_on && is_on_line(before, last, next)) {
                stride *= 2;
                before = last;
            } else {
                goes_on = goes_on && divide(last, next);
                before = goes_on ? std::prev(times_.find(next))->first : last;
                stride = std::max({next - before, next / smallest_part, unit_});
            }
            last = next;
        }
        std::vector<std::int64_t> lengths;
        for (const auto& [length, time] : times_) lengths.push_back(length);
        return lengths;
    }

  private:
    bool measure(std::int64_t length) {
        if (times_.contains(length)) return true;
        const auto time = time_at_(length);
        if (time) times_[length] = *time;
        return time.has_value();
    }

    /// Whether the third length's time is what the line through those of the others has there.
    [[nodiscard]] bool is_on_line(std::int64_t one, std::int64_t other, std::int64_t third) const {
        const TimeAtLength& first = times_.at(one);
        const TimeAtLength& second = times_.at(other);
        const TimeAtLength& measured = times_.at(third);
        const double fraction = static_cast<double>(third - one) / static_cast<double>(other - one);
        const double line_s = first.time_s + fraction * (second.time_s - first.time_s);
        const double line_error_s =
            std::abs(1 - fraction) * first.error_s + std::abs(fraction) * second.error_s;
        return std::abs(line_s - measured.time_s) <=
               std::max(precise_enough * measured.time_s, measured.error_s + line_error_s);
    }

    /// Measures more between two lengths, until lines fit. False where the time is up.
    bool divide(std::int64_t low, std::int64_t high) {
        const std::int64_t middle = low + (high - low) / 2 / unit_ * unit_;
        if (middle <= low || middle >= high) return true;
        if (!measure(middle)) return false;
        if (is_on_line(low, high, middle)) return true;
        if (high - low <= low / part_with_jump) return close_in_on_jump(low, high);
        return divide(low, middle) && divide(middle, high);
    }

    [[nodiscard]] double step_s(std::int64_t low, std::int64_t high) const {
        return std::abs(times_.at(high).time_s - times_.at(low).time_s);
    }

    /// Halves the piece that holds the larger step, again and again. False where the time is up.
    bool close_in_on_jump(std::int64_t low, std::int64_t high) {
        const auto is_jump = [&] {
            const TimeAtLength& above = times_.at(high);
            return step_s(low, high) >
                   std::max(precise_enough * above.time_s, above.error_s + times_.at(low).error_s);
        };
        while (high - low > std::max(unit_, low / part_at_jump) && is_jump()) {
            const std::int64_t middle = low + (high - low) / 2 / unit_ * unit_;
            if (middle <= low) return true;
            if (!measure(middle)) return false;
            (step_s(low, middle) > step_s(middle, high) ? high : low) = middle;
        }
        return true;
    }

    LengthBounds bounds_;
    std::int64_t unit_;
    const TimeAt& time_at_;
    std::map<std::int64_t, TimeAtLength> times_;
};

/// What the visits that the cell has had say, after as many more as it takes to say something.
std::optional<TimeAtLength> time_of(VisitDriver& driver, const CollectiveCell& cell) {
    driver.show([&] { return fmt::format("finding lengths: {}", cell_text(driver.run(), cell)); });
    const CellState* state = &driver.log().state_of(VisitPurpose::sweep, cell);
    while (state->visits() < visits_of_a_length) {
        const auto pass = static_cast<int>(state->visits());
        if (!driver.visit(driver.order_of(cell, VisitPurpose::sweep, pass))) return std::nullopt;
        state = &driver.log().state_of(VisitPurpose::sweep, cell);
    }
    // Only the first ones, so that a resumed run finds the same lengths.
    const auto first = state->medians().begin();
    const auto last = first + static_cast<std::ptrdiff_t>(visits_of_a_length);
    const auto [least, greatest] = std::minmax_element(first, last);
    return TimeAtLength{interval_over_visits({first, last}).value, (*greatest - *least) / 2};
}

}  // namespace

std::vector<std::int64_t> adaptive_lengths(
    const LengthBounds& bounds, std::int64_t unit,
    const std::function<std::optional<TimeAtLength>(std::int64_t)>& time_at) {
    return LengthSearch(bounds, unit, time_at).lengths();
}

std::vector<CollectiveCell> find_adaptive_cells(VisitDriver& driver, const PlanTerms& terms,
                                                const CellPlan& plan) {
    std::vector<CollectiveCell> cells;
    std::set<CollectiveCell> searched;
    for (const CollectiveCell& end : plan.cells) {
        const Operation& operation = operation_of(terms.run, end);
        CollectiveCell curve = end;
        curve.message_length = 0;
        if (!searched.insert(curve).second) continue;
        if (!operation.has_length) {
            cells.push_back(end);
            continue;
        }
        const std::int64_t unit = operation.reduces ? length_of(operation, 1) : 1;
        LengthBounds bounds{length_of(operation, driver.options().adaptive->first_bytes), 0};
        for (const CollectiveCell& other : plan.cells) {
            CollectiveCell same = other;
            same.message_length = 0;
            if (same == curve) bounds.last_bytes = std::max(bounds.last_bytes, other.message_length);
        }
        for (const std::int64_t length : adaptive_lengths(
                 bounds, unit, [&](std::int64_t at) { return time_of(driver, cell_at(end, terms.run, at)); }))
            cells.push_back(cell_at(end, terms.run, length));
    }
    return cells;
}

}  // namespace fabricmap::collective_test
