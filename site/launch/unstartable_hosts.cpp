// SPDX-License-Identifier: Apache-2.0
#include "site/launch/unstartable_hosts.hpp"

#include "site/launch/child.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace fabricmap::site {
namespace {

constexpr std::size_t max_at_once = 16;
constexpr std::chrono::seconds max_to_start{30};

}  // namespace

std::vector<std::string> unstartable_hosts(const Launcher& launcher, const std::set<std::string>& left_out) {
    std::vector<std::string> hosts = launcher.hosts();
    std::erase_if(hosts, [&](const std::string& host) { return left_out.contains(host); });
    std::vector<std::string> unstartable;
    for (std::size_t first = 0; first < hosts.size(); first += max_at_once) {
        const std::size_t end = std::min(hosts.size(), first + max_at_once);
        std::vector<std::unique_ptr<Child>> trials;
        const auto until = std::chrono::steady_clock::now() + max_to_start;
        for (std::size_t k = first; k < end; ++k) {
            trials.push_back(
                std::make_unique<Child>(launcher.command_on(hosts[k], {"true"}), Child::Output::dropped));
        }
        for (std::size_t k = first; k < end; ++k) {
            const auto left = std::max(std::chrono::steady_clock::duration::zero(),
                                       until - std::chrono::steady_clock::now());
            if (trials[k - first]->wait(std::chrono::ceil<std::chrono::seconds>(left)) != 0)
                unstartable.push_back(hosts[k]);
        }
    }
    return unstartable;
}

}  // namespace fabricmap::site
