// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/schedule.hpp"

#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap {

std::int64_t PairSample::of(std::int64_t all_rounds) const noexcept {
    const auto part = static_cast<std::int64_t>(std::ceil(fraction * static_cast<double>(all_rounds)));
    return std::min({rounds, std::max<std::int64_t>(part, 1), all_rounds});
}

std::string PairSample::text() const {
    return rounds < all ? counted(rounds, "round") : fmt::format("{:g} % of the pairs", fraction * 100);
}

bool operator==(const PairSample& one, const PairSample& other) noexcept {
    constexpr double half_a_digit = 5e-6;
    return one.rounds == other.rounds &&
           std::abs(one.fraction - other.fraction) <= half_a_digit * one.fraction;
}

std::string Schedule::text() const {
    std::string text(name_of(kind));
    if (together) {
        text += ", hosts together";
    } else if (active_per_node >= all_of_a_node) {
        text += ", active per node all";
    } else if (active_per_node > 0) {
        text += fmt::format(", active per node {}", active_per_node);
    }
    if (sample && !sample->is_whole()) text += ", " + sample->text();
    if (shuffled) text += *shuffled ? ", shuffled" : ", ordered";
    return text;
}

std::string text_of(const std::optional<Schedule>& schedule) {
    return schedule ? schedule->text() : std::string();
}

}  // namespace fabricmap
