// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace fabricmap::testing {

/// Numbers drawn one after another.
class Chance {
  public:
    explicit Chance(std::uint64_t seed);

    [[nodiscard]] double uniform();  ///< in 0 to 1, both excluded
    [[nodiscard]] double normal();

  private:
    std::uint64_t state_;
};

/// A machine whose pairs of ranks differ for good.
struct LogGpNetwork {
    LogGpNetwork(const LogGpMachine& its_machine, Chance& chance);

    const LogGpMachine& machine;
    int ranks;
    Eigen::ArrayXXd spread;              ///< a factor, of each sender (row) and receiver
    std::vector<double> left_barrier_s;  ///< of each rank; empty where the mode has no barrier
};

/// Samples of messages of a length, in seconds, as the machine's clock counts them: a column for each pair of
/// ranks, sender after sender. NaN where a pair is not measured.
///
/// - one_to_one: a message. By one_way it and an empty one back, without half of what empty ones take there
/// and
///   back just before; by round trips half of one there and one back.
/// - async_one_to_one: a message, and the overhead of sending another.
/// - send_recv_and_recv_send: half of a message there and one back.
/// - put_one_to_one, get_one_to_one: a message without a rendezvous, and an empty one the other way.
/// - test_noise, test_noise_blocking: as async_one_to_one and one_to_one. A few ranks are noisy, others for
///   each pair and length; each that is under the switch of one of the two holds up a quarter of the samples
///   by up to one of its own messages.
/// - all_to_all: each rank begins when it leaves the barrier, sends one message after the other, in another
///   order every time, and takes in one after the other.
/// - bcast: a binomial tree from the root, in common time. A rank sends to one child after the other, the one
///   with most ranks below it first. Nothing is sent of an empty message: what there is, is how much later a
///   rank left the barrier.
[[nodiscard]] Eigen::ArrayXXd samples_of(const LogGpNetwork& network, std::int64_t bytes, Chance& chance);

/// What the run says of mode, timing and noise.
void describe_mode(const LogGpMachine& machine, RunDescription& description);

}  // namespace fabricmap::testing
