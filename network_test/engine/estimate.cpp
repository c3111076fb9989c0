// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/estimate.hpp"

#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/message_lengths.hpp"
#include "network_test/mpi/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace fabricmap::network_test {
namespace {

// Two ranks are woken for every pair: the leader by the baton, the follower by its call.
constexpr double wake_up_s = 150e-6;
// Adaptive sampling of an undisturbed pair ends after two or three batches.
constexpr std::int64_t usual_samples = 40;

std::int64_t free_memory_of_host() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    while (file >> word) {
        std::int64_t kibibytes = 0;
        if (word == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
    }
    return -1;
}

std::int64_t own_share_of_free_memory(const std::vector<RankPlace>& places) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int node = places[static_cast<std::size_t>(rank)].node;
    const auto neighbours = std::count_if(places.begin(), places.end(),
                                          [&](const RankPlace& place) { return place.node == node; });
    const std::int64_t free = free_memory_of_host();
    return free < 0 ? -1 : free / (2 * std::max<std::int64_t>(neighbours, 1));
}

/// A long message needs no repetition to tell its time, and many would take longer than the measurement.
int probe_trips(const Stage& stage, bool payload) {
    constexpr std::int64_t long_bytes = std::int64_t{16} << 20U;
    return payload && stage.payload.length_bytes() > long_bytes ? 1 : 8;
}

/// The quickest of a few one-way trips.
double probe_peer(const Stage& stage, int peer, bool payload) {
    Nanoseconds least = 0;
    for (int trip = 0; trip < probe_trips(stage, payload); ++trip) {
        const Nanoseconds start = stage.clock.now();
        stage.watchdog.beat();
        payload ? send_payload(stage, peer) : send_empty(stage, peer);
        payload ? receive_payload(stage, peer) : receive_empty(stage, peer);
        const Nanoseconds span = stage.clock.now() - start;
        if (trip == 0 || span < least) least = span;
    }
    return static_cast<double>(least) / (2 * nanoseconds_per_second);
}

void answer_probe(const Stage& stage, int peer, bool payload) {
    for (int trip = 0; trip < probe_trips(stage, payload); ++trip) {
        payload ? receive_payload(stage, peer) : receive_empty(stage, peer);
        payload ? send_payload(stage, peer) : send_empty(stage, peer);
    }
}

/// All at once, so that a rank that waits for a lost message does not hold up those behind it.
void connect_all(const Stage& stage) {
    std::vector<MPI_Request> receives(static_cast<std::size_t>(stage.size), MPI_REQUEST_NULL);
    std::vector<MPI_Request> sends(receives);
    const auto for_each_other = [&](const auto& act) {
        for (int distance = 1; distance < stage.size; ++distance) act((stage.rank + distance) % stage.size);
    };
    for_each_other([&](int peer) {
        const auto index = static_cast<std::size_t>(peer);
        MPI_Irecv(nullptr, 0, MPI_BYTE, peer, empty_tag, stage.comm, &receives[index]);
        MPI_Isend(nullptr, 0, MPI_BYTE, peer, empty_tag, stage.comm, &sends[index]);
    });
    for_each_other([&](int peer) {
        const Expectation expectation(stage.watchdog, Watchdog::Waiting::messages, peer, 0);
        MPI_Wait(&receives[static_cast<std::size_t>(peer)], MPI_STATUS_IGNORE);
    });
    MPI_Waitall(stage.size, sends.data(), MPI_STATUSES_IGNORE);
}

}  // namespace

MemoryNeed memory_need(const Options& options, int ranks, bool group_step, std::int64_t incoming_messages) {
    MemoryNeed need;
    const auto longest =
        static_cast<double>(*std::max_element(options.lengths.begin(), options.lengths.end()));
    need.buffers = longest * static_cast<double>(1 + incoming_messages);
    if (has_noise(options.mode)) {
        need.buffers += static_cast<double>(options.noise.message_length) *
                        static_cast<double>(options.noise.processes + 1);
    }
    constexpr double bytes_per_sample = sizeof(Interval) + 2 * sizeof(Nanoseconds);
    const auto most = static_cast<double>(std::max(options.sampling.most, options.sampling.warm_up));
    need.samples = most * bytes_per_sample * (group_step ? ranks : 1);
    constexpr double bytes_per_peer = 2 * sizeof(CellStatistics) + sizeof(RankPlace) + 64;
    need.cells = ranks * bytes_per_peer;
    return need;
}

void check_memory(const Options& options, const MemoryNeed& need, const std::vector<RankPlace>& places) {
    on_every_rank([&] {
        const auto allowed =
            static_cast<double>(options.max_memory.value_or(own_share_of_free_memory(places)));
        if (allowed < 0 || need.total() <= allowed) return;
        constexpr double mebibyte = 1024.0 * 1024.0;
        throw UsageError(fmt::format(
            "--max-memory: a rank would need {:.1f} MiB (messages {:.1f}, samples {:.1f}) and may use {:.1f} "
            "MiB: "
            "shorten the longest message, take fewer samples (-n, --warm-up) or ranks, or allow more",
            need.total() / mebibyte, need.buffers / mebibyte, need.samples / mebibyte, allowed / mebibyte));
    });
}

double LinkProbe::delay_s(std::int64_t length_bytes) const noexcept {
    if (longest_bytes == 0) return empty_s;
    const double share = static_cast<double>(length_bytes) / static_cast<double>(longest_bytes);
    return empty_s + share * std::max(0.0, longest_s - empty_s);
}

LinkProbe connect_and_probe(const Stage& longest) {
    // A simulated network has no connections to make, and all pairs at once are what takes it longest.
    if (!longest.clock.simulated()) connect_all(longest);
    std::array<double, 2> delays{};
    const int last = longest.size - 1;
    for (const bool payload : {false, true}) {
        if (longest.rank == 0) {
            const Expectation expectation(longest.watchdog, Watchdog::Waiting::answer, last,
                                          longest.payload.length_bytes());
            delays[payload ? 1 : 0] = probe_peer(longest, last, payload);
        } else if (longest.rank == last) {
            answer_probe(longest, 0, payload);
        }
    }
    MPI_Bcast(delays.data(), 2, MPI_DOUBLE, 0, longest.comm);
    return {delays[0], delays[1], longest.payload.length_bytes()};
}

std::vector<double> plane_seconds(const Options& options, const std::vector<std::int64_t>& lengths,
                                  const LinkProbe& probe, std::int64_t parts, int ranks) {
    const std::int64_t samples =
        options.sampling.warm_up +
        (options.sampling.fixed ? options.sampling.most : std::min(options.sampling.most, usual_samples));
    // In a step of all ranks a rank's own messages queue behind each other.
    const double messages = mode_entry(options.mode).make_pair(options.exchange_settings(0)) ? 2 : ranks;
    std::vector<double> seconds;
    seconds.reserve(lengths.size());
    for (const std::int64_t length : lengths) {
        const double sample = messages * (probe.delay_s(length) + probe.empty_s);
        seconds.push_back(static_cast<double>(parts) * (wake_up_s + static_cast<double>(samples) * sample));
    }
    return seconds;
}

}  // namespace fabricmap::network_test
