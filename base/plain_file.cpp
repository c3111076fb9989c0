// SPDX-License-Identifier: Apache-2.0
#include "base/plain_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace fabricmap {
namespace {

std::string_view remedy_for(int error_number, FileUse use) {
    const bool is_report = use == FileUse::report;
    switch (error_number) {
        case ENOENT:
            return is_report ? "; make its folder first" : "; check the path";
        case EACCES:
        case EPERM:
            return "; check the permissions of the file and its folder";
        case ENAMETOOLONG:
            return "; choose a shorter name";
        case ELOOP:
            return "; a link leads back to itself: choose another path";
        case EROFS:
            return "; choose a folder that can be written";
        case ENOSPC:
        case EDQUOT:
            return is_report ? "; free some space"
                             : "; free some space (a measurement then continues with --resume)";
        case EFBIG:
            return is_report
                       ? "; raise the limit on file sizes (ulimit -f)"
                       : "; raise the limit on file sizes (ulimit -f; a measurement then continues with "
                         "--resume)";
        case EIO:
            return "; the disk or file server failed (see dmesg): use another one";
        case EMFILE:
            return "; raise the limit on open files (ulimit -n)";
        default:
            return is_report ? "; choose another place" : "; use another folder, or copy the file again";
    }
}

}  // namespace

FileError system_error(const std::filesystem::path& path, std::string_view doing, int error_number,
                       FileUse use) {
    return FileError(fmt::format("{}: cannot {}: {}{}", path.string(), doing,
                                 std::generic_category().message(error_number),
                                 remedy_for(error_number, use)));
}

void require_regular_file(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::directory) {
        throw FileError(
            fmt::format("{}: this is a folder; name a file in it, or the prefix of a run", path.string()));
    }
    if (status.type() == std::filesystem::file_type::not_found) throw system_error(path, "open", ENOENT);
    if (error) throw system_error(path, "open", error.value());
    if (status.type() != std::filesystem::file_type::regular) {
        throw FileError(fmt::format("{}: not a regular file; copy its content to one", path.string()));
    }
}

std::ifstream open_regular_file(const std::filesystem::path& path) {
    require_regular_file(path);
    if (access(path.c_str(), R_OK) != 0) throw system_error(path, "open", errno);
    std::ifstream file(path, std::ios::binary);
    if (!file) throw system_error(path, "open", errno);
    return file;
}

}  // namespace fabricmap
