// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/rates.hpp"

#include "netcdf_schema/run/rated_lengths.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// Ethernet, InfiniBand and Omni-Path links, and what is left of them with fewer lanes.
constexpr std::array rates_gbit{0.1,  1.0,  2.5,  5.0,   10.0,  20.0,  25.0, 40.0,
                                50.0, 56.0, 80.0, 100.0, 200.0, 400.0, 800.0};
/// Of a rate on the wire, headers leave about so much to messages.
constexpr double payload = 0.96;
constexpr double rate_tolerance = 0.05;

}  // namespace

std::optional<double> rate_of(const RunDescription& run, const std::vector<std::int64_t>& lengths_bytes,
                              const std::vector<double>& delays_s) {
    if (lengths_bytes.empty() || delays_s.size() != lengths_bytes.size() ||
        lengths_bytes.back() < min_long_length)
        return std::nullopt;
    const std::vector<RatedLength> rated = rated_lengths(run, lengths_bytes);
    if (rated.empty()) return std::nullopt;
    const RatedLength& longest = rated.back();
    const double span_s = delays_s[longest.at] - (longest.beyond ? delays_s[*longest.beyond] : 0);
    return span_s > 0 ? std::optional(static_cast<double>(longest.bytes) / span_s) : std::nullopt;
}

std::optional<double> link_with_rate(double bytes_per_s) {
    const double gbit = 8e-9 * bytes_per_s;
    const auto distance = [&](double rate) { return std::abs(std::log(gbit / (payload * rate))); };
    const double nearest =
        *std::min_element(rates_gbit.begin(), rates_gbit.end(),
                          [&](double one, double other) { return distance(one) < distance(other); });
    return distance(nearest) <= std::log1p(rate_tolerance) ? std::optional(nearest) : std::nullopt;
}

}  // namespace fabricmap::diagnosis
