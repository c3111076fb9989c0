// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/sum_stack.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

/// The shortest, which stands for all; none where there is none.
std::vector<std::int64_t> first_of(const std::vector<std::int64_t>& lengths) {
    return {lengths.begin(), lengths.begin() + std::min<std::ptrdiff_t>(1, std::ssize(lengths))};
}

class SumStack : public DelayStack {
  public:
    explicit SumStack(std::shared_ptr<const DelayStack> stack)
        : DelayStack(stack->statistic(), stack->rank_count(), first_of(stack->message_lengths())),
          stack_(std::move(stack)) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t /*k*/, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        Matrix sum = Matrix::Zero(senders, rank_count());
        for (std::size_t k = 0; k < stack_->message_lengths().size(); ++k) {
            const Matrix rows = stack_->rows(k, first_sender, senders);
            sum += rows.isNaN().select(0, rows);
        }
        return sum;
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        const Matrix values = stack_->line(line);
        return values.isNaN().select(0, values).colwise().sum();
    }

    std::shared_ptr<const DelayStack> stack_;
};

}  // namespace

std::shared_ptr<const DelayStack> sum_over_lengths(std::shared_ptr<const DelayStack> stack) {
    return std::make_shared<const SumStack>(std::move(stack));
}

}  // namespace fabricmap::viewer
