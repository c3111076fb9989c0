// SPDX-License-Identifier: Apache-2.0
#include "network_test/probing/pair_visits.hpp"

#include <algorithm>

namespace fabricmap::network_test {
namespace {

/// Few samples a visit and many visits: what disturbs comes in bursts. Long messages take longer, and what
/// disturbs them is less of their time.
SamplingRule rule_for(std::int64_t length_bytes) {
    constexpr std::int64_t short_bytes = std::int64_t{64} << 10U;
    constexpr std::int64_t long_bytes = std::int64_t{1} << 20U;
    SamplingRule rule;
    rule.fixed = true;
    rule.most = length_bytes <= short_bytes ? 9 : length_bytes < long_bytes ? 7 : 5;
    rule.warm_up = length_bytes <= short_bytes ? 2 : 1;
    return rule;
}

}  // namespace

std::vector<Visit> PairVisits::operator()(const std::vector<std::int64_t>& lengths, int visits) const {
    const auto wanted = static_cast<std::size_t>(visits);
    const std::size_t visits_of_a_pair = (wanted + pairs_.size() - 1) / pairs_.size();
    std::vector<Visit> all;
    all.reserve(visits_of_a_pair * pairs_.size());
    for (const RankPair& pair : pairs_) {
        std::vector<Visit> of_pair;
        of_pair.reserve(visits_of_a_pair);
        for (std::size_t k = 0; k < visits_of_a_pair; ++k)
            of_pair.push_back(visit(pair, lengths, k % 2 == 0));
        share(of_pair, exchange_.leader() == Side::sender ? pair.sender : pair.receiver);
        all.insert(all.end(), of_pair.begin(), of_pair.end());
    }
    return all;
}

Visit PairVisits::visit(const RankPair& pair, const std::vector<std::int64_t>& lengths, bool upwards) const {
    Visit delays_s(lengths.size());
    for (std::size_t step = 0; step < lengths.size(); ++step) {
        const std::size_t k = upwards ? step : lengths.size() - 1 - step;
        delays_s[k] = measure(pair, lengths[k]);
    }
    return delays_s;
}

double PairVisits::measure(const RankPair& pair, std::int64_t length_bytes) const {
    const Payload payload(length_bytes);
    const Stage stage = stage_for_(payload);
    if (stage.rank != pair.sender && stage.rank != pair.receiver) return 0;
    PairMeasurement measurement(exchange_, rule_for(length_bytes), false);
    if (stage.rank == measurement.leader_of(pair)) return measurement.lead(stage, pair).median;
    measurement.follow(stage, pair);
    return 0;
}

void PairVisits::share(std::vector<Visit>& visits, int from) const {
    std::vector<double> numbers;
    for (const Visit& visit : visits) numbers.insert(numbers.end(), visit.begin(), visit.end());
    idle_.take_from(from, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, control_);
    // The next pair begins when nobody passes results on any more.
    idle_.await_all(control_);
    auto next = numbers.begin();
    for (Visit& visit : visits) {
        std::copy_n(next, visit.size(), visit.begin());
        next += static_cast<std::ptrdiff_t>(visit.size());
    }
}

}  // namespace fabricmap::network_test
