// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/slow_so_far.hpp"

#include "base/units.hpp"
#include "statistics/binomial.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace fabricmap::network_test {
namespace {

constexpr std::size_t min_hosts = 4;
/// Slow samples: so often at least, so many times as often as elsewhere, and by chance once in so many hosts.
constexpr double min_rate = 0.005;
constexpr double min_rate_ratio = 3;
constexpr double false_names_in = 1e6;
/// Delays: so many times those of the host in the middle, and four times as far from it as any other host.
constexpr double min_factor = 2;
constexpr double max_fraction_of_the_next = 0.25;
constexpr std::int64_t min_values = 3;

/// The host that stands out on one side, by its index.
std::optional<std::size_t> outstanding(const std::vector<double>& effects) {
    if (effects.empty()) return std::nullopt;
    const auto is_less = [](double one, double other) { return std::isnan(one) || one < other; };
    const auto largest = std::max_element(effects.begin(), effects.end(), is_less);
    if (*largest < std::log(min_factor)) return std::nullopt;
    const auto others_so_far = std::count_if(effects.begin(), effects.end(), [&](double effect) {
        return std::abs(effect) > max_fraction_of_the_next * *largest;
    });
    return others_so_far == 1 ? std::optional(static_cast<std::size_t>(largest - effects.begin()))
                              : std::nullopt;
}

}  // namespace

SlowSoFar::SlowSoFar(const PerRank<RankLocation>& locations) {
    std::map<std::string, std::size_t> numbers;
    for (const RankLocation& location : locations) {
        const auto [known, is_new] = numbers.try_emplace(location.host, hosts_.size());
        if (is_new) hosts_.emplace_back().name = location.host;
        host_of_.push_back(known->second);
    }
}

void SlowSoFar::add_row(std::int64_t sender, std::span<const CellStatistics> row) {
    const std::size_t from = host_of_[RankIndex(sender)];
    for (const RankIndex receiver : host_of_.indices()) {
        const CellStatistics& cell = row[static_cast<std::size_t>(static_cast<int>(receiver))];
        const std::size_t to = host_of_[receiver];
        if (from == to || cell.count == 0) continue;
        slow_ += cell.outliers;
        samples_ += cell.count;
        add_value(hosts_[from], cell);
        add_value(hosts_[to], cell);
        if (!(cell.median > 0)) continue;
        for (Level* const level : {&hosts_[from].sent, &hosts_[to].received}) {
            level->sum_of_logarithms += std::log(cell.median);
            ++level->values;
        }
    }
}

void SlowSoFar::add_value(Host& host, const CellStatistics& cell) {
    host.slow += cell.outliers;
    host.worst = std::max(host.worst, cell.outliers);
    host.samples += cell.count;
    host.longest_s = std::max(host.longest_s, cell.maximum);
}

std::optional<std::string> SlowSoFar::end_plane() {
    if (hosts_.size() < min_hosts) return std::nullopt;
    std::optional<SlowPart> slow = host_of_slow_samples();
    if (!slow) slow = host_of_long_delays();
    for (Host& host : hosts_) host.sent = host.received = {};
    // The numbers change from length to length, the host does not.
    if (!slow || !said_.insert(slow->part).second) return std::nullopt;
    return slow->part + slow->text;
}

std::optional<SlowSoFar::SlowPart> SlowSoFar::host_of_slow_samples() const {
    const Host* worst = nullptr;
    double most = std::log(false_names_in) + std::log(static_cast<double>(hosts_.size()));
    for (const Host& host : hosts_) {
        const auto samples = static_cast<double>(host.samples);
        const double elsewhere =
            static_cast<double>(slow_ - host.slow + 1) / static_cast<double>(samples_ - host.samples + 2);
        const auto slow = static_cast<double>(host.slow - host.worst);
        if (slow < min_rate * samples || slow < min_rate_ratio * elsewhere * samples) continue;
        const double surprise = binomial_surprise(slow, samples, elsewhere);
        if (surprise < most) continue;
        most = surprise;
        worst = &host;
    }
    if (worst == nullptr) return std::nullopt;
    return SlowPart{
        worst->name,
        fmt::format(" ({} of its samples beyond {:g} medians, longest {})",
                    format_share(static_cast<double>(worst->slow) / static_cast<double>(worst->samples), 2),
                    CellStatistics::far_longer, format_delay(worst->longest_s))};
}

std::vector<double> SlowSoFar::effects(Level Host::*side) const {
    std::vector<double> levels;
    std::vector<double> known;
    levels.reserve(hosts_.size());
    known.reserve(hosts_.size());
    for (const Host& host : hosts_) {
        const Level& level = host.*side;
        const bool is_known = level.values >= min_values;
        levels.push_back(is_known ? level.sum_of_logarithms / static_cast<double>(level.values)
                                  : std::numeric_limits<double>::quiet_NaN());
        if (is_known) known.push_back(levels.back());
    }
    if (known.size() < min_hosts) return {};
    const double middle = median_of(known);
    for (double& level : levels) level -= middle;
    return levels;
}

std::optional<SlowSoFar::SlowPart> SlowSoFar::host_of_long_delays() const {
    const std::vector<double> sent = effects(&Host::sent);
    const std::vector<double> received = effects(&Host::received);
    const std::optional<std::size_t> sender = outstanding(sent);
    const std::optional<std::size_t> receiver = outstanding(received);
    if (!sender && !receiver) return std::nullopt;
    if (sender && receiver && sender != receiver) return std::nullopt;
    const std::size_t host = sender.value_or(receiver.value_or(0));
    const double effect = std::max(sender ? sent[host] : 0.0, receiver ? received[host] : 0.0);
    const std::string& name = hosts_[host].name;
    const std::string part = !receiver ? name + " -> *" : !sender ? "* -> " + name : name;
    return SlowPart{part, fmt::format(", {} times the other hosts", format_factor(std::exp(effect), 2))};
}

}  // namespace fabricmap::network_test
