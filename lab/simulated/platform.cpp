// SPDX-License-Identifier: Apache-2.0
// The simulator loads this file and asks it for the fabric: that of the scenario which FABRICMAP_SCENARIO
// names.
#include "lab/simulated/cables.hpp"
#include "lab/simulated/message_factors.hpp"
#include "lab/simulated/simulator_call.hpp"
#include "lab/simulated/zones.hpp"

#include <cstdlib>
#include <memory>
#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#include <stdexcept>
#include <string>

extern "C" void load_platform(const simgrid::s4u::Engine& engine);

void load_platform(const simgrid::s4u::Engine& engine) {
    using namespace fabricmap;
    using namespace fabricmap::lab;
    const char* const source = std::getenv(scenario_variable);
    if (source == nullptr) throw std::runtime_error(std::string(scenario_variable) + " names no scenario");
    const Scenario scenario = find_scenario(source);
    const simgrid::s4u::NetZone* const zone = make_fabric_zone(scenario);
    if (std::holds_alternative<Dragonfly>(scenario.fabric.shape)) {
        set_dragonfly_latencies(engine, scenario.latencies);
    }
    lose_uplinks(engine, scenario);
    const auto factors = std::make_shared<const MessageFactors>(scenario);
    auto* const model = zone->get_network_model();
    model->set_lat_factor_cb(
        [factors](double bytes, const auto* sender, const auto* receiver, const auto& route,
                  const auto& /*zones*/) { return factors->of_latency(bytes, sender, receiver, route); });
    model->set_bw_factor_cb(
        [factors](double bytes, const auto* sender, const auto* receiver, const auto& route,
                  const auto& /*zones*/) { return factors->of_rate(bytes, sender, receiver, route); });
}
