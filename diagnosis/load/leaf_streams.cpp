// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/load/leaf_streams.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "diagnosis/load/leaf_fit.hpp"
#include "diagnosis/load/leaf_rates.hpp"
#include "diagnosis/load/slow_streams.hpp"
#include "statistics/chance.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

/// Of one false finding of a sort in a machine without faults.
constexpr double max_chance = 0.001;
/// A path between two leaves is one of few cables where it has any of its own; the dealing of flows to those
/// of the leaves takes a tenth of one path or another now and then.
constexpr double max_kept_of_a_path = 0.8;

double quantile(double chance, int degrees_of_freedom) {
    return student_t_quantile(std::max(chance, 1e-15), std::max(1, degrees_of_freedom));
}

/// What a leaf or a path carries of what the others do.
struct Kept {
    double fraction;
    Interval interval;  ///< 95 %
};

Kept kept_of(const LeafEffect& effect, int degrees_of_freedom) {
    const double margin = quantile(0.025, degrees_of_freedom) * effect.standard_error;
    return {std::exp(effect.log_ratio),
            {std::exp(effect.log_ratio - margin), std::exp(effect.log_ratio + margin)}};
}

/// Each leaf is a value: what it sends to the others and receives from them.
ValueInterval effective_bisection(const LeafMatrix& matrix) {
    Eigen::ArrayXd of_leaves(matrix.rates.rows());
    for (Eigen::Index leaf = 0; leaf < of_leaves.size(); ++leaf) {
        std::vector<float> rates = numbers_of(matrix.rates.row(leaf));
        const std::vector<float> received = numbers_of(matrix.rates.col(leaf));
        rates.insert(rates.end(), received.begin(), received.end());
        of_leaves(leaf) =
            std::accumulate(rates.begin(), rates.end(), 0.0) / static_cast<double>(rates.size());
    }
    of_leaves /= static_cast<double>(matrix.hosts_per_leaf);
    const auto leaves = static_cast<double>(of_leaves.size());
    const double mean = of_leaves.mean();
    const double deviation = std::sqrt((of_leaves - mean).square().sum() / (leaves - 1));
    const double margin =
        quantile(0.025, static_cast<int>(of_leaves.size()) - 1) * deviation / std::sqrt(leaves);
    return {mean, mean - margin, mean + margin};
}

class LeafJudge {
  public:
    LeafJudge(Diagnosis& diagnosis, const Machine& machine, const LeafRates& rates)
        : diagnosis_(diagnosis),
          machine_(machine),
          rates_(rates),
          matrix_(diagnosis.leaf_matrix.value()),
          slow_hosts_(machine.host_count(), false) {
        const double half_an_uplink = matrix_.uplinks > 0 ? 0.5 / static_cast<double>(matrix_.uplinks) : 1;
        floor_ = std::log1p(-std::min(diagnosis.min_effect, half_an_uplink));
    }

    void judge() {
        if (may_judge()) {
            find_slow_hosts(Side::sender, rates_.sent);
            find_slow_hosts(Side::receiver, rates_.received);
        }
        Eigen::MatrixXd logs = rates_.means(slow_hosts_).array().log();
        find_paths(logs);
        find_leaves(LeafFit(logs));
    }

  private:
    /// Hosts that stand out among those of their leaf would pass for a cable of it.
    void find_slow_hosts(Side side, const Eigen::MatrixXd& rates) {
        for (const SlowStreams& slow : slow_streams_of(rates_, rates)) {
            slow_hosts_[slow.host] = true;
            Finding& finding =
                add(FindingKind::slow_node, part::Host{machine_.hosts[slow.host]}, {slow.host}, side,
                    kept_of({slow.log_ratio, slow.standard_error}, slow.degrees_of_freedom));
            finding.confidence = slow.confidence;
            if (slow.confidence >= 1 - max_chance) continue;
            finding.doubt = Doubt::imprecise;
            diagnosis_.suspects.push_back(std::move(finding));
            diagnosis_.findings.pop_back();
        }
    }

    /// Reports paths that carry less than their leaves do elsewhere, and takes all that stand out from the
    /// matrix, the farthest first: in the fit of what is left they move nothing.
    void find_paths(Eigen::MatrixXd& logs) {
        constexpr int max_paths = 64;
        for (int found = 0; found < max_paths; ++found) {
            const LeafFit fit(logs);
            const double limit =
                quantile(max_chance / static_cast<double>(logs.size()), fit.degrees_of_freedom() - 1);
            Path farthest;
            for (int sender = 0; sender < logs.rows(); ++sender) {
                for (int receiver = 0; receiver < logs.cols(); ++receiver) {
                    const LeafEffect effect = fit.path_effect(sender, receiver);
                    if (!(effect.standard_error > 0)) continue;
                    const double z = std::abs(effect.log_ratio) / effect.standard_error;
                    if (z > limit && z > farthest.z) farthest = {sender, receiver, z, effect};
                }
            }
            if (farthest.sender < 0) return;
            logs(farthest.sender, farthest.receiver) = std::nan("");
            if (farthest.effect.log_ratio < std::min(floor_, std::log(max_kept_of_a_path)) && may_judge())
                add_path(farthest, kept_of(farthest.effect, fit.degrees_of_freedom() - 1));
        }
    }

    struct Path {
        int sender = -1;
        int receiver = -1;
        double z = 0;
        LeafEffect effect{};
    };

    void add_path(const Path& path, const Kept& kept) {
        const auto names = [&](int leaf) { return host_names(hosts_of_leaf(leaf)); };
        part::Path part{names(path.sender), names(path.receiver), leaf_name(path.sender),
                        leaf_name(path.receiver)};
        HostList hosts = hosts_of_leaf(path.sender);
        hosts.insert(hosts.end(), hosts_of_leaf(path.receiver).begin(), hosts_of_leaf(path.receiver).end());
        Finding& finding = add(FindingKind::missing_uplink, std::move(part), hosts, Side::sender, kept);
        finding.evidence.z = path.z;
    }

    /// The one that carries least first; whoever is found is no measure for the others any more.
    void find_leaves(const LeafFit& fit) {
        const auto leaves = static_cast<int>(std::ssize(matrix_.leaves));
        std::vector<bool> healthy(matrix_.leaves.size(), true);
        std::vector<int> found;
        const double limit = quantile(max_chance / leaves, fit.degrees_of_freedom());
        while (may_judge() && 2 * (std::ssize(found) + 1) < leaves) {
            int lowest = -1;
            double min_z = -limit;
            for (int leaf = 0; leaf < leaves; ++leaf) {
                const LeafEffect effect = fit.effect_of(leaf, healthy, LeafSide::both);
                const double z = effect.log_ratio / effect.standard_error;
                if (!healthy[static_cast<std::size_t>(leaf)] || !(effect.log_ratio < floor_) || !(z < min_z))
                    continue;
                lowest = leaf;
                min_z = z;
            }
            if (lowest < 0) break;
            healthy[static_cast<std::size_t>(lowest)] = false;
            found.push_back(lowest);
        }
        for (const int leaf : found) add_leaf(fit, leaf, healthy);
        if (!may_judge() || fit.degrees_of_freedom() < 1) return;
        const double error = fit.effect_of(0, healthy, LeafSide::both).standard_error;
        const double log_ratio =
            std::min(floor_, -(limit + quantile(0.05, fit.degrees_of_freedom())) * error);
        matrix_.detectable_loss = -std::expm1(log_ratio);
        const double factor = std::exp(-log_ratio);
        diagnosis_.detectable.push_back({DetectablePart::uplink, factor, factor, factor});
    }

    void add_leaf(const LeafFit& fit, int leaf, const std::vector<bool>& healthy) {
        LeafSide side = LeafSide::both;
        for (const LeafSide other : {LeafSide::sending, LeafSide::receiving}) {
            // What is lost in one direction alone counts half in both together.
            const LeafEffect effect = fit.effect_of(leaf, healthy, other);
            const LeafSide opposite = other == LeafSide::sending ? LeafSide::receiving : LeafSide::sending;
            if (effect.log_ratio > fit.effect_of(leaf, healthy, opposite).log_ratio / 4) side = opposite;
        }
        const LeafEffect effect = fit.effect_of(leaf, healthy, side);
        part::Switch part{host_names(hosts_of_leaf(leaf)), leaf_name(leaf)};
        const Side of_finding = side == LeafSide::both      ? Side::both
                                : side == LeafSide::sending ? Side::sender
                                                            : Side::receiver;
        Finding& finding = add(FindingKind::missing_uplink, std::move(part), hosts_of_leaf(leaf), of_finding,
                               kept_of(effect, fit.degrees_of_freedom()));
        finding.evidence.z = std::abs(effect.log_ratio) / effect.standard_error;
        finding.evidence.cells = 2 * (std::ssize(matrix_.leaves) - 1);
        finding.confidence =
            1 - std::min(1.0, static_cast<double>(matrix_.leaves.size()) *
                                  student_t_tail(finding.evidence.z, fit.degrees_of_freedom()));
        std::map<std::string, double>& numbers = finding.evidence.numbers;
        numbers["other_leaves"] = static_cast<double>(std::count(healthy.begin(), healthy.end(), true));
        const double lost = 1 - std::exp(effect.log_ratio);
        const auto uplinks = static_cast<double>(matrix_.uplinks);
        numbers[matrix_.uplinks > 0 ? "uplinks" : "uplinks_if_one_is_missing"] =
            matrix_.uplinks > 0 ? uplinks : std::round(1 / lost);
        if (matrix_.uplinks > 0) numbers["missing_uplinks"] = std::round(uplinks * lost);
    }

    Finding& add(FindingKind kind, Part part, const HostList& hosts, Side side, const Kept& kept) {
        Finding& finding = diagnosis_.findings.emplace_back();
        finding.kind = kind;
        finding.part = std::move(part);
        finding.side = side;
        finding.effect = Effect{1 / kept.fraction, {1 / kept.interval.high, 1 / kept.interval.low}};
        finding.from_length_bytes = matrix_.length_bytes;
        finding.to_length_bytes = matrix_.length_bytes;
        finding.severity = (finding.effect->factor - 1) * static_cast<double>(hosts.size()) /
                           static_cast<double>(machine_.host_count());
        for (const HostIndex host : hosts) {
            for (const RankIndex rank : machine_.ranks_of[host]) finding.ranks.push_back(rank);
        }
        std::sort(finding.ranks.begin(), finding.ranks.end());
        return finding;
    }

    [[nodiscard]] bool may_judge() const noexcept {
        return matrix_.has_enough_flows() && matrix_.has_enough_leaves();
    }
    [[nodiscard]] const HostList& hosts_of_leaf(int leaf) const {
        return rates_.hosts[static_cast<std::size_t>(leaf)];
    }
    [[nodiscard]] const std::string& leaf_name(int leaf) const {
        return matrix_.leaves[static_cast<std::size_t>(leaf)];
    }
    [[nodiscard]] std::vector<std::string> host_names(const HostList& hosts) const {
        std::vector<std::string> names;
        names.reserve(hosts.size());
        for (const HostIndex host : hosts) names.push_back(machine_.hosts[host]);
        return names;
    }

    Diagnosis& diagnosis_;
    const Machine& machine_;
    const LeafRates& rates_;
    LeafMatrix& matrix_;
    PerHost<bool> slow_hosts_;
    double floor_;  ///< a logarithm: what is lost less is no fault
};

/// Delays of pairs of hosts, and how much longer they are than that of the median pair.
HostPlane plane_of(const LeafRates& rates, std::int64_t length_bytes) {
    HostPlane plane{length_bytes, {}, {}};
    plane.delay_s = (static_cast<double>(length_bytes) / rates.between_hosts.array()).cast<float>();
    std::vector<float> delays = numbers_of(plane.delay_s.reshaped());
    const float median = upper_median_of(delays, no_value);
    plane.factor = plane.delay_s / median;
    return plane;
}

}  // namespace

void judge_leaf_streams(Diagnosis& diagnosis, const Run& run, const Machine& machine, std::int64_t uplinks) {
    const RunDescription& description = run.description();
    if (!description.leaf_streams) {
        throw FileError(
            fmt::format("{}: does not say which rank is on which leaf; measure it again", run.label()));
    }
    const std::vector<std::int64_t>& lengths = run.stack(run.preferred())->message_lengths();
    const std::size_t last = lengths.size() - 1;
    const LeafRates rates = leaf_rates_of(run, machine, last);
    LeafMatrix& matrix = diagnosis.leaf_matrix.emplace();
    matrix.leaves = description.leaf_streams->leaves;
    matrix.hosts_per_leaf = rates.hosts.empty() ? 0 : std::ssize(rates.hosts.front());
    matrix.flows_per_host = description.leaf_streams->flows_per_host;
    matrix.length_bytes = lengths[last];
    matrix.rates = rates.sums();
    matrix.bisection = effective_bisection(matrix);
    matrix.uplinks = uplinks;
    diagnosis.lengths = lengths;
    diagnosis.pairs = diagnosis.ranks * (diagnosis.ranks - 1);
    diagnosis.measured_pairs = rates.rank_pairs;
    LeafJudge(diagnosis, machine, rates).judge();
    diagnosis.planes.push_back(plane_of(rates, lengths[last]));
    if (lengths.size() > 1)
        diagnosis.not_examined.push_back({"streams of shorter messages", "the longest ones are judged"});
    std::vector<std::string> idle;
    for (const HostIndex host : machine.hosts.indices()) {
        const bool takes_part =
            std::any_of(rates.hosts.begin(), rates.hosts.end(), [&](const HostList& hosts) {
                return std::find(hosts.begin(), hosts.end(), host) != hosts.end();
            });
        if (!takes_part) idle.push_back(machine.hosts[host]);
    }
    if (!idle.empty()) {
        diagnosis.not_examined.push_back(
            {format_host_list(idle), "took no part: leaves are compared with as many hosts each"});
    }
}

}  // namespace fabricmap::diagnosis
