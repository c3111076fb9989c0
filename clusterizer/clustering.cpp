// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/clustering.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "clusterizer/range_clusters.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <list>

namespace fabricmap::clusterizer {
namespace {

constexpr std::size_t tile_fraction = 4;     // of the memory
constexpr std::size_t cluster_fraction = 4;  // of the memory
// What stays in the processor while it is read, turned, matched and summed.
constexpr std::size_t largest_tile = std::size_t{8} << 20;
// Stored means are this many times finer than the threshold.
constexpr double steps_of_threshold = 256;

/// One clustering from the plan to the file.
class Clustering {
  public:
    Clustering(const DelayStack& stack, const Settings& settings, const Plan& plan,
               const std::filesystem::path& folder, Workers& workers)
        : stack_(&stack), settings_(&settings), plan_(&plan), workers_(&workers), exceptions_(folder) {
        const double precision = plan.tolerance.relative / steps_of_threshold;
        for (const RangePlan& range : plan.ranges) {
            const std::size_t bytes = RangeClusters::bytes_per_cluster(range.planes.count);
            const std::size_t most = settings.memory_limit / cluster_fraction / plan.ranges.size() / bytes;
            ranges_.emplace_back(range, precision, std::max(most, range.seeds.size() + 1), folder);
        }
    }

    void read(Progress& progress) {
        const std::int64_t ranks = stack_->rank_count();
        const std::size_t planes = stack_->message_lengths().size();
        const std::size_t bytes = Tile::bytes_per_sender(ranks, planes);
        const auto senders = std::clamp<std::int64_t>(
            static_cast<std::int64_t>(std::min(settings_->memory_limit / tile_fraction, largest_tile) /
                                      bytes),
            1, ranks);
        Tile tile(ranks, planes, senders);
        for (std::int64_t first = 0; first < ranks; first += senders) {
            const std::int64_t count = std::min(senders, ranks - first);
            tile.read(*stack_, first, count, *workers_);
            for (RangeClusters& range : ranges_) range.add(tile, *workers_);
            keep_exceptions(tile, first);
            progress.step(static_cast<std::size_t>(count));
        }
        for (RangeClusters& range : ranges_) {
            range.settle();
            errors_.add(range.errors());
        }
    }

    [[nodiscard]] ArchiveHeader describe(const RunDescription& run, Statistic statistic) const {
        ArchiveHeader header;
        header.run = run;
        header.statistic = statistic;
        for (const RangeClusters& range : ranges_) {
            header.ranges.push_back({range.planes().first, range.planes().count, range.cluster_count()});
        }
        header.facts.threshold = plan_->tolerance.relative;
        header.facts.absolute_threshold = plan_->tolerance.absolute;
        header.facts.threshold_reason = plan_->reason;
        header.facts.noise = plan_->noise;
        header.facts.exceptions_per_pair = static_cast<std::int64_t>(settings_->exceptions);
        header.facts.shortest_range = static_cast<std::int64_t>(settings_->shortest_range);
        header.facts.largest_relative_error = errors_.largest;
        header.facts.rms_relative_error = errors_.rms();
        header.exceptions = exceptions_.size();
        return header;
    }

    void write(ArchiveWriter& writer, Progress& progress) {
        std::size_t index = 0;
        for (RangeClusters& range : ranges_) write_labels(writer, index++, range, progress);
        for (RangeClusters& range : ranges_) {
            range.hand_out_means([&](std::span<const double> means) { writer.write_means(means); });
        }
        std::vector<ArchiveException> piece(8192);
        for (auto some = exceptions_.read(piece); !some.empty(); some = exceptions_.read(piece)) {
            writer.write_exceptions(some);
        }
    }

  private:
    /// Values of the tile that their clusters do not stand for, in the order of the archive.
    void keep_exceptions(const Tile& tile, std::int64_t first_sender) {
        std::vector<ArchiveException> found;
        for (std::size_t pair = 0; pair < tile.pairs(); ++pair) {
            for (const RangeClusters& range : ranges_) {
                if (range.misses(pair) > 0) add_exceptions_of(range, tile, pair, first_sender, found);
            }
        }
        exceptions_.append(found);
    }

    void add_exceptions_of(const RangeClusters& range, const Tile& tile, std::size_t pair,
                           std::int64_t first_sender, std::vector<ArchiveException>& found) {
        const auto place = static_cast<std::int64_t>(pair);
        const Planes& planes = range.planes();
        for (std::size_t k = planes.first; k < planes.first + planes.count; ++k) {
            const double value = tile.pair(pair)[k];
            if (!range.is_outside(pair, k, value)) continue;
            found.push_back({first_sender + place / tile.ranks(), place % tile.ranks(), k,
                             value == missing_cell ? std::numeric_limits<double>::quiet_NaN() : value});
            if (value > 0) ++errors_.values;
        }
    }

    void write_labels(ArchiveWriter& writer, std::size_t index, RangeClusters& range,
                      Progress& progress) const {
        const std::int64_t ranks = stack_->rank_count();
        const auto rows = std::max<std::int64_t>(1, (std::int64_t{1} << 20) / ranks);
        for (std::int64_t sender = 0; sender < ranks; sender += rows) {
            const std::int64_t count = std::min(rows, ranks - sender);
            writer.write_labels(index, sender, range.next_labels(static_cast<std::size_t>(count * ranks)));
            progress.step(0);  // only asks whether to go on
        }
    }

    const DelayStack* stack_;
    const Settings* settings_;
    const Plan* plan_;
    Workers* workers_;
    std::list<RangeClusters> ranges_;  // a list, since they stay where they are
    Spill<ArchiveException> exceptions_;
    Errors errors_;
};

void check_memory(const DelayStack& stack, const Settings& settings) {
    const std::size_t sender = Tile::bytes_per_sender(stack.rank_count(), stack.message_lengths().size());
    if (settings.memory_limit / tile_fraction >= sender) return;
    throw UsageError(
        fmt::format("--max-memory {}: what one of {} ranks sends takes a quarter of it; give {} or more",
                    format_size(static_cast<std::int64_t>(settings.memory_limit)), stack.rank_count(),
                    format_size(static_cast<std::int64_t>(sender * tile_fraction))));
}

RunDescription described(const Run& run, const DelayStack& stack, const std::string& command_line) {
    RunDescription description = run.description();
    description.message_lengths = stack.message_lengths();
    description.history +=
        fmt::format("{}{} {}", description.history.empty() ? "" : "\n", utc_now(), command_line);
    return description;
}

}  // namespace

ArchiveHeader write_archive(const Run& run, Statistic statistic, const Settings& settings,
                            const Destination& destination, Progress& progress) {
    const auto stack = run.stack(statistic);
    if (stack->message_lengths().empty() || stack->rank_count() == 0) {
        throw FileError(fmt::format(
            "{}: the run has no complete length yet: continue it with network_test --resume", run.label()));
    }
    check_memory(*stack, settings);
    progress.begin(static_cast<std::size_t>(stack->rank_count()),
                   fmt::format("senders ({})", name_of(statistic)));
    Workers workers(settings.threads);
    const Plan plan = make_plan(*stack, settings, workers);
    const auto folder = destination.path.parent_path();
    Clustering clustering(*stack, settings, plan, folder.empty() ? std::filesystem::path(".") : folder,
                          workers);
    clustering.read(progress);
    ArchiveHeader header = clustering.describe(described(run, *stack, destination.command_line), statistic);
    ArchiveWriter writer(destination.path, header, destination.overwrite);
    clustering.write(writer, progress);
    writer.finish();
    return header;
}

}  // namespace fabricmap::clusterizer
