// SPDX-License-Identifier: Apache-2.0
// In place of algorithms.cpp for MPI libraries without a tool interface, as SimGrid's is.
#include "base/errors.hpp"
#include "collective_test/algorithms/algorithms.hpp"

namespace fabricmap::collective_test {

void allow_forced_algorithms() {}

Algorithms::Algorithms() {
    throw UsageError(
        "--algorithms: the simulator has no tool interface (MPI_T), by which they are chosen; name its "
        "algorithm "
        "in the scenario: collective OPERATION ALGORITHM");
}

Algorithms::~Algorithms() = default;

std::vector<Algorithm> Algorithms::of(const Operation& /*operation*/) const {
    return {};
}

std::unique_ptr<Communicator> Algorithms::communicator_with(const Operation& /*operation*/, int /*number*/,
                                                            MPI_Comm original) const {
    return std::make_unique<Communicator>(original);
}

}  // namespace fabricmap::collective_test
