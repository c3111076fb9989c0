// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/band_sums.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr float floors_of_a_value = 1.5F;
constexpr float deviations_of_a_value = 4;

/// The logarithm by the first term of its fastest series, which takes a tenth of its time: within 1 % up to a
/// third off, and growing all the way, so that what is cut off is so either way.
float logarithm_near_one(float ratio) {
    return 2 * (ratio - 1) / (ratio + 1);
}

/// Whether all of a sender's values can be taken as they are. NaN makes a sum NaN.
bool is_whole(const Matrix& rows, Eigen::Index row) {
    return std::isfinite(rows.row(row).sum()) && rows.row(row).minCoeff() > 0;
}

}  // namespace

BandSums::BandSums(const Machine& machine, const PairClasses& classes, float floor, Workers& workers)
    : machine_(&machine),
      classes_(&classes),
      floor_(floor),
      workers_(&workers),
      row_of_(machine.host_of.size()) {}

void BandSums::begin(Band& band) {
    band.links.setConstant(machine_->host_count(), machine_->host_count(), no_value);
}

void BandSums::begin(const HostRange& hosts) {
    hosts_ = &hosts;
    planes_ = 0;
    cuts_ = 0;
    for (std::size_t row = 0; row < hosts.ranks.size(); ++row)
        row_of_[hosts.ranks[row]] = static_cast<Eigen::Index>(row);
    sums_.setZero(std::ssize(hosts.ranks), machine_->rank_count());
    missing_.setZero(std::ssize(hosts.ranks), machine_->rank_count());
}

void BandSums::add(Matrix rows, const PlaneFit& fit) {
    ++planes_;
    limits_.clear();
    for (const float deviation : fit.deviations)
        limits_.push_back(std::max(floors_of_a_value * floor_, deviations_of_a_value * deviation));
    cuts_ += limits_.empty() ? 0 : *std::max_element(limits_.begin(), limits_.end());
    workers_->split(hosts_->hosts.size(), [&](std::size_t begin, std::size_t end) {
        Expected expected;
        for (std::size_t number = begin; number < end; ++number) {
            const HostIndex host = hosts_->hosts[number];
            expect(expected, fit, host);
            for (const RankIndex sender : machine_->ranks_of[host]) {
                const Eigen::Index row = row_of_[sender];
                rows(row, sender) = 1;  // no rank's path to itself is looked at
                expected.of_sender = std::exp(-fit.sending[sender]);
                if (is_whole(rows, row)) {
                    add_row(rows, expected, row);
                } else {
                    add_row_with_gaps(rows, expected, row);
                }
            }
        }
    });
}

/// The same for all ranks of a host, but for what the sender itself adds; nothing of its own host.
void BandSums::expect(Expected& expected, const PlaneFit& fit, HostIndex host) const {
    const RankIndex sender = machine_->ranks_of[host].front();
    expected.rates.assign(machine_->host_of.size(), 0);
    expected.limits.assign(machine_->host_of.size(), 0);
    for (const RankIndex receiver : expected.rates.indices()) {
        if (machine_->host_of[receiver] == host) continue;
        const std::uint8_t number = classes_->of(sender, receiver);
        expected.rates[receiver] = std::exp(-fit.classes[number] - fit.receiving[receiver]);
        expected.limits[receiver] = limits_[number];
    }
}

void BandSums::add_row(const Matrix& rows, const Expected& expected, Eigen::Index row) {
    // By plain indices: the compiler takes several receivers at once.
    const double* const delays = &rows(row, 0);
    const float* const rates = expected.rates.data();
    const float* const limits = expected.limits.data();
    float* const sums = &sums_(row, 0);
    const std::size_t ranks = expected.rates.size();
    for (std::size_t receiver = 0; receiver < ranks; ++receiver) {
        const float left =
            logarithm_near_one(static_cast<float>(delays[receiver]) * rates[receiver] * expected.of_sender);
        sums[receiver] += std::min(std::max(left, -limits[receiver]), limits[receiver]);
    }
}

void BandSums::add_row_with_gaps(const Matrix& rows, const Expected& expected, Eigen::Index row) {
    for (const RankIndex receiver : expected.rates.indices()) {
        const auto delay = static_cast<float>(rows(row, receiver));
        if (delay > 0) {
            const float left = logarithm_near_one(delay * expected.rates[receiver] * expected.of_sender);
            sums_(row, receiver) += std::clamp(left, -expected.limits[receiver], expected.limits[receiver]);
        } else {
            ++missing_(row, receiver);
        }
    }
}

void BandSums::fold(Band& band) {
    band.cut = cuts_ / static_cast<float>(planes_);
    workers_->split(hosts_->hosts.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t number = begin; number < end; ++number) fold_host(hosts_->hosts[number], band);
    });
}

void BandSums::fold_host(HostIndex from, Band& band) {
    const auto mean = [&](Eigen::Index row, RankIndex receiver) {
        const auto count = planes_ - missing_(row, receiver);
        return count > 0 ? sums_(row, receiver) / static_cast<float>(count) : no_value;
    };
    std::vector<float> values;
    for (const HostIndex to : machine_->hosts.indices()) {
        if (to == from) continue;
        values.clear();
        int missing = 0;
        for (const RankIndex sender : machine_->ranks_of[from]) {
            for (const RankIndex receiver : machine_->ranks_of[to]) {
                values.push_back(mean(row_of_[sender], receiver));
                missing += missing_(row_of_[sender], receiver);
            }
        }
        band.links(from, to) = values.size() == 1 ? values.front() : median_of_numbers(values);
        if (missing == 0) continue;
        std::call_once(missing_begun_,
                       [&] { all_missing_.setZero(machine_->host_count(), machine_->host_count()); });
        all_missing_(from, to) += static_cast<float>(missing);
    }
}

}  // namespace fabricmap::diagnosis
