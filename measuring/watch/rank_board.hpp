// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/watch/cross_check.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// What a rank shows to the other ranks of its host. Zero bytes are the state of a rank that has not come.
struct alignas(128) RankState {
    std::atomic<std::int32_t> process;     ///< its number in the system; 0 where there is none
    std::atomic<std::int32_t> rank_plus1;  ///< 0 while it is not known
    std::atomic<std::uint64_t> looks;      ///< of its watchdog: grows as long as the process runs
    std::atomic<std::uint64_t> beats;      ///< grows when something moves
    std::atomic<std::uint64_t> entered;    ///< number of the latest collective call that it has entered
    std::atomic<std::int64_t> length_bytes;
    std::atomic<std::int32_t> peer;  ///< -1: no single one
    std::atomic<Waiting> waiting;
    std::atomic<bool> ended;                  ///< it needs no other rank any more
    std::atomic<bool> has_stalled;            ///< `stall` is written, and lasts
    std::atomic<bool> has_tried;              ///< what the cross-check on its board asks of it
    std::atomic<std::uint32_t> answered;      ///< Testimony::answered
    std::atomic<bool> has_check;              ///< the next field is written
    std::array<std::int32_t, 7> check_ranks;  ///< CrossCheck, for the ranks of this host
    Stall stall;

    void post(const CrossCheck& check) noexcept;
    [[nodiscard]] CrossCheck check() const noexcept;  ///< not wanted where there is none
};

/// The states of the ranks that this job has on this host, in shared memory from before MPI starts, so that
/// those which run can name one that does not. Without a launcher that identifies its jobs (PMIx, Slurm), or
/// without shared memory, it holds the own state alone.
class RankBoard {
  public:
    enum class Scope : std::uint8_t { job, process };

    explicit RankBoard(Scope scope);
    ~RankBoard();
    RankBoard(const RankBoard&) = delete;
    RankBoard& operator=(const RankBoard&) = delete;

    [[nodiscard]] RankState& own() noexcept { return *own_; }
    /// Of all ranks that have come, in the order of their coming.
    [[nodiscard]] std::span<RankState> states() const noexcept;
    /// The ranks that have not come, where the launcher reports that all ranks of the job are on this host.
    [[nodiscard]] std::vector<int> missing_ranks() const;
    /// Of the memory that this job's ranks share on this host, as in "/fabricmap-0-1a"; empty without a
    /// launcher.
    [[nodiscard]] static std::string name_of_job();
    /// On all hosts; 0 where the launcher does not report it.
    [[nodiscard]] static std::size_t ranks_of_job();
    /// All have arrived: removes the name from the memory, which goes with its last rank. Safe in a thread.
    void close() const noexcept;

  private:
    void open_shared();
    [[nodiscard]] RankState* claim() noexcept;

    RankState alone_{};
    RankState* shared_ = nullptr;
    RankState* own_ = &alone_;
    std::string name_;
};

/// -1 while it is not known.
[[nodiscard]] inline int rank_of(const RankState& state) noexcept {
    return state.rank_plus1 - 1;
}

/// Whether the rank's process is there, running or not.
[[nodiscard]] bool is_there(const RankState& state) noexcept;

}  // namespace fabricmap
