// SPDX-License-Identifier: Apache-2.0
#include "placement/patterns/standard.hpp"

#include "base/errors.hpp"
#include "base/mixing.hpp"
#include "placement/patterns/spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

namespace fabricmap::placement {
namespace {

using AddFlow = std::function<void(std::int64_t sender, std::int64_t receiver)>;

constexpr std::int64_t max_flows = 100'000'000;

/// Of sizes whose product is too large for any pattern a number that is too large, too.
std::int64_t product_of(const std::vector<int>& size) {
    constexpr std::int64_t too_many = std::int64_t{1} << 31;
    return std::accumulate(size.begin(), size.end(), std::int64_t{1}, [](std::int64_t product, int one) {
        return product >= too_many ? too_many : product * one;
    });
}

std::vector<int> coordinates_of(std::int64_t rank, const std::vector<int>& size) {
    std::vector<int> at(size.size());
    for (std::size_t axis = size.size(); axis-- > 0; rank /= size[axis])
        at[axis] = static_cast<int>(rank % size[axis]);
    return at;
}

/// The rank so many steps away along each axis; -1 beyond the end of a grid that is not periodic.
std::int64_t rank_at(std::vector<int> at, const std::vector<int>& steps, const Spec& spec) {
    const bool is_periodic = spec.words.contains("periodic");
    std::int64_t rank = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
        const int length = spec.size[axis];
        int place = at[axis] + steps[axis];
        if (place < 0 || place >= length) {
            if (!is_periodic) return -1;
            place = (place + length) % length;
        }
        rank = rank * length + place;
    }
    return rank;
}

/// All combinations of -1, 0, 1; without corners those along one axis.
std::vector<std::vector<int>> steps_of(const Spec& spec) {
    std::vector<std::vector<int>> all;
    std::vector<int> steps(spec.size.size(), -1);
    for (bool more = true; more;) {
        const auto moved = std::count_if(steps.begin(), steps.end(), [](int step) { return step != 0; });
        if (moved == 1 || (moved > 1 && spec.words.contains("corners"))) all.push_back(steps);
        std::size_t axis = 0;
        while (axis < steps.size() && ++steps[axis] > 1) steps[axis++] = -1;
        more = axis < steps.size();
    }
    return all;
}

std::int64_t partners_in_stencil(const Spec& spec, std::int64_t /*ranks*/) {
    return std::ssize(steps_of(spec));
}

void add_stencil(const Spec& spec, std::int64_t ranks, const AddFlow& add) {
    const auto steps = steps_of(spec);
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        std::vector<std::int64_t> reached;
        reached.reserve(steps.size());
        for (const std::vector<int>& step : steps)
            reached.push_back(rank_at(coordinates_of(rank, spec.size), step, spec));
        // In a periodic dimension of 2 both neighbours are one rank, which gets both messages.
        for (const std::int64_t neighbour : reached) {
            if (neighbour >= 0) add(rank, neighbour);
        }
    }
}

std::int64_t partners_in_ring(const Spec& /*spec*/, std::int64_t /*ranks*/) {
    return 1;
}

void add_ring(const Spec& /*spec*/, std::int64_t ranks, const AddFlow& add) {
    for (std::int64_t rank = 0; rank < ranks; ++rank) add(rank, (rank + 1) % ranks);
}

std::int64_t partners_in_group(const Spec& spec, std::int64_t /*ranks*/) {
    return spec.size.at(1) - 1;
}

/// "groups:4x16": four groups of sixteen, all to all within each.
void add_groups(const Spec& spec, std::int64_t ranks, const AddFlow& add) {
    const std::int64_t members = spec.size.at(1);
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        const std::int64_t first = rank / members * members;
        for (std::int64_t other = first; other < first + members; ++other) add(rank, other);
    }
}

std::int64_t partners_in_transpose(const Spec& spec, std::int64_t /*ranks*/) {
    return std::int64_t{spec.size[0]} + spec.size.at(1) - 2;
}

/// Rows and columns of a process grid, all to all within each: what a transposition by pencils sends.
void add_transpose(const Spec& spec, std::int64_t ranks, const AddFlow& add) {
    const std::int64_t columns = spec.size.at(1);
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        for (std::int64_t column = 0; column < columns; ++column)
            add(rank, rank / columns * columns + column);
        for (std::int64_t row = 0; row < spec.size[0]; ++row) add(rank, row * columns + rank % columns);
    }
}

std::int64_t partners_in_hypercube(const Spec& /*spec*/, std::int64_t ranks) {
    return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(ranks)));
}

void add_hypercube(const Spec& spec, std::int64_t ranks, const AddFlow& add) {
    if ((ranks & (ranks - 1)) != 0) {
        throw UsageError(
            fmt::format("--pattern {}: it needs a power of two of ranks, not {}", spec.text, ranks));
    }
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        for (std::int64_t bit = 1; bit < ranks; bit *= 2) add(rank, rank ^ bit);
    }
}

std::int64_t partners_in_all_to_all(const Spec& /*spec*/, std::int64_t ranks) {
    return ranks - 1;
}

void add_all_to_all(const Spec& /*spec*/, std::int64_t ranks, const AddFlow& add) {
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        for (std::int64_t other = 0; other < ranks; ++other) add(rank, other);
    }
}

std::int64_t degree_of_random(const Spec& spec, std::int64_t ranks) {
    const std::int64_t degree = spec.number("degree", 8);
    if (degree < 1 || degree >= ranks)
        throw UsageError(fmt::format("--pattern {}: degree={}: give 1 to {}", spec.text, degree, ranks - 1));
    return degree;
}

void add_random(const Spec& spec, std::int64_t ranks, const AddFlow& add) {
    const std::int64_t degree = degree_of_random(spec, ranks);
    auto state = static_cast<std::uint64_t>(spec.number("seed", 1));
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        std::set<std::int64_t> partners;
        while (std::ssize(partners) < degree) {
            const auto other =
                static_cast<std::int64_t>(draw_below(state, static_cast<std::uint64_t>(ranks)));
            if (other != rank && partners.insert(other).second) add(rank, other);
        }
    }
}

enum class Size : std::uint8_t { free, grid, two };

/// To add a pattern: two functions and a line.
struct StandardPattern {
    std::string_view name;
    std::string_view form;
    std::string_view what;
    Size size;
    std::int64_t (*max_partners)(const Spec&, std::int64_t ranks);  ///< of a rank
    void (*add_flows)(const Spec&, std::int64_t ranks, const AddFlow&);
    std::string_view word = {};  ///< that it may have, apart from "corners"
    std::string_view number = {};
};

constexpr std::array standard_patterns{
    StandardPattern{"stencil", "stencil:AxB[xC][,periodic][,corners]", "neighbours in a grid", Size::grid,
                    partners_in_stencil, add_stencil, "periodic"},
    StandardPattern{"ring", "ring[:N]", "each rank to the next", Size::free, partners_in_ring, add_ring},
    StandardPattern{"groups", "groups:GxM", "all to all within each of G groups of M ranks", Size::two,
                    partners_in_group, add_groups},
    StandardPattern{"transpose", "transpose:RxC", "all to all within rows and within columns", Size::two,
                    partners_in_transpose, add_transpose},
    StandardPattern{"hypercube", "hypercube[:N]", "ranks that differ in one bit", Size::free,
                    partners_in_hypercube, add_hypercube},
    StandardPattern{"all-to-all", "all-to-all[:N]", "every rank to every other", Size::free,
                    partners_in_all_to_all, add_all_to_all},
    StandardPattern{"random",
                    "random[:N],degree=8[,seed=1]",
                    "so many partners drawn for each rank",
                    Size::free,
                    degree_of_random,
                    add_random,
                    {},
                    "degree"},
};

const StandardPattern& pattern_named(const Spec& spec) {
    const auto* const found = std::find_if(standard_patterns.begin(), standard_patterns.end(),
                                           [&](const StandardPattern& one) { return one.name == spec.name; });
    if (found != standard_patterns.end()) return *found;
    std::string names;
    for (const StandardPattern& one : standard_patterns)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
    throw UsageError(fmt::format("--pattern {}: give one of {}", spec.text, names));
}

std::int64_t ranks_of_spec(const StandardPattern& kind, const Spec& spec, std::optional<int> ranks) {
    const bool has_size = !spec.size.empty();
    const bool is_wrong = (kind.size == Size::two && spec.size.size() != 2) ||
                          (kind.size == Size::grid && (!has_size || spec.size.size() > 6)) ||
                          (kind.size == Size::free && spec.size.size() > 1);
    if (is_wrong) throw UsageError(fmt::format("--pattern {}: give it as {}", spec.text, kind.form));
    if (has_size) return product_of(spec.size);
    if (!ranks)
        throw UsageError(fmt::format("--pattern {}: say how many ranks, as {}:64", spec.text, spec.name));
    return *ranks;
}

/// What a spec asks for, and the pattern that it names, still without flows.
struct Asked {
    Spec spec;
    const StandardPattern& kind;
    Pattern outline;
};

Asked asked_by(const std::string& text, std::optional<int> ranks) {
    Spec spec = parse_spec(text);
    const StandardPattern& kind = pattern_named(spec);
    std::set<std::string> words;
    if (!kind.word.empty()) words = {std::string(kind.word), "corners"};
    std::set<std::string> numbers;
    if (!kind.number.empty()) numbers = {std::string(kind.number), "seed"};
    require_known_words(spec, words, numbers);
    const std::int64_t count = ranks_of_spec(kind, spec, ranks);
    require_possible_ranks(count, text);
    if (count * kind.max_partners(spec, count) > max_flows) {
        throw UsageError(
            fmt::format("--pattern {}: more than {} pairs of ranks send; give fewer ranks", text, max_flows));
    }
    Pattern outline;
    outline.name = text;
    outline.ranks = static_cast<int>(count);
    if (kind.size == Size::grid) outline.grid = spec.size;
    return {std::move(spec), kind, std::move(outline)};
}

}  // namespace

Pattern outline_of_standard_pattern(const std::string& text, std::optional<int> ranks) {
    return asked_by(text, ranks).outline;
}

Pattern standard_pattern(const std::string& text, std::optional<int> ranks) {
    auto [spec, kind, pattern] = asked_by(text, ranks);
    const auto length = static_cast<double>(spec.number("length", 8));
    const auto messages = static_cast<double>(spec.number("messages", 1));
    kind.add_flows(spec, pattern.ranks,
                   [length, messages, &flows = pattern.flows](std::int64_t sender, std::int64_t receiver) {
                       if (sender != receiver)
                           flows.push_back({RankIndex(sender), RankIndex(receiver), length, messages});
                   });
    tidy(pattern);
    return pattern;
}

std::string standard_pattern_list() {
    std::string text = "Patterns (each may end with ,length=64K, the bytes of a message, 8 by default):";
    for (const StandardPattern& one : standard_patterns)
        text += fmt::format("\n  {:<38}{}", one.form, one.what);
    return text;
}

}  // namespace fabricmap::placement
