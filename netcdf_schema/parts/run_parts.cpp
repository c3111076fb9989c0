// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/parts/run_parts.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "base/plain_file.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/layouts/reader.hpp"
#include "netcdf_schema/own/file_set.hpp"
#include "netcdf_schema/parts/parts_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;

fs::path head_path(const fs::path& folder) {
    return statistic_path(head_prefix(folder), head_statistic);
}

double size_of_files_in(const fs::path& folder) {
    double size = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        std::error_code gone;
        const auto bytes = entry.file_size(gone);
        if (!gone) size += static_cast<double>(bytes);
    }
    return size;
}

/// A file, or a folder with all that is in it.
void remove_whole_quietly(const fs::path& path) {
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

void make_folder(const fs::path& folder) {
    // What a killed program may have left of one that was being made.
    remove_whole_quietly(folder);
    std::error_code error;
    fs::create_directory(folder, error);
    if (error) throw system_error(folder, "make this folder", error.value());
}

void make_head(const fs::path& folder, const RunDescription& description) {
    NetcdfFile head = NetcdfFile::create(head_path(folder), NC_64BIT_DATA);
    write_header(head, description, head_statistic);
    head.sync_to_disk();
    head.close();
}

void remove_archives(const fs::path& prefix) {
    for (const fs::path& path : archives_at(prefix)) {
        std::error_code error;
        fs::remove(path, error);
        if (error) throw system_error(path, "replace", error.value());
    }
}

Run open_parts_there_are(const fs::path& prefix) {
    const fs::path folder = parts_folder(prefix);
    auto described = describe_for_resume(head_prefix(folder));
    if (!described) throw system_error(head_path(folder), "open", ENOENT);
    RunDescription head = std::move(*described);
    const FoundParts found = find_parts(folder);
    if (!found.archived.empty()) head.title += " (in part from clusters of pairs)";
    return join_parts(prefix.string(), head, found);
}

}  // namespace

RunParts::RunParts(fs::path folder, RunDescription description)
    : folder_(std::move(folder)), description_(std::move(description)) {}

void RunParts::check_destination(const fs::path& prefix, const RunDescription& description,
                                 RunWriter::Existing existing, double bytes_needed) {
    check_description(description);
    check_folder(prefix);
    if (existing == RunWriter::Existing::refuse) {
        refuse_existing(prefix);
        refuse_archives(prefix);
    }
    check_space(prefix, bytes_needed, 0);
}

RunParts RunParts::create(const fs::path& prefix, const RunDescription& description,
                          RunWriter::Existing existing, double bytes_needed) {
    check_destination(prefix, description, existing, bytes_needed);
    RunDescription named = description;
    if (named.run_id.empty()) named.run_id = random_run_id();
    const fs::path folder = parts_folder(prefix);
    const fs::path unfinished = partial_path(folder);
    try {
        make_folder(unfinished);
        make_head(unfinished, named);
        remove_existing(prefix);
        remove_archives(prefix);
        sync_names_beside(head_path(unfinished));
        fs::rename(unfinished, folder);
        sync_names_beside(folder);
    } catch (...) {
        remove_whole_quietly(unfinished);
        throw;
    }
    return {folder, std::move(named)};
}

RunParts RunParts::resume(const fs::path& prefix, const RunDescription& description, double bytes_needed) {
    check_description(description);
    check_folder(prefix);
    const fs::path folder = parts_folder(prefix);
    RunParts parts(folder, description);
    parts.find_parts();
    parts.refuse_gap();
    parts.remove_all_but_parts();
    check_space(prefix, bytes_needed, size_of_files_in(folder));
    parts.change_head([&](NetcdfFile& head) { update_resumed(head, description); });
    return parts;
}

void RunParts::find_parts() {
    FoundParts found = fabricmap::find_parts(folder_);
    archived_ = std::move(found.archived);
    plain_ = std::move(found.plain);
}

/// A plane of which a file is missing must not take those behind it along.
void RunParts::refuse_gap() const {
    for (std::size_t plane = complete_planes() + 1; plane < description_.message_lengths.size(); ++plane) {
        const std::vector<fs::path> files = plain_files_of(plain_part(folder_, plane));
        const bool is_whole = std::all_of(files.begin(), files.end(), [](const fs::path& path) {
            std::error_code error;
            return fs::exists(path, error);
        });
        if (!is_whole) continue;
        throw FileError(
            fmt::format("{}: files of length number {} are missing, and later ones are there: restore them, "
                        "or start again with --overwrite",
                        folder_.string(), complete_planes() + 1));
    }
}

void RunParts::remove_all_but_parts() const {
    std::set<fs::path> kept{head_path(folder_)};
    const auto keep = [&](const std::vector<fs::path>& paths) { kept.insert(paths.begin(), paths.end()); };
    for (const RunPart& part : archived_) keep(archives_of(part));
    for (const RunPart& part : plain_) keep(plain_files_of(part));
    for (const auto& entry : fs::directory_iterator(folder_)) {
        if (!kept.contains(entry.path())) remove_whole_quietly(entry.path());
    }
}

std::size_t RunParts::first_plain() const noexcept {
    return archived_.empty() ? 0 : archived_.back().first_plane + archived_.back().planes;
}

RunWriter RunParts::next_plane(std::int64_t length_bytes) const {
    RunDescription plane = description_;
    plane.message_lengths = {length_bytes};
    return RunWriter::create(plain_part(folder_, complete_planes()).prefix, plane,
                             RunWriter::Existing::overwrite);
}

void RunParts::plane_committed() {
    plain_.push_back(plain_part(folder_, complete_planes()));
}

Run RunParts::open_plain(std::size_t planes) const {
    const auto end = plain_.begin() + static_cast<std::ptrdiff_t>(planes);
    return join_parts(folder_.string(), description_, {{}, {plain_.begin(), end}});
}

RunPart RunParts::next_archived(std::size_t planes) const {
    return archived_part(folder_, first_plain(), planes);
}

void RunParts::planes_archived(std::size_t planes) {
    archived_.push_back(next_archived(planes));
    const auto end = plain_.begin() + static_cast<std::ptrdiff_t>(planes);
    std::for_each(plain_.begin(), end, [](const RunPart& part) {
        for (const fs::path& path : plain_files_of(part)) remove_whole_quietly(path);
    });
    plain_.erase(plain_.begin(), end);
}

void RunParts::change_head(const std::function<void(NetcdfFile&)>& change, bool reaches_disk) {
    NetcdfFile head = NetcdfFile::open(head_path(folder_), NetcdfFile::Access::write);
    change(head);
    if (reaches_disk) head.sync_to_disk();
    head.close();
    description_ = describe_for_resume(head_prefix(folder_)).value();
}

void RunParts::store_measured(const RunDescription& run) {
    change_head([&](NetcdfFile& head) { update_measured(head, run); });
}

void RunParts::store_left_out(const RunDescription& run) {
    change_head([&](NetcdfFile& head) { update_left_out(head, run); }, false);
}

void RunParts::finish(const std::string& finished) {
    change_head([&](NetcdfFile& head) { update_finished(head, finished, true); });
}

void RunParts::remove() {
    // Without a head it is no run: what is left when this is interrupted is never taken for one.
    remove_whole_quietly(head_path(folder_));
    remove_whole_quietly(folder_);
}

void refuse_archives(const fs::path& prefix) {
    const std::vector<fs::path> archives = archives_at(prefix);
    if (archives.empty()) return;
    throw FileError(fmt::format("{}: already exists; choose another prefix, or replace it with --overwrite",
                                archives.front().string()));
}

void remove_remains_of_parts(const fs::path& prefix) {
    if (!holds_parts(prefix)) remove_whole_quietly(parts_folder(prefix));
}

bool holds_parts(const fs::path& prefix) {
    std::error_code error;
    return prefix.has_filename() && fs::exists(head_path(parts_folder(prefix)), error);
}

Run open_parts(const fs::path& prefix) {
    // While it is opened a range may become an archive, whose plain files then go.
    constexpr int attempts = 3;
    for (int attempt = 1;; ++attempt) {
        try {
            return open_parts_there_are(prefix);
        } catch (const FileError&) {
            if (attempt == attempts || !holds_parts(prefix)) throw;
        }
    }
}

std::optional<RunDescription> describe_parts_for_resume(const fs::path& prefix) {
    if (holds_parts(prefix)) return describe_for_resume(head_prefix(parts_folder(prefix)));
    if (archives_at(prefix).empty()) return std::nullopt;
    return open_as(own_archive, archive_path(prefix, Statistic::median)).description();
}

}  // namespace fabricmap
