// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/own/file_set.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "base/output_folder.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "base/unfinished_files.hpp"
#include "netcdf_schema/own/run_writer.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <list>
#include <random>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& prefix) {
    return prefix.has_parent_path() ? prefix.parent_path() : fs::path(".");
}

/// Removes what was made unless told that all went well.
class Undo {
  public:
    Undo() = default;
    Undo(const Undo&) = delete;
    Undo& operator=(const Undo&) = delete;
    ~Undo() = default;

    void add(const fs::path& path) { files_.emplace_back(std::vector{path}); }
    void keep_all() noexcept {
        for (UnfinishedFiles& files : files_) files.keep();
    }

  private:
    std::list<UnfinishedFiles> files_;
};

double size_on_disk(const fs::path& prefix) {
    double size = 0;
    for (const Statistic statistic : all_statistics) {
        std::error_code error;
        const auto bytes = fs::file_size(statistic_path(prefix, statistic), error);
        if (!error) size += static_cast<double>(bytes);
    }
    return size;
}

double planned_bytes(const RunDescription& description, std::size_t statistics) {
    return plain_bytes(description.rank_count(), description.message_lengths.size(), statistics);
}

StatisticFile create_partial(const fs::path& prefix, const RunDescription& description, Statistic statistic,
                             Undo& undo) {
    const fs::path path = partial_path(statistic_path(prefix, statistic));
    NetcdfFile file = NetcdfFile::create(path, NC_64BIT_DATA);
    undo.add(path);
    const PlaneVariables variables = write_header(file, description, statistic);
    file.sync();
    return {statistic, std::move(file), variables};
}

void give_final_name(const fs::path& prefix, StatisticFile& entry, Undo& undo) {
    const fs::path path = statistic_path(prefix, entry.statistic);
    entry.file.sync_to_disk();
    entry.file.rename(path);
    undo.add(path);
}

StatisticFile reopen(const fs::path& path, const RunDescription& description, Statistic statistic) {
    NetcdfFile file = NetcdfFile::open(path, NetcdfFile::Access::write);
    const PlaneVariables variables = find_plane_variables(file);
    if (variables.record_time < 0) file.refuse("the file lacks record_time; it cannot be resumed");
    if (read_statistic(file) != statistic) {
        file.refuse(
            fmt::format("the file does not hold the statistic '{}'; use --overwrite", name_of(statistic)));
    }
    if (read_run_id(file) != description.run_id ||
        file.shape(variables.data)[1] != description.ranks.size()) {
        file.refuse("the file belongs to another run; use --overwrite or another prefix");
    }
    return {statistic, std::move(file), variables};
}

}  // namespace

void check_description(const RunDescription& description) {
    if (description.ranks.empty()) throw UsageError("a run needs at least one rank");
    const auto refuse_large = [](std::string_view option, std::int64_t value) {
        if (!std::in_range<int>(value))
            throw UsageError(fmt::format("{} {}: at most 2147483647", option, value));
    };
    refuse_large("-n", description.repeats);
    const NoiseParameters noise = description.noise.value_or(NoiseParameters{});
    refuse_large("-l", noise.message_length);
    refuse_large("-m", noise.messages);
    refuse_large("-p", noise.processes);
}

void check_folder(const fs::path& prefix) {
    if (!prefix.has_filename()) {
        throw FileError(
            fmt::format("{}: this is a folder; add the beginning of a file name", prefix.string()));
    }
    require_folder_of(prefix);
    std::error_code error;
    // The longest name of all, as where it may be too long.
    if (!fs::exists(fs::symlink_status(partial_path(statistic_path(prefix, Statistic::deviation)), error)) &&
        error && error != std::errc::no_such_file_or_directory)
        throw system_error(prefix, "make files of this name", error.value());
}

void refuse_existing(const fs::path& prefix) {
    const auto refuse = [](const fs::path& path) {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(path, error))) return;
        throw FileError(
            fmt::format("{}: already exists; choose another prefix, or replace it with --overwrite, "
                        "or continue it with --resume",
                        path.string()));
    };
    for (const Statistic statistic : all_statistics) refuse(statistic_path(prefix, statistic));
    refuse(parts_folder(prefix));
}

void remove_existing(const fs::path& prefix) {
    const auto remove = [](const fs::path& path) {
        std::error_code error;
        fs::remove_all(path, error);
        if (error) throw system_error(path, "replace", error.value());
    };
    for (const Statistic statistic : all_statistics) remove(statistic_path(prefix, statistic));
    remove(parts_folder(prefix));
}

void check_space(const fs::path& prefix, double bytes, double bytes_given_back) {
    struct statvfs disk {};
    if (statvfs(folder_of(prefix).c_str(), &disk) != 0) return;
    const double room =
        static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize) + bytes_given_back;
    if (bytes <= room) return;
    if (disk.f_blocks == 0) {
        // As /proc has none, whatever its permissions say.
        throw FileError(
            fmt::format("{}: this folder is on a file system without space of its own; choose another one",
                        folder_of(prefix).string()));
    }
    throw FileError(fmt::format(
        "{}: the run needs {}, the disk has {} left; free some space, or choose another folder or fewer "
        "lengths",
        folder_of(prefix).string(), format_bytes(bytes), format_bytes(room)));
}

std::string random_run_id() {
    std::random_device device;
    const auto bits = [&](std::uint32_t mask) { return static_cast<std::uint32_t>(device()) & mask; };
    // Version 4, variant 1 of RFC 4122.
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:08x}{:04x}", bits(0xffffffff), bits(0xffff),
                       bits(0xfff), bits(0x3fff) | 0x8000, bits(0xffffffff), bits(0xffff));
}

void check_destination(const fs::path& prefix, const RunDescription& description, bool overwrite,
                       std::span<const Statistic> statistics) {
    check_description(description);
    check_folder(prefix);
    if (!overwrite) refuse_existing(prefix);
    check_space(prefix, planned_bytes(description, statistics.size()), overwrite ? size_on_disk(prefix) : 0);
}

FileSet create_file_set(const fs::path& prefix, const RunDescription& description, bool overwrite,
                        std::span<const Statistic> statistics) {
    check_destination(prefix, description, overwrite, statistics);
    RunDescription named = description;
    if (named.run_id.empty()) named.run_id = random_run_id();
    Undo undo;
    FileSet files;
    for (const Statistic statistic : statistics)
        files.push_back(create_partial(prefix, named, statistic, undo));
    if (overwrite) remove_existing(prefix);
    for (StatisticFile& entry : files) give_final_name(prefix, entry, undo);
    sync_names_beside(prefix);
    undo.keep_all();
    return files;
}

FileSet reopen_file_set(const fs::path& prefix, const RunDescription& description) {
    check_description(description);
    check_folder(prefix);
    check_space(prefix, planned_bytes(description, all_statistics.size()), size_on_disk(prefix));
    FileSet files;
    for (const Statistic statistic : all_statistics) {
        const fs::path path = statistic_path(prefix, statistic);
        std::error_code error;
        if (fs::exists(path, error) || error) files.push_back(reopen(path, description, statistic));
    }
    return files;
}

void add_missing_files(FileSet& files, const fs::path& prefix, const RunDescription& description,
                       const std::function<void()>& fill) {
    Undo undo;
    const auto there = static_cast<std::ptrdiff_t>(files.size());
    for (const Statistic statistic : missing_of(files))
        files.push_back(create_partial(prefix, description, statistic, undo));
    fill();
    std::for_each(files.begin() + there, files.end(),
                  [&](StatisticFile& made) { give_final_name(prefix, made, undo); });
    sync_names_beside(prefix);
    undo.keep_all();
}

std::vector<Statistic> missing_of(const FileSet& files) {
    std::vector<Statistic> missing;
    std::copy_if(
        all_statistics.begin(), all_statistics.end(), std::back_inserter(missing), [&](Statistic statistic) {
            return std::none_of(files.begin(), files.end(),
                                [&](const StatisticFile& entry) { return entry.statistic == statistic; });
        });
    return missing;
}

std::vector<std::int64_t> complete_lengths_of(const FileSet& files) {
    std::optional<std::vector<std::int64_t>> common;
    for (const StatisticFile& entry : files) {
        const std::vector<bool> complete = read_complete_records(entry.file, entry.variables);
        const auto first_gap = std::find(complete.begin(), complete.end(), false);
        const auto planes = static_cast<std::size_t>(first_gap - complete.begin());
        const std::vector<std::int64_t> lengths = read_record_lengths(entry.file, entry.variables, planes);
        if (!common) common = lengths;
        const auto [end, ignored] =
            std::mismatch(common->begin(), common->end(), lengths.begin(), lengths.end());
        common->erase(end, common->end());
    }
    return common.value_or(std::vector<std::int64_t>{});
}

void refuse_older_files(const FileSet& files) {
    std::vector<std::ptrdiff_t> planes;
    for (const StatisticFile& entry : files) {
        const std::vector<bool> complete = read_complete_records(entry.file, entry.variables);
        planes.push_back(std::find(complete.begin(), complete.end(), false) - complete.begin());
    }
    const std::ptrdiff_t most = planes.empty() ? 0 : *std::max_element(planes.begin(), planes.end());
    for (std::size_t k = 0; k < files.size(); ++k) {
        if (planes[k] + 1 >= most) continue;
        files[k].file.refuse(
            fmt::format("it has {} complete lengths, the run's other files up to {}; move it away: the run "
                        "can be resumed "
                        "without it",
                        planes[k], most));
    }
}

void forget_planes_from(const FileSet& files, std::size_t first) {
    for (const StatisticFile& entry : files) {
        const std::size_t records = entry.file.shape(entry.variables.data).front();
        for (std::size_t plane = first; plane < records; ++plane) write_record_time(entry, plane, 0.0);
    }
}

void write_length(const StatisticFile& entry, std::size_t plane, std::int64_t length_bytes) {
    const long long length = length_bytes;
    // Runs that were begun before there was a coordinate have none.
    for (const int variable : {entry.variables.message_length, entry.variables.coordinate}) {
        if (variable < 0) continue;
        entry.file.check(nc_put_var1_longlong(entry.file.id(), variable, &plane, &length), "write");
    }
}

void write_record_time(const StatisticFile& entry, std::size_t plane, double seconds) {
    const int status = nc_put_var1_double(entry.file.id(), entry.variables.record_time, &plane, &seconds);
    entry.file.check(status, "write");
}

fs::path statistic_path(const fs::path& prefix, Statistic statistic) {
    return fs::path(prefix).concat(fmt::format("_{}.nc", name_of(statistic)));
}

fs::path parts_folder(const fs::path& prefix) {
    return fs::path(prefix).concat(".parts");
}

std::optional<RunDescription> describe_for_resume(const fs::path& prefix) {
    std::optional<RunDescription> description;
    fs::path first;
    for (const Statistic statistic : all_statistics) {
        const fs::path path = statistic_path(prefix, statistic);
        std::error_code error;
        if (!fs::exists(path, error)) continue;
        const NetcdfFile file = NetcdfFile::open(path, NetcdfFile::Access::read);
        static_cast<void>(find_plane_variables(file));
        if (!description) {
            description = read_description(file);
            description->message_lengths = read_planned_lengths(file);
            first = path;
            if (description->message_lengths.empty())
                file.refuse("the file does not state which lengths were planned");
        } else if (read_run_id(file) != description->run_id) {
            file.refuse(
                fmt::format("the file and {} are of different runs; use --overwrite", first.string()));
        }
    }
    return description;
}

}  // namespace fabricmap
