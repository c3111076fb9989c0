// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/pair_curves.hpp"

#include "diagnosis/detectors/added_time.hpp"
#include "diagnosis/statistics/robust.hpp"

#include <cmath>
#include <map>

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

/// What a rank adds is its own, unless its host is one half of whose pairs are slow.
float own_share(float effect, const Residue& residue, int host) {
    return residue.half_slow_hosts[static_cast<std::size_t>(host)] ? 0 : effect;
}

/// What hosts add, each looked at once.
class AddedTimes {
  public:
    explicit AddedTimes(const Survey& survey) : survey_(&survey) {}

    const AddedTime& of(int host) {
        return known_.try_emplace(host, *survey_, static_cast<std::size_t>(host)).first->second;
    }

  private:
    const Survey* survey_;
    std::map<int, AddedTime> known_;
};

}  // namespace

std::vector<float> curve_of_pairs(const Case& subject, const Residue& residue, const HostPairs& pairs) {
    const Survey& survey = *subject.survey;
    const RankPairs chosen = some_rank_pairs(survey.machine, pairs);
    AddedTimes times(survey);
    std::vector<std::vector<float>> values(survey.lengths.size());
    for (const auto& [sender, receiver] : chosen) {
        const Vector delays = subject.stack->pair(sender, receiver);
        const std::uint8_t number = survey.classes.of(sender, receiver);
        const int from = survey.machine.host_of[static_cast<std::size_t>(sender)];
        const int to = survey.machine.host_of[static_cast<std::size_t>(receiver)];
        const AddedTime& of_sender = times.of(from);
        const AddedTime& of_receiver = times.of(to);
        for (Eigen::Index k = 0; k < delays.size(); ++k) {
            const float sending = own_share(survey.effects.sending(k, sender), residue, from);
            const float receiving = own_share(survey.effects.receiving(k, receiver), residue, to);
            const double expected = std::log(survey.class_medians(k, number)) + sending + receiving;
            auto left = static_cast<float>(std::log(delays(k)) - expected);
            left = beyond_explained(left, of_sender.beyond(k, number, sending));
            left = beyond_explained(left, of_receiver.beyond(k, number, receiving));
            values[static_cast<std::size_t>(k)].push_back(left);
        }
    }
    std::vector<float> curve;
    curve.reserve(values.size());
    for (const std::vector<float>& at_length : values) curve.push_back(median_of_numbers(at_length));
    return curve;
}

}  // namespace fabricmap::diagnosis
