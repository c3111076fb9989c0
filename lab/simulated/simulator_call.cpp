// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/simulator_call.hpp"

#include "base/installed.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace fabricmap::lab {
namespace {

// The delay of a message is what the platform says and nothing else: no time for computing, for the calls of
// MPI or for looking at the clock, no echo of a message in the other direction, no limit by a TCP window.
constexpr std::array settings{
    "surf/precision:1e-12",
    "network/model:SMPI",
    "network/crosstraffic:no",
    "network/TCP-gamma:0",
    "smpi/simulate-computation:no",
    "smpi/host-speed:1Gf",
    "smpi/wtime:0",
    "smpi/init:0",
    "smpi/os:0:0:0",
    "smpi/or:0:0:0",
    "smpi/ois:0:0:0",
    // By default a Test or a Probe would take longer than most messages.
    "smpi/test:1e-8",
    "smpi/iprobe:1e-8",
    "smpi/grow-injected-times:no",
    // Short messages travel before they are asked for; requests that are used again need that, too.
    "smpi/async-small-thresh:65536",
    // The tester has no variables that ranks must not share, so none needs a copy of the program on disk.
    "smpi/privatization:no",
    "debug/verbose-exit:no",
};

/// Of network_test, where collectives only prepare: they stay cheap with many ranks.
constexpr std::array cheap_collectives{
    "smpi/coll-selector:ompi",
    // What that selects for three ranks divides by the length of the text, which may be 0.
    "smpi/allgatherv:ompi_bruck",
    "smpi/allgather:rdb",
    "smpi/allreduce:redbcast",
    "smpi/barrier:ompi_tree",
};

/// What is right for every call, number of ranks and length.
constexpr std::array right_collectives{"smpi/coll-selector:default"};

std::vector<std::string> collective_settings(const Order& order) {
    std::vector<std::string> all;
    if (order.tester.measures_pairs) {
        all.assign(cheap_collectives.begin(), cheap_collectives.end());
    } else {
        all.assign(right_collectives.begin(), right_collectives.end());
    }
    const CollectiveAlgorithms& asked = order.scenario.collectives;
    if (!asked.selector.empty()) all = {fmt::format("smpi/coll-selector:{}", asked.selector)};
    for (const auto& [operation, algorithm] : asked.by_operation) {
        all.push_back(fmt::format("smpi/{}:{}", operation, algorithm));
    }
    return all;
}

std::vector<std::string> words_of_simulator(const std::filesystem::path& program, int ranks,
                                            const std::string& host_list,
                                            const std::vector<std::string>& collectives) {
    std::vector<std::string> words{SIMULATOR, program};
    for (const char* const setting : settings) words.push_back(fmt::format("--cfg={}", setting));
    for (const std::string& setting : collectives) words.push_back(fmt::format("--cfg={}", setting));
    words.push_back(fmt::format("--cfg=smpi/np:{}", ranks));
    words.push_back(fmt::format("--cfg=smpi/hostfile:{}", host_list));
    words.emplace_back("--log=root.thresh:error");
    words.push_back(installed_helper(fabric_platform));
    return words;
}

}  // namespace

std::string simulated_program(const Tester& tester) {
    return fmt::format("{}_simulated", tester.name);
}

Environment simulator_environment(const std::string& source) {
    std::string preloaded = installed_helper(still_clock);
    if (const char* const others = std::getenv("LD_PRELOAD")) preloaded += fmt::format(":{}", others);
    return {{scenario_variable, source}, {"LD_PRELOAD", preloaded}};
}

std::vector<std::string> simulator_words(const std::filesystem::path& program, int ranks,
                                         const std::string& host_list) {
    return words_of_simulator(program, ranks, host_list,
                              {cheap_collectives.begin(), cheap_collectives.end()});
}

std::vector<std::string> simulator_call(const Order& order, const std::string& host_list) {
    std::vector<std::string> words =
        words_of_simulator(installed_helper(simulated_program(order.tester)),
                           order.scenario.fabric.rank_count(), host_list, collective_settings(order));
    words.insert(words.end(), order.tester_options.begin(), order.tester_options.end());
    words.emplace_back("-f");
    words.push_back(order.prefix);
    if (order.quiet) words.emplace_back("--quiet");
    return words;
}

}  // namespace fabricmap::lab
