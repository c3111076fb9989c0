// SPDX-License-Identifier: Apache-2.0
#include "placement/search/search.hpp"

#include "base/mixing.hpp"
#include "base/workers.hpp"
#include "placement/search/descent.hpp"
#include "placement/search/exhaustive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace fabricmap::placement {
namespace {

struct Contender {
    Mapping mapping;
    double cost = 0;
    std::string by;
};

/// All a machine of two cores does in some seconds; counted in partners looked at.
constexpr double max_visits = 2.2e8;
constexpr std::uint64_t trials_a_rank = 20'000;
constexpr int default_kicks = 300;

int factor_of(Effort effort) {
    return effort == Effort::thorough ? 10 : 1;
}

double mean_degree(const Problem& problem) {
    return 1 + 2 * static_cast<double>(problem.others.size()) / std::max(1, problem.ranks);
}

/// That many trials, or as many as the limit leaves.
std::uint64_t affordable(const Problem& problem, Effort effort, double trials) {
    const double most = factor_of(effort) * max_visits / mean_degree(problem);
    return static_cast<std::uint64_t>(std::min(trials * factor_of(effort), most));
}

/// Runs tasks on all cores; each has its own number, and nothing depends on which core it ran on.
void run_tasks(std::size_t count, const std::function<void(std::size_t)>& task) {
    Workers workers(std::max(1U, std::thread::hardware_concurrency()));
    std::atomic<std::size_t> next = 0;
    workers.split(count, [&](std::size_t /*begin*/, std::size_t /*end*/) {
        for (std::size_t number = next++; number < count; number = next++) task(number);
    });
}

std::vector<Contender> first_mappings(const StartCase& subject) {
    const auto starts = all_starts();
    std::vector<std::optional<Contender>> found(starts.size());
    run_tasks(starts.size(), [&](std::size_t number) {
        auto mapping = starts[number].find(subject);
        if (!mapping) return;
        const double cost = cost_of(subject.problem, *mapping);
        found[number] = Contender{std::move(*mapping), cost, std::string(starts[number].name)};
    });
    std::vector<Contender> contenders;
    for (auto& one : found) {
        if (one) contenders.push_back(std::move(*one));
    }
    return contenders;
}

void sort_by_cost(std::vector<Contender>& contenders) {
    std::stable_sort(contenders.begin(), contenders.end(),
                     [](const Contender& one, const Contender& other) { return one.cost < other.cost; });
}

/// Descent over all swaps takes ranks² trials a round: of large machines for the best starts alone.
void improve_by_swaps(const Problem& problem, std::vector<Contender>& contenders, const SearchPlan& plan) {
    constexpr int small = 512;
    const std::size_t count =
        problem.ranks <= small ? contenders.size() : std::min<std::size_t>(2, contenders.size());
    run_tasks(count, [&](std::size_t number) {
        Contender& one = contenders[number];
        descend(problem, one.mapping, affordable(problem, plan.effort, 1e18) / 4);
        const double cost = cost_of(problem, one.mapping);
        if (cost < one.cost) one.by += ", swaps";
        one.cost = cost;
    });
}

/// Annealing from a mapping drawn by chance, and at low temperature from the best start.
std::vector<Contender> anneal_all(const Problem& problem, const Contender& best, const SearchPlan& plan) {
    const std::uint64_t trials =
        affordable(problem, plan.effort, static_cast<double>(trials_a_rank) * problem.ranks);
    constexpr double enough_visits = 3e8;
    constexpr double ranks_a_run = 8;
    const auto runs = static_cast<std::size_t>(
        std::clamp(enough_visits / (static_cast<double>(trials) * mean_degree(problem)), 1.0,
                   std::clamp(problem.ranks / ranks_a_run, 1.0, 8.0)));
    std::vector<Contender> contenders(runs + 1);
    run_tasks(runs + 1, [&](std::size_t number) {
        Contender& one = contenders[number];
        const bool is_warm = number == runs;
        const std::uint64_t seed = mix(plan.seed, number);
        one.mapping = is_warm ? best.mapping : drawn_mapping(problem, seed);
        one.by = is_warm ? fmt::format("{}, annealing", best.by) : "annealing";
        constexpr double low_heat = 0.03;
        anneal(problem, one.mapping, {trials / (is_warm ? 2 : 1), is_warm ? low_heat : 0.5, 0.005, seed});
        descend(problem, one.mapping, affordable(problem, plan.effort, 1e18) / 8);
        one.cost = cost_of(problem, one.mapping);
    });
    return contenders;
}

void kick_best(const Problem& problem, Contender& best, const SearchPlan& plan) {
    kick(problem, best.mapping,
         {default_kicks * factor_of(plan.effort), affordable(problem, plan.effort, 1e18) / 2, plan.seed});
    const double cost = cost_of(problem, best.mapping);
    if (cost < best.cost) best.by += ", kicks";
    best.cost = cost;
}

Found as_found(Contender contender) {
    return {std::move(contender.mapping), contender.cost, std::move(contender.by), {}, false};
}

}  // namespace

Found search(const Problem& problem, const Surroundings& surroundings, const std::optional<RankGrid>& grid,
             const SearchPlan& plan, const std::function<void()>& step) {
    std::vector<Contender> contenders = first_mappings({problem, surroundings, grid, plan.seed});
    std::vector<StartCost> starts;
    starts.reserve(contenders.size());
    for (const Contender& one : contenders) starts.push_back({one.by, one.cost});
    step();
    if (plan.tries_all) {
        if (auto mapping = best_of_all(problem)) {
            for (std::size_t rest = 1; rest < steps_of_search; ++rest) step();
            const double cost = cost_of(problem, *mapping);
            return {std::move(*mapping), cost, "all placements", std::move(starts), true};
        }
    }
    sort_by_cost(contenders);
    improve_by_swaps(problem, contenders, plan);
    sort_by_cost(contenders);
    step();
    if (plan.effort != Effort::quick) {
        for (Contender& one : anneal_all(problem, contenders.front(), plan))
            contenders.push_back(std::move(one));
        sort_by_cost(contenders);
        step();
        kick_best(problem, contenders.front(), plan);
        step();
    } else {
        step();
        step();
    }
    Found found = as_found(std::move(contenders.front()));
    found.starts = std::move(starts);
    return found;
}

}  // namespace fabricmap::placement
