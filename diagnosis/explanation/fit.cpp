// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/fit.hpp"

#include "diagnosis/explanation/kind_classes.hpp"
#include "diagnosis/explanation/threads.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_sample = 131072;
constexpr std::size_t max_class_sample = 8192;
constexpr Eigen::Index max_partners = 512;
constexpr float min_host_spread = 0.001F;
constexpr std::size_t max_classes = 256;

}  // namespace

Fit::Fit(const HostLogs& logs, PairStructure structure, std::function<void()> look)
    : logs_(&logs),
      look_(std::move(look)),
      structure_(std::make_shared<const PairStructure>(std::move(structure))),
      measured_(static_cast<std::size_t>(logs.hosts * logs.hosts)) {
    const auto count = static_cast<std::uint32_t>(measured_.size());
    for (std::uint32_t pair = 0; pair < count; ++pair) {
        measured_[pair] = std::any_of(logs.bands.begin(), logs.bands.end(), [&](const LogBand& band) {
            return std::isfinite(band.logs.data()[pair]);
        });
        if (measured_[pair]) ++measured_pairs_;
    }
    // The stride must not meet the same column again and again.
    const auto stride = std::max<std::size_t>(1, static_cast<std::size_t>(measured_pairs_) / max_sample);
    std::size_t number = 0;
    for (std::uint32_t pair = 0; pair < count; ++pair) {
        if (measured_[pair] && number++ % stride == 0) sample_.push_back(pair);
    }
    const auto bands = static_cast<Eigen::Index>(logs.bands.size());
    sending_.setZero(bands, logs.hosts);
    receiving_.setZero(bands, logs.hosts);
    for (auto& of_side : host_spreads_) of_side.assign(logs.bands.size(), {0, min_host_spread});
    left_.resize(logs.bands.size());
    own_left_.resize(logs.bands.size());
    split_classes();
    refit();
}

void Fit::read_deviations(std::size_t band, Eigen::Index sender, std::vector<float>& of_receivers) const {
    const auto row = static_cast<Eigen::Index>(band);
    std::array<float, max_classes> centres{};
    std::array<float, max_classes> noise{};
    for (Eigen::Index number = 0; number < centres_.cols(); ++number)
        centres.at(static_cast<std::size_t>(number)) = centres_(row, number);
    for (Eigen::Index number = 0; number < noise_.cols(); ++number)
        noise.at(static_cast<std::size_t>(number)) = noise_(row, number);
    of_receivers.resize(static_cast<std::size_t>(hosts()));
    const std::size_t first = pair(sender, 0);
    const float* const left = left_[band]->data() + first;
    const std::uint8_t* const classes = class_of_->data() + first;
    const std::uint8_t* const noise_classes = noise_class_of_->data() + first;
    const float sent = sending_(row, sender);
    for (Eigen::Index to = 0; to < hosts(); ++to) {
        const float residual = left[to] - centres[classes[to]] - (sent + receiving_(row, to));
        of_receivers[static_cast<std::size_t>(to)] =
            residual == residual ? residual / noise[noise_classes[to]] : 0;
    }
}

HostMatrix Fit::unexplained(std::size_t band) const {
    HostMatrix unexplained = *left_[band];
    for (std::uint32_t pair = 0; pair < measured_.size(); ++pair)
        unexplained.data()[pair] -= of_class(band, pair);
    return unexplained;
}

double Fit::pairs_per_sample() const {
    return sample_.empty() ? 1 : static_cast<double>(measured_pairs_) / static_cast<double>(sample_.size());
}

void Fit::set_causes(std::vector<Cause> causes) {
    const auto has_kinds = [](const std::vector<Cause>& all) {
        return std::any_of(all.begin(), all.end(), [](const Cause& cause) { return cause.is_kind(); });
    };
    const bool kinds_may_differ = has_kinds(causes_) || has_kinds(causes);
    causes_ = std::move(causes);
    if (kinds_may_differ) split_classes();
}

void Fit::add(Cause cause) {
    cause.number = ++added_;
    causes_.push_back(std::move(cause));
    if (causes_.back().is_kind()) split_classes();
}

void Fit::split_classes() {
    class_of_ = Classes(structure_, &structure_->class_of);
    classes_ = structure_->classes;
    constexpr int max_classes_to_split = 80;
    for (const Cause& cause : causes_) {
        if (!cause.is_kind() || classes_ > max_classes_to_split) continue;
        auto split = std::make_shared<PairStructure::Classes>(*class_of_);
        classes_ = split_by_kind(*split, classes_, cause, *structure_);
        class_of_ = std::move(split);
    }
    for (Cause& cause : causes_) cause.of_classes.resize(0, 0);
    centres_.setZero(static_cast<Eigen::Index>(bands()), classes_);
    class_pairs_.assign(static_cast<std::size_t>(classes_), {});
    const auto count = static_cast<std::uint32_t>(measured_.size());
    std::vector<std::size_t> sizes(static_cast<std::size_t>(classes_));
    for (std::uint32_t pair = 0; pair < count; ++pair) sizes[class_of(pair)] += measured_[pair] ? 1U : 0U;
    std::vector<std::size_t> seen(sizes.size());
    for (std::uint32_t pair = 0; pair < count; ++pair) {
        if (!measured_[pair]) continue;
        const std::uint8_t number = class_of(pair);
        const std::size_t stride = std::max<std::size_t>(1, sizes[number] / max_class_sample);
        if (seen[number]++ % stride == 0) class_pairs_[number].push_back(pair);
    }
}

void Fit::sample_classes() {
    std::vector<bool> is_touched(measured_.size());
    for (const Cause& cause : causes_) {
        for (const std::uint32_t pair : cause.pairs) is_touched[pair] = true;
        for (const ValueEffect& value : cause.values) is_touched[value.pair] = true;
    }
    class_samples_.clear();
    for (const PairList& pairs : class_pairs_) {
        PairList free;
        for (const std::uint32_t pair : pairs) {
            if (!is_touched[pair]) free.push_back(pair);
        }
        constexpr std::size_t min_free = 6;
        const bool are_enough = free.size() >= std::max(min_free, pairs.size() / 10);
        if (!are_enough) free = pairs;
        class_samples_.push_back(std::move(free));
    }
}

float Fit::effect_on(const Cause& cause, std::size_t band, std::uint32_t pair) const {
    const float of_class =
        cause.of_classes.size() > 0 ? cause.of_classes(static_cast<Eigen::Index>(band), class_of(pair)) : 0;
    if (cause.added_s.empty()) return cause.effect[band] + of_class;
    return std::log1p(cause.added_s[band] * std::exp(-expected(band, pair))) + of_class;
}

float Fit::leak_on(const Cause& cause, std::size_t band, std::uint32_t pair) const {
    const std::uint32_t back = this->pair(receiver_of(pair), sender_of(pair));
    const float added_s = cause.leak.ratio * std::exp(expected(0, back)) + cause.leak.time_s;
    return std::log1p(added_s * std::exp(-expected(band, pair)));
}

/// Whether some cause adds something in the band.
bool Fit::is_touched(std::size_t band) const {
    return std::any_of(causes_.begin(), causes_.end(), [&](const Cause& cause) {
        return (cause.window.contains(band) && !cause.pairs.empty()) || !cause.leaked.empty() ||
               !cause.values.empty();
    });
}

void Fit::take_off_causes() {
    when_taken_off_ = {centres_, sending_, receiving_};
    for (std::size_t band = 0; band < bands(); ++band) {
        look();
        const HostMatrix& logs = logs_->bands[band].logs;
        left_[band].reset();
        if (!is_touched(band)) {
            own_left_[band].reset();
            left_[band] = std::shared_ptr<const HostMatrix>(std::shared_ptr<const void>(), &logs);
            continue;
        }
        // Another fit may have been copied from this one.
        if (!own_left_[band] || own_left_[band].use_count() > 1)
            own_left_[band] = std::make_shared<HostMatrix>();
        HostMatrix& left = *own_left_[band];
        left = logs;
        for (const Cause& cause : causes_) {
            if (cause.window.contains(band)) {
                for (const std::uint32_t pair : cause.pairs)
                    left.data()[pair] -= effect_on(cause, band, pair);
            }
            for (const std::uint32_t pair : cause.leaked) left.data()[pair] -= leak_on(cause, band, pair);
            for (const ValueEffect& value : cause.values) {
                if (value.band == band) left.data()[value.pair] -= value.effect;
            }
        }
        left_[band] = own_left_[band];
    }
}

void Fit::release() {
    std::fill(left_.begin(), left_.end(), nullptr);
    std::fill(own_left_.begin(), own_left_.end(), nullptr);
}

void Fit::restore() {
    Healthy now{centres_, sending_, receiving_};
    centres_ = when_taken_off_.centres;
    sending_ = when_taken_off_.sending;
    receiving_ = when_taken_off_.receiving;
    take_off_causes();
    centres_ = std::move(now.centres);
    sending_ = std::move(now.sending);
    receiving_ = std::move(now.receiving);
}

void Fit::fit_classes() {
    std::vector<float> values;
    for (std::size_t band = 0; band < bands(); ++band) {
        const float* const left = left_[band]->data();
        for (std::size_t number = 0; number < class_samples_.size(); ++number) {
            values.clear();
            for (const std::uint32_t pair : class_samples_[number]) {
                const float value = left[pair] - of_hosts(band, pair);
                if (std::isfinite(value)) values.push_back(value);
            }
            centres_(static_cast<Eigen::Index>(band), static_cast<Eigen::Index>(number)) =
                values.empty()       ? 0
                : logs_->are_changes ? centre_of_changes(values)
                                     : healthy_centre_of(values);
        }
    }
}

/// The median over its partners, of all or some; NaN where it has none. `values` is for the work.
float Fit::measured_of_host(std::size_t band, Eigen::Index host, HostSide side,
                            std::vector<float>& values) const {
    const Eigen::Index stride = std::max<Eigen::Index>(1, hosts() / max_partners);
    const bool is_sending = side == HostSide::sending;
    const Eigen::ArrayXXf& other_side = is_sending ? receiving_ : sending_;
    const float* const left = left_[band]->data();
    values.clear();
    for (Eigen::Index other = host % stride; other < hosts(); other += stride) {
        const std::uint32_t number = is_sending ? pair(host, other) : pair(other, host);
        const float value =
            left[number] - of_class(band, number) - other_side(static_cast<Eigen::Index>(band), other);
        if (std::isfinite(value)) values.push_back(value);
    }
    return values.empty() ? no_value : median_of(values);
}

/// What lies beyond what healthy hosts differ by is not taken for the host's.
void Fit::take_for_host(std::size_t band, Eigen::Index host, HostSide side, float measured) {
    const Spread& of_all = host_spreads_[static_cast<std::size_t>(side)][band];
    const float limit = max_host_deviations * of_all.deviation;
    Eigen::ArrayXXf& additions = side == HostSide::sending ? sending_ : receiving_;
    additions(static_cast<Eigen::Index>(band), host) =
        std::isfinite(measured) ? std::clamp(measured - of_all.centre, -limit, limit) : 0;
}

void Fit::fit_hosts() {
    if (hosts() < min_hosts_that_differ) return;
    const auto count = static_cast<std::size_t>(hosts());
    for (const HostSide side : {HostSide::sending, HostSide::receiving}) {
        for (std::size_t band = 0; band < bands(); ++band) {
            std::vector<float> measured(count, no_value);
            split_among_threads(count, std::min<std::size_t>(count, max_partners), look_,
                                [&](std::size_t begin, std::size_t end) {
                                    std::vector<float> values;
                                    for (std::size_t host = begin; host < end; ++host) {
                                        measured[host] = measured_of_host(
                                            band, static_cast<Eigen::Index>(host), side, values);
                                    }
                                });
            std::vector<float> sorted = numbers_of(measured);
            if (sorted.empty()) continue;
            Spread& of_all = host_spreads_[static_cast<std::size_t>(side)][band];
            of_all = spread_of_hosts(sorted);
            of_all.deviation = std::max({of_all.deviation, min_host_spread, logs_->min_host_spread});
            if (logs_->are_changes) of_all.centre = centre_of_changes(sorted);
            for (std::size_t host = 0; host < count; ++host)
                take_for_host(band, static_cast<Eigen::Index>(host), side, measured[host]);
        }
    }
}

void Fit::refit(Noise noise) {
    sample_classes();
    const bool has_uplinks = std::any_of(causes_.begin(), causes_.end(),
                                         [](const Cause& cause) { return cause.kind == CauseKind::uplink; });
    // What an uplink adds and what its hosts do is told apart by the pairs inside, which takes one more.
    const int rounds = has_uplinks ? 3 : 2;
    for (int round = 1; round <= rounds; ++round) {
        take_off_causes();
        if (round == 1) {
            sending_.setZero();
            receiving_.setZero();
        }
        fit_classes();
        fit_hosts();
        if (round < rounds) fit_causes();
    }
    // Which hosts are the typical ones moved all of them.
    if (!logs_->are_changes) fit_classes();
    if (noise == Noise::held) return;
    fit_noise();
    fit_tail();
    fit_coherence();
}

}  // namespace fabricmap::diagnosis
