// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace fabricmap {

/// The time that a plane may take, divided among its visits. A visit that needs less leaves the rest to
/// those behind it; one that comes too late still takes its least number of samples.
class Pace {
  public:
    /// Without a limit.
    Pace() noexcept = default;
    /// `end`: when the plane should be finished, on this rank's clock. `min_part`: what a part of the plane
    /// takes with single samples, by the estimate; the same on all ranks.
    explicit Pace(Nanoseconds end, Nanoseconds min_part = 0) noexcept : end_(end), min_part_(min_part) {}
    /// Without any time: single samples. All ranks must have it, or none.
    [[nodiscard]] static Pace hurried() noexcept { return Pace(0); }

    [[nodiscard]] bool limited() const noexcept { return end_ != never; }
    [[nodiscard]] bool is_hurried() const noexcept { return end_ == 0; }
    [[nodiscard]] Nanoseconds min_part() const noexcept { return min_part_; }
    /// The time that is left of the plane's.
    [[nodiscard]] Nanoseconds left(Nanoseconds now) const noexcept { return visit_time(now, 1); }
    /// What the next of `visits_left` visits may take from now on.
    [[nodiscard]] Nanoseconds visit_time(Nanoseconds now, std::int64_t visits_left) const noexcept {
        if (!limited()) return never;
        return std::max<Nanoseconds>(0, end_ - now) / std::max<std::int64_t>(visits_left, 1);
    }

    static constexpr Nanoseconds never = std::numeric_limits<Nanoseconds>::max();

  private:
    Nanoseconds end_ = never;
    Nanoseconds min_part_ = 0;
};

/// How many samples fit into the time that is left for a visit, judged by those taken so far.
class SampleAllowance {
  public:
    SampleAllowance(Nanoseconds begin, Nanoseconds allowed) noexcept : begin_(begin), allowed_(allowed) {}

    /// `seen`: samples and warm-ups taken until `now`. Of the `wanted`, those that fit; all without a limit.
    [[nodiscard]] std::size_t affordable(Nanoseconds now, std::size_t seen,
                                         std::size_t wanted) const noexcept {
        if (allowed_ == Pace::never) return wanted;
        const Nanoseconds spent = now - begin_;
        if (spent >= allowed_) return 0;
        if (seen == 0 || spent <= 0) return std::min<std::size_t>(wanted, 1);
        const double each = static_cast<double>(spent) / static_cast<double>(seen);
        const double fitting = static_cast<double>(allowed_ - spent) / each;
        return fitting < static_cast<double>(wanted) ? static_cast<std::size_t>(fitting) : wanted;
    }

  private:
    Nanoseconds begin_;
    Nanoseconds allowed_;
};

}  // namespace fabricmap
