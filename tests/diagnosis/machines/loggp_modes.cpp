// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/machines/loggp_modes.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>

namespace fabricmap::testing {
namespace {

constexpr double unmeasured_s = std::numeric_limits<double>::quiet_NaN();
constexpr NoiseParameters noise_beside{.message_length = 16384, .messages = 1, .processes = 4};

/// How long one sample after another takes of what takes a delay but for the machine's noise.
class Sampler {
  public:
    Sampler(const LogGpMachine& machine, Chance& chance)
        : machine_(&machine), chance_(&chance), wave_(chance.normal()) {}

    [[nodiscard]] double next_s(double delay_s) { return with_spikes_s(with_noise_s(delay_s)); }

    /// Of one message after the other.
    [[nodiscard]] double next_s(double there_s, double back_s) {
        const double arrived_s = with_noise_s(there_s);
        return with_spikes_s(arrived_s + with_noise_s(back_s));
    }

  private:
    [[nodiscard]] double with_noise_s(double delay_s) {
        const double kept = machine_->autocorrelation;
        wave_ = kept * wave_ + std::sqrt(1 - kept * kept) * chance_->normal();
        return delay_s * std::exp(machine_->noise * wave_);
    }
    [[nodiscard]] double with_spikes_s(double sample_s) {
        const bool is_spike = chance_->uniform() < machine_->spikes;
        return is_spike ? sample_s * (1 + 5 * -std::log(chance_->uniform())) : sample_s;
    }

    const LogGpMachine* machine_;
    Chance* chance_;
    double wave_;
};

/// Without noise and changes.
double modelled_s(const LogGpMachine& machine, const Message& message, bool may_meet) {
    if (message.sender == message.receiver) {
        constexpr double memory_gap_s = 1 / 20e9;
        return 2 * machine.overhead_s + static_cast<double>(message.bytes) * memory_gap_s;
    }
    const double latency_s = machine.wire_s + machine.hops(message.sender, message.receiver) * machine.hop_s;
    const bool meets = may_meet && message.bytes > machine.eager_limit;
    const double handshake_s = meets ? machine.rendezvous_s + 2 * latency_s : 0;
    return 2 * machine.overhead_s + latency_s + handshake_s +
           static_cast<double>(message.bytes) * machine.gap_s;
}

/// The messages that a value is measured by, without noise.
class Visit {
  public:
    Visit(const LogGpNetwork& network, int sender, int receiver, std::int64_t bytes)
        : network_(&network),
          sender_(sender),
          receiver_(receiver),
          bytes_(bytes),
          value_(mix(mix(static_cast<std::uint64_t>(sender), static_cast<std::uint64_t>(receiver)),
                     static_cast<std::uint64_t>(bytes))) {}

    /// `may_meet`: there is a rendezvous beyond the eager limit.
    [[nodiscard]] double there_s(bool may_meet = true) const {
        return message_s(sender_, receiver_, bytes_, may_meet);
    }
    [[nodiscard]] double empty_there_s() const { return message_s(sender_, receiver_, 0, true); }
    /// The other way, which is measured wherever the pair is.
    [[nodiscard]] double back_s() const { return back_of(bytes_); }
    [[nodiscard]] double empty_back_s() const { return back_of(0); }

  private:
    [[nodiscard]] double back_of(std::int64_t bytes) const {
        const double delay_s = message_s(receiver_, sender_, bytes, true);
        return std::isfinite(delay_s) ? delay_s : message_s(sender_, receiver_, bytes, true);
    }

    [[nodiscard]] double message_s(int sender, int receiver, std::int64_t bytes, bool may_meet) const {
        const LogGpMachine& machine = network_->machine;
        const int per_host = machine.ranks_per_host;
        const Message message{
            sender / per_host, receiver / per_host, sender % per_host, receiver % per_host, bytes, value_};
        double delay_s = modelled_s(machine, message, may_meet) * network_->spread(sender, receiver);
        for (const auto& change : machine.changes) delay_s = change(message, delay_s);
        return delay_s;
    }

    const LogGpNetwork* network_;
    int sender_;
    int receiver_;
    std::int64_t bytes_;
    std::uint64_t value_;
};

bool is_timed_as(const LogGpMachine& machine, Timing timing) {
    return machine.timing == timing && can_be_timed(machine.mode, timing);
}

double delay_of(const LogGpMachine& machine, const Visit& visit) {
    const bool is_round_trip =
        machine.mode == Mode::send_recv_and_recv_send || is_timed_as(machine, Timing::round_trip);
    if (is_round_trip) return (visit.there_s() + visit.back_s()) / 2;
    switch (machine.mode) {
        case Mode::async_one_to_one:
        case Mode::test_noise:
            return visit.there_s() + machine.overhead_s;
        case Mode::put_one_to_one:
        case Mode::get_one_to_one:
            return visit.there_s(false) + visit.empty_back_s();
        default:
            return visit.there_s();
    }
}

bool is_below_switch_of(const LogGpMachine& machine, int rank, int other) {
    const int host = rank / machine.ranks_per_host;
    const int other_host = other / machine.ranks_per_host;
    return host == other_host || machine.hops(host, other_host) == 1;
}

/// How many noisy ranks hold the pair up.
int noisy_beside(const LogGpNetwork& network, int sender, int receiver, Chance& chance) {
    const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(noise_beside.processes),
                                              static_cast<std::size_t>(network.ranks) - 2);
    std::vector<int> noisy;
    while (noisy.size() < wanted) {
        const int rank = static_cast<int>(chance.uniform() * network.ranks);
        const bool is_taken =
            rank == sender || rank == receiver || std::find(noisy.begin(), noisy.end(), rank) != noisy.end();
        if (!is_taken) noisy.push_back(rank);
    }
    return static_cast<int>(std::count_if(noisy.begin(), noisy.end(), [&](int rank) {
        return is_below_switch_of(network.machine, rank, sender) ||
               is_below_switch_of(network.machine, rank, receiver);
    }));
}

double held_up_s(const LogGpMachine& machine, int noisy, Chance& chance) {
    constexpr double held_up = 0.25;
    const double message_s = static_cast<double>(noise_beside.message_length) * machine.gap_s;
    double all_s = 0;
    for (int rank = 0; rank < noisy; ++rank) {
        if (chance.uniform() < held_up) all_s += message_s * chance.uniform();
    }
    return all_s;
}

/// What a clock makes of a time that has passed; 0 where none has.
double counted_s(double exact_s, double clock_s) {
    return exact_s > 0 ? clock_s * std::max(1.0, std::round(exact_s / clock_s)) : 0;
}

/// What takes one time after another, as the clock counts it.
template <typename Next>
void count_samples(double clock_s, std::span<double> samples, const Next& next_s) {
    for (double& sample_s : samples) sample_s = counted_s(next_s(), clock_s);
}

/// Takes half of a pair's empty round trips off the round trips of its messages, as network_test does.
void take_off_empty_round_trips(std::vector<double> empty_s, std::span<double> samples) {
    std::sort(empty_s.begin(), empty_s.end());
    const double median_s = (empty_s[(empty_s.size() - 1) / 2] + empty_s[empty_s.size() / 2]) / 2;
    const double smallest_s = *std::min_element(samples.begin(), samples.end());
    const bool is_too_long = smallest_s <= median_s / 2;
    const double offset_s = (is_too_long ? std::min(empty_s.front(), smallest_s) : median_s) / 2;
    for (double& sample_s : samples) sample_s -= offset_s;
}

void sample_pairs(const LogGpNetwork& network, std::int64_t bytes, Chance& chance, Eigen::ArrayXXd& samples) {
    const LogGpMachine& machine = network.machine;
    for (int sender = 0; sender < network.ranks; ++sender) {
        for (int receiver = 0; receiver < network.ranks; ++receiver) {
            if (sender == receiver) continue;
            const Visit visit(network, sender, receiver, bytes);
            const double delay_s = delay_of(machine, visit);
            if (!std::isfinite(delay_s)) continue;
            const int noisy = has_noise(machine.mode) ? noisy_beside(network, sender, receiver, chance) : 0;
            Sampler sampler(machine, chance);
            const std::span<double> of_pair(samples.col(sender * network.ranks + receiver).data(),
                                            static_cast<std::size_t>(machine.samples));
            if (!is_timed_as(machine, Timing::one_way)) {
                count_samples(machine.clock_s, of_pair,
                              [&] { return sampler.next_s(delay_s) + held_up_s(machine, noisy, chance); });
                continue;
            }
            const double back_s = visit.empty_back_s();
            const auto count_round_trips = [&](double there_s, std::span<double> round_trips) {
                count_samples(machine.clock_s, round_trips, [&] {
                    return sampler.next_s(there_s, back_s) + held_up_s(machine, noisy, chance);
                });
            };
            std::vector<double> empty_s(of_pair.size());
            count_round_trips(visit.empty_there_s(), empty_s);
            count_round_trips(delay_s, of_pair);
            take_off_empty_round_trips(std::move(empty_s), of_pair);
        }
    }
}

std::vector<Sampler> samplers_of_pairs(const LogGpNetwork& network, Chance& chance) {
    std::vector<Sampler> samplers;
    for (int pair = 0; pair < network.ranks * network.ranks; ++pair)
        samplers.emplace_back(network.machine, chance);
    return samplers;
}

/// When each rank leaves a barrier.
std::vector<double> leave_barrier(const LogGpNetwork& network, Chance& chance) {
    std::vector<double> begins_s = network.left_barrier_s;
    for (double& begin_s : begins_s) begin_s *= std::exp(network.machine.noise * chance.normal());
    return begins_s;
}

/// What a message keeps its sender and its receiver busy.
double busy_s(const LogGpMachine& machine, std::int64_t bytes) {
    return machine.overhead_s + static_cast<double>(bytes) * machine.gap_s;
}

struct Arriving {
    double at_s = 0;
    int sender = 0;
};

/// What each rank meets when all of them exchange all messages at once.
void exchange_all(const LogGpNetwork& network, std::int64_t bytes, std::vector<Sampler>& samplers,
                  Chance& chance, Eigen::ArrayXXd::RowXpr samples) {
    const double busy = busy_s(network.machine, bytes);
    const std::vector<double> begins_s = leave_barrier(network, chance);
    std::vector<std::vector<Arriving>> arriving(static_cast<std::size_t>(network.ranks));
    std::vector<int> receivers(static_cast<std::size_t>(network.ranks));
    for (int sender = 0; sender < network.ranks; ++sender) {
        std::iota(receivers.begin(), receivers.end(), 0);
        auto state = static_cast<std::uint64_t>(chance.uniform() * 0x1p60);
        shuffle(std::span(receivers), state);
        double sends_s = begins_s[static_cast<std::size_t>(sender)];
        for (const int receiver : receivers) {
            const double delay_s = Visit(network, sender, receiver, bytes).there_s();
            const auto pair = static_cast<std::size_t>(sender * network.ranks + receiver);
            arriving[static_cast<std::size_t>(receiver)].push_back(
                {sends_s + samplers[pair].next_s(delay_s), sender});
            sends_s += busy;
        }
    }
    for (int receiver = 0; receiver < network.ranks; ++receiver) {
        auto& messages = arriving[static_cast<std::size_t>(receiver)];
        std::sort(messages.begin(), messages.end(),
                  [](const Arriving& one, const Arriving& other) { return one.at_s < other.at_s; });
        const double begun_s = begins_s[static_cast<std::size_t>(receiver)];
        double free_s = begun_s + busy;
        for (const Arriving& message : messages) {
            free_s = std::max(message.at_s, free_s + busy);
            samples(message.sender * network.ranks + receiver) = free_s - begun_s;
        }
    }
}

void broadcast_from(const LogGpNetwork& network, int root, std::int64_t bytes, std::vector<Sampler>& samplers,
                    Chance& chance, Eigen::ArrayXXd::RowXpr samples) {
    const int ranks = network.ranks;
    const std::vector<double> begins_s = leave_barrier(network, chance);
    const auto rank_at = [&](int place) { return (root + place) % ranks; };
    std::vector<double> free_s(static_cast<std::size_t>(ranks));  // by the place behind the root
    for (int place = 0; place < ranks; ++place)
        free_s[static_cast<std::size_t>(place)] = begins_s[static_cast<std::size_t>(rank_at(place))];
    int largest = 1;
    while (2 * largest < ranks) largest *= 2;
    for (int place = 0; bytes > 0 && place < ranks; ++place) {
        const int below = place == 0 ? 2 * largest : (place & -place);
        for (int step = below / 2; step > 0; step /= 2) {
            if (place + step >= ranks) continue;
            const auto pair = static_cast<std::size_t>(rank_at(place) * ranks + rank_at(place + step));
            const double delay_s = Visit(network, rank_at(place), rank_at(place + step), bytes).there_s();
            double& sends_s = free_s[static_cast<std::size_t>(place)];
            double& child_s = free_s[static_cast<std::size_t>(place + step)];
            child_s = std::max(child_s, sends_s + samplers[pair].next_s(delay_s));
            sends_s += busy_s(network.machine, bytes);
        }
    }
    const double begun_s = begins_s[static_cast<std::size_t>(root)];
    for (int place = 0; place < ranks; ++place)
        samples(root * ranks + rank_at(place)) =
            std::max(0.0, free_s[static_cast<std::size_t>(place)] - begun_s);
}

}  // namespace

Chance::Chance(std::uint64_t seed) : state_(mix(seed)) {}

double Chance::uniform() {
    constexpr double steps = 1ULL << 53U;
    return (static_cast<double>(draw_below(state_, 1ULL << 53U)) + 0.5) / steps;
}

double Chance::normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

LogGpNetwork::LogGpNetwork(const LogGpMachine& its_machine, Chance& chance)
    : machine(its_machine), ranks(machine.hosts * machine.ranks_per_host), spread(ranks, ranks) {
    for (double& value : spread.reshaped()) value = std::exp(machine.pair_spread * chance.normal());
    const ModeTraits& traits = traits_of(machine.mode);
    if (!traits.begins_after_barrier && !traits.passes_other_ranks) return;
    // The last message of a barrier reaches one rank earlier, another later.
    const double message_s = 2 * machine.overhead_s + machine.wire_s + machine.hop_s;
    for (int rank = 0; rank < ranks; ++rank) left_barrier_s.push_back(message_s * chance.uniform());
}

Eigen::ArrayXXd samples_of(const LogGpNetwork& network, std::int64_t bytes, Chance& chance) {
    const int ranks = network.ranks;
    Eigen::ArrayXXd samples = Eigen::ArrayXXd::Constant(network.machine.samples, ranks * ranks, unmeasured_s);
    if (network.left_barrier_s.empty()) {
        sample_pairs(network, bytes, chance, samples);
        return samples;
    }
    std::vector<Sampler> samplers = samplers_of_pairs(network, chance);
    for (Eigen::Index sample = 0; sample < samples.rows(); ++sample) {
        if (traits_of(network.machine.mode).begins_after_barrier) {
            exchange_all(network, bytes, samplers, chance, samples.row(sample));
            continue;
        }
        for (int root = 0; root < ranks; ++root)
            broadcast_from(network, root, bytes, samplers, chance, samples.row(sample));
    }
    for (double& sample_s : samples.reshaped()) {
        if (std::isfinite(sample_s)) sample_s = counted_s(sample_s, network.machine.clock_s);
    }
    return samples;
}

void describe_mode(const LogGpMachine& machine, RunDescription& description) {
    description.mode = machine.mode;
    description.timing = can_be_timed(machine.mode, machine.timing) ? std::optional(machine.timing)
                                                                    : default_timing(machine.mode);
    if (has_noise(machine.mode)) description.noise = noise_beside;
}

}  // namespace fabricmap::testing
