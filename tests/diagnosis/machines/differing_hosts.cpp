// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/machines/differing_hosts.hpp"

#include "base/mixing.hpp"

#include <cmath>
#include <cstdint>

namespace fabricmap::testing {
namespace {

std::uint64_t bits_of_host(std::uint64_t run, int host, bool sends) {
    return mix(mix(run, static_cast<std::uint64_t>(host)), sends ? 1 : 2);
}

/// Hosts that differ by 2 % on either side: a sum of four uniform numbers.
double factor_of_host(std::uint64_t run, int host, bool sends) {
    constexpr double deviation = 0.02;
    double sum = 0;
    std::uint64_t bits = bits_of_host(run, host, sends);
    for (int number = 0; number < 4; ++number)
        sum += static_cast<double>(draw_below(bits, 1'000'000)) / 1e6 - 0.5;
    return std::exp(deviation * sum * std::sqrt(3.0));
}

}  // namespace

HeldRun run_of_differing_hosts(LogGpMachine machine, std::uint64_t number) {
    machine.noise = 0.06;  // medians of ten have 2.4 %
    machine.changes.push_back([number](const Message& message, double delay_s) {
        return delay_s * factor_of_host(number, message.sender, true) *
               factor_of_host(number, message.receiver, false);
    });
    return measure(machine, number);
}

LogGpMachine machine_with(int hosts, Timing timing) {
    LogGpMachine machine;
    machine.hosts = hosts;
    machine.timing = timing;
    machine.hops = hosts == 64 ? tree_of({8, 8}) : one_switch();
    machine.lengths = {0, 1024, 65536, 1 << 20};
    return machine;
}

}  // namespace fabricmap::testing
