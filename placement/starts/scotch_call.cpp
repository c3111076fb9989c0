// SPDX-License-Identifier: Apache-2.0
// The library is under CeCILL-C, and linked as the shared library that it is.
#include "placement/starts/scotch.hpp"
#include "placement/starts/start.hpp"

#include <cstdio>

// Its header uses FILE.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <scotch.h>
#include <string>

namespace fabricmap::placement {
namespace {

/// Weights are integers: of the heaviest.
constexpr double heaviest = 1000;

/// Seeds are ints, too.
constexpr std::uint64_t max_seed = 1U << 31;

/// An object of the library, ended with its scope.
template <typename Object, int (*begin)(Object*), void (*end)(Object*)>
class Held {
  public:
    Held() { begin(&object_); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { end(&object_); }
    [[nodiscard]] Object* get() noexcept { return &object_; }

  private:
    Object object_;
};
using HeldContext = Held<SCOTCH_Context, SCOTCH_contextInit, SCOTCH_contextExit>;
using HeldGraph = Held<SCOTCH_Graph, SCOTCH_graphInit, SCOTCH_graphExit>;
using HeldArch = Held<SCOTCH_Arch, SCOTCH_archInit, SCOTCH_archExit>;
using HeldStrat = Held<SCOTCH_Strat, SCOTCH_stratInit, SCOTCH_stratExit>;

struct GraphArrays {
    std::vector<SCOTCH_Num> first;
    std::vector<SCOTCH_Num> others;
    std::vector<SCOTCH_Num> weights;
};

/// With the free slots, as vertices without edges.
GraphArrays arrays_of(const Problem& problem, int vertices) {
    GraphArrays arrays;
    std::vector<double> weights;
    for (const std::ptrdiff_t link : LinkRange{0, std::ssize(problem.others)}) {
        const float* const first = &problem.weights[link * problem.channels];
        weights.push_back(std::accumulate(first, first + problem.channels, 0.0));
    }
    const double most = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
    for (const std::ptrdiff_t place : problem.first) arrays.first.push_back(static_cast<SCOTCH_Num>(place));
    while (std::ssize(arrays.first) <= vertices) arrays.first.push_back(arrays.first.back());
    arrays.others.assign(problem.others.begin(), problem.others.end());
    for (const double weight : weights)
        arrays.weights.push_back(std::max<SCOTCH_Num>(1, static_cast<SCOTCH_Num>(heaviest * weight / most)));
    return arrays;
}

/// Heap numbers of the leaves of a tree of halves: the root is 1, the halves of n are 2n and 2n + 1.
void number_halves(std::size_t begin, std::size_t end, std::int64_t node,
                   std::vector<std::int64_t>& numbers) {
    if (end - begin == 1) {
        numbers[begin] = node;
        return;
    }
    const std::size_t middle = begin + (end - begin + 1) / 2;
    number_halves(begin, middle, 2 * node, numbers);
    number_halves(middle, end, 2 * node + 1, numbers);
}

/// The text of a "deco 0" architecture; distances are integers of 1 to 1000.
std::string deco_text(const ScotchMachine& machine) {
    const PlaceList& order = machine.halved_order;
    std::vector<std::int64_t> numbers(order.size());
    number_halves(0, order.size(), 1, numbers);
    const Problem& problem = *machine.distances;
    const auto cost = [&](PlaceIndex from, PlaceIndex to) {
        const float* const row = problem.row(from) + to * problem.channels;
        return std::accumulate(row, row + problem.channels, 0.0);
    };
    double most = 0;
    for (const PlaceIndex from : order) {
        for (const PlaceIndex to : order) {
            if (from != to) most = std::max(most, cost(from, to));
        }
    }
    std::string text =
        fmt::format("deco\n0\n{}\t{}\n", order.size(), *std::max_element(numbers.begin(), numbers.end()));
    for (std::size_t place = 0; place < order.size(); ++place)
        text += fmt::format("{}\t1\t{}\n", place, numbers[place]);
    for (std::size_t row = 1; row < order.size(); ++row) {
        for (std::size_t column = 0; column < row; ++column) {
            const double both = cost(order[row], order[column]) + cost(order[column], order[row]);
            text += fmt::format("{} ", std::max(1L, std::lround(heaviest * both / (2 * most))));
        }
        text += '\n';
    }
    return text;
}

bool build_arch(SCOTCH_Arch* arch, const ScotchMachine& machine) {
    const auto numbers_of = [](const std::vector<int>& values) {
        return std::vector<SCOTCH_Num>(values.begin(), values.end());
    };
    if (!machine.sons.empty()) {
        const auto sons = numbers_of(machine.sons);
        const auto costs = numbers_of(machine.costs);
        return SCOTCH_archTleaf(arch, static_cast<SCOTCH_Num>(sons.size()), sons.data(), costs.data()) == 0;
    }
    if (!machine.torus.empty()) {
        const auto size = numbers_of(machine.torus);
        return SCOTCH_archTorusX(arch, static_cast<SCOTCH_Num>(size.size()), size.data()) == 0;
    }
    std::string text = deco_text(machine);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(fmemopen(text.data(), text.size(), "r"),
                                                               std::fclose);
    return file != nullptr && SCOTCH_archLoad(arch, file.get()) == 0;
}

}  // namespace

bool has_scotch() noexcept {
    return true;
}

std::optional<std::vector<int>> scotch_mapping(const Problem& problem, const ScotchMachine& machine,
                                               std::uint64_t seed) {
    const GraphArrays arrays = arrays_of(problem, problem.items);
    HeldContext context;
    HeldGraph graph;
    HeldGraph bound;
    HeldArch arch;
    HeldStrat strategy;
    // With more threads its results would depend on their number.
    if (SCOTCH_contextThreadSpawn(context.get(), 1, nullptr) != 0) return std::nullopt;
    // Its own state: the global one would make a result depend on the calls before.
    if (SCOTCH_contextRandomClone(context.get()) != 0) return std::nullopt;
    SCOTCH_contextRandomSeed(context.get(), static_cast<SCOTCH_Num>(seed % max_seed));
    SCOTCH_contextRandomReset(context.get());
    if (SCOTCH_graphBuild(graph.get(), 0, problem.items, arrays.first.data(), nullptr, nullptr, nullptr,
                          static_cast<SCOTCH_Num>(arrays.others.size()), arrays.others.data(),
                          arrays.weights.data()) != 0 ||
        SCOTCH_contextBindGraph(context.get(), graph.get(), bound.get()) != 0 ||
        !build_arch(arch.get(), machine)) {
        return std::nullopt;
    }
    const SCOTCH_Num terminals = SCOTCH_archSize(arch.get());
    if (SCOTCH_stratGraphMapBuild(strategy.get(), SCOTCH_STRATQUALITY, terminals, 0) != 0)
        return std::nullopt;
    std::vector<SCOTCH_Num> terminal_of(static_cast<std::size_t>(problem.items));
    if (SCOTCH_graphMap(bound.get(), arch.get(), strategy.get(), terminal_of.data()) != 0)
        return std::nullopt;
    return std::vector<int>(terminal_of.begin(), terminal_of.begin() + problem.ranks);
}

}  // namespace fabricmap::placement
