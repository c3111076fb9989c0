// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/growing_archive.hpp"

#include "base/errors.hpp"
#include "clusterizer/clustering.hpp"
#include "clusterizer/joining.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <utility>

namespace fabricmap::clusterizer {
namespace {

// Where the ranges of all statistics end.
constexpr Statistic leading_statistic = Statistic::median;

double bytes_for(const RunDescription& run, const Growth& growth) {
    return bytes_for_growing(run.rank_count(), run.message_lengths.size(), growth);
}

void require_ascending(const std::vector<std::int64_t>& lengths) {
    if (std::adjacent_find(lengths.begin(), lengths.end(), std::greater_equal<>()) == lengths.end()) return;
    throw UsageError("an archive needs its message lengths in ascending order; remove --shuffle-lengths");
}

}  // namespace

std::size_t Growth::plain_planes(std::int64_t ranks) const {
    const auto possible =
        static_cast<std::size_t>(static_cast<double>(max_plain_bytes) / plain_bytes(ranks, 1));
    return std::max({std::min(possible, max_plain_planes), min_plain_planes, std::size_t{1}});
}

double bytes_for_growing(std::int64_t ranks, std::size_t lengths, const Growth& growth) {
    constexpr double expected_ratio = 50;
    // A range that has two lengths too few left for another one takes them in.
    const std::size_t plain =
        std::min(lengths, growth.plain_planes(ranks) + growth.clustering.shortest_range - 1);
    // Labels wait unpacked while a statistic of a range is clustered.
    const std::size_t ranges = std::max<std::size_t>(1, plain / growth.clustering.shortest_range);
    const double labels = static_cast<double>(ranks) * static_cast<double>(ranks) *
                          static_cast<double>(ranges * sizeof(std::uint32_t));
    // Each plane lies in files of its own, and the archive of each range has a header as well.
    const double plane = plain_bytes(ranks, 1);
    return plane * static_cast<double>(plain) + labels +
           plane * static_cast<double>(lengths) / expected_ratio;
}

GrowingArchive::GrowingArchive(std::filesystem::path prefix, std::optional<RunParts> parts,
                               const Growth& growth)
    : prefix_(std::move(prefix)), parts_(std::move(parts)), growth_(growth) {
    if (parts_) growth_.clustering.lengths_of_run = parts_->description().message_lengths.size();
}

GrowingArchive GrowingArchive::create(const std::filesystem::path& prefix, const RunDescription& description,
                                      RunWriter::Existing existing, const Growth& growth) {
    require_ascending(description.message_lengths);
    return {prefix, RunParts::create(prefix, description, existing, bytes_for(description, growth)), growth};
}

void GrowingArchive::check_destination(const std::filesystem::path& prefix, const RunDescription& description,
                                       RunWriter::Existing existing, const Growth& growth) {
    require_ascending(description.message_lengths);
    RunParts::check_destination(prefix, description, existing, bytes_for(description, growth));
}

GrowingArchive GrowingArchive::resume(const std::filesystem::path& prefix, const RunDescription& description,
                                      const Growth& growth) {
    if (!holds_parts(prefix)) {
        if (!description.complete) {
            throw FileError(
                fmt::format("{}: this is an archive of an incomplete run, which cannot be resumed; measure "
                            "again with --overwrite",
                            archive_path(prefix, leading_statistic).string()));
        }
        remove_remains_of_parts(prefix);
        GrowingArchive whole(prefix, std::nullopt, growth);
        whole.complete_lengths_ = description.message_lengths;
        return whole;
    }
    require_ascending(description.message_lengths);
    GrowingArchive archive(prefix, RunParts::resume(prefix, description, bytes_for(description, growth)),
                           growth);
    const auto complete = static_cast<std::ptrdiff_t>(archive.parts_->complete_planes());
    archive.complete_lengths_.assign(description.message_lengths.begin(),
                                     description.message_lengths.begin() + complete);
    if (description.complete) archive.join();
    return archive;
}

const std::vector<std::int64_t>& GrowingArchive::complete_lengths() const noexcept {
    return complete_lengths_;
}

std::vector<std::filesystem::path> GrowingArchive::paths() const {
    if (parts_) return {parts_folder(prefix_)};
    std::vector<std::filesystem::path> paths;
    paths.reserve(all_statistics.size());
    for (const Statistic statistic : all_statistics) paths.push_back(archive_path(prefix_, statistic));
    return paths;
}

void GrowingArchive::begin_plane(std::int64_t length_bytes) {
    if (plane_) throw std::logic_error("begin_plane within a plane");
    if (!complete_lengths_.empty() && length_bytes <= complete_lengths_.back())
        throw std::logic_error("the planes of an archive come in ascending order");
    plane_.emplace(parts_.value().next_plane(length_bytes));
    plane_->reach_disk(growth_.reaches_disk);
    plane_->begin_plane(length_bytes);
}

void GrowingArchive::write_row(std::int64_t sender, std::span<const CellStatistics> cells) {
    if (!plane_) throw std::logic_error("write_row outside a plane");
    plane_->write_row(sender, cells);
}

void GrowingArchive::commit_plane() {
    if (!plane_) throw std::logic_error("commit_plane outside a plane");
    plane_->commit_plane();
    const std::int64_t length = plane_->complete_lengths().front();
    plane_->close();
    plane_.reset();
    parts_->plane_committed();
    complete_lengths_.push_back(length);
    if (const std::size_t planes = planes_of_ended_ranges(); planes > 0) archive(planes);
}

/// How many of the plain planes belong to ranges that the later ones cannot join.
std::size_t GrowingArchive::planes_of_ended_ranges() {
    const std::size_t plain = parts_->plain().size();
    const std::size_t shortest = growth_.clustering.shortest_range;
    const std::size_t planned = parts_->description().message_lengths.size();
    const std::size_t to_come = planned - std::min(planned, complete_lengths_.size());
    const bool full = plain >= growth_.plain_planes(parts_->description().rank_count());
    if (plain >= 2 * shortest) {
        const Run run = parts_->open_plain(plain);
        Workers workers(growth_.clustering.threads);
        const std::array begins{plain - shortest - 1, plain - shortest};
        const Plan plan = make_plan(*run.stack(leading_statistic), growth_.clustering, workers, begins);
        const std::size_t last = plan.ranges.back().planes.first;
        const std::size_t before = std::exchange(likely_begin_, complete_lengths_.size() - plain + last);
        // Few lengths of a new range beside old ones mislead: another one has to say the same.
        if (last > 0 && (full || likely_begin_ == before)) return last;
    }
    // What comes after it must be enough for a range of its own.
    return full && (to_come == 0 || to_come >= shortest) ? plain : 0;
}

void GrowingArchive::archive(std::size_t planes) {
    const Run run = parts_->open_plain(planes);
    const RunPart part = parts_->next_archived(planes);
    Progress progress(false);
    for (const Statistic statistic : all_statistics) {
        write_archive(run, statistic, growth_.clustering,
                      {archive_path(part.prefix, statistic), true, run.description().command_line}, progress);
    }
    parts_->planes_archived(planes);
}

void GrowingArchive::store_measured(const RunDescription& run) {
    if (parts_) parts_->store_measured(run);
}

void GrowingArchive::store_left_out(const RunDescription& run) {
    if (parts_) parts_->store_left_out(run);
}

void GrowingArchive::close() {
    plane_.reset();
}

void GrowingArchive::finish(const std::string& finished) {
    if (!parts_->plain().empty()) archive(parts_->plain().size());
    parts_->finish(finished);
    join();
}

void GrowingArchive::join() {
    RunDescription whole = parts_->description();
    whole.message_lengths = complete_lengths_;
    for (const Statistic statistic : all_statistics) {
        std::vector<std::filesystem::path> archives;
        for (const RunPart& part : parts_->archived())
            archives.push_back(archive_path(part.prefix, statistic));
        join_archives(archives, whole, archive_path(prefix_, statistic), growth_.clustering.memory_limit / 4);
    }
    parts_->remove();
    parts_.reset();
}

}  // namespace fabricmap::clusterizer
