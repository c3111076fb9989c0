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
    /// The same for all lengths of a range.
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        Matrix numbers = room_for(line);
        const std::vector<ClusterRange>& ranges = archive_->header().ranges;
        for (std::size_t range = 0; range < ranges.size(); ++range) {
            Eigen::Array<double, 1, Eigen::Dynamic> labels(numbers.cols());
            {
                const auto lock = reading();
                for (std::int64_t other = 0; other < numbers.cols(); ++other) {
                    labels(other) =
                        archive_->label(range, line.sender.value_or(other), line.receiver.value_or(other));
                }
            }
            for (std::size_t plane = 0; plane < ranges[range].planes; ++plane) {
                numbers.row(static_cast<Eigen::Index>(ranges[range].first_plane + plane)) = labels;
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
