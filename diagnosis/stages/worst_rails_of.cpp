// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/worst_rails_of.hpp"

#include "diagnosis/residual/slots.hpp"
#include "netcdf_schema/run/mode.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts_of_rails = 3;
constexpr std::size_t max_partners_of_rails = 256;
constexpr float min_deviations_of_a_rail = 8;
constexpr float min_deviation_of_rails = 0.01F;

struct PairOfHosts {
    HostIndex sender;
    HostIndex receiver;
};

std::vector<PairOfHosts> pairs_of(const HostList& hosts) {
    const std::size_t others = hosts.size() - 1;
    const std::size_t partners = std::min(others, max_partners_of_rails);
    std::vector<PairOfHosts> pairs;
    for (std::size_t place = 0; place < hosts.size(); ++place) {
        for (std::size_t number = 0; number < partners; ++number)
            pairs.push_back({hosts[place], hosts[(place + 1 + number * others / partners) % hosts.size()]});
    }
    return pairs;
}

/// Pairs × slots, logarithms of times beyond what is usual for the slot, and then for the pair.
Eigen::ArrayXXf beyond_typical_rail(const DelayStack& stack, const Machine& machine, const Slots& slots,
                                    const std::vector<PairOfHosts>& pairs) {
    std::vector<Cell> cells;
    for (const PairOfHosts& pair : pairs) {
        for (std::size_t slot = 0; slot < slots.count; ++slot) {
            cells.push_back({static_cast<std::int32_t>(machine.ranks_of[pair.sender][slot]),
                             static_cast<std::int32_t>(machine.ranks_of[pair.receiver][slot])});
        }
    }
    const std::vector<double> times = stack.cells(stack.message_lengths().size() - 1, cells);
    Eigen::ArrayXXf beyond(static_cast<Eigen::Index>(slots.count), std::ssize(pairs));
    std::transform(times.begin(), times.end(), beyond.reshaped().begin(),
                   [](double seconds) { return static_cast<float>(std::log(seconds)); });
    for (auto of_slot : beyond.rowwise()) of_slot -= median_of_numbers(of_slot);
    for (auto of_pair : beyond.colwise()) of_pair -= median_of_numbers(of_pair);
    return beyond;
}

}  // namespace

std::optional<WorstRails> worst_rails_of(const Run& run, const Machine& machine) {
    const Slots slots = slots_of(machine);
    if (!has_trait(run.description(), &ModeTraits::is_stream) || slots.count < 2 ||
        slots.hosts.size() < min_hosts_of_rails)
        return std::nullopt;
    const std::vector<PairOfHosts> pairs = pairs_of(slots.hosts);
    const auto stack = run.stack(run.preferred());
    const Eigen::ArrayXXf beyond = beyond_typical_rail(*stack, machine, slots, pairs);
    std::vector<float> worst;
    std::size_t worst_pair = 0;
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
        const std::vector<float> of_pair = numbers_of(beyond.col(static_cast<Eigen::Index>(pair)));
        worst.push_back(of_pair.size() < 2 ? no_value : *std::max_element(of_pair.begin(), of_pair.end()));
        if (std::isnan(worst[worst_pair]) || worst.back() > worst[worst_pair]) worst_pair = pair;
    }
    const Bulk bulk = bulk_of(worst);
    if (bulk.count == 0) return std::nullopt;
    WorstRails rails;
    rails.rails = slots.count;
    rails.length_bytes = stack->message_lengths().back();
    rails.median_factor = std::exp(static_cast<double>(bulk.centre));
    const float limit =
        bulk.centre + min_deviations_of_a_rail * std::max(bulk.deviation, min_deviation_of_rails);
    rails.stands_out = worst[worst_pair] > limit;
    rails.factor = std::exp(static_cast<double>(worst[worst_pair]));
    rails.sender = machine.hosts[pairs[worst_pair].sender];
    rails.receiver = machine.hosts[pairs[worst_pair].receiver];
    Eigen::Index slot = 0;
    const auto of_worst = beyond.col(static_cast<Eigen::Index>(worst_pair));
    of_worst.isFinite().select(of_worst, -1).maxCoeff(&slot);
    rails.slot = static_cast<std::size_t>(slot);
    return rails;
}

}  // namespace fabricmap::diagnosis
