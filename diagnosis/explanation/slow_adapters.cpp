// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "diagnosis/explanation/hosts_beyond_others.hpp"
#include "diagnosis/explanation/slow_insides.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/slots.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_slots_of_adapters = 4;
/// Pairs of ranks that each host is looked at on, each way.
constexpr std::size_t rank_pairs_looked_at = 1024;
constexpr std::size_t min_partners_looked_at = 6;

/// Slots of a host that one of its adapters may serve.
using Served = std::vector<bool>;

/// Every other one, or those of one half.
std::vector<Served> possible_adapters(std::size_t slots) {
    std::vector<Served> adapters(4, Served(slots));
    for (std::size_t slot = 0; slot < slots; ++slot) {
        adapters[slot % 2][slot] = true;
        adapters[slot < slots / 2 ? 2 : 3][slot] = true;
    }
    return adapters;
}

/// Hosts of slots × slots: what messages of each own slot take, logarithms.
using SlotValuesOfHosts = Eigen::ArrayXXf;

/// By how much longer messages of the fastest rank of some of a host take than those of the slowest of its
/// others, to the same hosts: bands × hosts of slots, for each possible adapter what its ranks send, then
/// what they receive.
class AdapterTables {
  public:
    AdapterTables(const Case& subject, const Slots& slots, const std::vector<std::size_t>& lengths)
        : subject_(&subject), slots_(&slots), adapters_(possible_adapters(slots.count)) {
        const std::size_t tables = 2 * adapters_.size();
        tables_.assign(tables, Eigen::ArrayXXf(std::ssize(lengths), std::ssize(slots.hosts)));
        add_cells();
        for (std::size_t band = 0; band < lengths.size(); ++band) {
            const std::vector<double> delays = subject.stack->cells(lengths[band], cells_);
            for (std::size_t table = 0; table < tables; ++table) {
                tables_[table].row(static_cast<Eigen::Index>(band)) =
                    contrasts(adapters_[table / 2], delays, table % 2 == 1).transpose();
            }
        }
    }

    [[nodiscard]] const std::vector<Served>& adapters() const noexcept { return adapters_; }
    [[nodiscard]] const Eigen::ArrayXXf& sending(std::size_t adapter) const { return tables_[2 * adapter]; }
    [[nodiscard]] const Eigen::ArrayXXf& receiving(std::size_t adapter) const {
        return tables_[2 * adapter + 1];
    }

  private:
    /// Of each host with some others: the own slot, then the other's; what is sent, then what is received.
    void add_cells() {
        const Machine& machine = subject_->survey->machine;
        const std::size_t partners =
            std::max(rank_pairs_looked_at / (slots_->count * slots_->count), min_partners_looked_at);
        const std::size_t share = std::max<std::size_t>(1, slots_->hosts.size() / partners);
        for (const HostIndex host : slots_->hosts) {
            first_cell_.push_back(cells_.size());
            visit_drawn(slots_->hosts.size(), share, [&](std::uint64_t number) {
                const HostIndex other = slots_->hosts[number];
                if (other == host) return;
                for (const RankIndex here : machine.ranks_of[host]) {
                    for (const RankIndex there : machine.ranks_of[other]) cells_.push_back({here, there});
                }
                for (const RankIndex here : machine.ranks_of[host]) {
                    for (const RankIndex there : machine.ranks_of[other]) cells_.push_back({there, here});
                }
            });
        }
        first_cell_.push_back(cells_.size());
    }

    [[nodiscard]] Eigen::ArrayXf contrasts(const Served& adapter, const std::vector<double>& delays,
                                           bool receives) const {
        const SlotValuesOfHosts values = values_of_slots(adapter, delays, receives);
        Eigen::ArrayXf contrasts(values.rows());
        for (Eigen::Index host = 0; host < values.rows(); ++host) {
            float fastest = std::numeric_limits<float>::infinity();
            float slowest = -fastest;
            for (std::size_t slot = 0; slot < slots_->count; ++slot) {
                const float value = values(host, static_cast<Eigen::Index>(slot));
                if (adapter[slot]) fastest = std::min(fastest, value);
                if (!adapter[slot]) slowest = std::max(slowest, value);
            }
            contrasts(host) = fastest - slowest;
        }
        return contrasts;
    }

    /// With those slots of other hosts that their adapter of the same place serves; less what most hosts
    /// have.
    [[nodiscard]] SlotValuesOfHosts values_of_slots(const Served& adapter, const std::vector<double>& delays,
                                                    bool receives) const {
        const std::size_t block = slots_->count * slots_->count;
        SlotValuesOfHosts values(std::ssize(slots_->hosts), std::ssize(adapter));
        std::vector<std::vector<float>> beyond(slots_->count);
        for (std::size_t place = 0; place < slots_->hosts.size(); ++place) {
            for (auto& some : beyond) some.clear();
            for (std::size_t first = first_cell_[place]; first < first_cell_[place + 1]; first += 2 * block)
                add_partner(adapter, delays, first + (receives ? block : 0), beyond);
            for (std::size_t slot = 0; slot < slots_->count; ++slot) {
                values(static_cast<Eigen::Index>(place), static_cast<Eigen::Index>(slot)) =
                    median_of_numbers(beyond[slot]);
            }
        }
        for (Eigen::Index slot = 0; slot < values.cols(); ++slot) {
            std::vector<float> of_hosts = numbers_of(values.col(slot));
            if (!of_hosts.empty()) values.col(slot) -= median_of(of_hosts);
        }
        return values;
    }

    /// Of each own slot the mean over the other's, against that of all own slots.
    void add_partner(const Served& adapter, const std::vector<double>& delays, std::size_t first,
                     std::vector<std::vector<float>>& beyond) const {
        Eigen::ArrayXf means = Eigen::ArrayXf::Zero(std::ssize(adapter));
        for (std::size_t own = 0; own < slots_->count; ++own) {
            for (std::size_t other = 0; other < slots_->count; ++other) {
                if (!adapter[other]) continue;
                means(static_cast<Eigen::Index>(own)) +=
                    static_cast<float>(std::log(delays[first + own * slots_->count + other]));
            }
        }
        means /= static_cast<float>(std::count(adapter.begin(), adapter.end(), true));
        means -= means.mean();
        for (std::size_t own = 0; own < slots_->count; ++own)
            beyond[own].push_back(means(static_cast<Eigen::Index>(own)));
    }

    const Case* subject_;
    const Slots* slots_;
    std::vector<Served> adapters_;
    std::vector<Eigen::ArrayXXf> tables_;
    std::vector<Cell> cells_;
    std::vector<std::size_t> first_cell_;
};

std::set<std::string> hosts_with(const std::vector<Finding>& found, FindingKind kind) {
    std::set<std::string> hosts;
    for (const Finding& finding : found) {
        if (finding.kind == kind) hosts.insert(hosts_of(finding.part).front());
    }
    return hosts;
}

/// A choice of slots that are slow on a host, and how.
struct SlowAdapter {
    std::size_t adapter = 0;
    HostBeyondOthers beyond;
};

/// The best of each host.
std::map<std::size_t, SlowAdapter> slow_adapters(const AdapterTables& tables, const Case& subject,
                                                 const std::vector<float>& steps) {
    std::map<std::size_t, SlowAdapter> best;
    const double choices = 3.0 * static_cast<double>(tables.adapters().size());
    for (std::size_t adapter = 0; adapter < tables.adapters().size(); ++adapter) {
        const Eigen::ArrayXXf both = (tables.sending(adapter) + tables.receiving(adapter)) / 2;
        for (const Eigen::ArrayXXf& values : {tables.sending(adapter), tables.receiving(adapter), both}) {
            for (HostBeyondOthers& beyond : hosts_beyond_others(values, steps, choices, subject.floor())) {
                const auto [known, is_new] = best.try_emplace(beyond.host);
                if (is_new || beyond.net > known->second.beyond.net)
                    known->second = {adapter, std::move(beyond)};
            }
        }
    }
    return best;
}

/// Without what hosts have anyway: bands, where the host is slow.
std::vector<float> curve_of_host(const Eigen::ArrayXXf& values, const SlowAdapter& slow) {
    std::vector<float> curve;
    for (Eigen::Index band = 0; band < values.rows(); ++band) {
        std::vector<float> all = numbers_of(values.row(band));
        const float own = values(band, static_cast<Eigen::Index>(slow.beyond.host));
        const bool is_slow = slow.beyond.effect[static_cast<std::size_t>(band)] > 0;
        curve.push_back(is_slow ? own - median_of(all) : 0);
    }
    return curve;
}

std::string rank_list(const std::vector<std::int64_t>& ranks) {
    std::vector<std::string> names;
    names.reserve(ranks.size());
    for (const std::int64_t rank : ranks) names.push_back(std::to_string(rank));
    return joined_by(names, ", ");
}

}  // namespace

std::vector<Finding> find_slow_adapters(const Case& subject, const HostLogs& logs,
                                        const std::vector<Finding>& found) {
    const Survey& survey = *subject.survey;
    const Slots slots = slots_of(survey.machine);
    if (slots.count < min_slots_of_adapters) return {};
    const std::vector<std::size_t> lengths = lengths_of_bands(logs);
    const AdapterTables tables(subject, slots, lengths);
    const std::set<std::string> swapped = hosts_with(found, FindingKind::swapped_slots);
    std::vector<Finding> findings;
    for (const auto& [place, slow] : slow_adapters(tables, subject, clock_steps(subject, lengths, true))) {
        const HostIndex host = slots.hosts[place];
        if (swapped.contains(survey.machine.hosts[host])) continue;
        Finding finding;
        finding.kind = FindingKind::slow_adapter;
        name_host(finding, survey.machine, host);
        finding.ranks.clear();
        const Served& served = tables.adapters()[slow.adapter];
        std::int64_t pairs = 0;
        for (std::size_t slot = 0; slot < slots.count; ++slot) {
            if (!served[slot]) continue;
            const RankIndex rank = survey.machine.ranks_of[host][slot];
            finding.ranks.push_back(static_cast<std::int64_t>(rank));
            pairs += pairs_of_rank(survey, rank);
        }
        const auto curve = [&, &of_adapter = slow](const Eigen::ArrayXXf& values) {
            return over_lengths(logs, curve_of_host(values, of_adapter));
        };
        describe(finding, subject,
                 {curve(tables.sending(slow.adapter)), curve(tables.receiving(slow.adapter))},
                 as_outlier(slow.beyond, survey));
        weigh(finding, pairs, subject);
        finding.evidence.notes.push_back(
            {"Messages of its ranks {} are slow, those of its others are not.", {rank_list(finding.ranks)}});
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace fabricmap::diagnosis
