// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/sampling.hpp"

#include "netcdf_schema/mixing.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t cells_of_a_class = 16384;
constexpr std::size_t most_partners = 64;

std::vector<std::vector<Sampling::Cell>> cells_of(const PairClasses& classes) {
    std::vector<std::vector<Sampling::Cell>> cells(classes.all.size());
    for (Eigen::Index sender = 0; sender < classes.of.rows(); ++sender) {
        for (Eigen::Index receiver = 0; receiver < classes.of.cols(); ++receiver) {
            const std::uint8_t number = classes.of(sender, receiver);
            if (number == PairClasses::none) continue;
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
void thin_out(std::vector<std::int32_t>& partners, std::uint64_t seed) {
    for (std::size_t place = 0; place < partners.size() && place < most_partners; ++place) {
        std::swap(partners[place], partners[place + draw_below(seed, partners.size() - place)]);
    }
    if (partners.size() > most_partners) partners.resize(most_partners);
    std::sort(partners.begin(), partners.end());
}

}  // namespace

Sampling draw_sampling(const Machine& machine, const PairClasses& classes) {
    Sampling sampling;
    sampling.of_class = cells_of(classes);
    const int ranks = machine.rank_count();
    for (int rank = 0; rank < ranks; ++rank) {
        const int host = machine.host_of[static_cast<std::size_t>(rank)];
        std::vector<std::int32_t> elsewhere;
        std::vector<std::int32_t> here;
        for (int other = 0; other < ranks; ++other) {
            if (other == rank) continue;
            (machine.host_of[static_cast<std::size_t>(other)] == host ? here : elsewhere).push_back(other);
        }
        thin_out(elsewhere, static_cast<std::uint64_t>(rank));
        thin_out(here, static_cast<std::uint64_t>(rank));
        sampling.between.push_back(std::move(elsewhere));
        sampling.within.push_back(std::move(here));
    }
    return sampling;
}

}  // namespace fabricmap::diagnosis
