// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/sampling.hpp"

#include "base/mixing.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t cells_of_a_class = 8192;
/// Of each rank; fewer where there are many ranks, each of which contributes to its host's.
constexpr std::size_t max_drawn = 64;
constexpr std::size_t min_drawn = 32;
constexpr std::size_t partners_of_all = 32768;

std::vector<std::vector<Cell>> cells_of(const PairClasses& classes) {
    std::vector<std::vector<Cell>> cells(classes.all.size());
    for (Eigen::Index sender = 0; sender < classes.of.rows(); ++sender) {
        for (Eigen::Index receiver = 0; receiver < classes.of.cols(); ++receiver) {
            const std::uint8_t number = classes.of(sender, receiver);
            if (number == no_class || !classes.measured(sender, receiver)) continue;
            const auto pairs = static_cast<std::uint64_t>(classes.all[number].pairs);
            const std::uint64_t bits =
                mix(static_cast<std::uint64_t>(sender), static_cast<std::uint64_t>(receiver));
            if (bits % pairs >= cells_of_a_class) continue;
            cells[number].push_back({static_cast<std::int32_t>(sender), static_cast<std::int32_t>(receiver)});
        }
    }
    return cells;
}

/// At most so many of them, drawn by chance; the first are no likelier than others.
void thin_out(std::vector<RankIndex>& partners, std::size_t largest, std::uint64_t seed) {
    for (std::size_t place = 0; place < partners.size() && place < largest; ++place) {
        std::swap(partners[place], partners[place + draw_below(seed, partners.size() - place)]);
    }
    if (partners.size() > largest) partners.resize(largest);
    partners.shrink_to_fit();  // or those of all ranks would take ranks² of memory
    std::sort(partners.begin(), partners.end());
}

}  // namespace

Sampling draw_sampling(const Machine& machine, const PairClasses& classes) {
    Sampling sampling;
    for (const std::vector<Cell>& of_class : cells_of(classes)) {
        sampling.class_begin.push_back(sampling.cells.size());
        sampling.cells.insert(sampling.cells.end(), of_class.begin(), of_class.end());
    }
    sampling.class_begin.push_back(sampling.cells.size());
    const std::size_t largest = std::clamp(partners_of_all / machine.host_of.size(), min_drawn, max_drawn);
    for (const RankIndex rank : machine.host_of.indices()) {
        std::vector<RankIndex> partners;
        for (const RankIndex other : machine.host_of.indices()) {
            if (machine.are_judged(rank, other) && classes.was_measured(rank, other)) {
                partners.push_back(other);
            }
        }
        thin_out(partners, largest, static_cast<std::uint64_t>(rank));
        sampling.rank_begin.push_back(sampling.cells.size());
        for (const RankIndex partner : partners) sampling.cells.push_back({rank, partner});
        for (const RankIndex partner : partners) sampling.cells.push_back({partner, rank});
        sampling.partners.push_back(std::move(partners));
    }
    return sampling;
}

}  // namespace fabricmap::diagnosis
