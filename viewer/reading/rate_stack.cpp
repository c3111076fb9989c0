// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/rate_stack.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/run/rated_lengths.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

Matrix bytes_a_second(const Matrix& seconds, std::int64_t bytes) {
    return seconds.unaryExpr([bytes](double span) {
        return span > 0 ? static_cast<double>(bytes) / span : std::numeric_limits<double>::quiet_NaN();
    });
}

std::vector<std::int64_t> lengths_of(const DelayStack& delays, const std::vector<RatedLength>& rated) {
    std::vector<std::int64_t> lengths;
    lengths.reserve(rated.size());
    for (const RatedLength& length : rated) lengths.push_back(delays.message_lengths()[length.at]);
    return lengths;
}

class RateStack final : public DelayStack {
  public:
    RateStack(std::shared_ptr<const DelayStack> delays, std::vector<RatedLength> rated)
        : DelayStack(delays->statistic(), delays->rank_count(), lengths_of(*delays, rated)),
          delays_(std::move(delays)),
          rated_(std::move(rated)) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        const RatedLength& length = rated_[k];
        Matrix seconds = delays_->rows(length.at, first_sender, senders);
        if (length.beyond) seconds -= delays_->rows(*length.beyond, first_sender, senders);
        return bytes_a_second(seconds, length.bytes);
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        const Matrix delays = delays_->line(line);
        Matrix rates(static_cast<Eigen::Index>(rated_.size()), delays.cols());
        for (std::size_t k = 0; k < rated_.size(); ++k) {
            Matrix seconds = delays.row(static_cast<Eigen::Index>(rated_[k].at));
            if (rated_[k].beyond) seconds -= delays.row(static_cast<Eigen::Index>(*rated_[k].beyond));
            rates.row(static_cast<Eigen::Index>(k)) = bytes_a_second(seconds, rated_[k].bytes);
        }
        return rates;
    }

    std::shared_ptr<const DelayStack> delays_;
    std::vector<RatedLength> rated_;
};

}  // namespace

std::shared_ptr<const DelayStack> rates_of(const Opened& run, std::shared_ptr<const DelayStack> delays) {
    std::vector<RatedLength> rated = rated_lengths(run.description(), delays->message_lengths());
    if (rated.empty()) {
        throw UsageError(
            fmt::format("{}: GB/s need a stream, or delays at two lengths of 16K or more; measure with -t "
                        "stream, or with "
                        "--lengths 0,1K,64K,1M",
                        run.source));
    }
    return std::make_shared<const RateStack>(std::move(delays), std::move(rated));
}

}  // namespace fabricmap::viewer
