// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/modes/exchange.hpp"

#include <cstdint>

namespace fabricmap::network_test {

/// Fills and verifies messages for `--check`. Both ends of an exchange count its repetitions alike, so each
/// message has a pattern of its own and one that arrived a repetition ago is not taken for the present one.
class PatternCheck {
  public:
    /// `messages`: so many lie side by side in the buffer, and go together.
    void fill_outgoing(const Stage& stage, std::int64_t messages) {
        stage.out.fill(messages * stage.payload.length_bytes(), key(stage.rank));
    }
    [[nodiscard]] bool arrived_whole(const Stage& stage, int sender, std::int64_t messages,
                                     std::int64_t offset = 0) const {
        return stage.in.holds(offset, messages * stage.payload.length_bytes(), key(sender));
    }
    void next_repetition() noexcept { ++repetition_; }
    void restart() noexcept { repetition_ = 0; }

  private:
    [[nodiscard]] std::uint64_t key(int sender) const noexcept {
        return (static_cast<std::uint64_t>(sender) << 32U) + repetition_;
    }

    std::uint64_t repetition_ = 0;
};

}  // namespace fabricmap::network_test
