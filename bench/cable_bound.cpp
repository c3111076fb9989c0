// SPDX-License-Identifier: Apache-2.0
// How many pairs of hosts could be measured at once if none shared a cable in the same direction with
// another: all ordered pairs of a scenario's hosts, packed greedily into steps by the simulator's own routes,
// the longest first. Prints the pairs and the steps. Usage: bench_cable_bound SCENARIO PLATFORM
#include "base/errors.hpp"
#include "lab/simulated/host_list.hpp"
#include "lab/simulated/simulator_call.hpp"
#include "scenario/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <simgrid/s4u.hpp>
#include <unordered_map>
#include <vector>

using namespace fabricmap;

namespace {

namespace s4u = simgrid::s4u;

/// What a pair keeps from others: its two hosts, and each cable on its way in that direction.
using Needs = std::vector<std::size_t>;

std::vector<Needs> needs_of_pairs(const s4u::Engine& engine, const Fabric& fabric) {
    std::unordered_map<const void*, std::size_t> numbers;
    const auto number_of = [&](const void* part) {
        return numbers.try_emplace(part, numbers.size()).first->second;
    };
    std::vector<const s4u::Host*> hosts;
    for (int host = 0; host < fabric.hosts; ++host)
        hosts.push_back(engine.host_by_name(lab::simulated_host_name(fabric, host, 0)));
    std::vector<Needs> pairs;
    for (const s4u::Host* const sender : hosts) {
        for (const s4u::Host* const receiver : hosts) {
            if (sender == receiver) continue;
            std::vector<s4u::Link*> route;
            double latency_s = 0;
            sender->route_to(receiver, route, &latency_s);
            Needs& needs = pairs.emplace_back(Needs{number_of(sender), number_of(receiver)});
            for (const s4u::Link* const cable : route) needs.push_back(number_of(cable));
        }
    }
    return pairs;
}

/// The steps in which a part is in use, a bit each.
using Steps = std::vector<std::uint64_t>;
constexpr std::size_t bits = 64;

/// The first step in which none of the parts is in use.
std::size_t first_free(const std::vector<Steps>& used, const Needs& needs) {
    for (std::size_t word = 0; true; ++word) {
        std::uint64_t taken = 0;
        for (const std::size_t part : needs) taken |= word < used[part].size() ? used[part][word] : 0;
        if (~taken != 0) return word * bits + static_cast<std::size_t>(std::countr_one(taken));
    }
}

std::size_t steps_for(std::vector<Needs> pairs) {
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Needs& one, const Needs& other) { return one.size() > other.size(); });
    std::vector<Steps> used;
    std::size_t steps = 0;
    for (const Needs& needs : pairs) {
        used.resize(std::max(used.size(), *std::max_element(needs.begin(), needs.end()) + 1));
        const std::size_t step = first_free(used, needs);
        for (const std::size_t part : needs) {
            used[part].resize(std::max(used[part].size(), step / bits + 1));
            used[part][step / bits] |= std::uint64_t{1} << (step % bits);
        }
        steps = std::max(steps, step + 1);
    }
    return steps;
}

}  // namespace

int main(int argument_count, char** arguments) {
    try {
        s4u::Engine engine(&argument_count, arguments);
        if (argument_count != 3) throw UsageError("usage: bench_cable_bound SCENARIO PLATFORM");
        setenv(lab::scenario_variable, arguments[1], 1);
        engine.load_platform(arguments[2]);
        const std::vector<Needs> pairs = needs_of_pairs(engine, read_scenario(arguments[1]).fabric);
        fmt::print("{} {}\n", pairs.size(), steps_for(pairs));
    } catch (const Error& error) {
        fmt::print(stderr, "bench_cable_bound: {}\n", error.what());
        return static_cast<int>(error.code());
    }
}
