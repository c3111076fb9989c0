// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/replay.hpp"

#include "base/installed.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "lab/simulated/child.hpp"
#include "lab/simulated/host_list.hpp"
#include "lab/simulated/simulator_call.hpp"
#include "lab/simulated/simulator_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricmap::lab {
namespace {

/// "node07" or "node07:2".
struct HostRun {
    std::string host;
    int ranks = 1;
};

HostRun read_host_run(const std::string& line, const std::string& place) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) return {line, 1};
    constexpr int most = 1 << 16;
    const auto ranks = read_number<int>(std::string_view(line).substr(colon + 1));
    if (!ranks || *ranks < 1 || *ranks > most)
        throw FileError(fmt::format("{}: '{}': give a host, or HOST:COUNT", place, line));
    return {line.substr(0, colon), *ranks};
}

std::string stripped(std::string line) {
    line = line.substr(0, line.find('#'));
    std::erase_if(line, [](char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; });
    return line;
}

}  // namespace

std::vector<std::string> placed_hosts(const Fabric& fabric, const std::filesystem::path& placement) {
    std::map<std::string, int> number_of;
    for (int host = 0; host < fabric.hosts; ++host) number_of[fabric.host_name(host)] = host;
    std::vector<int> ranks_on(static_cast<std::size_t>(fabric.hosts), 0);
    std::ifstream file = open_regular_file(placement);
    std::vector<std::string> hosts;
    std::size_t line_number = 0;
    for (std::string line; std::getline(file, line);) {
        const std::string place = fmt::format("{}:{}", placement.string(), ++line_number);
        line = stripped(line);
        if (line.empty()) continue;
        const HostRun run = read_host_run(line, place);
        const auto found = number_of.find(run.host);
        if (found == number_of.end()) {
            throw FileError(fmt::format("{}: {} is not a host of the scenario, which has {} to {}", place,
                                        run.host, fabric.host_name(0), fabric.host_name(fabric.hosts - 1)));
        }
        for (int rank = 0; rank < run.ranks; ++rank) {
            // More ranks than the scenario has on a host fill its sockets in turn.
            const int on_host = ranks_on[static_cast<std::size_t>(found->second)]++ % fabric.ranks_per_host;
            hosts.push_back(simulated_host_name(fabric, found->second, fabric.socket_of(on_host)));
        }
    }
    if (hosts.size() < 2)
        throw FileError(fmt::format("{}: it places fewer than two ranks", placement.string()));
    return hosts;
}

ExitCode replay_simulated(const ReplayOrder& order) {
    const std::filesystem::path program = installed_helper("placement_trial_simulated");
    std::error_code missing;
    if (!std::filesystem::exists(program, missing))
        throw RunError(fmt::format("{} is not there: build or install it", program.string()));
    const Fabric& fabric = order.scenario.fabric;
    int ranks = fabric.rank_count();
    std::string list = host_list(fabric);
    if (!order.placement.empty()) {
        const std::vector<std::string> hosts = placed_hosts(fabric, order.placement);
        ranks = static_cast<int>(hosts.size());
        list = fmt::format("{}\n", joined_by(hosts, "\n"));
    }
    const PassedText hosts(list);
    std::vector<std::string> words = simulator_words(program, ranks, hosts.path());
    words.insert(words.end(), order.words.begin(), order.words.end());
    const ChildEnd end = run_child(words, simulator_environment(order.source));
    return code_of_simulator(end, order.source, "try fewer ranks or shorter messages", false);
}

}  // namespace fabricmap::lab
