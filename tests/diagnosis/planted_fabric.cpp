// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/planted_fabric.hpp"

#include "base/mixing.hpp"
#include "netcdf_schema/open_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::testing {
namespace {

using diagnosis::Finding;
using diagnosis::FindingKind;
using diagnosis::Side;

constexpr int hosts = 64;
constexpr int hosts_of_a_leaf = 8;
constexpr int leaves = hosts / hosts_of_a_leaf;

/// Numbers drawn one after another from a seed.
class Draw {
  public:
    explicit Draw(std::uint64_t seed) : state_(mix(seed)) {}
    int below(int bound) { return static_cast<int>(draw_below(state_, static_cast<std::uint64_t>(bound))); }
    /// Between the two, every ratio as likely.
    double factor(double lowest, double highest) {
        constexpr int steps = 1 << 20;
        return lowest * std::pow(highest / lowest, static_cast<double>(below(steps)) / steps);
    }

  private:
    std::uint64_t state_;
};

PlantedFault slow_node(Draw& draw, int host) {
    constexpr std::array sides{Side::sender, Side::receiver, Side::both};
    constexpr std::array words{"slow-sender", "slow-receiver", "slow-node"};
    const auto which = static_cast<std::size_t>(draw.below(3));
    const char* const from = draw.below(2) == 0 ? "0" : "16K";
    return {
        fmt::format("fault,{},host={},factor={:.4f},from={}", words[which], host, draw.factor(1.15, 4), from),
        FindingKind::slow_node,
        sides[which],
        {host},
        {}};
}

PlantedFault slow_link(int host, int other) {
    return {fmt::format("fault,slow-link,sender={},receiver={},factor=1.3", host, other),
            FindingKind::slow_link,
            Side::sender,
            {host},
            {other}};
}

PlantedFault half_duplex(int host, int other) {
    return {fmt::format("fault,half-duplex,between={},{}", host, other),
            FindingKind::half_duplex_link,
            Side::both,
            {host},
            {other}};
}

PlantedFault noisy_node(Draw& draw, int host) {
    return {fmt::format("fault,noisy-node,host={},factor={:.4f}", host, draw.factor(3, 6)),
            FindingKind::noisy_node,
            Side::both,
            {host},
            {}};
}

std::set<int> hosts_of(int leaf) {
    std::set<int> all;
    for (int host = leaf * hosts_of_a_leaf; host < (leaf + 1) * hosts_of_a_leaf; ++host) all.insert(host);
    return all;
}

PlantedFault slow_path(int leaf, int other) {
    return {fmt::format("fault,slow-switch,switch={},to={},factor=1.1", leaf, other),
            FindingKind::slow_switch, Side::sender, hosts_of(leaf), hosts_of(other)};
}

std::vector<PlantedFault> draw_faults(Draw& draw, int max_faults) {
    std::vector<PlantedFault> faults;
    std::set<std::pair<int, int>> paths;
    std::vector<int> free_hosts(hosts);
    for (int host = 0; host < hosts; ++host) free_hosts[static_cast<std::size_t>(host)] = host;
    const auto take_host = [&] {
        const int place = draw.below(static_cast<int>(free_hosts.size()));
        const int host = free_hosts[static_cast<std::size_t>(place)];
        free_hosts.erase(free_hosts.begin() + place);
        return host;
    };
    for (int left = draw.below(max_faults + 1); left > 0; --left) {
        switch (draw.below(5)) {
            case 0:
                faults.push_back(slow_node(draw, take_host()));
                break;
            case 1: {
                const int host = take_host();
                faults.push_back(slow_link(host, take_host()));
                break;
            }
            case 2: {
                const int leaf = draw.below(leaves);
                const int other = (leaf + 1 + draw.below(leaves - 1)) % leaves;
                // Both directions between two leaves would be one fault, not two.
                if (paths.insert(std::minmax(leaf, other)).second) faults.push_back(slow_path(leaf, other));
                break;
            }
            case 3: {
                const int host = take_host();
                faults.push_back(half_duplex(host, take_host()));
                break;
            }
            default:
                faults.push_back(noisy_node(draw, take_host()));
        }
    }
    return faults;
}

int number_of(const std::string& host) {
    return std::stoi(host.substr(host.find_first_of("0123456789")));
}

std::set<int> numbers_of(const std::vector<std::string>& names) {
    std::set<int> numbers;
    for (const std::string& name : names) numbers.insert(number_of(name));
    return numbers;
}

/// The two ends of what a finding names; the second is empty for a host.
std::pair<std::set<int>, std::set<int>> ends_named_in(const Finding& finding) {
    if (const auto ends = diagnosis::ends_of(finding.part))
        return {numbers_of(ends->senders), numbers_of(ends->receivers)};
    return {numbers_of(diagnosis::hosts_of(finding.part)), {}};
}

bool names(const Finding& finding, const PlantedFault& fault) {
    const auto [one, other] = ends_named_in(finding);
    return (one == fault.hosts && other == fault.to_hosts) || (one == fault.to_hosts && other == fault.hosts);
}

bool is_right(const Finding& finding, const PlantedFault& fault) {
    const bool directed = fault.side == Side::sender && !fault.to_hosts.empty();
    return finding.kind == fault.kind && finding.side == fault.side && names(finding, fault) &&
           (!directed || ends_named_in(finding).first == fault.hosts);
}

}  // namespace

PlantedFabric plant(std::uint64_t seed, int max_faults) {
    Draw draw(seed);
    std::vector<PlantedFault> faults = draw_faults(draw, max_faults);
    std::string text = fmt::format("synthetic:fat-tree,hosts={},leaf={}x4,ranks-per-host=4;noise,2%,tails={}",
                                   hosts, hosts_of_a_leaf, seed % 2 == 0 ? "normal" : "heavy");
    for (const PlantedFault& fault : faults) text += fmt::format(";{}", fault.statement);
    return {std::move(faults), open_run(fmt::format("{};sweep,seed={}", text, seed)),
            open_run(fmt::format("{};sweep,type=async_one_to_one,seed={}", text, seed + 1'000'000))};
}

Score score(const PlantedFabric& fabric, const diagnosis::Diagnosis& diagnosis) {
    Score result;
    for (const PlantedFault& fault : fabric.faults) {
        ++result.planted;
        const auto found = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                                        [&](const Finding& finding) { return names(finding, fault); });
        const auto right = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                                        [&](const Finding& finding) { return is_right(finding, fault); });
        if (found != diagnosis.findings.end()) ++result.found;
        if (right != diagnosis.findings.end()) {
            ++result.right;
        } else if (found != diagnosis.findings.end()) {
            result.remarks.push_back(
                fmt::format("wrong: {} became: {}", fault.statement, sentence_of(*found)));
        } else {
            result.remarks.push_back(fmt::format("missed: {}", fault.statement));
        }
    }
    for (const Finding& finding : diagnosis.findings) {
        if (std::any_of(fabric.faults.begin(), fabric.faults.end(),
                        [&](const PlantedFault& fault) { return names(finding, fault); })) {
            continue;
        }
        ++result.false_findings;
        result.remarks.push_back(fmt::format("false: {}", sentence_of(finding)));
    }
    return result;
}

}  // namespace fabricmap::testing
