// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/watch/beacon.hpp"
#include "measuring/watch/rank_board.hpp"
#include "measuring/watch/stall_timer.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap {

/// What a rank sees of those of its host.
struct Neighbours {
    bool reports = true;           ///< this rank, for its host: it is the first of those that run
    bool first_rank_runs = false;  ///< rank 0 is one of them, and runs
    std::uint64_t activity = 0;    ///< grows when anything moves on this host, or a rank works
    HostNews news;
    const RankState* stopped = nullptr;  ///< the one that has not run for longest
    std::chrono::milliseconds longest_stopped{0};
};

/// Looks at the board of a host again and again, for one of its ranks.
class Neighbourhood {
  public:
    /// The board must outlive it.
    explicit Neighbourhood(RankBoard& board) : board_(board) {}

    /// `ranks_here`: of the job on this host; 0 while that is not known. Ranks that have not run for the
    /// time-out are among the news.
    [[nodiscard]] Neighbours look(std::chrono::milliseconds passed, std::chrono::milliseconds timeout,
                                  std::ptrdiff_t ranks_here);
    /// The rank of this host that has entered fewest of the calls that ranks make together; null where all
    /// have entered the same.
    [[nodiscard]] const RankState* last_to_enter() const noexcept;
    /// What a rank of this host is asked to find out; not wanted where there is nothing.
    [[nodiscard]] CrossCheck check_for(int rank) const noexcept;

  private:
    RankBoard& board_;
    std::vector<StallTimer> looks_of_others_;
};

}  // namespace fabricmap
