// SPDX-License-Identifier: Apache-2.0
#include "converters/merging/run_terms.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::converters {
namespace {

/// Smaller changes are no change: 10 %.
const double min_change = std::log(1.1);
constexpr double deviations_of_a_change = 4;
/// Of fewer, the change of one host cannot be told from what all have in common.
constexpr std::size_t min_hosts_for_an_offset = 4;
constexpr std::size_t min_pairs_for_an_offset = 2;

/// Differences of a measurement from the newer ones that each host sends, and receives.
struct Differences {
    std::vector<std::vector<double>> sent;
    std::vector<std::vector<double>> received;
};

Differences differences_of(const Matrix& logs, const Matrix& newer, const MeasuredPairs& pairs) {
    Differences found{std::vector<std::vector<double>>(pairs.hosts.size()),
                      std::vector<std::vector<double>>(pairs.hosts.size())};
    for (Eigen::Index from = 0; from < logs.rows(); ++from) {
        for (Eigen::Index to = 0; to < logs.cols(); ++to) {
            const double difference = logs(from, to) - newer(from, to);
            const std::size_t sender = pairs.host_of[static_cast<std::size_t>(from)];
            const std::size_t receiver = pairs.host_of[static_cast<std::size_t>(to)];
            if (sender == receiver || !std::isfinite(difference)) continue;
            found.sent[sender].push_back(difference);
            found.received[receiver].push_back(difference);
        }
    }
    return found;
}

/// The median over hosts of the median over their partners, so that a host that has changed counts once.
double offset_in(const Differences& differences) {
    std::vector<double> of_hosts;
    for (const auto* const direction : {&differences.sent, &differences.received}) {
        for (std::vector<double> values : *direction) {
            if (values.size() >= min_pairs_for_an_offset) of_hosts.push_back(median_of(values));
        }
    }
    return of_hosts.size() < 2 * min_hosts_for_an_offset ? 0 : median_of(of_hosts);
}

RunTerm term_of(const Differences& differences) {
    const double offset = offset_in(differences);
    std::vector<double> distances;
    for (const auto& values : differences.sent) {
        for (const double value : values) distances.push_back(std::abs(value - offset));
    }
    const double deviation = distances.empty() ? 0 : deviations_of_a_median * median_of(distances);
    return {offset, std::max(min_change, deviations_of_a_change * deviation)};
}

/// More than half of the differences are farther off than pairs that agree, to the same side. One pair
/// suffices: where it was the link that has changed, no more is lost than what the host's other pairs were.
bool shows_a_change(const std::vector<double>& differences, const RunTerm& term) {
    const auto beyond = [&](double sign) {
        return 2 * std::count_if(differences.begin(), differences.end(),
                                 [&](double difference) {
                                     return sign * (difference - term.offset) > term.agreement;
                                 }) >
               std::ssize(differences);
    };
    return beyond(1) || beyond(-1);
}

/// Where there is none yet.
void fill_in(Matrix& newer, const Matrix& logs, double offset) {
    for (Eigen::Index place = 0; place < newer.size(); ++place) {
        if (std::isnan(newer.data()[place])) newer.data()[place] = logs.data()[place] - offset;
    }
}

void forget_hosts(Matrix& logs, const MeasuredPairs& pairs, const RunTerms& terms, std::size_t measurement) {
    for (std::size_t rank = 0; rank < pairs.rank_count(); ++rank) {
        if (terms.holds(pairs.host_of[rank], measurement)) continue;
        logs.row(static_cast<Eigen::Index>(rank)).setConstant(std::nan(""));
        logs.col(static_cast<Eigen::Index>(rank)).setConstant(std::nan(""));
    }
}

/// From the newest to the oldest: each is held against all that is newer.
void find_terms(RunTerms& terms, const MeasuredPairs& pairs, std::size_t k) {
    Matrix newer;
    for (std::size_t m = 0; m < pairs.measurements.size(); ++m) {
        Matrix logs = medians_of(pairs.measurements[m], k, pairs.rank_count()).log();
        if (m == 0) newer = Matrix::Constant(logs.rows(), logs.cols(), std::nan(""));
        forget_hosts(logs, pairs, terms, m);
        const Differences differences = differences_of(logs, newer, pairs);
        const RunTerm term = terms.of[m][k] = term_of(differences);
        for (std::size_t host = 0; host < pairs.hosts.size(); ++host) {
            if (shows_a_change(differences.sent[host], term) ||
                shows_a_change(differences.received[host], term))
                terms.changed_at[host] = std::min(terms.changed_at[host], m);
        }
        forget_hosts(logs, pairs, terms, m);
        fill_in(newer, logs, term.offset);
    }
}

}  // namespace

RunTerms run_terms_of(const MeasuredPairs& pairs) {
    const std::size_t count = pairs.measurements.size();
    RunTerms terms{std::vector(count, std::vector<RunTerm>(pairs.lengths.size())),
                   std::vector<std::size_t>(pairs.hosts.size(), count)};
    for (std::size_t k = 0; k < pairs.lengths.size(); ++k) find_terms(terms, pairs, k);
    return terms;
}

}  // namespace fabricmap::converters
