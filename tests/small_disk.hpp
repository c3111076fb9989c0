// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/temporary_folder.hpp"

#include <fstream>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <vector>

namespace fabricmap::testing {

/// A file system of its own, in memory, with room for little; there only where the test may mount one. This
/// process and those it starts see it, no others.
class SmallDisk {
  public:
    /// `size` as mount takes it: "1m".
    explicit SmallDisk(const std::string& size)
        : mounted_(unshare(CLONE_NEWNS) == 0 &&
                   mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                   mount("tmpfs", path().c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0) {}
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    ~SmallDisk() {
        if (mounted_) umount2(path().c_str(), MNT_DETACH);
    }

    [[nodiscard]] bool mounted() const noexcept { return mounted_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_.path(); }

    [[nodiscard]] bool make_read_only() const {
        return mount("tmpfs", path().c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0;
    }

    /// Takes all room that is left.
    void fill() const {
        std::ofstream file(path() / "filler");
        const std::vector<char> block(4096, 'x');
        while (file.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
        }
    }

  private:
    TemporaryFolder folder_;
    bool mounted_;
};

}  // namespace fabricmap::testing
