// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/modes/exchange.hpp"

namespace fabricmap::network_test {

/// The payload goes there and back; the delay is half of the round trip.
class PingPong final : public PairExchange {
  public:
    [[nodiscard]] Side leader() const noexcept override { return Side::sender; }
    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override;
    void follow(const Stage& stage, int peer, std::size_t repetitions) override;
    [[nodiscard]] Reading reading(std::span<const Nanoseconds> sorted) const override;
    [[nodiscard]] bool both_ways() const noexcept override { return true; }
};

}  // namespace fabricmap::network_test
