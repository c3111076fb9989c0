// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/ticks.hpp"

#include <array>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace fabricmap::tracing {

constinit bool Ticks::uses_counter = false;

void Ticks::choose() noexcept {
#if defined(__x86_64__)
    // The kernel has verified that the counter runs evenly and alike on all cores before it relies on it.
    const int file =
        open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    std::array<char, 8> name{};
    const auto length = read(file, name.data(), name.size() - 1);
    close(file);
    uses_counter = length >= 3 && std::strncmp(name.data(), "tsc", 3) == 0;
#endif
}

Moment Ticks::moment() noexcept {
    // Of several readings the one in which the least time passed between the two clocks.
    Moment best;
    std::uint64_t least = ~std::uint64_t{0};
    for (int reading = 0; reading < 5; ++reading) {
        const std::uint64_t before = now();
        const std::int64_t ns = monotonic_ns();
        const std::uint64_t after = now();
        if (after - before >= least) continue;
        least = after - before;
        best = {before + least / 2, ns};
    }
    return best;
}

}  // namespace fabricmap::tracing
