// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// What MPI_Comm_spawn and its like are told of each command, with what lets the processes be recorded, too,
/// which get none of this one's environment: as given where it is not looked at, or there is no room for it.
class SpawnInfos {
  public:
    SpawnInfos(int count, const MPI_Info* given, int root, MPI_Comm comm);
    SpawnInfos(const SpawnInfos&) = delete;
    SpawnInfos& operator=(const SpawnInfos&) = delete;
    ~SpawnInfos();

    [[nodiscard]] const MPI_Info* all() const noexcept {
        return extended_.empty() ? given_ : extended_.data();
    }
    [[nodiscard]] MPI_Info first() const noexcept { return *all(); }
    /// What the processes know their spawn by; 0 where this is not the root.
    [[nodiscard]] std::uint64_t token() const noexcept { return token_; }

  private:
    const MPI_Info* given_;
    std::vector<MPI_Info> extended_;
    std::uint64_t token_ = 0;
};

/// The token of what spawned this process, 0 where it is not known.
[[nodiscard]] std::uint64_t token_of_own_spawn();
/// Of a port by its name, which both sides have.
[[nodiscard]] std::uint64_t token_of_port(const char* port);

/// The options that the processes which spawned this one were recorded with, a line "NAME=VALUE" each; those
/// of this process's environment where it has any.
[[nodiscard]] std::string options_of_spawned(const std::string& folder);

}  // namespace fabricmap::tracing
