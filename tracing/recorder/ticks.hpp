// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/layout.hpp"

#include <cstdint>
#include <ctime>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace fabricmap::tracing {

[[nodiscard]] inline std::int64_t monotonic_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// What calls are timed by: the processor's counter where the kernel tells time by it, too, since it is twice
/// as quick to read; otherwise the monotonic clock in nanoseconds.
class Ticks {
  public:
    /// Finds out which.
    static void choose() noexcept;
    [[nodiscard]] static bool are_monotonic_ns() noexcept { return !uses_counter; }

    [[nodiscard, gnu::always_inline]] static std::uint64_t now() noexcept {
#if defined(__x86_64__)
        if (uses_counter) return __rdtsc();
#endif
        return static_cast<std::uint64_t>(monotonic_ns());
    }
    [[nodiscard]] static Moment moment() noexcept;

  private:
    static constinit bool uses_counter;
};

}  // namespace fabricmap::tracing
