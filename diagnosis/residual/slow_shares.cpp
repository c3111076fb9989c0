// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/slow_shares.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {

/// By the sum of squares, which a host that loses packets itself makes large, or by the host in the middle,
/// which says too much where hosts have a slow sample or none: the less of both.
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

SlowSampleBackground::SlowSampleBackground(const SampleCounts& counts)
    : counts_(counts), kept_(Eigen::VectorXf::Ones(counts.slow.rows())) {
    sum_up();
}

SlowSampleBackground::SlowSampleBackground(const SampleCounts& counts, const SlowSampleCounts& samples)
    : counts_(counts), listed_in_(&samples), kept_(Eigen::VectorXf::Ones(counts.slow.rows())) {
    sum_up();
}

void SlowSampleBackground::leave_out(const HostList& hosts) {
    for (const HostIndex host : hosts) kept_(host) = 0;
    sum_up();
}

SlowShare SlowSampleBackground::worst_partner(HostIndex host) const {
    SlowShare worst;
    for (const HostIndex other : IndexRange<HostIndex>(kept_.size())) {
        if (keeps(other) && between(host, other).slow > worst.slow) worst = between(host, other);
    }
    return worst;
}

double SlowSampleBackground::dispersion(std::optional<HostIndex> left_out) const {
    const bool is_among_kept = left_out && keeps(*left_out);
    std::vector<SlowShare> shares;
    shares.reserve(static_cast<std::size_t>(kept_.size()));
    for (const HostIndex host : IndexRange<HostIndex>(kept_.size())) {
        if (host == left_out || !keeps(host)) continue;
        shares.push_back(is_among_kept ? of(host) - between(host, *left_out) : of(host));
    }
    return dispersion_of(shares);
}

void SlowSampleBackground::sum_up() {
    slow_ = sums_of(counts_.slow);
    all_ = sums_of(counts_.all);
    const Eigen::VectorXd kept = kept_.cast<double>();
    total_ = {slow_.dot(kept) / 2, all_.dot(kept) / 2};
    samples_of_an_event_ = samples_together();
}

/// By the worst value of each pair, beyond what each of its values has on average: the squares of what comes
/// together, over its sum, are how much more the number of slow samples varies than by chance.
double SlowSampleBackground::samples_together() const {
    double squares = 0;
    double slow = 0;
    for (const HostIndex host : IndexRange<HostIndex>(kept_.size())) {
        for (const HostIndex other : IndexRange<HostIndex>(kept_.size())) {
            if (!keeps(host) || !keeps(other) || !(counts_.slow(host, other) > 0)) continue;
            const double values = counts_.values(host, other);
            const double of_pair = counts_.slow(host, other);
            slow += of_pair;
            if (values < 2) continue;
            const double beyond = (counts_.worst(host, other) - of_pair / values) * values / (values - 1);
            squares += beyond * beyond;
        }
    }
    return slow > 0 ? std::max(1.0, squares / slow) : 1;
}

Eigen::VectorXd SlowSampleBackground::sums_of(const Eigen::ArrayXXf& counts) const {
    if (listed_in_ == nullptr) return (counts.matrix() * kept_).cast<double>();
    const auto is_listed = listed_in_->counted.values > listed_in_->all.values / 2;
    return (is_listed.select(0.F, counts).matrix() * kept_).cast<double>();
}

}  // namespace fabricmap::diagnosis
