// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/machines/healthy_machines.hpp"

#include "base/mixing.hpp"

#include <limits>

namespace fabricmap::testing {
namespace {

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

LogGpMachine fabric(int hosts, std::function<int(int, int)> hops) {
    LogGpMachine machine;
    machine.hosts = hosts;
    machine.hops = std::move(hops);
    return machine;
}

LogGpMachine tree(std::uint64_t = 0) {
    return fabric(64, tree_of({8, 8}));
}

template <typename Change>
LogGpMachine changed(LogGpMachine machine, Change change) {
    machine.changes.push_back(std::move(change));
    return machine;
}

/// The same every time for a part of the machine, in 0 to 1.
double lot(std::uint64_t seed, int one, int other = 0) {
    constexpr double steps = 1ULL << 32U;
    return static_cast<double>(
               mix(mix(seed, static_cast<std::uint64_t>(one)), static_cast<std::uint64_t>(other)) >> 32U) /
           steps;
}

/// Every so-many-th host is of an older generation.
LogGpMachine with_older_hosts(int every, double overhead, double gap) {
    return changed(tree(), [=](const Message& message, double delay_s) {
        for (const int host : {message.sender, message.receiver}) {
            if (host % every == 0) delay_s += 300e-9 * overhead;
        }
        const bool is_older = message.sender % every == 0 || message.receiver % every == 0;
        return is_older ? delay_s + static_cast<double>(message.bytes) * gap / 12.5e9 : delay_s;
    });
}

/// So many of so many hosts, all over the machine.
LogGpMachine with_slow_hosts(int slow, int of) {
    return changed(tree(), [=](const Message& message, double delay_s) {
        const auto is_slow = [&](int host) { return 7 * host % of < slow; };
        return is_slow(message.sender) || is_slow(message.receiver) ? 3 * delay_s : delay_s;
    });
}

/// A share of the pairs is routed otherwise.
LogGpMachine with_routes(std::uint64_t seed, double fraction, double factor, double bandwidth) {
    return changed(tree(), [=](const Message& message, double delay_s) {
        if (lot(seed, message.sender, message.receiver) >= fraction) return delay_s;
        return delay_s * factor + static_cast<double>(message.bytes) * (bandwidth - 1) / 12.5e9;
    });
}

LogGpMachine with_noise(double noise, double spikes = 0, double autocorrelation = 0) {
    LogGpMachine machine = tree();
    machine.noise = noise;
    machine.spikes = spikes;
    machine.autocorrelation = autocorrelation;
    return machine;
}

LogGpMachine with_spread(double spread) {
    LogGpMachine machine = tree();
    machine.pair_spread = spread;
    return machine;
}

LogGpMachine with_clock(double clock_s) {
    LogGpMachine machine = tree();
    machine.clock_s = clock_s;
    return machine;
}

LogGpMachine with_lengths(std::vector<std::int64_t> lengths) {
    LogGpMachine machine = tree();
    machine.lengths = std::move(lengths);
    return machine;
}

LogGpMachine with_ranks(int hosts, int ranks) {
    LogGpMachine machine = fabric(hosts, tree_of({4, 8}));
    machine.ranks_per_host = ranks;
    machine.lengths = {0, 1024, 65536, 1 << 20};
    return machine;
}

LogGpMachine with_rails(double across) {
    return changed(with_ranks(16, 4), [=](const Message& message, double delay_s) {
        if (message.sender == message.receiver || message.sender_slot / 2 == message.receiver_slot / 2)
            return delay_s;
        return delay_s * across;
    });
}

LogGpMachine with_slow_slot(double bandwidth) {
    return changed(with_ranks(16, 4), [=](const Message& message, double delay_s) {
        const bool is_slow = message.sender_slot == 3 || message.receiver_slot == 3;
        if (message.sender == message.receiver || !is_slow) return delay_s;
        return delay_s + static_cast<double>(message.bytes) * (bandwidth - 1) / 12.5e9;
    });
}

LogGpMachine with_far_rack(double added_s) {
    return changed(tree(), [=](const Message& message, double delay_s) {
        const bool leaves = (message.sender / 8 == 3) != (message.receiver / 8 == 3);
        return leaves ? delay_s + added_s : delay_s;
    });
}

LogGpMachine with_gaps(std::uint64_t seed, double fraction) {
    return changed(tree(), [=](const Message& message, double delay_s) {
        return lot(seed, message.sender, message.receiver) < fraction ? not_measured : delay_s;
    });
}

LogGpMachine timed(Timing timing) {
    LogGpMachine machine = tree();
    machine.timing = timing;
    return machine;
}

LogGpMachine sampled(int samples) {
    LogGpMachine machine = tree();
    machine.samples = samples;
    return machine;
}

LogGpMachine with_eager_limit(std::int64_t limit, double handshake_s) {
    LogGpMachine machine = tree();
    machine.eager_limit = limit;
    machine.rendezvous_s = handshake_s;
    return machine;
}

LogGpMachine uneven_tree() {
    return fabric(60, [](int one, int other) {
        const auto leaf = [](int host) { return host < 24 ? 0 : 1 + (host - 24) / 12; };
        return leaf(one) == leaf(other) ? 1 : 3;
    });
}

using Seed = std::uint64_t;

}  // namespace

const std::vector<HealthyMachine>& healthy_machines() {
    static const std::vector<HealthyMachine> all{
        {"fat tree 8x8", tree, ""},
        {"fat tree 4x4x4",
         [](Seed) {
             return fabric(64, tree_of({4, 4, 4}));
         },
         ""},
        {"fat tree 16x16",
         [](Seed) {
             return fabric(256, tree_of({16, 16}));
         },
         ""},
        {"fat tree 18x4",
         [](Seed) {
             return fabric(72, tree_of({18, 4}));
         },
         ""},
        {"leaves of 24, 12, 12, 12", [](Seed) { return uneven_tree(); }, ""},
        {"two racks of 8",
         [](Seed) {
             return fabric(16, tree_of({8, 2}));
         },
         ""},
        {"torus 4x4x4",
         [](Seed) {
             return fabric(64, torus_of({4, 4, 4}));
         },
         ""},
        {"torus 8x8",
         [](Seed) {
             return fabric(64, torus_of({8, 8}));
         },
         ""},
        {"torus 8x8x4",
         [](Seed) {
             return fabric(256, torus_of({8, 8, 4}));
         },
         ""},
        {"dragonfly 4x4x4", [](Seed) { return fabric(64, dragonfly_of(4, 4)); }, ""},
        {"dragonfly 8x4x4", [](Seed) { return fabric(128, dragonfly_of(4, 4)); }, ""},
        {"one switch, 4 hosts", [](Seed) { return fabric(4, one_switch()); }, ""},
        {"one switch, 8 hosts", [](Seed) { return fabric(8, one_switch()); }, ""},
        {"one switch, 48 hosts", [](Seed) { return fabric(48, one_switch()); }, ""},
        {"2 ranks a host", [](Seed) { return with_ranks(32, 2); }, ""},
        {"4 ranks a host", [](Seed) { return with_ranks(16, 4); }, ""},
        {"noise 0.5 %", [](Seed) { return with_noise(0.005); }, ""},
        {"noise 5 %", [](Seed) { return with_noise(0.05); }, ""},
        {"noise 10 %", [](Seed) { return with_noise(0.10); }, ""},
        {"2 % spikes", [](Seed) { return with_noise(0.02, 0.02); }, ""},
        {"10 % spikes", [](Seed) { return with_noise(0.02, 0.10); }, ""},
        {"noise 5 %, autocorrelation 0.9", [](Seed) { return with_noise(0.05, 0.02, 0.9); }, ""},
        {"pairs spread by 0", [](Seed) { return with_spread(0); }, ""},
        {"pairs spread by 3 %", [](Seed) { return with_spread(0.03); }, ""},
        {"pairs spread by 5 %", [](Seed) { return with_spread(0.05); }, ""},
        {"clock of 100 ns", [](Seed) { return with_clock(100e-9); }, ""},
        {"clock of 1 us", [](Seed) { return with_clock(1e-6); }, ""},
        {"empty messages alone", [](Seed) { return with_lengths({0}); }, ""},
        {"0 and 64K",
         [](Seed) {
             return with_lengths({0, 65536});
         },
         ""},
        {"0 and 64K, 2 % spikes",
         [](Seed) {
             LogGpMachine machine = with_lengths({0, 65536});
             machine.spikes = 0.02;
             return machine;
         },
         ""},
        {"1M alone", [](Seed) { return with_lengths({1 << 20}); }, ""},
        {"18 lengths",
         [](Seed) {
             std::vector<std::int64_t> lengths{0};
             for (std::int64_t bytes = 16; bytes <= 1 << 20; bytes *= 2) lengths.push_back(bytes);
             return with_lengths(lengths);
         },
         ""},
        {"round trips", [](Seed) { return timed(Timing::round_trip); }, ""},
        {"clocks set by empty messages", [](Seed) { return timed(Timing::one_way); }, ""},
        {"a single sample", [](Seed) { return sampled(1); }, ""},
        {"no rendezvous", [](Seed) { return with_eager_limit(1 << 30, 0); }, ""},
        {"rendezvous of 20 us", [](Seed) { return with_eager_limit(1024, 20e-6); }, ""},
        {"12 % older hosts", [](Seed) { return with_older_hosts(8, 1, 0.3); }, "mixed_hosts"},
        {"25 % older hosts", [](Seed) { return with_older_hosts(4, 1, 0.3); }, "mixed_hosts"},
        {"50 % older hosts", [](Seed) { return with_older_hosts(2, 1, 0.3); }, "mixed_hosts"},
        {"25 % hosts of half the bandwidth", [](Seed) { return with_older_hosts(4, 0, 1); }, "mixed_hosts"},
        {"30 % of hosts 3 times slower", [](Seed) { return with_slow_hosts(3, 10); }, "mixed_hosts"},
        {"60 % of hosts 3 times slower", [](Seed) { return with_slow_hosts(6, 10); }, "mixed_hosts"},
        {"two rails, across 1.3", [](Seed) { return with_rails(1.3); }, "mixed_slots"},
        {"a slot of lower bandwidth", [](Seed) { return with_slow_slot(1.5); }, "mixed_slots"},
        {"2 % of routes 1.3", [](Seed seed) { return with_routes(seed, 0.02, 1.3, 1); }, "mixed_routes"},
        {"10 % of routes 1.15", [](Seed seed) { return with_routes(seed, 0.10, 1.15, 1); }, "mixed_routes"},
        {"30 % of routes, bandwidth 1.4", [](Seed seed) { return with_routes(seed, 0.30, 1, 1.4); },
         "mixed_routes"},
        {"a rack 150 ns farther", [](Seed) { return with_far_rack(150e-9); }, "longer_cables"},
        {"5 % of pairs missing", [](Seed seed) { return with_gaps(seed, 0.05); }, "missing_pairs"},
        {"30 % of pairs missing", [](Seed seed) { return with_gaps(seed, 0.30); }, "missing_pairs"},
        {"80 % of pairs missing", [](Seed seed) { return with_gaps(seed, 0.80); }, "missing_pairs"},
    };
    return all;
}

}  // namespace fabricmap::testing
