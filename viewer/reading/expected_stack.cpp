// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/expected_stack.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

using diagnosis::Diagnosis;

/// By the number of a class, `no_class` among them.
using MedianOfClass = std::array<double, 256>;

std::vector<std::int64_t> lengths_of_both(const DelayStack& delays, const Diagnosis& diagnosis) {
    std::vector<std::int64_t> lengths;
    std::set_intersection(delays.message_lengths().begin(), delays.message_lengths().end(),
                          diagnosis.lengths.begin(), diagnosis.lengths.end(), std::back_inserter(lengths));
    return lengths;
}

MedianOfClass medians_at(const Diagnosis& diagnosis, std::int64_t length_bytes) {
    MedianOfClass medians;
    medians.fill(std::numeric_limits<double>::quiet_NaN());
    const auto place = std::lower_bound(diagnosis.lengths.begin(), diagnosis.lengths.end(), length_bytes);
    const auto k = static_cast<std::size_t>(place - diagnosis.lengths.begin());
    for (std::size_t number = 0; number < std::min(diagnosis.classes.size(), medians.size()); ++number) {
        const double median_s = diagnosis.classes[number].median_s.at(k);
        if (median_s > 0) medians.at(number) = median_s;
    }
    return medians;
}

class ExpectedStack final : public DelayStack {
  public:
    ExpectedStack(std::shared_ptr<const DelayStack> delays, std::shared_ptr<const Diagnosis> diagnosis)
        : DelayStack(delays->statistic(), delays->rank_count(), lengths_of_both(*delays, *diagnosis)),
          delays_(std::move(delays)),
          diagnosis_(std::move(diagnosis)) {
        const auto& all = delays_->message_lengths();
        for (const std::int64_t length : message_lengths()) {
            planes_.push_back(
                static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), length) - all.begin()));
            medians_.push_back(medians_at(*diagnosis_, length));
        }
    }

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        Matrix times = delays_->rows(planes_[k], first_sender, senders);
        for (Eigen::Index row = 0; row < times.rows(); ++row) {
            for (Eigen::Index rank = 0; rank < times.cols(); ++rank)
                times(row, rank) /= expected_s(k, first_sender + row, rank);
        }
        return times;
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        Matrix times = delays_->line(line)(planes_, Eigen::all);
        for (std::size_t k = 0; k < planes_.size(); ++k) {
            for (Eigen::Index rank = 0; rank < times.cols(); ++rank) {
                times(static_cast<Eigen::Index>(k), rank) /=
                    expected_s(k, line.sender.value_or(rank), line.receiver.value_or(rank));
            }
        }
        return times;
    }
    [[nodiscard]] double expected_s(std::size_t k, std::int64_t sender, std::int64_t receiver) const {
        return medians_[k][(*diagnosis_->class_of)(sender, receiver)];
    }

    std::shared_ptr<const DelayStack> delays_;
    std::shared_ptr<const Diagnosis> diagnosis_;
    std::vector<std::size_t> planes_;
    std::vector<MedianOfClass> medians_;
};

}  // namespace

bool knows_what_is_expected(const Diagnosis& diagnosis) noexcept {
    return diagnosis.class_of && std::any_of(diagnosis.classes.begin(), diagnosis.classes.end(),
                                             [](const diagnosis::ClassCurve& one) { return one.pairs > 0; });
}

std::shared_ptr<const DelayStack> times_expected(std::shared_ptr<const DelayStack> delays,
                                                 std::shared_ptr<const Diagnosis> diagnosis) {
    return std::make_shared<const ExpectedStack>(std::move(delays), std::move(diagnosis));
}

}  // namespace fabricmap::viewer
