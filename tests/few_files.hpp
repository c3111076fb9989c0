// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <sys/resource.h>

namespace fabricmap::testing {

/// While it lives the process may have so many files open at once.
class FewFiles {
  public:
    explicit FewFiles(rlim_t most) {
        if (getrlimit(RLIMIT_NOFILE, &before_) != 0) throw std::runtime_error("no limit of open files");
        const rlimit limit{most, before_.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0) throw std::runtime_error("the limit cannot be lowered");
    }
    FewFiles(const FewFiles&) = delete;
    FewFiles& operator=(const FewFiles&) = delete;
    ~FewFiles() { setrlimit(RLIMIT_NOFILE, &before_); }

  private:
    rlimit before_{};
};

}  // namespace fabricmap::testing
