// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/sent_messages.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// All lengths of a stack but the shortest.
class LongerMessages : public DelayStack {
  public:
    explicit LongerMessages(std::shared_ptr<const DelayStack> whole)
        : DelayStack(whole->statistic(), whole->rank_count(),
                     {whole->message_lengths().begin() + 1, whole->message_lengths().end()}),
          whole_(std::move(whole)) {}

    [[nodiscard]] std::size_t implausible_values() const override { return whole_->implausible_values(); }

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        return whole_->rows(k + 1, first_sender, senders);
    }
    [[nodiscard]] std::vector<double> read_cells(std::size_t k, std::span<const Cell> cells) const override {
        return whole_->cells(k + 1, cells);
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        const Matrix all = whole_->line(line);
        return all.bottomRows(all.rows() - 1);
    }

    std::shared_ptr<const DelayStack> whole_;
};

std::shared_ptr<const DelayStack> longer_messages(const std::shared_ptr<const DelayStack>& stack) {
    return stack ? std::make_shared<const LongerMessages>(stack) : nullptr;
}

}  // namespace

bool has_unsent_messages(const Run& run) {
    const std::vector<std::int64_t>& lengths = run.description().message_lengths;
    const bool has_empty_messages = !lengths.empty() && lengths.front() == 0;
    return has_empty_messages && has_trait(run.description(), &ModeTraits::passes_other_ranks);
}

Run with_sent_messages(const Run& run) {
    RunDescription description = run.description();
    description.message_lengths.erase(description.message_lengths.begin());
    if (description.message_lengths.empty()) {
        throw FileError(
            fmt::format("{}: a broadcast of empty messages sends nothing; measure longer ones", run.label()));
    }
    Run::Stacks stacks;
    for (const Statistic statistic : run.statistics())
        stacks.emplace(statistic, longer_messages(run.stack(statistic)));
    Run sent(run.label(), std::move(description), std::move(stacks), run.named());
    if (run.reason_without_median()) sent.set_reason_without_median(*run.reason_without_median());
    sent.set_quality(longer_messages(run.quality()));
    sent.set_outliers(longer_messages(run.outliers()));
    sent.set_bytes(run.bytes());
    return sent;
}

}  // namespace fabricmap::diagnosis
