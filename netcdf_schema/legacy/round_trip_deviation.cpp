// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/legacy/legacy_conventions.hpp"
#include "netcdf_schema/legacy/legacy_header.hpp"

#include <cmath>
#include <utility>

namespace fabricmap {
namespace {

/// The older toolkit took whole round trips t against their halved mean a, and halved the result:
/// d² = mean((t - a)²) / 4 = variance(t / 2) + (a / 2)², since mean(t) is 2a.
class RoundTripDeviation : public DelayStack {
  public:
    RoundTripDeviation(std::shared_ptr<const DelayStack> deviation, std::shared_ptr<const DelayStack> average)
        : DelayStack(Statistic::deviation, deviation->rank_count(), deviation->message_lengths()),
          deviation_(std::move(deviation)),
          average_(std::move(average)) {}

    [[nodiscard]] std::size_t implausible_values() const override { return deviation_->implausible_values(); }

  private:
    static Matrix repaired(const Matrix& deviations, const Matrix& averages) {
        return deviations.binaryExpr(averages, [](double deviation, double average) {
            const double variance = deviation * deviation - average * average / 4;
            return variance < 0 ? 0 : std::sqrt(variance);
        });
    }

    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        return repaired(deviation_->rows(k, first_sender, senders), average_->rows(k, first_sender, senders));
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        return repaired(deviation_->line(line), average_->line(line));
    }

    std::shared_ptr<const DelayStack> deviation_;
    std::shared_ptr<const DelayStack> average_;
};

}  // namespace

void repair_round_trip_deviation(std::optional<Mode> mode, Run::Stacks& stacks) {
    const auto deviation = stacks.find(Statistic::deviation);
    if (!older_values_are_doubled(mode) || deviation == stacks.end()) return;
    const auto average = stacks.find(Statistic::average);
    if (average == stacks.end()) {
        stacks.erase(deviation);
    } else {
        deviation->second = std::make_shared<RoundTripDeviation>(deviation->second, average->second);
    }
}

}  // namespace fabricmap
