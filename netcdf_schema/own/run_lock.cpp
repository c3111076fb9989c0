// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/own/run_lock.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"
#include "base/plain_file.hpp"
#include "netcdf_schema/own/file_set.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace fabricmap {
namespace {

/// What its holder has written; what it is not yet has no words.
std::string content_of(int file) {
    std::array<char, 512> text{};
    const ssize_t size = pread(file, text.data(), text.size(), 0);
    std::string holder(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    if (holder.ends_with('\n')) holder.pop_back();
    return holder.empty() ? "another process" : holder;
}

/// Whether the name still belongs to that file: who had the lock before removes both.
bool is_at(int file, const std::filesystem::path& path) {
    struct stat own {};
    struct stat named {};
    return fstat(file, &own) == 0 && stat(path.c_str(), &named) == 0 && own.st_ino == named.st_ino &&
           own.st_dev == named.st_dev;
}

/// Whether it is ours now; errno tells why it is not.
bool take(int file) {
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    return fcntl(file, F_OFD_SETLK, &whole) == 0;
}

}  // namespace

std::filesystem::path lock_path(const std::filesystem::path& prefix) {
    return std::filesystem::path(prefix).concat(".lock");
}

RunLock::RunLock(const std::filesystem::path& prefix, std::string_view holder) : path_(lock_path(prefix)) {
    check_folder(prefix);
    while (true) {
        file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (file_ < 0) throw system_error(path_, "make the file", errno);
        if (!take(file_) && (errno == EAGAIN || errno == EACCES)) {
            const std::string other = content_of(file_);
            ::close(file_);
            throw FileError(
                fmt::format("{}: {} writes this run: wait for its end, or choose another prefix (if its host "
                            "is down, remove this file)",
                            path_.string(), other));
        }
        if (is_at(file_, path_)) break;
        ::close(file_);
    }
    const std::string own =
        fmt::format("{} (process {} on {}, since {})\n", holder, getpid(), host_name(), utc_now());
    // Without its words the lock holds as well.
    if (ftruncate(file_, 0) == 0) [[maybe_unused]]
        const auto written = pwrite(file_, own.data(), own.size(), 0);
    unfinished_.emplace(std::vector{path_});
}

RunLock::~RunLock() {
    unfinished_->keep();
    // Whoever removed the file may have let another one in.
    if (is_at(file_, path_)) unlink(path_.c_str());
    ::close(file_);
}

}  // namespace fabricmap
