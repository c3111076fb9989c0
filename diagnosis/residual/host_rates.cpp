// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/host_rates.hpp"

#include "diagnosis/residual/host_means.hpp"
#include "diagnosis/residual/rates.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// Of the two longest lengths, the shorter first.
struct LongLengths {
    std::vector<std::int64_t> bytes;
    std::vector<Eigen::ArrayXXf> delays_s;  ///< hosts × hosts
};

LongLengths long_lengths(const DelayStack& stack, const Survey& survey) {
    LongLengths lengths;
    const std::size_t count = survey.lengths.size();
    for (std::size_t k = count - std::min<std::size_t>(count, 2); k < count; ++k) {
        lengths.bytes.push_back(survey.lengths[k]);
        lengths.delays_s.push_back(fold_to_hosts({stack, k}, survey.machine));
    }
    return lengths;
}

/// Half of the 95 % interval of a rate that is stated may be so much of it.
constexpr double max_rate_error = 0.25;

/// How long each byte takes with each of the peers: none where the longer messages take no longer.
std::vector<float> seconds_per_byte(const RunDescription& run, const std::vector<std::int64_t>& bytes,
                                    const std::vector<Eigen::ArrayXf>& delays_s) {
    std::vector<float> times;
    for (Eigen::Index peer = 0; peer < delays_s.front().size(); ++peer) {
        std::vector<double> of_peer;
        of_peer.reserve(delays_s.size());
        for (const Eigen::ArrayXf& delays : delays_s) of_peer.push_back(static_cast<double>(delays(peer)));
        if (std::any_of(of_peer.begin(), of_peer.end(), [](double delay) { return std::isnan(delay); }))
            continue;
        const auto rate = rate_of(run, bytes, of_peer);
        times.push_back(rate ? static_cast<float>(1 / *rate) : 0);
    }
    return times;
}

/// Whether the peers agree on the rate: by the standard error of their median.
bool is_certain(double rate, const std::vector<float>& seconds_per_byte) {
    constexpr double errors_of_95 = 1.96;
    constexpr double of_a_median = 1.2533;  // times the error of a mean
    if (seconds_per_byte.size() < 3) return true;
    std::vector<double> distances;
    distances.reserve(seconds_per_byte.size());
    for (const float time : seconds_per_byte)
        distances.push_back(std::abs(static_cast<double>(time) * rate - 1));
    const double deviation = deviations_of_a_median * median_of(distances);
    return errors_of_95 * of_a_median * deviation / std::sqrt(static_cast<double>(distances.size())) <=
           max_rate_error;
}

/// Of the values of a host in the matrices; its value with itself is NaN.
template <typename LineOf>
std::optional<double> rate_of_host(const RunDescription& run, const LongLengths& lengths,
                                   const LineOf& line_of) {
    std::vector<Eigen::ArrayXf> lines;
    std::vector<double> delays_s;
    for (const Eigen::ArrayXXf& delays : lengths.delays_s) {
        lines.emplace_back(line_of(delays));
        delays_s.push_back(static_cast<double>(median_of_numbers(lines.back())));
    }
    const std::optional<double> rate = rate_of(run, lengths.bytes, delays_s);
    const bool is_known = rate && is_certain(*rate, seconds_per_byte(run, lengths.bytes, lines));
    return is_known ? rate : std::nullopt;
}

}  // namespace

std::vector<HostRates> host_rates(const RunDescription& run, const DelayStack& stack, const Survey& survey) {
    const LongLengths lengths = long_lengths(stack, survey);
    std::vector<HostRates> rates;
    for (Eigen::Index host = 0; host < std::ssize(survey.machine.hosts); ++host) {
        rates.push_back(
            {rate_of_host(run, lengths,
                          [&](const Eigen::ArrayXXf& all) { return all.row(host).transpose().eval(); }),
             rate_of_host(run, lengths, [&](const Eigen::ArrayXXf& all) { return all.col(host).eval(); })});
    }
    return rates;
}

}  // namespace fabricmap::diagnosis
