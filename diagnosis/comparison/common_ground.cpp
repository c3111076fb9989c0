// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/comparison/common_ground.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace fabricmap::diagnosis {
namespace {

/// Some ranks and lengths of a stack, in another order.
class Excerpt : public DelayStack {
  public:
    Excerpt(std::shared_ptr<const DelayStack> whole, PerRank<RankIndex> ranks,
            std::vector<std::size_t> planes, const std::vector<std::int64_t>& lengths)
        : DelayStack(whole->statistic(), std::ssize(ranks), lengths),
          whole_(std::move(whole)),
          ranks_(std::move(ranks)),
          planes_(std::move(planes)) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        const std::vector<RankIndex> chosen(ranks_.begin() + first_sender,
                                            ranks_.begin() + first_sender + senders);
        return whole_->plane(planes_[k])(chosen, ranks());
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        const auto of_whole = [&](const std::optional<std::int64_t>& rank) {
            return rank ? std::optional<std::int64_t>(ranks_[RankIndex(*rank)]) : std::nullopt;
        };
        const Matrix whole = whole_->line({of_whole(line.sender), of_whole(line.receiver)});
        return line.is_pair() ? Matrix(whole(planes_, Eigen::all)) : Matrix(whole(planes_, ranks()));
    }

    /// As Eigen counts them.
    [[nodiscard]] const std::vector<RankIndex>& ranks() const noexcept { return ranks_; }

    std::shared_ptr<const DelayStack> whole_;
    PerRank<RankIndex> ranks_;
    std::vector<std::size_t> planes_;
};

/// Ranks of each host of a run.
std::map<std::string, std::vector<RankIndex>> ranks_by_host(const Run& run) {
    const Machine machine = machine_of(run.description());
    std::map<std::string, std::vector<RankIndex>> ranks;
    for (const HostIndex host : machine.hosts.indices()) ranks[machine.hosts[host]] = machine.ranks_of[host];
    return ranks;
}

bool all_have(const std::vector<const Run*>& runs, std::int64_t length) {
    return std::all_of(runs.begin(), runs.end(), [&](const Run* run) {
        const auto& lengths = run->description().message_lengths;
        return std::binary_search(lengths.begin(), lengths.end(), length);
    });
}

/// Names of hosts that any of the runs has.
std::set<std::string> hosts_of_runs(const std::vector<const Run*>& runs) {
    std::set<std::string> hosts;
    for (const Run* const run : runs) {
        const Machine machine = machine_of(run->description());
        hosts.insert(machine.hosts.begin(), machine.hosts.end());
    }
    return hosts;
}

std::vector<std::string> only_in(const std::set<std::string>& here, const std::set<std::string>& there) {
    std::vector<std::string> alone;
    std::set_difference(here.begin(), here.end(), there.begin(), there.end(), std::back_inserter(alone));
    return alone;
}

void add_unit(Machine& machine, const std::string& name, std::size_t ranks) {
    machine.hosts.push_back(name);
    machine.ranks_of.emplace_back();
    for (std::size_t place = 0; place < ranks; ++place) {
        machine.ranks_of.back().push_back(RankIndex(machine.rank_count()));
        machine.host_of.push_back(HostIndex(machine.host_count() - 1));
    }
}

}  // namespace

CommonGround common_ground(const std::vector<const Run*>& runs, const std::vector<const Run*>& baseline) {
    std::vector<const Run*> all = runs;
    all.insert(all.end(), baseline.begin(), baseline.end());
    std::vector<std::map<std::string, std::vector<RankIndex>>> ranks_of_runs;
    ranks_of_runs.reserve(all.size());
    for (const Run* const run : all) ranks_of_runs.push_back(ranks_by_host(*run));

    std::vector<std::pair<std::string, std::size_t>> common;  // hosts with the number of their common ranks
    for (const std::string& host : machine_of(runs.front()->description()).hosts) {
        std::size_t min_ranks = ranks_of_runs.front().at(host).size();
        for (const auto& ranks : ranks_of_runs)
            min_ranks = ranks.contains(host) ? std::min(min_ranks, ranks.at(host).size()) : 0;
        if (min_ranks > 0) common.emplace_back(host, min_ranks);
    }
    CommonGround ground;
    ground.units_are_ranks = common.size() == 1;
    for (const auto& [host, ranks] : common) add_unit(ground.machine, host, ranks);
    if (ground.units_are_ranks) ground.machine = ranks_apart(ground.machine);
    for (const std::int64_t length : runs.front()->description().message_lengths) {
        if (all_have(all, length)) ground.lengths.push_back(length);
    }
    ground.new_hosts = only_in(hosts_of_runs(runs), hosts_of_runs(baseline));
    ground.gone_hosts = only_in(hosts_of_runs(baseline), hosts_of_runs(runs));
    return ground;
}

PerRank<RankIndex> ranks_on(const CommonGround& ground, const Run& run) {
    const auto ranks_of_runs = ranks_by_host(run);
    PerRank<RankIndex> ranks;
    for (const HostIndex unit : ground.machine.hosts.indices()) {
        const std::string& name = ground.machine.hosts[unit];
        const std::string host = ground.units_are_ranks ? name.substr(0, name.rfind(':')) : name;
        const auto first = static_cast<std::size_t>(ground.units_are_ranks ? unit : 0);
        const std::vector<RankIndex>& there = ranks_of_runs.at(host);
        for (std::size_t place = 0; place < ground.machine.ranks_of[unit].size(); ++place) {
            ranks.push_back(there[first + place]);
        }
    }
    return ranks;
}

std::shared_ptr<const DelayStack> stack_on(const CommonGround& ground, const Run& run) {
    const auto& lengths = run.description().message_lengths;
    std::vector<std::size_t> planes;
    for (const std::int64_t length : ground.lengths) {
        planes.push_back(static_cast<std::size_t>(std::lower_bound(lengths.begin(), lengths.end(), length) -
                                                  lengths.begin()));
    }
    return std::make_shared<const Excerpt>(run.stack(run.preferred()), ranks_on(ground, run),
                                           std::move(planes), ground.lengths);
}

}  // namespace fabricmap::diagnosis
