// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run_description.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace fabricmap {

ArithmeticRow arithmetic_row(const std::vector<std::int64_t>& message_lengths) {
    if (message_lengths.empty()) return {};
    const std::int64_t begin = message_lengths.front();
    const std::int64_t step = message_lengths.size() == 1 ? 1 : message_lengths[1] - begin;
    const bool even_steps =
        std::adjacent_find(message_lengths.begin(), message_lengths.end(),
                           [&](auto a, auto b) { return b - a != step; }) == message_lengths.end();
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const bool fits = step <= most && message_lengths.back() <= most - step;
    return step > 0 && even_steps && fits ? ArithmeticRow{begin, message_lengths.back() + step, step}
                                          : ArithmeticRow{};
}

std::string utc_now() {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace fabricmap
