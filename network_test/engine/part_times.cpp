// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/part_times.hpp"

#include <algorithm>
#include <iterator>

namespace fabricmap::network_test {

double PartTimes::at(std::int64_t length_bytes) const {
    if (seconds_.empty()) return 0;
    const auto above = seconds_.lower_bound(length_bytes);
    if (above == seconds_.begin()) return above->second;
    const auto below = std::prev(above);
    if (above == seconds_.end()) return below->second;
    const double fraction =
        static_cast<double>(length_bytes - below->first) / static_cast<double>(above->first - below->first);
    return below->second + fraction * (above->second - below->second);
}

std::vector<double> PartTimes::of_planes(const std::vector<std::int64_t>& lengths,
                                         const std::vector<std::int64_t>& parts) const {
    std::vector<double> seconds;
    seconds.reserve(lengths.size());
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        seconds.push_back(at(lengths[k]) * static_cast<double>(parts[k]));
    }
    return seconds;
}

std::vector<std::int64_t> lengths_of_trial(std::vector<std::int64_t> lengths) {
    constexpr std::size_t quarters = 4;
    if (lengths.empty()) return lengths;
    std::sort(lengths.begin(), lengths.end());
    std::vector<std::int64_t> chosen;
    chosen.reserve(quarters + 1);
    for (std::size_t quarter = 0; quarter <= quarters; ++quarter) {
        chosen.push_back(lengths[(lengths.size() - 1) * quarter / quarters]);
    }
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

}  // namespace fabricmap::network_test
