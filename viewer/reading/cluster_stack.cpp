// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/cluster_stack.hpp"

#include "viewer/reading/shared_stack.hpp"

#include <utility>

namespace fabricmap::viewer {
namespace {

class ClusterStack : public DelayStack {
  public:
    explicit ClusterStack(std::shared_ptr<const Archive> archive)
        : DelayStack(archive->header().statistic, archive->header().run.rank_count(),
                     archive->header().run.message_lengths),
          archive_(std::move(archive)) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        const std::size_t range = archive_->range_of(k);
        Matrix numbers(senders, rank_count());
        for (std::int64_t sender = 0; sender < senders; ++sender) {
            // Others get their turn between the rows.
            const auto lock = reading();
            for (std::int64_t receiver = 0; receiver < rank_count(); ++receiver) {
                numbers(sender, receiver) = archive_->label(range, first_sender + sender, receiver);
            }
        }
        return numbers;
    }
    [[nodiscard]] Matrix read_row(std::int64_t sender) const override {
        return over_lengths([&](std::size_t range, std::int64_t receiver) {
            return archive_->label(range, sender, receiver);
        });
    }
    [[nodiscard]] Matrix read_column(std::int64_t receiver) const override {
        return over_lengths(
            [&](std::size_t range, std::int64_t sender) { return archive_->label(range, sender, receiver); });
    }
    [[nodiscard]] Vector read_pair(std::int64_t sender, std::int64_t receiver) const override {
        Vector numbers(static_cast<Eigen::Index>(message_lengths().size()));
        const auto lock = reading();
        for (std::size_t k = 0; k < message_lengths().size(); ++k) {
            numbers(static_cast<Eigen::Index>(k)) = archive_->label(archive_->range_of(k), sender, receiver);
        }
        return numbers;
    }

    /// Lengths × ranks: the same line for all lengths of a range.
    template <typename Label>
    [[nodiscard]] Matrix over_lengths(const Label& label) const {
        const std::vector<ClusterRange>& ranges = archive_->header().ranges;
        Matrix numbers(static_cast<Eigen::Index>(message_lengths().size()), rank_count());
        for (std::size_t range = 0; range < ranges.size(); ++range) {
            Eigen::Array<double, 1, Eigen::Dynamic> line(rank_count());
            {
                const auto lock = reading();
                for (std::int64_t other = 0; other < rank_count(); ++other) line(other) = label(range, other);
            }
            for (std::size_t plane = 0; plane < ranges[range].planes; ++plane) {
                numbers.row(static_cast<Eigen::Index>(ranges[range].first_plane + plane)) = line;
            }
        }
        return numbers;
    }

    std::shared_ptr<const Archive> archive_;
};

}  // namespace

std::shared_ptr<const DelayStack> cluster_numbers(std::shared_ptr<const Archive> archive) {
    return std::make_shared<const ClusterStack>(std::move(archive));
}

}  // namespace fabricmap::viewer
