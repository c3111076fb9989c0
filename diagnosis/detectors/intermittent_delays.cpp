// SPDX-License-Identifier: Apache-2.0
// Hosts and links some of whose samples take far longer than the others, as where packets are lost: medians
// do not show it. Samples are counted, and a part's are compared with those that do not pass it.
#include "base/units.hpp"
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/lossy_hosts.hpp"
#include "diagnosis/residual/slow_samples.hpp"
#include "diagnosis/residual/slow_shares.hpp"
#include "statistics/binomial.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace fabricmap::diagnosis {
namespace {

constexpr int min_hosts_with_a_background = 4;
/// Once in so many machines a healthy part is taken for a suspect.
constexpr double false_suspects_in = 300;
/// The same of a part that --confirm has counted: what was to be found was known before.
constexpr double false_confirmed_in = 100;
/// Of what was counted of a part: with fewer controls the rest of the run is the better measure.
constexpr double min_fraction_of_controls = 0.25;

/// What counting says of a part.
struct Judgement {
    SlowShare own;
    double elsewhere = 0;  ///< rate
    double surprise = 0;   ///< less the logarithm of how many parts there are
    bool is_confirmed = false;

    [[nodiscard]] bool is_sure() const {
        return surprise >= std::log(is_confirmed ? false_confirmed_in : false_intermittent_in);
    }
    [[nodiscard]] bool is_suspect() const {
        return !is_confirmed && !is_sure() && surprise >= std::log(false_suspects_in);
    }
};

/// Holds some of the part's own samples against the rate elsewhere.
Judgement judge(const SlowShare& own, const SlowShare& of_own, double elsewhere, double dispersion,
                double parts) {
    Judgement judgement{own, elsewhere};
    if (of_own.rate() < min_slow_rate_ratio * elsewhere) return judgement;
    judgement.surprise = binomial_surprise(of_own.slow, of_own.all, elsewhere) / dispersion - std::log(parts);
    return judgement;
}

/// What --confirm has counted.
class ConfirmedCounts {
  public:
    ConfirmedCounts(const SlowSampleCounts& samples, const SampleCounts& counted)
        : samples_(samples),
          counts_(counted),
          counted_(counted),
          unlisted_(samples.all, samples),
          controls_(counted, samples),
          values_(samples.all.host_count()),
          listed_links_(samples.all.host_count()) {
        counted.for_each([&](HostIndex host, HostIndex other, const SampleCount& count) {
            for (const HostIndex end : {host, other}) {
                // By values: of those that were counted there are more samples than of the others.
                values_[end] += 2 * static_cast<std::int64_t>(count.values) -
                                static_cast<std::int64_t>(samples.all(host, other).values);
                if (samples.was_listed(host, other)) ++listed_links_[end];
            }
        });
    }

    void leave_out(const HostList& hosts) {
        for (SlowSampleBackground* const background : {&counted_, &unlisted_, &controls_})
            background->leave_out(hosts);
    }

    /// `elsewhere`: the rate by all samples.
    [[nodiscard]] std::optional<Judgement> judge_host(HostIndex host, double elsewhere) const {
        if (values_[host] <= 0) return std::nullopt;
        return confirmed(host, counted_.of(host), counted_.worst_partner(host), elsewhere, 1);
    }
    [[nodiscard]] std::optional<Judgement> judge_link(HostIndex host, HostIndex other,
                                                      double elsewhere) const {
        if (!samples_.was_listed(host, other)) return std::nullopt;
        // With a host that was listed all its links were.
        const double links = std::max(listed_links_[host], listed_links_[other]);
        return confirmed(host, counted_.between(host, other),
                         {static_cast<double>(counts_(host, other).worst), 0}, elsewhere, links);
    }

  private:
    [[nodiscard]] Judgement confirmed(HostIndex host, const SlowShare& counted, const SlowShare& worst,
                                      double elsewhere, double parts) const {
        Judgement judgement =
            judge(counted, counted - worst, rate_beside(host, counted, elsewhere), 1, parts);
        judgement.is_confirmed = true;
        return judgement;
    }
    /// That of the controls, or with too few of them that of all that was not listed, as far as there is.
    [[nodiscard]] double rate_beside(HostIndex host, const SlowShare& counted, double otherwise) const {
        for (const SlowSampleBackground* const background : {&controls_, &unlisted_}) {
            const SlowShare beside = background->without(host);
            if (beside.all >= min_fraction_of_controls * counted.all) return beside.cautious_rate();
        }
        return otherwise;
    }

    const SlowSampleCounts& samples_;
    const SampleCounts& counts_;
    SlowSampleBackground counted_;
    SlowSampleBackground unlisted_;
    SlowSampleBackground controls_;
    PerHost<std::int64_t> values_;  ///< those that were counted less those that were not
    PerHost<double> listed_links_;
};

/// Judges hosts and links: by all samples, and those that --confirm has counted by these alone.
class Jury {
  public:
    explicit Jury(const SlowSampleCounts& samples) : samples_(samples), all_(samples.all) {
        if (samples.counted) confirmed_.emplace(samples, *samples.counted);
    }

    void leave_out(const HostList& hosts) {
        all_.leave_out(hosts);
        if (confirmed_) confirmed_->leave_out(hosts);
    }
    [[nodiscard]] bool keeps(HostIndex host) const { return all_.keeps(host); }

    [[nodiscard]] Judgement judge_host(HostIndex host) const {
        const double elsewhere = all_.without(host).cautious_rate(all_.dispersion_of_pairs());
        if (confirmed_) {
            if (const auto judgement = confirmed_->judge_host(host, elsewhere)) return *judgement;
        }
        // Were it a link, one partner would have most of them.
        const SlowShare own = all_.of(host);
        const double dispersion =
            std::max({all_.dispersion(host), all_.samples_of_an_event(), all_.dispersion_of_pairs()});
        return judge(own, own - all_.worst_partner(host), elsewhere, dispersion, samples_.all.host_count());
    }

    /// How much more hosts differ than by chance, once all that are named are left out.
    [[nodiscard]] double dispersion() const {
        return std::max(all_.dispersion(), all_.samples_of_an_event());
    }

    [[nodiscard]] Judgement judge_link(HostIndex host, HostIndex other, double dispersion) const {
        const SlowShare own = all_.between(host, other);
        const double elsewhere =
            std::max({all_.without(host).cautious_rate(), (all_.of(host) - own).cautious_rate(),
                      (all_.of(other) - own).cautious_rate()});
        if (confirmed_) {
            if (const auto judgement = confirmed_->judge_link(host, other, elsewhere)) return *judgement;
        }
        // Something else that held up one measurement shows in one value.
        const SlowShare without_worst =
            own - SlowShare{static_cast<double>(samples_.all(host, other).worst), 0};
        if (without_worst.slow < 2) return {own, elsewhere};
        const double hosts = samples_.all.host_count();
        return judge(own, without_worst, elsewhere, dispersion, hosts * (hosts - 1) / 2);
    }

  private:
    const SlowSampleCounts& samples_;
    SlowSampleBackground all_;
    std::optional<ConfirmedCounts> confirmed_;
};

/// How many samples the part needs until its rate, if it is that, is told from the rate elsewhere.
double samples_to_settle(const Judgement& judgement) {
    // The controls, which are as many, know the rate elsewhere only roughly.
    constexpr double to_be_safe = 4;
    return to_be_safe *
           tries_to_surprise(judgement.own.rate(), judgement.elsewhere, std::log(false_confirmed_in));
}

void describe(Finding& finding, const Case& subject, const SampleSums& sums, const Judgement& judgement,
              std::int64_t pairs) {
    const std::vector<std::int64_t>& lengths = subject.survey->lengths;
    finding.kind = FindingKind::intermittent_delay;
    finding.effect = Effect{sums.average_s / sums.median_s, no_interval};
    finding.confidence = 1 - std::exp(-judgement.surprise);
    finding.from_length_bytes = lengths.front();
    finding.to_length_bytes = lengths.back();
    weigh(finding, pairs, subject);
    finding.evidence.extra_s = (sums.average_s - sums.median_s) / sums.samples;
    auto& numbers = finding.evidence.numbers;
    numbers["fraction_of_slow_samples"] = judgement.own.rate();
    numbers["slow_samples"] = judgement.own.slow;
    numbers["samples"] = judgement.own.all;
    numbers["fraction_elsewhere"] = judgement.elsewhere;
    numbers["longest_sample_s"] = sums.longest_s;
    finding.predicate = {"has {} of its samples slow, the longest {}",
                         {format_share(judgement.own.rate(), 2), format_delay(sums.longest_s)}};
    finding.evidence.notes.push_back(
        {"{} of {} samples take more than 5 times their median, elsewhere {}: as where packets are lost or a "
         "link flaps.",
         {format_plain(judgement.own.slow, 6), format_plain(judgement.own.all, 6),
          format_share(judgement.elsewhere, 2)}});
    if (!judgement.is_suspect()) return;
    finding.doubt = Doubt::few_slow_samples;
    numbers["samples_to_settle"] = std::ceil(samples_to_settle(judgement));
}

/// With those hosts that the jury keeps.
Finding finding_of_host(const Case& subject, const Jury& jury, HostIndex host, const Judgement& judgement) {
    Finding finding;
    name_host(finding, subject.survey->machine, host);
    describe(finding, subject,
             sums_of_host(subject, host, [&](HostIndex other) { return jury.keeps(other); }), judgement,
             pairs_of_host(*subject.survey, host));
    return finding;
}

Finding finding_of_link(const Case& subject, HostIndex host, HostIndex other, const Judgement& judgement) {
    Finding finding;
    name_link(finding, subject.survey->machine, host, other);
    describe(finding, subject, sums_of_host(subject, host, [&](HostIndex end) { return end == other; }),
             judgement, pairs_of_link(*subject.survey, host, other));
    return finding;
}

/// What costs too little to be reported is a spread like any other.
bool is_reported_fault(const Case& subject, const Finding& finding, const Judgement& judgement) {
    return judgement.is_sure() && finding.effect->factor >= 1 + subject.min_effect;
}

/// Hosts that would hide each other among all: each with those alone that are not of its kind.
std::vector<Finding> find_many_hosts(const Case& subject, const HostList& many, Jury& jury,
                                     Residual& residual) {
    jury.leave_out(many);
    std::vector<Finding> findings;
    for (const HostIndex host : many) {
        const Judgement judgement = jury.judge_host(host);
        if (!judgement.is_sure() && !judgement.is_suspect()) continue;
        Finding finding = finding_of_host(subject, jury, host, judgement);
        finding.evidence.notes.push_back(
            {"{} of {} hosts have more slow samples than the others, with which these were counted: look for "
             "what they share.",
             {std::to_string(many.size()), std::to_string(subject.survey->machine.host_count())}});
        residual.intermittent_hosts[host] = is_reported_fault(subject, finding, judgement);
        findings.push_back(std::move(finding));
    }
    return findings;
}

/// The host that surprises most, one after another: what it adds to its partners' samples is left out then.
/// None where they come to a third: so many have something in common, which is not theirs.
std::vector<Finding> find_few_hosts(const Case& subject, const HostList& hosts, Jury& jury,
                                    Residual& residual) {
    const PerHost<bool> known = residual.intermittent_hosts;
    std::vector<Finding> findings;
    while (3 * findings.size() < subject.survey->machine.hosts.size()) {
        std::optional<HostIndex> worst;
        Judgement of_worst;
        for (const HostIndex host : hosts) {
            if (!jury.keeps(host)) continue;
            const Judgement judgement = jury.judge_host(host);
            if (!judgement.is_sure() && !judgement.is_suspect()) continue;
            if (worst && judgement.surprise <= of_worst.surprise) continue;
            worst = host;
            of_worst = judgement;
        }
        if (!worst) return findings;
        findings.push_back(finding_of_host(subject, jury, *worst, of_worst));
        residual.intermittent_hosts[*worst] = is_reported_fault(subject, findings.back(), of_worst);
        jury.leave_out({*worst});
    }
    residual.intermittent_hosts = known;
    return {};
}

std::vector<Finding> find_hosts(const Case& subject, const SlowSampleCounts& samples, Jury& jury,
                                Residual& residual) {
    HostList hosts = subject.survey->machine.hosts.indices().list();
    std::erase_if(hosts, [&](HostIndex host) { return !subject.survey->partners.suffice_for(host); });
    const HostList many = hosts_that_share_slow_samples(samples.all, hosts);
    std::vector<Finding> findings = find_many_hosts(subject, many, jury, residual);
    std::vector<Finding> few = find_few_hosts(subject, hosts, jury, residual);
    std::move(few.begin(), few.end(), std::back_inserter(findings));
    return findings;
}

std::vector<Finding> find_links(const Case& subject, const Jury& jury) {
    const Machine& machine = subject.survey->machine;
    const double dispersion = jury.dispersion();
    std::vector<Finding> findings;
    for (const HostIndex host : machine.hosts.indices()) {
        for (const HostIndex other : machine.hosts.indices()) {
            if (other <= host || !jury.keeps(host) || !jury.keeps(other)) continue;
            const Judgement judgement = jury.judge_link(host, other, dispersion);
            if (judgement.is_sure() || judgement.is_suspect())
                findings.push_back(finding_of_link(subject, host, other, judgement));
        }
    }
    return findings.size() > machine.hosts.size() ? std::vector<Finding>{} : findings;
}

std::optional<std::string> missing_sample_counts(const Case& subject) {
    if (auto unsupported_reason = missing_hosts_to_compare(subject)) return unsupported_reason;
    const Run& run = *subject.run;
    if (has_trait(run.description(), &ModeTraits::passes_other_ranks))
        return std::string(reason_led_over_others);
    const bool has_all =
        run.has(Statistic::median) && run.has(Statistic::average) && counts_slow_samples(subject);
    if (!has_all) return "the run does not count slow samples, as archives and earlier versions";
    if (subject.survey->machine.host_count() < min_hosts_with_a_background) return "fewer than four hosts";
    if (subject.survey->classes.topology.shape == Shape::grid)
        return "in a torus every cable carries the messages of many hosts";
    return std::nullopt;
}

Detection find_intermittent_delays(const Case& subject, Residual residual) {
    const SlowSampleCounts samples = count_slow_samples(subject);
    Jury jury(samples);
    std::vector<Finding> findings = find_hosts(subject, samples, jury, residual);
    std::vector<Finding> links = find_links(subject, jury);
    std::move(links.begin(), links.end(), std::back_inserter(findings));
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector intermittent_delays_detector{"packet loss and flapping",
                                                             missing_sample_counts, find_intermittent_delays};

}  // namespace fabricmap::diagnosis
