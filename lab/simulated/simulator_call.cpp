// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/simulator_call.hpp"

#include "base/installed.hpp"

#include <fmt/format.h>

#include <array>

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
    // Collectives that stay cheap with many ranks.
    "smpi/coll-selector:ompi",
    // What that selects for three ranks divides by the length of the text, which may be 0.
    "smpi/allgatherv:ompi_bruck",
    "smpi/allgather:rdb",
    "smpi/allreduce:redbcast",
    "smpi/barrier:ompi_tree",
    // Short messages travel before they are asked for; requests that are used again need that, too.
    "smpi/async-small-thresh:65536",
    // The tester has no variables that ranks must not share, so none needs a copy of the program on disk.
    "smpi/privatization:no",
    "debug/verbose-exit:no",
};

}  // namespace

std::vector<std::string> simulator_call(const Order& order, const std::string& host_list) {
    std::vector<std::string> words{SIMULATOR, installed_helper("network_test_simulated")};
    for (const char* const setting : settings) words.push_back(fmt::format("--cfg={}", setting));
    words.push_back(fmt::format("--cfg=smpi/np:{}", order.scenario.fabric.rank_count()));
    words.push_back(fmt::format("--cfg=smpi/hostfile:{}", host_list));
    words.emplace_back("--log=root.thresh:error");
    words.push_back(installed_helper("fabric_platform.so"));
    words.insert(words.end(), order.tester_options.begin(), order.tester_options.end());
    words.emplace_back("-f");
    words.push_back(order.prefix);
    if (order.quiet) words.emplace_back("--quiet");
    return words;
}

}  // namespace fabricmap::lab
