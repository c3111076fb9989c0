// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/spill.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fabricmap::clusterizer {
namespace {

/// Where the file system knows no files without a name, one that loses it at once.
int open_and_unlink(const std::filesystem::path& folder) {
    std::string name = (folder / ".fabricmap-XXXXXX").string();
    const int descriptor = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0) unlink(name.c_str());
    return descriptor;
}

}  // namespace

SpillFile::SpillFile(const std::filesystem::path& folder) : folder_(folder) {
    descriptor_ = open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor_ < 0) descriptor_ = open_and_unlink(folder_);
    if (descriptor_ < 0) fail(errno);
}

SpillFile::SpillFile(SpillFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      read_(other.read_) {}

SpillFile::~SpillFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

void SpillFile::fail(int error_number) const {
    throw FileError(
        fmt::format("{}: cannot keep unfinished work in this folder: {}; free some space, or choose "
                    "another place with -o",
                    folder_.string(), std::generic_category().message(error_number)));
}

void SpillFile::append(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(errno);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

std::size_t SpillFile::read(std::span<std::byte> bytes) {
    std::size_t total = 0;
    while (total < bytes.size()) {
        const ssize_t got =
            pread(descriptor_, bytes.data() + total, bytes.size() - total, static_cast<off_t>(read_ + total));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(errno);
        if (got == 0) break;
        total += static_cast<std::size_t>(got);
    }
    read_ += total;
    return total;
}

}  // namespace fabricmap::clusterizer
