// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace fabricmap {

/// What programs print a measured number in: a bandwidth or a time.
struct PrintedUnit {
    std::string_view name;        ///< as it is written in our messages
    double bytes_per_second = 0;  ///< of a bandwidth of 1; 0 of a time
    double seconds = 0;           ///< of a time of 1; 0 of a bandwidth

    [[nodiscard]] bool is_bandwidth() const noexcept { return bytes_per_second > 0; }
    /// That a message of so many bytes takes; NaN where nothing was measured: no positive, finite number.
    [[nodiscard]] double seconds_of(double value, double bytes) const noexcept;
};

/// "GBps" or "GB/s" (10^9 bytes), "GiB/s" (2^30), "Gbps" or "Gbit/s" (10^9 bits), the same with M; "s", "ms",
/// "us", "usec", "ns". Letters count: a B is a byte, a b a bit.
[[nodiscard]] std::optional<PrintedUnit> unit_named(std::string_view word) noexcept;

/// Of a heading as busbw_GBps, "Bandwidth (MB/s)", latency[us]: the last unit in it; nothing without one.
[[nodiscard]] std::optional<PrintedUnit> unit_in(std::string_view heading) noexcept;

/// For messages: "GB/s, MB/s, ...".
[[nodiscard]] std::string_view known_units() noexcept;

}  // namespace fabricmap
