// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/topology/some_machines.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>

namespace fabricmap::diagnosis::testing {
namespace {

double uniform(std::mt19937_64& random) {
    return (static_cast<double>(random() >> 11U) + 0.5) / static_cast<double>(std::uint64_t{1} << 53U);
}

/// Box and Muller's; the standard library's differs from one library to the next.
double normal(std::mt19937_64& random) {
    const double radius = std::sqrt(-2 * std::log(uniform(random)));
    return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

double delay_of(const Fabric& fabric, int from, int to) {
    const Route path = route(fabric, from, to);
    const bool by_level = std::holds_alternative<FatTree>(fabric.shape);
    return 1e-6 + 0.1e-6 * (by_level ? 2 * path.local : path.local) + 0.5e-6 * path.global;
}

}  // namespace

std::vector<std::vector<int>> Machine::groups_of(int places_of_a_group) const {
    std::map<int, std::size_t> numbers;
    std::vector<std::vector<int>> groups;
    for (int host = 0; host < hosts(); ++host) {
        const int group = places[static_cast<std::size_t>(host)] / places_of_a_group;
        const auto [number, is_new] = numbers.try_emplace(group, groups.size());
        if (is_new) groups.emplace_back();
        groups[number->second].push_back(host);
    }
    return groups;
}

std::vector<std::string> Machine::names() const {
    std::vector<std::string> names;
    for (int host = 0; host < hosts(); ++host) names.push_back(fmt::format("node{:03}", host));
    return names;
}

Fabric fat_tree(std::vector<int> children, int hosts) {
    return {FatTree{std::move(children), 1}, hosts};
}

Fabric torus(std::vector<int> size) {
    const int hosts = std::accumulate(size.begin(), size.end(), 1, std::multiplies<>());
    return {Torus{std::move(size)}, hosts};
}

Fabric dragonfly(int groups, int chassis, int routers, int hosts) {
    return {Dragonfly{groups, chassis, routers, hosts}, groups * chassis * routers * hosts};
}

Fabric one_switch(int hosts) {
    return {SingleHost{}, hosts};
}

Machine machine_of(const Fabric& fabric, double noise, std::uint64_t seed) {
    std::vector<int> places(static_cast<std::size_t>(fabric.hosts));
    std::iota(places.begin(), places.end(), 0);
    return machine_of(fabric, std::move(places), noise, seed);
}

Machine machine_of(const Fabric& fabric, std::vector<int> places, double noise, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[random() % i]);
    Machine machine{fabric, std::move(places), {}};
    const auto hosts = static_cast<Eigen::Index>(machine.places.size());
    machine.delays = Eigen::MatrixXd::Constant(hosts, hosts, std::numeric_limits<double>::quiet_NaN());
    for (Eigen::Index i = 0; i < hosts; ++i) {
        for (Eigen::Index j = 0; j < hosts; ++j) {
            if (i == j) continue;
            const double delay = delay_of(fabric, machine.places[static_cast<std::size_t>(i)],
                                          machine.places[static_cast<std::size_t>(j)]);
            machine.delays(i, j) = delay * (1 + noise * normal(random));
        }
    }
    return machine;
}

}  // namespace fabricmap::diagnosis::testing
