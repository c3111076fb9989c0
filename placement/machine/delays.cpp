// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/delays.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "diagnosis/stages/basis.hpp"
#include "placement/machine/shrinking.hpp"
#include "placement/machine/standard_error.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fabricmap::placement {
namespace {

using diagnosis::Machine;
using diagnosis::PairClasses;
using diagnosis::Survey;

/// No value counts as less than it is: what is farther off is told by its own remainder.
const float no_limit = std::log(1000.0F);

/// What differs less from its class may be what disturbed the run while that pair was measured.
constexpr double smallest_distinct_ratio = 1.2;

/// The inverse of what BandSums takes for a logarithm: 2 (ratio - 1) / (ratio + 1).
float logarithm_of_remainder(float left) {
    const float bounded = std::clamp(left, -1.99F, 1.99F);
    return std::log((2 + bounded) / (2 - bounded));
}

/// Lengths × ranks to lengths × hosts: the median over the ranks of each.
Eigen::ArrayXXf effects_of_hosts(const Eigen::ArrayXXf& of_ranks, const Machine& machine) {
    Eigen::ArrayXXf effects(of_ranks.rows(), machine.host_count());
    for (const HostIndex host : machine.ranks_of.indices()) {
        for (Eigen::Index k = 0; k < of_ranks.rows(); ++k) {
            std::vector<float> values;
            for (const RankIndex rank : machine.ranks_of[host]) values.push_back(of_ranks(k, rank));
            effects(k, host) = median_of_numbers(values);
        }
    }
    return effects;
}

/// The class of each pair of hosts, by their first ranks.
void take_classes(HostDelays& delays, const Survey& survey) {
    const PerHost<std::vector<RankIndex>>& ranks_of = survey.machine.ranks_of;
    delays.class_logs = survey.class_medians.log();
    delays.class_pairs.resize(delays.class_logs.cols());
    Eigen::Index number = 0;
    for (const diagnosis::PairClass& one : survey.classes.all)
        delays.class_pairs(number++) = std::max(1.0, static_cast<double>(one.pairs));
    delays.class_of.setZero(delays.host_count(), delays.host_count());
    for (const HostIndex from : ranks_of.indices()) {
        const RankIndex sender = ranks_of[from].front();
        for (const HostIndex to : ranks_of.indices()) {
            const RankIndex receiver = ranks_of[to].front();
            if (from != to) delays.class_of(from, to) = survey.classes.of(sender, receiver);
        }
    }
}

/// A class that was not measured at a length has that of its nearest length.
void fill_gaps(Eigen::Ref<Eigen::ArrayXf> logs) {
    for (Eigen::Index k = 1; k < logs.size(); ++k) {
        if (!std::isfinite(logs(k))) logs(k) = logs(k - 1);
    }
    for (Eigen::Index k = logs.size() - 1; k-- > 0;) {
        if (!std::isfinite(logs(k))) logs(k) = logs(k + 1);
    }
}

/// Between ranks of one host: the mean over its classes, by their pairs. Where no two were measured, half of
/// what the nearest hosts take, which is a guess.
void take_within(HostDelays& delays, const Survey& survey) {
    const Eigen::Index lengths = delays.class_logs.rows();
    Eigen::ArrayXf sum = Eigen::ArrayXf::Zero(lengths);
    Eigen::ArrayXf nearest = Eigen::ArrayXf::Constant(lengths, std::numeric_limits<float>::infinity());
    float pairs = 0;
    Eigen::Index number = 0;
    for (const diagnosis::PairClass& one : survey.classes.all) {
        const auto column = delays.class_logs.col(number++);
        if (one.between_hosts) {
            nearest = nearest.min(column);
        } else if (column.isFinite().all()) {
            const auto weight = static_cast<float>(one.pairs);
            sum += weight * column;
            pairs += weight;
        }
    }
    delays.within_pairs = pairs;
    delays.within_is_guessed = pairs == 0;
    if (delays.within_is_guessed) {
        delays.within_logs = nearest - std::numbers::ln2_v<float>;
    } else {
        delays.within_logs = sum / pairs;
    }
}

std::vector<HostMatrix> links_of(const Survey& survey) {
    std::vector<HostMatrix> links;
    for (const diagnosis::Band& band : survey.bands)
        links.emplace_back(band.links.unaryExpr(&logarithm_of_remainder));
    return links;
}

void count_guessed(HostDelays& delays, const Survey& survey) {
    const Eigen::Index hosts = delays.host_count();
    if (hosts < 2) return;
    const auto is_missing = [&](Eigen::Index from, Eigen::Index to) {
        const float fraction = survey.missing_fraction(HostIndex(from), HostIndex(to));
        return std::isnan(fraction) || fraction >= 1;
    };
    // What was measured in neither direction.
    delays.is_guessed = Eigen::ArrayXXf::NullaryExpr(hosts, hosts, [&](Eigen::Index one, Eigen::Index other) {
        return one != other && is_missing(one, other) && is_missing(other, one) ? 1.0F : 0.0F;
    });
    delays.guessed_fraction =
        delays.is_guessed.cast<double>().sum() / static_cast<double>(hosts * (hosts - 1));
}

/// Of the pairs of each class, noise and all.
void take_spreads(HostDelays& delays, const std::vector<HostMatrix>& links) {
    const Eigen::Index classes = delays.class_logs.cols();
    Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(classes);
    Eigen::ArrayXd counts = Eigen::ArrayXd::Zero(classes);
    for (const HostMatrix& band : links) {
        for (Eigen::Index from = 0; from < band.rows(); ++from) {
            for (Eigen::Index to = 0; to < band.cols(); ++to) {
                if (from == to || !std::isfinite(band(from, to))) continue;
                squares(delays.class_of(from, to)) += static_cast<double>(band(from, to)) * band(from, to);
                ++counts(delays.class_of(from, to));
            }
        }
    }
    delays.class_spreads = (squares / counts.max(1)).sqrt();
}

/// At one length.
HostMatrix means_of_hosts(const DelayStack& stack, const PerHost<std::vector<RankIndex>>& ranks_of,
                          std::size_t length) {
    const auto plane = stack.plane(length);
    const Eigen::Index hosts = std::ssize(ranks_of);
    HostMatrix means(hosts, hosts);
    for (const HostIndex from : ranks_of.indices()) {
        for (const HostIndex to : ranks_of.indices()) {
            double sum = 0;
            double count = 0;
            for (const RankIndex sender : ranks_of[from]) {
                for (const RankIndex receiver : ranks_of[to]) {
                    if (from == to || !std::isfinite(plane(sender, receiver))) continue;
                    sum += plane(sender, receiver);
                    ++count;
                }
            }
            means(from, to) =
                count > 0 ? static_cast<float>(sum / count) : std::numeric_limits<float>::quiet_NaN();
        }
    }
    return means;
}

/// Where nothing shows the noise, all that sets pairs apart may be noise.
double noise_of_single_values(const HostDelays& delays, const Run& run) {
    const auto lengths = static_cast<double>(delays.lengths.size());
    const double seen =
        delays.noise_is_known ? delays.pair_noise * std::sqrt(2 * lengths) : delays.class_spreads.maxCoeff();
    return std::max(seen, standard_error_of(run));
}

/// The deviation of a host's effect at one length: a median over its pairs of ranks.
double noise_of_hosts(const HostDelays& delays) {
    const auto partners = std::max<double>(1, delays.host_count() - 1);
    return delays.single_noise * std::sqrt(std::numbers::pi / 2 / partners);
}

}  // namespace

/// `min_deviation`: of a pair from its class, logarithm; less counts as none.
HostMatrix HostDelays::measured_plane(Eigen::Index k, float min_deviation) const {
    const HostMatrix& remainder = remainders[band_of[k]];
    HostMatrix plane(host_count(), host_count());
    for (Eigen::Index from = 0; from < plane.rows(); ++from) {
        for (Eigen::Index to = 0; to < plane.cols(); ++to) {
            const float deviation = sending(k, from) + receiving(k, to) + remainder(from, to);
            const float counted = std::abs(deviation) >= min_deviation ? deviation : 0;
            const float log = from == to ? within_logs(k) : class_logs(k, class_of(from, to)) + counted;
            plane(from, to) = std::exp(log);
        }
    }
    return plane;
}

HostMatrix HostDelays::plane_of_classes(Eigen::Index k) const {
    HostMatrix plane(host_count(), host_count());
    for (Eigen::Index from = 0; from < plane.rows(); ++from) {
        for (Eigen::Index to = 0; to < plane.cols(); ++to)
            plane(from, to) = std::exp(from == to ? within_logs(k) : class_logs(k, class_of(from, to)));
    }
    return plane;
}

double HostDelays::class_delay(Eigen::Index k, HostIndex from, HostIndex to) const {
    return std::exp(from == to ? within_logs(k) : class_logs(k, class_of(from, to)));
}

double HostDelays::mean_between_hosts(Eigen::Index k) const {
    const HostMatrix plane = plane_of_classes(k);
    const double count = host_count();
    return static_cast<double>(plane.sum() - plane.matrix().trace()) / std::max(1.0, count * (count - 1));
}

bool HostDelays::shows_rates() const {
    constexpr float times_latency = 2;
    const Eigen::Index longest = std::ssize(lengths) - 1;
    return plane_of_classes(longest).mean() >= times_latency * plane_of_classes(0).mean();
}

std::map<std::string, HostIndex> HostDelays::hosts_by_name() const {
    std::map<std::string, HostIndex> by_name;
    for (const HostIndex host : hosts.indices()) by_name[hosts[host]] = host;
    const std::vector<std::string> nodes = node_names(hosts, known_nodes);
    for (const HostIndex host : hosts.indices())
        by_name.try_emplace(nodes[static_cast<std::size_t>(host)], host);
    return by_name;
}

HostMatrix HostDelays::plane(double length_bytes) const {
    return plane_by(length_bytes, [&](Eigen::Index k) { return measured_plane(k, 0); });
}

HostMatrix HostDelays::plane_as_measured(double length_bytes) const {
    return plane_by(length_bytes, [&](Eigen::Index k) {
        const HostMatrix model = measured_plane(k, 0);
        HostMatrix plane = measured(static_cast<std::size_t>(k));
        plane = plane.isFinite().select(plane, model);
        plane.matrix().diagonal() = model.matrix().diagonal();
        return plane;
    });
}

HostMatrix HostDelays::distinct_plane(double length_bytes) const {
    // Maxima over many pairs are maxima over their noise, too: that alone differs by some deviations.
    constexpr double deviations = 5;
    const double noise = std::sqrt(pair_noise * pair_noise + 2 * host_noise * host_noise);
    const double least = std::max(deviations * noise, std::log(smallest_distinct_ratio));
    return plane_by(length_bytes,
                    [&](Eigen::Index k) { return measured_plane(k, static_cast<float>(least)); });
}

HostMatrix HostDelays::plane_by(double length_bytes,
                                const std::function<HostMatrix(Eigen::Index)>& plane_of) const {
    const auto after =
        std::lower_bound(lengths.begin(), lengths.end(), length_bytes,
                         [](std::int64_t one, double other) { return static_cast<double>(one) < other; });
    Eigen::Index k = after - lengths.begin();
    if (k == 0) return plane_of(0);
    if (k == std::ssize(lengths)) {
        if (k == 1) return plane_of(0);
        --k;
    }
    const auto first = static_cast<double>(lengths[k - 1]);
    const auto last = static_cast<double>(lengths[k]);
    const auto share = static_cast<float>((length_bytes - first) / (last - first));
    HostMatrix longer = plane_of(k);
    if (share == 1) return longer;
    const HostMatrix shorter = plane_of(k - 1);
    if (share < 1) return shorter + share * (longer - shorter);
    // The difference of two latencies, a thousand times over, would be noise alone.
    const HostMatrix slope =
        shows_rates() ? HostMatrix(longer - shorter) : plane_of_classes(k) - plane_of_classes(k - 1);
    // Beyond the longest length no message is faster than that.
    return longer + (share - 1) * slope.max(0);
}

HostDelays host_delays_of(const Run& run, const std::function<void()>& step) {
    const Machine machine = diagnosis::machine_of(run.description());
    const auto stack = run.stack(run.preferred());
    HostDelays delays;
    delays.label = run.label();
    delays.hosts = machine.hosts;
    for (const std::vector<RankIndex>& ranks : machine.ranks_of) {
        delays.ranks_on.push_back(static_cast<int>(ranks.size()));
        int cores = -1;
        for (const RankIndex rank : ranks)
            cores = std::max(cores, run.description().ranks[static_cast<std::size_t>(rank)].usable_cores);
        delays.cores_on.push_back(cores);
    }
    for (const HostIndex host : machine.left_out) delays.left_out.push_back(machine.hosts[host]);
    try {
        PairClasses classes = diagnosis::find_pair_classes(*stack, machine, step);
        delays.topology = classes.topology;
        const Survey survey = diagnosis::survey_of(*stack, machine, std::move(classes), no_limit, step);
        delays.lengths = List<std::int64_t>(survey.lengths);
        take_classes(delays, survey);
        for (Eigen::Index number = 0; number < delays.class_logs.cols(); ++number)
            fill_gaps(delays.class_logs.col(number));
        take_within(delays, survey);
        delays.sending = effects_of_hosts(survey.effects.sending, machine);
        delays.receiving = effects_of_hosts(survey.effects.receiving, machine);
        for (std::size_t band = 0; band < survey.bands.size(); ++band)
            delays.band_of.insert(delays.band_of.end(), survey.bands[band].count, band);
        const std::vector<HostMatrix> links = links_of(survey);
        take_spreads(delays, links);
        Shrunken left = shrink(links, delays, is_symmetric(run.description()));
        delays.remainders = std::move(left.remainders);
        delays.taken_off = std::move(left.taken_off);
        delays.doubtful = std::move(left.doubtful);
        delays.pair_noise = left.noise;  // of a mean over lengths and both directions
        delays.noise_is_known = left.noise_is_known;
        delays.single_noise = noise_of_single_values(delays, run);
        delays.pair_noise = delays.single_noise / std::sqrt(2.0 * static_cast<double>(delays.lengths.size()));
        const double noise = noise_of_hosts(delays);
        shrink_hosts(delays.sending, noise);
        shrink_hosts(delays.receiving, noise);
        delays.host_noise = noise / std::sqrt(static_cast<double>(survey.lengths.size()));
        count_guessed(delays, survey);
        delays.measured = [stack, ranks_of = machine.ranks_of](std::size_t length) {
            return means_of_hosts(*stack, ranks_of, length);
        };
        const diagnosis::Basis basis = diagnosis::basis_of(run, machine);
        delays.is_complete = run.description().complete;
        delays.imprecise_fraction = basis.imprecise_fraction;
    } catch (const FileError& error) {
        throw FileError(fmt::format("{}: {}", run.label(), error.what()));
    }
    return delays;
}

}  // namespace fabricmap::placement
