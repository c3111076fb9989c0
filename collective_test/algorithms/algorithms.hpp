// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"
#include "measuring/mpi/session.hpp"

#include <memory>
#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// One of those among which the MPI library chooses for an operation.
struct Algorithm {
    int number = 0;    ///< the library's
    std::string name;  ///< the library's: "binomial"

    /// Whether so many ranks can be told to take it: some are for two alone.
    [[nodiscard]] bool suits(int ranks) const noexcept { return name != "two_proc" || ranks == 2; }
};

/// Lets Open MPI be told which algorithm to take; what the user has set in the environment counts. Before MPI
/// is initialised: later it would store what it is told, read it back, and do nothing.
void allow_forced_algorithms();

/// The control variables of the MPI library that force an algorithm. Open MPI reads them when a communicator
/// is made, so that communicators with different ones live side by side. Must be gone before MPI is
/// finalised: Open MPI 4.1.4 crashes else.
class Algorithms {
  public:
    /// Throws UsageError with the reason where the library would take no notice of what it is told.
    Algorithms();
    ~Algorithms();
    Algorithms(const Algorithms&) = delete;
    Algorithms& operator=(const Algorithms&) = delete;

    /// Those of an operation, without the library's own choice, by number. Throws UsageError where none can
    /// be forced.
    [[nodiscard]] std::vector<Algorithm> of(const Operation& operation) const;

    /// A duplicate of the communicator, on which the operation is done so. Called by all of its ranks
    /// together.
    [[nodiscard]] std::unique_ptr<Communicator> communicator_with(const Operation& operation, int number,
                                                                  MPI_Comm original) const;
};

}  // namespace fabricmap::collective_test
