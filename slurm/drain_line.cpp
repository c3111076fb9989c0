// SPDX-License-Identifier: Apache-2.0
#include "slurm/drain_line.hpp"

#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace fabricmap {
namespace {

constexpr std::size_t max_reason_letters = 120;

}  // namespace

std::string plain_reason(std::string_view text) {
    constexpr std::string_view allowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:%()_-";
    std::string result;
    for (const char letter : text) {
        if (allowed.find(letter) != std::string_view::npos) {
            result += letter;
        } else if (!result.empty() && result.back() != ' ') {
            result += ' ';
        }
    }
    result.resize(std::min(result.size(), max_reason_letters));
    return std::string(trimmed(result));
}

std::string drain_line(std::string_view node, std::string_view reason) {
    return fmt::format("scontrol update nodename={} state=drain reason=\"{}\"\n", node, reason);
}

}  // namespace fabricmap
