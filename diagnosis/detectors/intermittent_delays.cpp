// SPDX-License-Identifier: Apache-2.0
// Hosts and links some of whose samples take far longer than the others, as where packets are lost: medians
// do not show it. Samples are counted, and a part's are compared with those that do not pass it.
#include "base/units.hpp"
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/slow_samples.hpp"
#include "statistics/binomial.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace fabricmap::diagnosis {
namespace {

constexpr int min_hosts_with_a_background = 4;
/// Once in so many machines a healthy part is taken for one, and once in so many for a suspect.
constexpr double false_faults_in = 1e4;
constexpr double false_suspects_in = 300;
/// The same of a part that --confirm has counted: what was to be found was known before.
constexpr double false_confirmed_in = 100;
/// As often as elsewhere at least: hosts that do different work differ by less.
constexpr double min_rate_ratio = 2.5;
/// Of what was counted of a part: with fewer controls the rest of the run is the better measure.
constexpr double min_fraction_of_controls = 0.25;

/// Slow samples among some.
struct SlowShare {
    double slow = 0;
    double all = 0;

    [[nodiscard]] double rate() const { return all > 0 ? slow / all : 0; }
    /// Above 0 where none was seen.
    [[nodiscard]] double cautious_rate() const { return (slow + 1) / (all + 2); }
    SlowShare operator+(const SlowShare& other) const { return {slow + other.slow, all + other.all}; }
    SlowShare operator-(const SlowShare& other) const { return {slow - other.slow, all - other.all}; }
};

/// By the sum of squares, which a host that loses packets itself makes large, or by the host in the middle,
/// which says too much where hosts have a slow sample or none: the less of both, 1 at least.
double dispersion_of(const std::vector<SlowShare>& shares) {
    constexpr double median_of_a_squared_normal = 0.455;
    SlowShare sum;
    std::vector<double> rates;
    rates.reserve(shares.size());
    for (const SlowShare& share : shares) {
        sum = sum + share;
        rates.push_back(share.rate());
    }
    const double middle = upper_median_of(rates);
    double squares = 0;
    std::vector<double> in_the_middle;
    in_the_middle.reserve(shares.size());
    for (const SlowShare& share : shares) {
        const double expected = std::max(1e-9, share.all * sum.rate());
        squares += std::pow(share.slow - expected, 2) / expected;
        const double usual = share.all * middle;
        in_the_middle.push_back(std::pow(share.slow - usual, 2) / std::max(1.0, usual));
    }
    return std::max(1.0, std::min(squares / std::max(1.0, static_cast<double>(shares.size()) - 1),
                                  upper_median_of(in_the_middle) / median_of_a_squared_normal));
}

/// Samples between those hosts that nothing was found of.
class Background {
  public:
    explicit Background(const SampleCounts& counts)
        : counts_(counts), kept_(Eigen::VectorXf::Ones(counts.slow.rows())) {
        sum_up();
    }
    /// Without the links that --confirm was to count: of these most values were counted, of others single
    /// ones, as controls.
    Background(const SampleCounts& counts, const SlowSampleCounts& samples)
        : counts_(counts), listed_in_(&samples), kept_(Eigen::VectorXf::Ones(counts.slow.rows())) {
        sum_up();
    }

    void leave_out(HostIndex host) {
        kept_(host) = 0;
        sum_up();
    }
    [[nodiscard]] bool keeps(HostIndex host) const { return kept_(host) > 0; }

    [[nodiscard]] SlowShare between(HostIndex host, HostIndex other) const {
        return {counts_.slow(host, other), counts_.all(host, other)};
    }
    /// Of a host with all others that are kept.
    [[nodiscard]] SlowShare of(HostIndex host) const { return {slow_(host), all_(host)}; }
    /// Of those pairs that do not include the host.
    [[nodiscard]] SlowShare without(HostIndex host) const { return total_ - of(host); }
    /// The partner with which the host has the most slow samples.
    [[nodiscard]] SlowShare worst_partner(HostIndex host) const {
        SlowShare worst;
        for (const HostIndex other : IndexRange<HostIndex>(kept_.size())) {
            if (keeps(other) && between(host, other).slow > worst.slow) worst = between(host, other);
        }
        return worst;
    }
    /// How much more hosts, other than one that is left out, differ than by chance: a ratio of variances, 1
    /// at least.
    [[nodiscard]] double dispersion(std::optional<HostIndex> left_out = std::nullopt) const {
        std::vector<SlowShare> shares;
        shares.reserve(static_cast<std::size_t>(kept_.size()));
        for (const HostIndex host : IndexRange<HostIndex>(kept_.size())) {
            if (host == left_out || !keeps(host)) continue;
            shares.push_back(left_out ? of(host) - between(host, *left_out) : of(host));
        }
        return dispersion_of(shares);
    }

  private:
    void sum_up() {
        slow_ = sums_of(counts_.slow);
        all_ = sums_of(counts_.all);
        total_ = {slow_.sum() / 2, all_.sum() / 2};
    }
    [[nodiscard]] Eigen::VectorXd sums_of(const Eigen::ArrayXXf& counts) const {
        Eigen::VectorXf sums;
        if (listed_in_ == nullptr) {
            sums = counts.matrix() * kept_;
        } else {
            const auto is_listed = listed_in_->counted.values > listed_in_->all.values / 2;
            sums = is_listed.select(0.F, counts).matrix() * kept_;
        }
        return sums.cwiseProduct(kept_).cast<double>();
    }

    const SampleCounts& counts_;
    const SlowSampleCounts* listed_in_ = nullptr;
    Eigen::VectorXf kept_;
    Eigen::VectorXd slow_;
    Eigen::VectorXd all_;
    SlowShare total_;
};

/// What counting says of a part.
struct Judgement {
    SlowShare own;
    double elsewhere = 0;  ///< rate
    double surprise = 0;   ///< less the logarithm of how many parts there are
    bool is_confirmed = false;

    [[nodiscard]] bool is_sure() const {
        return surprise >= std::log(is_confirmed ? false_confirmed_in : false_faults_in);
    }
    [[nodiscard]] bool is_suspect() const {
        return !is_confirmed && !is_sure() && surprise >= std::log(false_suspects_in);
    }
};

/// Holds some of the part's own samples against the rate elsewhere.
Judgement judge(const SlowShare& own, const SlowShare& of_own, double elsewhere, double dispersion,
                double parts) {
    Judgement judgement{own, elsewhere};
    if (of_own.rate() < min_rate_ratio * elsewhere) return judgement;
    judgement.surprise = binomial_surprise(of_own.slow, of_own.all, elsewhere) / dispersion - std::log(parts);
    return judgement;
}

/// Judges hosts and links: by all samples, and those that --confirm has counted by these alone.
class Jury {
  public:
    explicit Jury(const SlowSampleCounts& samples)
        : samples_(samples),
          all_(samples.all),
          counted_(samples.counted),
          unlisted_(samples.all, samples),
          controls_(samples.counted, samples) {}

    void leave_out(HostIndex host) {
        all_.leave_out(host);
        counted_.leave_out(host);
        unlisted_.leave_out(host);
        controls_.leave_out(host);
    }
    [[nodiscard]] bool keeps(HostIndex host) const { return all_.keeps(host); }

    [[nodiscard]] Judgement judge_host(HostIndex host) const {
        const double elsewhere = all_.without(host).cautious_rate();
        if (was_listed(host)) {
            const SlowShare counted = counted_.of(host);
            Judgement judgement = judge(counted, counted - counted_.worst_partner(host),
                                        rate_beside(host, counted, elsewhere), 1, 1);
            judgement.is_confirmed = true;
            return judgement;
        }
        // Were it a link, one partner would have most of them.
        const SlowShare own = all_.of(host);
        const auto hosts = static_cast<double>(samples_.all.slow.rows());
        return judge(own, own - all_.worst_partner(host), elsewhere, all_.dispersion(host), hosts);
    }

    /// How much more hosts differ than by chance, once all that are named are left out.
    [[nodiscard]] double dispersion() const { return all_.dispersion(); }

    [[nodiscard]] Judgement judge_link(HostIndex host, HostIndex other, double dispersion) const {
        const SlowShare own = all_.between(host, other);
        // Something else that held up one measurement shows in one value.
        const SlowShare without_worst = own - SlowShare{samples_.all.worst(host, other), 0};
        const double elsewhere =
            std::max({all_.without(host).cautious_rate(), (all_.of(host) - own).cautious_rate(),
                      (all_.of(other) - own).cautious_rate()});
        if (samples_.counted.values(host, other) > samples_.all.values(host, other) / 2) {
            const SlowShare counted = counted_.between(host, other);
            Judgement judgement = judge(counted, counted - SlowShare{samples_.counted.worst(host, other), 0},
                                        rate_beside(host, counted, elsewhere), 1, 1);
            judgement.is_confirmed = true;
            return judgement;
        }
        if (without_worst.slow < 2) return {own, elsewhere};
        const auto hosts = static_cast<double>(samples_.all.slow.rows());
        return judge(own, without_worst, elsewhere, dispersion, hosts * (hosts - 1) / 2);
    }

  private:
    /// By its values: of those that were counted there are more samples than of the others.
    [[nodiscard]] bool was_listed(HostIndex host) const {
        return samples_.counted.values.row(host).sum() > samples_.all.values.row(host).sum() / 2;
    }
    /// That of the controls, or with too few of them that of all that was not listed, as far as there is.
    [[nodiscard]] double rate_beside(HostIndex host, const SlowShare& counted, double otherwise) const {
        for (const Background* const background : {&controls_, &unlisted_}) {
            const SlowShare beside = background->without(host);
            if (beside.all >= min_fraction_of_controls * counted.all) return beside.cautious_rate();
        }
        return otherwise;
    }

    const SlowSampleCounts& samples_;
    Background all_;
    Background counted_;
    Background unlisted_;
    Background controls_;
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

Finding finding_of_host(const Case& subject, HostIndex host, const Judgement& judgement) {
    Finding finding;
    name_host(finding, subject.survey->machine, host);
    describe(finding, subject, sums_of_host(subject, host, [](HostIndex) { return true; }), judgement,
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

/// The host that surprises most, one after another: what it adds to its partners' samples is left out then.
std::vector<Finding> find_hosts(const Case& subject, Jury& jury, Residual& residual) {
    const Survey& survey = *subject.survey;
    const HostList hosts = survey.machine.hosts.indices().list();
    std::vector<Finding> findings;
    while (3 * findings.size() < hosts.size()) {
        std::optional<HostIndex> worst;
        Judgement of_worst;
        for (const HostIndex host : hosts) {
            if (!jury.keeps(host) || !survey.partners.suffice_for(host)) continue;
            const Judgement judgement = jury.judge_host(host);
            if (!judgement.is_sure() && !judgement.is_suspect()) continue;
            if (worst && judgement.surprise <= of_worst.surprise) continue;
            worst = host;
            of_worst = judgement;
        }
        if (!worst) return findings;
        findings.push_back(finding_of_host(subject, *worst, of_worst));
        // What costs too little to be reported is a spread like any other.
        const bool is_reported = findings.back().effect->factor >= 1 + subject.min_effect;
        residual.intermittent_hosts[*worst] = of_worst.is_sure() && is_reported;
        jury.leave_out(*worst);
    }
    // So many have something in common, which is not theirs.
    residual.intermittent_hosts.assign(hosts.size(), false);
    return {};
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
    std::vector<Finding> findings = find_hosts(subject, jury, residual);
    std::vector<Finding> links = find_links(subject, jury);
    std::move(links.begin(), links.end(), std::back_inserter(findings));
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector intermittent_delays_detector{"packet loss and flapping",
                                                             missing_sample_counts, find_intermittent_delays};

}  // namespace fabricmap::diagnosis
