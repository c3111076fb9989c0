// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/synthetic/delay_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace fabricmap {
namespace {

/// How many pairs share a cable at the level where two hosts of a fat tree meet, when all send at once.
double sharing(const Fabric& fabric, int sender, int receiver) {
    const auto* tree = std::get_if<FatTree>(&fabric.shape);
    if (tree == nullptr) return 1;
    const int level = route(fabric, fabric.host_of(sender), fabric.host_of(receiver)).local;
    return std::pow(tree->oversubscription, level - 1);
}

bool empty_messages_differ_by_side(const Scenario& scenario) {
    const bool asymmetric_routes = std::holds_alternative<Dragonfly>(scenario.fabric.shape);
    return asymmetric_routes || std::any_of(scenario.faults.begin(), scenario.faults.end(),
                                            [](const Fault& fault) { return fault.from_bytes == 0; });
}

}  // namespace

DelayModel::Length::Length(const Scenario& scenario, const PairClasses& classes, std::int64_t bytes)
    : scenario_(&scenario),
      classes_(&classes),
      bytes_(static_cast<double>(bytes)),
      messages_in_flight_(
          traits_of(scenario.sweep.mode).is_stream ? static_cast<double>(StreamWindow().messages(bytes)) : 1),
      jumps_within_hosts_(protocol_jumps(scenario, false, bytes)),
      jumps_between_hosts_(protocol_jumps(scenario, true, bytes)),
      effects_(scenario, bytes) {}

double DelayModel::Length::rate(const PairClass& pair_class, int sender, int receiver,
                                const Effect& effect) const {
    const ModeTraits& mode = traits_of(scenario_->sweep.mode);
    double rate = std::min(pair_class.bandwidth, effect.rate);
    if (pair_class.between_hosts && mode.loads_network) {
        rate /= sharing(scenario_->fabric, sender, receiver);
    }
    if (effect.half_duplex && mode.judged_as == JudgedAs::both_ways) rate /= 2;
    return rate;
}

double DelayModel::Length::delay(int sender, int receiver, const Effect& effect) const {
    if (effect.dead) return std::numeric_limits<double>::quiet_NaN();
    const PairClass& pair_class = classes_->all()[static_cast<std::size_t>(classes_->of(sender, receiver))];
    const double jumps = pair_class.between_hosts ? jumps_between_hosts_ : jumps_within_hosts_;
    const double transfer = bytes_ / rate(pair_class, sender, receiver, effect);
    return (pair_class.latency_s / messages_in_flight_ + transfer + jumps) * effect.factor;
}

double DelayModel::Length::to_itself() const {
    const PairClass& nearest = classes_->all().front();
    return nearest.latency_s / 2 + bytes_ / nearest.bandwidth;
}

DelayModel::DelayModel(const Scenario& scenario, const PairClasses& classes, std::int64_t bytes)
    : noise_(scenario.noise.deviation),
      measures_diagonal_(measures_diagonal(scenario.sweep.mode)),
      timing_(scenario.sweep.timing ? scenario.sweep.timing : default_timing(scenario.sweep.mode)),
      sides_differ_(empty_messages_differ_by_side(scenario)),
      length_(scenario, classes, bytes),
      empty_(scenario, classes, 0) {}

TrueDelay DelayModel::of(int sender, int receiver) const {
    if (sender == receiver) {
        return measures_diagonal_ ? TrueDelay{length_.to_itself(), noise_} : TrueDelay{};
    }
    const Effect effect = length_.effect(sender, receiver);
    TrueDelay truth{length_.delay(sender, receiver, effect), noise_ * effect.noise};
    if (timing_ == Timing::round_trip) {
        truth.delay_s = (truth.delay_s + length_.delay(receiver, sender)) / 2;
    }
    if (timing_ == Timing::one_way && sides_differ_) {
        truth.delay_s += (empty_.delay(receiver, sender) - empty_.delay(sender, receiver)) / 2;
    }
    return truth;
}

}  // namespace fabricmap
