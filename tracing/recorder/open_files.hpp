// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <map>
#include <mutex>
#include <string>

namespace fabricmap::tracing {

/// The names of the files of MPI that are open.
class OpenFiles {
  public:
    void add(MPI_File file, const char* name) {
        const std::lock_guard lock(mutex_);
        names_[file] = name;
    }
    void forget(MPI_File file) {
        const std::lock_guard lock(mutex_);
        names_.erase(file);
    }
    /// Empty of one that is not known.
    [[nodiscard]] std::string name_of(MPI_File file) {
        const std::lock_guard lock(mutex_);
        const auto found = names_.find(file);
        return found == names_.end() ? std::string() : found->second;
    }

  private:
    std::mutex mutex_;
    std::map<MPI_File, std::string> names_;
};

}  // namespace fabricmap::tracing
