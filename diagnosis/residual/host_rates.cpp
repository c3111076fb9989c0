// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/host_rates.hpp"

#include "diagnosis/residual/host_means.hpp"
#include "diagnosis/residual/rates.hpp"
#include "statistics/robust.hpp"

#include <algorithm>

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

/// Of the values of a host in the matrices; its value with itself is NaN.
template <typename LineOf>
std::optional<double> rate_of_host(const RunDescription& run, const LongLengths& lengths,
                                   const LineOf& line_of) {
    std::vector<double> delays_s;
    for (const Eigen::ArrayXXf& delays : lengths.delays_s)
        delays_s.push_back(static_cast<double>(median_of_numbers(line_of(delays))));
    return rate_of(run, lengths.bytes, delays_s);
}

}  // namespace

std::vector<HostRates> host_rates(const RunDescription& run, const DelayStack& stack, const Survey& survey) {
    const LongLengths lengths = long_lengths(stack, survey);
    std::vector<HostRates> rates;
    for (Eigen::Index host = 0; host < std::ssize(survey.machine.hosts); ++host) {
        rates.push_back(
            {rate_of_host(run, lengths, [&](const Eigen::ArrayXXf& all) { return all.row(host).eval(); }),
             rate_of_host(run, lengths, [&](const Eigen::ArrayXXf& all) { return all.col(host).eval(); })});
    }
    return rates;
}

}  // namespace fabricmap::diagnosis
