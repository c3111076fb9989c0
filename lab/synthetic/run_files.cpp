// SPDX-License-Identifier: Apache-2.0
#include "lab/synthetic/run_files.hpp"

#include "base/quantities.hpp"
#include "base/unfinished_files.hpp"
#include "scenario/ground_truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace fabricmap::lab {
namespace {

using Row = std::vector<CellStatistics>;

/// Rows of one plane, made side by side and handed out in their order.
class RowMaker {
  public:
    RowMaker(const SyntheticRun& synthetic, const std::vector<Statistic>& statistics)
        : synthetic_(&synthetic),
          statistics_(&statistics),
          rows_(std::clamp(std::thread::hardware_concurrency(), 1U, max_threads),
                std::vector<Row>(rows_at_once, Row(static_cast<std::size_t>(synthetic.rank_count())))) {}

    void write_plane(std::size_t k, RunWriter& writer) {
        const auto ranks = synthetic_->rank_count();
        const auto batch = static_cast<std::int64_t>(rows_.size() * rows_at_once);
        for (std::int64_t first = 0; first < ranks; first += batch) {
            make(k, first);
            const std::int64_t last = std::min(first + batch, ranks);
            for (std::int64_t sender = first; sender < last; ++sender)
                writer.write_row(sender, row(sender - first));
        }
    }

  private:
    static constexpr std::uint32_t rows_at_once = 16;  ///< of one thread
    static constexpr unsigned max_threads = 8;         ///< more would wait for the disk

    [[nodiscard]] const Row& row(std::int64_t index) const {
        const auto at = static_cast<std::size_t>(index);
        return rows_[at / rows_at_once][at % rows_at_once];
    }

    void make(std::size_t k, std::int64_t first) {
        std::vector<std::jthread> threads;
        for (std::vector<Row>& share : rows_) {
            threads.emplace_back([this, k, first, &share] {
                for (std::size_t index = 0; index < share.size(); ++index) {
                    const auto sender = first + static_cast<std::int64_t>(index);
                    if (sender >= synthetic_->rank_count()) return;
                    synthetic_->fill_row(k, sender, *statistics_, share[index]);
                }
            });
            first += std::int64_t{rows_at_once};
        }
    }

    const SyntheticRun* synthetic_;
    const std::vector<Statistic>* statistics_;
    std::vector<std::vector<Row>> rows_;  ///< a share for each thread
};

RunDescription describe(const SyntheticRun& synthetic, const RunFiles& files) {
    RunDescription run = synthetic.describe();
    run.command_line = files.command_line;
    run.started = utc_now();
    run.history = fmt::format("{} {}", run.started, files.command_line);
    run.complete = false;
    return run;
}

}  // namespace

void write_run(const SyntheticRun& synthetic, const RunFiles& files, Progress& progress) {
    const RunDescription run = describe(synthetic, files);
    RunWriter writer = RunWriter::create(files.prefix, run, files.existing, files.statistics);
    std::filesystem::remove(ground_truth_path(files.prefix));  // that of the run replaced
    // Half a run would pass for one that can be resumed.
    UnfinishedFiles unfinished(writer.paths());
    RowMaker rows(synthetic, files.statistics);
    progress.begin(run.message_lengths.size());
    for (std::size_t k = 0; k < run.message_lengths.size(); ++k) {
        writer.begin_plane(run.message_lengths[k]);
        rows.write_plane(k, writer);
        writer.commit_plane();
        progress.step();
    }
    writer.finish(utc_now());
    unfinished.keep();
}

std::string summary_of(const SyntheticRun& synthetic, const RunFiles& files) {
    const Scenario& scenario = synthetic.scenario();
    const std::string noise = scenario.noise.deviation > 0
                                  ? fmt::format("noise {:.3g} %", scenario.noise.deviation * 100)
                                  : std::string("no noise");
    return fmt::format("{}: {} on {}, {}, {}, {}, in {}_*.nc\n", scenario.name,
                       counted(synthetic.rank_count(), "rank"), counted(scenario.fabric.hosts, "host"),
                       name_of(scenario.sweep.mode),
                       counted(static_cast<std::int64_t>(scenario.sweep.lengths.size()), "length"), noise,
                       files.prefix.string());
}

}  // namespace fabricmap::lab
