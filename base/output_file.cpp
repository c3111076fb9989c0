// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/printed_text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view doing) {
    throw system_error(path, doing, errno, FileUse::report);
}

/// `told` is the path in the error.
void sync_file(const std::filesystem::path& path, const std::filesystem::path& told) {
    const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) fail(told, "write");
    const int status = fsync(descriptor);
    const int error = errno;
    ::close(descriptor);
    errno = error;
    if (status != 0) fail(told, "write");
}

/// What lies at the partial_path is the open file, and as long as it was written. Where there is nothing,
/// publishing fails.
void require_own(const std::filesystem::path& path, int descriptor) {
    struct stat named {};
    struct stat own {};
    if (lstat(partial_path(path).c_str(), &named) != 0 || fstat(descriptor, &own) != 0) return;
    if (named.st_dev == own.st_dev && named.st_ino == own.st_ino &&
        own.st_size == lseek(descriptor, 0, SEEK_CUR))
        return;
    throw FileError(
        fmt::format("{}: another program changed it while it was written; write it again", path.string()));
}

}  // namespace

std::filesystem::path absolute_folder(const std::filesystem::path& folder) {
    const std::filesystem::path normal = std::filesystem::absolute(folder).lexically_normal();
    return normal.has_filename() ? normal : normal.parent_path();
}

std::filesystem::path partial_path(const std::filesystem::path& path) {
    return std::filesystem::path(path).concat(".partial");
}

void require_free(const std::filesystem::path& path, bool overwrite) {
    std::error_code ignored;
    const std::filesystem::file_status old = std::filesystem::status(path, ignored);
    if (!std::filesystem::exists(old)) return;
    // A rename would put a plain file in the place of a device or a pipe.
    if (!std::filesystem::is_regular_file(old))
        throw FileError(fmt::format("{}: not a regular file; choose another name", path.string()));
    if (!overwrite) {
        throw FileError(fmt::format("{}: already exists; choose another name, or replace it with --overwrite",
                                    path.string()));
    }
}

void require_another(const std::filesystem::path& output, const std::filesystem::path& input) {
    std::error_code missing;
    if (!std::filesystem::equivalent(output, run_in_file(input).file, missing) || missing) return;
    throw UsageError(fmt::format("{}: this is the input itself; choose another name", output.string()));
}

void publish(const std::filesystem::path& path) {
    const std::filesystem::path partial = partial_path(path);
    sync_file(partial, path);
    if (rename(partial.c_str(), path.c_str()) != 0) fail(path, "give this name to the file");
    sync_names_beside(path);
}

void sync_names_beside(const std::filesystem::path& path) noexcept {
    const int folder =
        open(path.has_parent_path() ? path.parent_path().c_str() : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    ::close(folder);
}

void sync_files_in(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::recursive_directory_iterator entry(folder, error);
    for (const std::filesystem::recursive_directory_iterator end; !error && entry != end;
         entry.increment(error)) {
        if (entry->is_regular_file()) sync_file(entry->path(), entry->path());
        sync_names_beside(entry->path());
    }
    if (error) throw system_error(folder, "read this folder", error.value(), FileUse::report);
}

void require_room(const std::filesystem::path& path, std::size_t bytes) {
    constexpr std::uintmax_t for_the_library = std::uintmax_t{4} << 20;
    const std::uintmax_t needed = bytes + for_the_library;
    std::error_code unknown;
    const auto disk = std::filesystem::space(std::filesystem::absolute(path).parent_path(), unknown);
    if (!unknown && disk.available < needed) {
        throw FileError(
            fmt::format("{}: the disk is full; free some space or choose another folder", path.string()));
    }
    rlimit limit{};
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    if (!unknown && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        size + needed > limit.rlim_cur) {
        throw FileError(
            fmt::format("{}: the file exceeds the limit on file sizes; raise it (ulimit -f)", path.string()));
    }
}

PartialFile::PartialFile(std::filesystem::path path) : path_(std::move(path)) {
    // Tells what is wrong with the place and how to help it; libraries do not.
    const OutputFile probe(path_);
    unfinished_.emplace(std::vector{partial_path(path_)});
}

void PartialFile::publish() {
    fabricmap::publish(path_);
    unfinished_->keep();
    published_ = true;
}

void PartialFile::make_room() const {
    std::error_code ignored;
    if (!published_) std::filesystem::resize_file(partial_path(path_), 0, ignored);
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)), partial_(partial_path(path_)) {
    require_free(path_, true);
    // A link of that name, left there by someone else, must not lead the bytes elsewhere.
    descriptor_ = open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) fail(path_, "make this file");
    unfinished_.emplace(std::vector{partial_});
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(path_, "write");
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void OutputFile::commit() {
    require_own(path_, descriptor_);
    publish(path_);
    unfinished_->keep();
    ::close(std::exchange(descriptor_, -1));
}

}  // namespace fabricmap
