// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/watch/beacon.hpp"
#include "measuring/watch/cross_check.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// How long a witness waits for answers; of the time-out.
[[nodiscard]] std::chrono::milliseconds time_of_witness(std::chrono::milliseconds timeout) noexcept;
/// How long a rank that could report a hung exchange itself leaves it to rank 0, where that runs and is
/// reached.
[[nodiscard]] std::chrono::milliseconds time_of_inquiry(std::chrono::milliseconds timeout) noexcept;

/// On rank 0: has the first exchange that hangs cross-checked, once in a job.
class HangInquiry {
  public:
    /// `news`: of all hosts, rank 0's own among them. Returns how it ended, once; its text is empty where
    /// nothing could be found out.
    struct Ended {
        Stall stall;
        Judgement judgement;
    };
    [[nodiscard]] std::optional<Ended> look(std::span<const HostNews> news,
                                            std::span<const std::string> hosts,
                                            std::chrono::milliseconds passed,
                                            std::chrono::milliseconds timeout);
    /// What is wanted of the ranks; not wanted before an exchange has hung.
    [[nodiscard]] const CrossCheck& check() const noexcept { return check_; }
    [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

  private:
    bool has_ended_ = false;
    Stall stall_;
    CrossCheck check_;
    std::chrono::milliseconds since_{0};
};

}  // namespace fabricmap
