// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap {
namespace {

constexpr std::int64_t max_lengths = 10'000'000;
constexpr std::string_view unit_letters = "KMGT";

void append_powers_of_two(std::vector<std::int64_t>& lengths, std::string_view word) {
    const auto parts = split(word, ':');
    if (parts.size() != 3)
        throw UsageError(fmt::format("--lengths: '{}': give two bounds, such as pow2:1:4M", word));
    const std::int64_t first = parse_size(parts[1], "--lengths");
    const std::int64_t last = parse_size(parts[2], "--lengths");
    const std::size_t before = lengths.size();
    for (std::int64_t length = 1; length <= last; length *= 2) {
        if (length >= first) lengths.push_back(length);
        if (length > std::numeric_limits<std::int64_t>::max() / 2) break;
    }
    if (lengths.size() == before) {
        throw UsageError(
            fmt::format("--lengths: no power of two lies within '{}': give the smaller bound first", word));
    }
}

/// "count:100" or "count:100:1:4M": each length is as many times the one before as fits, and at least a byte
/// longer.
void append_logarithmic(std::vector<std::int64_t>& lengths, std::string_view word) {
    const auto parts = split(word, ':');
    const auto count = read_number<std::int64_t>(parts.size() > 1 ? parts[1] : std::string());
    const bool has_bounds = parts.size() == 4;
    if (!count || *count < 1 || *count > max_lengths || (parts.size() != 2 && !has_bounds)) {
        throw UsageError(fmt::format(
            "--lengths: '{}': give a number, and the bounds if they are not 1 and 4M: count:100:1:4M", word));
    }
    const std::int64_t first = has_bounds ? parse_size(parts[2], "--lengths") : 1;
    const std::int64_t last = has_bounds ? parse_size(parts[3], "--lengths") : std::int64_t{4} << 20;
    if (first < 1 || last - first < *count - 1) {
        throw UsageError(fmt::format("--lengths: '{}': there are no {} lengths from {} to {} bytes", word,
                                     *count, first, last));
    }
    std::int64_t length = first;
    for (std::int64_t left = *count - 1; left >= 0; --left) {
        lengths.push_back(length);
        if (left == 0) break;
        const double step =
            std::pow(static_cast<double>(last) / static_cast<double>(length), 1 / static_cast<double>(left));
        const auto wanted = std::llround(static_cast<double>(length) * step);
        length = std::clamp<std::int64_t>(wanted, length + 1, last - (left - 1));
    }
}

/// "probe" or "probe:1K:1M".
LengthBounds read_probe(std::string_view word) {
    const auto parts = split(word, ':');
    if (parts.front() != "probe" || (parts.size() != 1 && parts.size() != 3)) {
        throw UsageError(fmt::format(
            "--lengths: '{}': give probe, or its bounds if they are not 1 and 4M: probe:1:4M", word));
    }
    LengthBounds bounds;
    if (parts.size() == 1) return bounds;
    const std::string option = fmt::format("--lengths {}", word);
    bounds = {parse_size(parts[1], option), parse_size(parts[2], option)};
    if (bounds.first_bytes >= bounds.last_bytes) {
        throw UsageError(fmt::format("--lengths: '{}': give the smaller bound first", word));
    }
    return bounds;
}

void append_word(LengthRequest& request, std::string_view word) {
    if (word.starts_with("pow2")) {
        append_powers_of_two(request.lengths, word);
    } else if (word.starts_with("count")) {
        append_logarithmic(request.lengths, word);
    } else if (word == "legacy") {
        const std::vector<std::int64_t> row = length_row(0, 10'000, 100);
        request.lengths.insert(request.lengths.end(), row.begin(), row.end());
    } else if (word.starts_with("probe")) {
        if (request.probe)
            throw UsageError(fmt::format("--lengths: '{}': probe can be given only once", word));
        request.probe = read_probe(word);
    } else {
        request.lengths.push_back(parse_size(word, "--lengths"));
    }
}

}  // namespace

std::int64_t parse_size(std::string_view text, std::string_view option) {
    const auto refuse = [&] {
        throw UsageError(
            fmt::format("{}: '{}' is not a valid size: give bytes, or a number with K, M, G or T such as 64K",
                        option, text));
    };
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || value < 0) refuse();
    if (rest == end) return value;

    const auto unit = unit_letters.find(static_cast<char>(std::toupper(static_cast<unsigned char>(*rest))));
    if (unit == std::string_view::npos || rest + 1 != end) refuse();
    const int shift = 10 * (static_cast<int>(unit) + 1);
    if (value > (std::numeric_limits<std::int64_t>::max() >> shift)) refuse();
    return value << shift;
}

std::string format_size(std::int64_t bytes) {
    std::size_t unit = 0;
    while (bytes != 0 && bytes % 1024 == 0 && unit < unit_letters.size()) {
        bytes /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{}", bytes) : fmt::format("{}{}", bytes, unit_letters[unit - 1]);
}

std::vector<std::int64_t> length_row(std::int64_t begin, std::int64_t end, std::int64_t step) {
    if (begin < 0) throw UsageError(fmt::format("-b {}: a message length cannot be negative", begin));
    if (step < 1) throw UsageError(fmt::format("-s {}: the step must be at least 1 byte", step));
    if (end <= begin) {
        throw UsageError(
            fmt::format("-e {}: the end is exclusive and must be above the begin (-b {})", end, begin));
    }
    const std::int64_t count = (end - begin - 1) / step + 1;
    if (count > max_lengths) {
        throw UsageError(
            fmt::format("-s {}: that makes {} lengths, at most {} are possible: use a larger step", step,
                        count, max_lengths));
    }
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(count));
    std::generate(lengths.begin(), lengths.end(), [next = begin, step]() mutable {
        const std::int64_t length = next;
        next += step;
        return length;
    });
    return lengths;
}

LengthRequest parse_length_request(std::string_view text) {
    LengthRequest request;
    for (const std::string& word : split(text, ',')) append_word(request, word);
    auto& lengths = request.lengths;
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    return request;
}

std::vector<std::int64_t> parse_lengths(std::string_view text) {
    LengthRequest request = parse_length_request(text);
    if (request.probe) {
        throw UsageError(
            "--lengths probe: only network_test can probe, because it measures: give a list or "
            "pow2:1:4M");
    }
    return std::move(request.lengths);
}

}  // namespace fabricmap
