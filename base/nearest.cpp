// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.hpp"

#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricmap {
namespace {

/// The optimal string alignment distance (Boytsov 2011, Indexing methods for approximate dictionary
/// searching, section 2.2).
std::size_t letters_apart(std::string_view a, std::string_view b) {
    const std::size_t columns = b.size() + 1;
    std::vector<std::size_t> before_last(columns);
    std::vector<std::size_t> last(columns);
    std::vector<std::size_t> row(columns);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before_last, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j < columns; ++j) {
            const std::size_t changed = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + changed});
            const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row.back();
}

}  // namespace

std::string_view nearest_of(std::string_view word, const std::vector<std::string_view>& names) {
    constexpr std::size_t short_word = 3;
    const std::size_t most = word.size() <= short_word ? 1 : std::max<std::size_t>(2, word.size() / 3);
    const auto distance_of = [&](std::string_view name) {
        const auto [letter, ignored] = std::mismatch(word.begin(), word.end(), name.begin(), name.end());
        // Of two that are as near the one that begins alike.
        return std::pair(letters_apart(word, name), word.end() - letter);
    };
    std::string_view nearest;
    for (const std::string_view name : names) {
        const bool is_nearer = nearest.empty() || distance_of(name) < distance_of(nearest);
        if (letters_apart(word, name) <= most && is_nearer) nearest = name;
    }
    return nearest;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
    const std::string_view nearest = nearest_of(word, names);
    if (!nearest.empty()) return fmt::format("; did you mean '{}'?", nearest);
    if (names.empty()) return {};
    return fmt::format("; known are {}", joined_by(names, ", "));
}

}  // namespace fabricmap
