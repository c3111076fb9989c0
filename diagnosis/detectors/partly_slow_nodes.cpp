// SPDX-License-Identifier: Apache-2.0
// Hosts of whose values a part is slow, as where a link flaps, packets are lost now and then, or one of
// several cables of a host is bad: the middle of their values is as that of others, and each slow value looks
// like the fault of a link.
#include "base/units.hpp"
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/pair_curves.hpp"
#include "diagnosis/residual/unexplained.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace fabricmap::diagnosis {
namespace {

constexpr int min_hosts_to_compare_with = 6;
/// What counts as slow among single values, which noise alone makes differ.
constexpr float min_slow_factor = 1.25F;
constexpr float deviations_of_a_slow_value = 6;
/// More slow values than that make a slow host; fewer partners than that, slow links.
constexpr double max_fraction = 0.7;
constexpr double min_fraction = 0.02;
constexpr std::size_t min_partners_of_slow = 3;
/// Once in so many machines a healthy host is taken for one.
constexpr double false_alarms_in = 1e4;

/// A value between the host and another.
struct HostValue {
    HostIndex other;
    Eigen::Index length;
    bool is_sent;
    float effect;       ///< what neither class nor ends explain; a logarithm
    float uncertainty;  ///< of that, by its own samples
    float step;         ///< by so much two delays differ that are one step of the clock apart
};

/// All that the host's first rank sends to and receives from others, but for those.
std::vector<HostValue> values_of(const Case& subject, Unexplained& unexplained, HostIndex host,
                                 const HostList& left_out) {
    const Survey& survey = *subject.survey;
    const Machine& machine = survey.machine;
    const RankIndex rank = machine.ranks_of[host].front();
    const Matrix row = subject.stack->row(rank);
    const Matrix column = subject.stack->column(rank);
    const Matrix row_uncertainty = uncertainties_of_line(*subject.run, {rank, {}}, row);
    const Matrix column_uncertainty = uncertainties_of_line(*subject.run, {{}, rank}, column);
    const auto step_at = [&](Eigen::Index k, RankIndex one, RankIndex partner) {
        const double typical_s = survey.class_medians(k, survey.classes.of(one, partner));
        return static_cast<float>(std::log1p(subject.time_step_s / typical_s));
    };
    std::vector<HostValue> values;
    for (const HostIndex other : machine.hosts.indices()) {
        if (other == host || std::find(left_out.begin(), left_out.end(), other) != left_out.end()) continue;
        const RankIndex partner = machine.ranks_of[other].front();
        for (Eigen::Index k = 0; k < row.rows(); ++k) {
            const float sent = unexplained.of(k, rank, partner, row(k, partner));
            const float received = unexplained.of(k, partner, rank, column(k, partner));
            const auto of_sent = static_cast<float>(row_uncertainty(k, partner));
            const auto of_received = static_cast<float>(column_uncertainty(k, partner));
            const float step = step_at(k, rank, partner);
            if (std::isfinite(sent)) values.push_back({other, k, true, sent, of_sent, step});
            if (std::isfinite(received)) values.push_back({other, k, false, received, of_received, step});
        }
    }
    return values;
}

/// How much of each host's residual, clipped and by bands, lies above what single bad values leave of it.
PerHost<double> suspicious_fractions(const Residual& residual, const Survey& survey, float floor) {
    const auto hosts = static_cast<Eigen::Index>(survey.machine.hosts.size());
    Eigen::ArrayXd high = Eigen::ArrayXd::Zero(hosts);
    Eigen::ArrayXd all = Eigen::ArrayXd::Zero(hosts);
    for (std::size_t band = 0; band < residual.links.size(); ++band) {
        const Eigen::ArrayXXf& links = residual.links[band];
        const float limit =
            std::max(floor, survey.bands[band].cut / 2) / static_cast<float>(survey.bands[band].count);
        const auto is_high = (links >= limit).cast<double>();
        const auto is_known = links.isFinite().cast<double>();
        high += is_high.rowwise().sum() + is_high.colwise().sum().transpose();
        all += is_known.rowwise().sum() + is_known.colwise().sum().transpose();
    }
    PerHost<double> fractions;
    for (Eigen::Index host = 0; host < hosts; ++host)
        fractions.push_back(all(host) > 0 ? high(host) / all(host) : 0);
    return fractions;
}

/// Those whose residual is the most suspicious, and as many of the others to compare them with.
struct Chosen {
    HostList suspicious;
    HostList others;
};

Chosen choose_hosts(const Residual& residual, const Survey& survey, float floor) {
    constexpr std::size_t max_read = 32;
    const PerHost<double> fractions = suspicious_fractions(residual, survey, floor);
    HostList hosts;
    for (const HostIndex host : survey.machine.hosts.indices()) {
        if (!residual.slow_hosts[host] && survey.partners.suffice_for(host)) hosts.push_back(host);
    }
    std::stable_sort(hosts.begin(), hosts.end(),
                     [&](HostIndex one, HostIndex other) { return fractions[one] > fractions[other]; });
    Chosen chosen;
    if (hosts.size() < min_hosts_to_compare_with) return chosen;
    const double typical = fractions[hosts[hosts.size() / 2]];
    for (const HostIndex host : hosts) {
        if (fractions[host] >= min_fraction + 1.5 * typical) chosen.suspicious.push_back(host);
    }
    // So many have something in common, which is not theirs.
    if (chosen.suspicious.size() > std::min(max_read, hosts.size() / 3)) return {};
    const std::size_t first = hosts.size() / 2;
    for (std::size_t place = first; place < std::min(hosts.size(), first + max_read); ++place)
        chosen.others.push_back(hosts[place]);
    return chosen;
}

/// Of a host's values those that are slow.
class SlowLimit {
  public:
    explicit SlowLimit(const std::vector<HostValue>& values) {
        std::vector<float> effects;
        effects.reserve(values.size());
        for (const HostValue& value : values) effects.push_back(value.effect);
        bulk_ = bulk_of(effects);
    }

    [[nodiscard]] bool is_passed_by(const HostValue& value) const {
        const float deviation = std::hypot(bulk_.deviation, value.uncertainty);
        const float chance = deviations_of_a_slow_value * deviation;
        const float limit = bulk_.centre + std::max(std::log(min_slow_factor), chance);
        return value.effect >= limit + value.step;
    }

  private:
    Bulk bulk_;
};

struct SlowCount {
    double slow = 0;
    double all = 0;

    [[nodiscard]] double fraction() const { return all > 0 ? slow / all : 0; }
};

/// Chernoff's bound on the chance that so many are slow where a fraction of all is: its logarithm, negated.
double surprise(const SlowCount& counts, double expected) {
    const double f = counts.fraction();
    if (f <= expected) return 0;
    const auto part = [](double a, double b) { return a > 0 ? a * std::log(a / b) : 0.0; };
    return counts.all * (part(f, expected) + part(1 - f, 1 - expected));
}

struct SlowPart {
    std::vector<HostValue> slow;
    SlowCount counts;
    std::set<HostIndex> partners;
    double whole_pairs = 0;  ///< of the partners that have a slow value, those with hardly another
};

SlowPart slow_part_of(const std::vector<HostValue>& values) {
    const SlowLimit limit(values);
    SlowPart part;
    std::map<HostIndex, SlowCount> by_partner;
    for (const HostValue& value : values) {
        const bool is_slow = limit.is_passed_by(value);
        SlowCount& partner = by_partner[value.other];
        ++partner.all;
        ++part.counts.all;
        if (!is_slow) continue;
        ++partner.slow;
        ++part.counts.slow;
        part.slow.push_back(value);
        part.partners.insert(value.other);
    }
    constexpr double nearly_all = 0.8;
    for (const HostIndex partner : part.partners) {
        if (by_partner[partner].fraction() >= nearly_all) ++part.whole_pairs;
    }
    return part;
}

Side side_of_slow(const std::vector<HostValue>& slow) {
    constexpr double one_sided = 0.85;
    const auto sent = static_cast<double>(
        std::count_if(slow.begin(), slow.end(), [](const HostValue& value) { return value.is_sent; }));
    const double fraction = sent / static_cast<double>(slow.size());
    return fraction >= one_sided ? Side::sender : fraction <= 1 - one_sided ? Side::receiver : Side::both;
}

Finding partly_slow_finding(const Case& subject, HostIndex host, const SlowPart& part, double chance) {
    const Survey& survey = *subject.survey;
    Finding finding;
    finding.kind = FindingKind::partly_slow_node;
    name_host(finding, survey.machine, host);
    std::vector<float> effects;
    Eigen::Index first = part.slow.front().length;
    Eigen::Index last = first;
    for (const HostValue& value : part.slow) {
        effects.push_back(value.effect);
        first = std::min(first, value.length);
        last = std::max(last, value.length);
    }
    finding.effect = Effect{std::exp(median_of_numbers(effects)), no_interval};
    finding.confidence = 1 - chance;
    finding.side = side_of_slow(part.slow);
    finding.from_length_bytes = survey.lengths[static_cast<std::size_t>(first)];
    finding.to_length_bytes = survey.lengths[static_cast<std::size_t>(last)];
    weigh(finding, pairs_of_host(survey, host), subject);
    const std::string share = format_share(part.counts.fraction(), 2);
    finding.evidence.numbers["fraction_of_values"] = part.counts.fraction();
    finding.predicate = {"is {} times slower in {} of its values",
                         {format_factor(finding.effect->factor), share}};
    const auto partners = static_cast<double>(part.partners.size());
    if (part.whole_pairs >= 0.7 * partners) {
        finding.evidence.notes.push_back(
            {"Always with the same {} of its partners: as where one of several cables or routes is bad.",
             {std::to_string(part.partners.size())}});
    } else {
        finding.evidence.notes.push_back(
            {"Scattered over {} partners and all lengths: as where a link flaps or packets are lost.",
             {std::to_string(part.partners.size())}});
    }
    return finding;
}

/// What the finding explains is no link's fault.
void take_off_links(Residual& residual, HostIndex host, float floor) {
    for (Eigen::ArrayXXf& links : residual.links) {
        for (Eigen::Index other = 0; other < links.rows(); ++other) {
            if (links(host, other) >= floor) links(host, other) = 0;
            if (links(other, host) >= floor) links(other, host) = 0;
        }
    }
}

std::optional<std::string> missing_own_links(const Case& subject) {
    if (auto unsupported_reason = missing_links_to_compare(subject)) return unsupported_reason;
    if (subject.survey->classes.topology.shape == Shape::grid)
        return "in a torus every cable carries the messages of many hosts";
    if (subject.survey->machine.host_count() < min_hosts_to_compare_with) return "fewer than six hosts";
    return std::nullopt;
}

Detection find_partly_slow_nodes(const Case& subject, Residual residual) {
    const Survey& survey = *subject.survey;
    const Chosen chosen = choose_hosts(residual, survey, subject.floor());
    if (chosen.suspicious.empty()) return {{}, std::move(residual)};
    Unexplained unexplained(survey, residual);
    SlowCount elsewhere;
    for (const HostIndex host : chosen.others) {
        const std::vector<HostValue> values = values_of(subject, unexplained, host, chosen.suspicious);
        elsewhere.all += static_cast<double>(values.size());
        elsewhere.slow += slow_part_of(values).counts.slow;
    }
    const double expected = (elsewhere.slow + 1) / (elsewhere.all + 2);
    std::vector<Finding> findings;
    for (const HostIndex host : chosen.suspicious) {
        // Where a path or a cable is slow, hosts at both of its ends are suspicious: between them nothing
        // counts.
        const std::vector<HostValue> values = values_of(subject, unexplained, host, chosen.suspicious);
        const SlowPart part = slow_part_of(values);
        const double fraction = part.counts.fraction();
        const double hosts = survey.machine.host_count();
        const double surprising = surprise(part.counts, expected) - std::log(hosts);
        if (fraction < min_fraction || fraction > max_fraction || surprising < std::log(false_alarms_in) ||
            part.partners.size() < min_partners_of_slow)
            continue;
        findings.push_back(partly_slow_finding(subject, host, part, std::exp(-surprising)));
        take_off_links(residual, host, subject.floor());
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector partly_slow_nodes_detector{"partly slow hosts", missing_own_links,
                                                           find_partly_slow_nodes};

}  // namespace fabricmap::diagnosis
