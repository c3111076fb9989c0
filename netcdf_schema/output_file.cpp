// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/output_file.hpp"

#include "netcdf_schema/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fabricmap {

std::filesystem::path partial_path(const std::filesystem::path& path) {
    return std::filesystem::path(path).concat(".partial");
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)), partial_(partial_path(path_)) {
    std::error_code ignored;
    const std::filesystem::file_status old = std::filesystem::status(path_, ignored);
    // A rename would put a plain file in the place of a device or a pipe.
    if (std::filesystem::exists(old) && !std::filesystem::is_regular_file(old)) {
        throw FileError(fmt::format("{}: this is no regular file; choose another name", path_.string()));
    }
    // A link of that name, left there by someone else, must not lead the bytes elsewhere.
    descriptor_ = open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) fail("make this file");
}

OutputFile::~OutputFile() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    unlink(partial_.c_str());
}

void OutputFile::fail(std::string_view doing) const {
    const int number = errno;
    const std::string_view remedy = number == ENOENT   ? "; make its folder first"
                                    : number == ENOSPC ? "; free some space"
                                                       : "; choose another place with -o";
    throw FileError(fmt::format("{}: cannot {}: {}{}", path_.string(), doing,
                                std::generic_category().message(number), remedy));
}

void OutputFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write");
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void OutputFile::commit() {
    if (fsync(descriptor_) != 0) fail("write");
    if (rename(partial_.c_str(), path_.c_str()) != 0) fail("give this name to the file");
    ::close(std::exchange(descriptor_, -1));
}

}  // namespace fabricmap
