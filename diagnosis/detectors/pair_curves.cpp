// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/pair_curves.hpp"

#include "diagnosis/detectors/unexplained.hpp"
#include "diagnosis/statistics/robust.hpp"

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t most_curves = 16;

using RankPairs = std::vector<std::pair<int, int>>;

RankPairs some_rank_pairs(const Machine& machine, const HostPairs& pairs) {
    RankPairs all;
    for (const auto& [from, to] : pairs) {
        for (const int sender : machine.ranks_of[from]) {
            for (const int receiver : machine.ranks_of[to]) all.emplace_back(sender, receiver);
        }
    }
    if (all.size() <= most_curves) return all;
    RankPairs some;
    for (std::size_t number = 0; number < most_curves; ++number) {
        some.push_back(all[number * all.size() / most_curves]);
    }
    return some;
}

}  // namespace

std::vector<float> curve_of_pairs(const Case& subject, const Residue& residue, const HostPairs& pairs) {
    const Survey& survey = *subject.survey;
    const RankPairs chosen = some_rank_pairs(survey.machine, pairs);
    Unexplained unexplained(survey, residue);
    std::vector<std::vector<float>> values(survey.lengths.size());
    for (const auto& [sender, receiver] : chosen) {
        const Vector delays = subject.stack->pair(sender, receiver);
        for (Eigen::Index k = 0; k < delays.size(); ++k) {
            values[static_cast<std::size_t>(k)].push_back(unexplained.of(k, sender, receiver, delays(k)));
        }
    }
    std::vector<float> curve;
    curve.reserve(values.size());
    for (const std::vector<float>& at_length : values) curve.push_back(median_of_numbers(at_length));
    return curve;
}

}  // namespace fabricmap::diagnosis
