// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/own/run_writer.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/layouts/header.hpp"
#include "netcdf_schema/own/file_set.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace fabricmap {

struct RunWriter::State {
    FileSet files;
    std::vector<std::int64_t> complete_lengths;
    std::size_t rank_count = 0;
    bool in_plane = false;
    bool reaches_disk = false;
    std::vector<bool> written_rows;
    std::vector<double> values;
    std::vector<signed char> qualities;
    std::vector<long long> outliers;

    [[nodiscard]] std::size_t plane() const { return complete_lengths.size(); }
    void write_row(std::size_t sender, std::span<const CellStatistics> cells);
    void write_row(const StatisticFile& entry, std::size_t sender, std::span<const CellStatistics> cells);
    void write_qualities(const StatisticFile& entry, std::size_t sender,
                         std::span<const CellStatistics> cells);
    void write_outliers(const StatisticFile& entry, std::size_t sender,
                        std::span<const CellStatistics> cells);
    void sync();
    void fill_lost(const std::vector<Statistic>& lost);
};

void RunWriter::State::write_row(std::size_t sender, std::span<const CellStatistics> cells) {
    for (const StatisticFile& entry : files) write_row(entry, sender, cells);
    written_rows[sender] = true;
}

void RunWriter::State::write_row(const StatisticFile& entry, std::size_t sender,
                                 std::span<const CellStatistics> cells) {
    const std::array start{plane(), sender, std::size_t{0}};
    const std::array count{std::size_t{1}, std::size_t{1}, rank_count};
    values.resize(rank_count);
    std::transform(cells.begin(), cells.end(), values.begin(),
                   [&](const CellStatistics& cell) { return cell.value(entry.statistic); });
    entry.file.write(entry.variables.data, start, count, values.data());
    if (entry.variables.quality >= 0) write_qualities(entry, sender, cells);
    if (entry.variables.outliers >= 0) write_outliers(entry, sender, cells);
}

void RunWriter::State::write_qualities(const StatisticFile& entry, std::size_t sender,
                                       std::span<const CellStatistics> cells) {
    const std::array start{plane(), sender, std::size_t{0}};
    const std::array count{std::size_t{1}, std::size_t{1}, rank_count};
    qualities.resize(rank_count);
    std::transform(cells.begin(), cells.end(), qualities.begin(),
                   [](const CellStatistics& cell) { return static_cast<signed char>(cell.quality); });
    const int status = nc_put_vara_schar(entry.file.id(), entry.variables.quality, start.data(), count.data(),
                                         qualities.data());
    entry.file.check(status, "write");
}

void RunWriter::State::write_outliers(const StatisticFile& entry, std::size_t sender,
                                      std::span<const CellStatistics> cells) {
    const std::array start{plane(), sender, std::size_t{0}};
    const std::array count{std::size_t{1}, std::size_t{1}, rank_count};
    outliers.resize(rank_count);
    std::transform(cells.begin(), cells.end(), outliers.begin(),
                   [](const CellStatistics& cell) { return cell.outliers; });
    const int status = nc_put_vara_longlong(entry.file.id(), entry.variables.outliers, start.data(),
                                            count.data(), outliers.data());
    entry.file.check(status, "write");
}

void RunWriter::State::sync() {
    for (StatisticFile& entry : files) {
        reaches_disk ? entry.file.sync_to_disk() : entry.file.sync();
        entry.file.remember_place();
    }
}

/// Gives the files that were made anew the planes which the others have, with nothing known.
void RunWriter::State::fill_lost(const std::vector<Statistic>& lost) {
    if (complete_lengths.empty()) return;
    const StatisticFile& whole = *std::find_if(files.begin(), files.end(), [&](const StatisticFile& entry) {
        return std::find(lost.begin(), lost.end(), entry.statistic) == lost.end();
    });
    const std::vector<double> times = whole.file.read_doubles(whole.variables.record_time);
    const std::vector<CellStatistics> nothing(rank_count, CellStatistics::not_measured());
    const std::vector<std::int64_t> lengths = complete_lengths;
    complete_lengths.clear();
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        for (StatisticFile& entry : files) {
            if (std::find(lost.begin(), lost.end(), entry.statistic) == lost.end()) continue;
            write_length(entry, k, lengths[k]);
            write_record_time(entry, k, times[k]);
            for (std::size_t sender = 0; sender < rank_count; ++sender) write_row(entry, sender, nothing);
        }
        complete_lengths.push_back(lengths[k]);
    }
}

RunWriter::RunWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
RunWriter::RunWriter(RunWriter&&) noexcept = default;
RunWriter& RunWriter::operator=(RunWriter&&) noexcept = default;
RunWriter::~RunWriter() = default;

RunWriter RunWriter::create(const std::filesystem::path& prefix, const RunDescription& description,
                            Existing existing, std::span<const Statistic> statistics) {
    auto state = std::make_unique<State>();
    state->files = create_file_set(prefix, description, existing == Existing::overwrite, statistics);
    state->rank_count = description.ranks.size();
    return RunWriter(std::move(state));
}

void RunWriter::check_destination(const std::filesystem::path& prefix, const RunDescription& description,
                                  Existing existing) {
    fabricmap::check_destination(prefix, description, existing == Existing::overwrite, all_statistics);
}

RunWriter RunWriter::resume(const std::filesystem::path& prefix, const RunDescription& description,
                            Lost lost) {
    auto state = std::make_unique<State>();
    state->files = reopen_file_set(prefix, description);
    state->rank_count = description.ranks.size();
    refuse_older_files(state->files);
    state->complete_lengths = complete_lengths_of(state->files);
    const std::vector<Statistic> missing = missing_of(state->files);
    if (!missing.empty() && (state->complete_lengths.empty() || lost == Lost::fill)) {
        add_missing_files(state->files, prefix, description, [&] { state->fill_lost(missing); });
    }
    forget_planes_from(state->files, state->complete_lengths.size());
    for (StatisticFile& entry : state->files) {
        update_resumed(entry.file, description);
        if (state->complete_lengths.size() < description.message_lengths.size())
            update_finished(entry.file, "", false);
    }
    state->sync();
    return RunWriter(std::move(state));
}

void RunWriter::reach_disk(bool wanted) noexcept {
    state_->reaches_disk = wanted;
}

std::vector<Statistic> RunWriter::missing() const {
    return missing_of(state_->files);
}

const std::vector<std::int64_t>& RunWriter::complete_lengths() const noexcept {
    return state_->complete_lengths;
}

std::vector<std::filesystem::path> RunWriter::paths() const {
    std::vector<std::filesystem::path> paths;
    for (const StatisticFile& entry : state_->files) paths.push_back(entry.file.path());
    return paths;
}

void RunWriter::begin_plane(std::int64_t length_bytes) {
    if (state_->in_plane) throw std::logic_error("begin_plane within a plane");
    const std::size_t plane = state_->plane();
    for (const StatisticFile& entry : state_->files) {
        entry.file.require_place();
        write_length(entry, plane, length_bytes);
        // The old content of the place, or a hole, must not pass for a time.
        write_record_time(entry, plane, 0.0);
    }
    state_->written_rows.assign(state_->rank_count, false);
    state_->in_plane = true;
}

void RunWriter::write_row(std::int64_t sender, std::span<const CellStatistics> cells) {
    if (!state_->in_plane) throw std::logic_error("write_row outside a plane");
    if (sender < 0 || static_cast<std::size_t>(sender) >= state_->rank_count ||
        cells.size() != state_->rank_count) {
        throw std::out_of_range(fmt::format("row {} of {} cells: the run has {} ranks", sender, cells.size(),
                                            state_->rank_count));
    }
    state_->write_row(static_cast<std::size_t>(sender), cells);
}

void RunWriter::commit_plane() {
    if (!state_->in_plane) throw std::logic_error("commit_plane outside a plane");
    const std::size_t plane = state_->plane();
    const std::vector<CellStatistics> nothing(state_->rank_count, CellStatistics::not_measured());
    for (std::size_t sender = 0; sender < state_->rank_count; ++sender) {
        if (!state_->written_rows[sender]) state_->write_row(sender, nothing);
    }
    long long length = 0;
    const StatisticFile& first = state_->files.front();
    first.file.check(nc_get_var1_longlong(first.file.id(), first.variables.message_length, &plane, &length),
                     "read");

    for (const StatisticFile& entry : state_->files) entry.file.require_place();
    state_->sync();
    const double now = seconds_since_1970();
    for (const StatisticFile& entry : state_->files) write_record_time(entry, plane, now);
    state_->sync();
    state_->complete_lengths.push_back(length);
    state_->in_plane = false;
}

void RunWriter::amend(std::span<const AmendedCell> cells) {
    const std::vector<std::int64_t>& lengths = state_->complete_lengths;
    const std::array<std::size_t, 3> one{1, 1, 1};
    std::vector<std::array<std::size_t, 3>> places;
    for (const AmendedCell& amended : cells) {
        const auto plane = static_cast<std::size_t>(
            std::find(lengths.begin(), lengths.end(), amended.length_bytes) - lengths.begin());
        const auto sender = static_cast<std::size_t>(amended.sender);
        const auto receiver = static_cast<std::size_t>(amended.receiver);
        if (plane >= lengths.size() || sender >= state_->rank_count || receiver >= state_->rank_count) {
            throw std::out_of_range(fmt::format("no value of {} to {} at {} bytes", amended.sender,
                                                amended.receiver, amended.length_bytes));
        }
        places.push_back({plane, sender, receiver});
    }
    for (const StatisticFile& entry : state_->files) {
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const double value = cells[k].cell.value(entry.statistic);
            entry.file.write(entry.variables.data, places[k], one, &value);
            if (entry.variables.outliers < 0) continue;
            const long long outliers = cells[k].cell.outliers;
            entry.file.check(
                nc_put_var1_longlong(entry.file.id(), entry.variables.outliers, places[k].data(), &outliers),
                "write");
        }
    }
    state_->sync();
    for (StatisticFile& entry : state_->files) {
        if (entry.variables.quality < 0) continue;
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const auto quality = static_cast<signed char>(cells[k].cell.quality);
            entry.file.check(
                nc_put_var1_schar(entry.file.id(), entry.variables.quality, places[k].data(), &quality),
                "write");
        }
    }
    state_->sync();
}

void RunWriter::store_measured(const RunDescription& run) {
    for (StatisticFile& entry : state_->files) update_measured(entry.file, run);
}

void RunWriter::store_left_out(const RunDescription& run) {
    for (StatisticFile& entry : state_->files) {
        update_left_out(entry.file, run);
        entry.file.sync();
    }
}

void RunWriter::finish(const std::string& finished) {
    for (StatisticFile& entry : state_->files) update_finished(entry.file, finished, true);
    close();
}

void RunWriter::close() {
    state_->in_plane = false;
    for (StatisticFile& entry : state_->files) entry.file.close();
}

double plain_bytes(std::int64_t ranks, std::size_t planes, std::size_t statistics) {
    constexpr double header = 1e5;   // with the room to grow that it is given
    constexpr double per_rank = 64;  // the name of its host, node, core and NUMA node
    constexpr double per_plane =
        sizeof(std::int64_t) * 4;  // its length as planned and as measured, twice, its time
    const auto cells = static_cast<double>(ranks) * static_cast<double>(ranks) * static_cast<double>(planes);
    const double file =
        header + per_rank * static_cast<double>(ranks) + per_plane * static_cast<double>(planes);
    const double of_count_file = cells * (sizeof(std::int8_t) + sizeof(std::int32_t));  // quality, outliers
    return static_cast<double>(statistics) * (file + cells * sizeof(double)) + of_count_file;
}

std::vector<std::filesystem::path> unfinished_paths(const std::filesystem::path& prefix) {
    std::vector<std::filesystem::path> paths;
    paths.reserve(all_statistics.size());
    for (const Statistic statistic : all_statistics) {
        paths.push_back(partial_path(statistic_path(prefix, statistic)));
    }
    return paths;
}

}  // namespace fabricmap
