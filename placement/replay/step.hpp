// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "placement/patterns/pattern.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace fabricmap::placement {

/// One rank's share of a pattern: all that it sends and receives in a step, at once.
class Step {
  public:
    /// A pair sends as many messages a step as the pattern says, scaled so that none sends more than 16.
    Step(const Pattern& pattern, int rank);

    /// Receives and sends are posted, then all are waited for.
    void run(MPI_Comm comm);

  private:
    /// Messages with one other rank.
    struct Transfer {
        int rank = 0;
        int tag = 0;  ///< one for each length of a pair: SimGrid lets short messages pass long ones
        int bytes = 0;
        int messages = 0;
        std::ptrdiff_t offset = 0;  ///< in the buffer; sent ones share one
    };

    std::vector<Transfer> sent_;
    std::vector<Transfer> received_;
    List<char> outgoing_;
    List<char> incoming_;
    List<MPI_Request> requests_;
};

/// Throws UsageError where a message is longer than MPI sends.
void require_lengths_of_mpi(const Pattern& pattern);

}  // namespace fabricmap::placement
