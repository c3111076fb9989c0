// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// A size in bytes: digits with an optional K, M, G or T (powers of 1024), "64K" is 65536.
/// Throws UsageError that names `option` for anything else: signs, fractions, other words, more than 63 bits.
[[nodiscard]] std::int64_t parse_size(std::string_view text, std::string_view option);

/// The size in the shortest of those forms: 65536 is "64K", 1000 is "1000".
[[nodiscard]] std::string format_size(std::int64_t bytes);

/// The lengths begin, begin + step, ... below end. Throws UsageError on step < 1, begin < 0, end <= begin, or
/// more than 10 million lengths, naming -b, -e or -s.
[[nodiscard]] std::vector<std::int64_t> length_row(std::int64_t begin, std::int64_t end, std::int64_t step);

/// From the first to the last, both included.
struct LengthBounds {
    std::int64_t first_bytes = 1;
    std::int64_t last_bytes = std::int64_t{4} << 20;

    friend bool operator==(const LengthBounds&, const LengthBounds&) = default;
};

/// Lengths that are known, and bounds between which more are to be found by measuring.
struct LengthRequest {
    std::vector<std::int64_t> lengths;  ///< bytes, ascending, without repeats
    std::optional<LengthBounds> probe;
};

/// What is measured where nothing is asked: latency, the eager and the rendezvous protocol, and the rate.
inline constexpr std::string_view default_lengths = "0,1K,64K,1M";

/// What `--lengths` says: a list "0,1K,64K", "legacy" (the older toolkit's default: 0, 100, ... 9900),
/// "pow2:1:4M" (the powers of two from the first to the second), "count:100" (that many from 1 byte to 4 MiB,
/// each a like multiple of the one before) or "count:100:1K:1M", "probe" (those between 1 byte and 4 MiB at
/// which delays jump) or "probe:1K:1M", or several of them joined by commas. Throws UsageError that names the
/// option and the wrong word.
[[nodiscard]] LengthRequest parse_length_request(std::string_view text);

/// The same for programs that measure nothing: they refuse "probe" too.
[[nodiscard]] std::vector<std::int64_t> parse_lengths(std::string_view text);

}  // namespace fabricmap
