// SPDX-License-Identifier: Apache-2.0
#include "base/installed.hpp"
#include "base/remark.hpp"
#include "lab/kinds/kind.hpp"
#include "lab/simulated/child.hpp"
#include "lab/simulated/host_list.hpp"
#include "lab/simulated/simulator_call.hpp"
#include "lab/simulated/simulator_end.hpp"

#include <fmt/format.h>

#include <array>

namespace fabricmap::lab {
namespace {

// Empty where this build has all that it needs.
constexpr std::array missing_packages{MISSING_PACKAGES};

bool is_there(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

/// Says in one line each what of the order has no effect.
void name_ignored(const Order& order) {
    if (order.quiet) return;
    for (const std::string& word : order.tester_options) {
        for (const std::string_view option : {"--pair-timeout", "--start-timeout"}) {
            if (!word.starts_with(option)) continue;
            remark(fmt::format("network_lab: note: {} has no effect: simulated messages arrive\n", option));
        }
    }
}

}  // namespace

std::optional<std::string> simulated_unsupported_reason(const Tester& tester) {
    const std::string reason(missing_packages.front());
    if (!reason.empty()) return reason;
    if (!is_there(SIMULATOR)) {
        return fmt::format("SimGrid's {} is not there: install libsimgrid-dev", SIMULATOR);
    }
    for (const std::string& name :
         {simulated_program(tester), std::string(fabric_platform), std::string(still_clock)}) {
        const std::filesystem::path helper = installed_helper(name);
        if (!is_there(helper)) return fmt::format("{} is not there: build or install it", helper.string());
    }
    return std::nullopt;
}

std::vector<std::string_view> not_in_simulated(const Scenario& scenario) {
    if (scenario.jitter_s > 0) return {"jitter"};
    return {};
}

ExitCode run_simulated(const Order& order) {
    name_ignored(order);
    const PassedText hosts(host_list(order.scenario.fabric));
    const ChildEnd end = run_child(simulator_call(order, hosts.path()), simulator_environment(order.source));
    if (end.interrupted || end.signal != 0) {
        std::error_code ignored;
        for (const auto& path : order.tester.unfinished(order.prefix)) std::filesystem::remove(path, ignored);
    }
    return code_of_simulator(end, order.source, "try another -t or fewer ranks", order.quiet);
}

}  // namespace fabricmap::lab
