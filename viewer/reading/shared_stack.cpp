// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/shared_stack.hpp"

#include "base/remark.hpp"
#include "netcdf_schema/file/reading_threads.hpp"
#include "netcdf_schema/open_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricmap::viewer {
namespace {

std::mutex& one_reader() {
    static std::mutex mutex;
    return mutex;
}

/// Closes what it holds while nobody reads.
template <typename Held>
std::shared_ptr<const Held> closed_alone(std::shared_ptr<const Held> held) {
    const Held* const raw = held.get();
    return {raw, [held = std::move(held)](const Held*) mutable {
                const auto lock = reading();
                held.reset();
            }};
}

class SharedStack : public DelayStack {
  public:
    SharedStack(std::shared_ptr<const DelayStack> stack, std::string label)
        : DelayStack(stack->statistic(), stack->rank_count(), stack->message_lengths()),
          label_(std::move(label)),
          stack_(closed_alone(std::move(stack))) {}

    [[nodiscard]] std::size_t implausible_values() const override {
        const auto lock = reading();
        return stack_->implausible_values();
    }

  private:
    /// Once, of the first rows that hold any.
    void warn_of_implausible_values() const {
        const std::size_t values = stack_->implausible_values();
        if (values == 0 || warned_) return;
        warned_ = true;
        remark(fmt::format("network_viewer: warning: {}: {} (of those read so far)\n", label_,
                           describe_implausible_values(values)));
    }
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        // Others wait for no more than some million values.
        constexpr std::int64_t max_values = 1 << 20;
        const std::int64_t slice =
            std::max<std::int64_t>(1, max_values / std::max<std::int64_t>(1, rank_count()));
        if (senders <= slice) {
            const auto lock = reading();
            Matrix rows = stack_->rows(k, first_sender, senders);
            warn_of_implausible_values();
            return rows;
        }
        Matrix rows(senders, rank_count());
        for (std::int64_t done = 0; done < senders; done += slice) {
            const std::int64_t count = std::min(slice, senders - done);
            const auto lock = reading();
            rows.middleRows(done, count) = stack_->rows(k, first_sender + done, count);
            warn_of_implausible_values();
        }
        return rows;
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        const auto lock = reading();
        return stack_->line(line);
    }

    std::string label_;
    std::shared_ptr<const DelayStack> stack_;
    mutable bool warned_ = false;  ///< used by whoever is reading
};

}  // namespace

std::unique_lock<std::mutex> reading() {
    std::unique_lock lock(one_reader());
    silence_library_in_this_thread();
    return lock;
}

std::shared_ptr<const DelayStack> shared_between_threads(std::shared_ptr<const DelayStack> stack,
                                                         const std::string& label) {
    return std::make_shared<SharedStack>(std::move(stack), label);
}

Opened open_shared(const std::string& source) {
    Opened opened{source, nullptr, nullptr};
    Run::Stacks stacks;
    std::optional<Run> run;
    {
        const auto lock = reading();
        run = open_run(source);
        std::error_code error;
        if (!is_synthetic(source) && std::filesystem::is_regular_file(source, error) &&
            holds_archive(source)) {
            opened.archive = std::make_shared<Archive>(source);
        }
    }
    if (run->reason_without_median()) {
        remark(fmt::format("network_viewer: warning: {}; the {} is shown\n", *run->reason_without_median(),
                           name_of(run->preferred())));
    }
    for (const Statistic statistic : run->statistics()) {
        stacks.emplace(statistic, shared_between_threads(run->stack(statistic), run->label()));
    }
    auto shared = std::make_shared<Run>(run->label(), run->description(), std::move(stacks), run->named());
    if (run->bytes()) shared->set_bytes(shared_between_threads(run->bytes(), run->label()));
    opened.run = std::move(shared);
    if (opened.archive) opened.archive = closed_alone(std::move(opened.archive));
    const auto lock = reading();
    run.reset();
    return opened;
}

}  // namespace fabricmap::viewer
