// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/step.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>

namespace fabricmap::placement {
namespace {

constexpr double max_messages_of_pair = 16;

int rank_in(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

int size_of(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    return size;
}

double max_messages(const Pattern& pattern) {
    double most = 1;
    for (const Flow& flow : pattern.flows) most = std::max(most, flow.messages);
    return most;
}

/// Of all ranks, on rank 0.
std::vector<double> largest(const std::vector<double>& own, MPI_Comm comm) {
    std::vector<double> all(own.size());
    MPI_Reduce(own.data(), all.data(), static_cast<int>(own.size()), MPI_DOUBLE, MPI_MAX, 0, comm);
    return all;
}

/// Whether MPI_Wtime of all ranks is one clock, as in a simulation.
bool has_common_clock(MPI_Comm comm) {
    int* is_global = nullptr;
    int is_known = 0;
    MPI_Comm_get_attr(comm, MPI_WTIME_IS_GLOBAL, static_cast<void*>(&is_global), &is_known);
    return is_known != 0 && is_global != nullptr && *is_global != 0;
}

/// Sleeps until a moment that is the same on all ranks, by their common clock.
void wait_for_common_start(MPI_Comm comm) {
    constexpr double until_all_know_s = 1e-3;
    constexpr double nanoseconds = 1e9;
    double start = MPI_Wtime() + until_all_know_s;
    MPI_Allreduce(MPI_IN_PLACE, &start, 1, MPI_DOUBLE, MPI_MAX, comm);
    const double left = start - MPI_Wtime();
    const timespec pause{0, std::max(0L, std::lround(left * nanoseconds))};
    nanosleep(&pause, nullptr);
}

}  // namespace

void require_lengths_of_mpi(const Pattern& pattern) {
    constexpr int longest = std::numeric_limits<int>::max();
    for (const Flow& flow : pattern.flows) {
        if (flow.length_bytes <= longest) continue;
        throw UsageError(fmt::format("{}: a message has {:.0f} bytes; MPI sends {} at most", pattern.name,
                                     flow.length_bytes, longest));
    }
}

Step::Step(const Pattern& pattern, int rank) {
    const double scale = std::min(1.0, max_messages_of_pair / max_messages(pattern));
    std::size_t room = 0;
    std::size_t longest = 0;
    std::size_t count = 0;
    for (const Flow& flow : pattern.flows) {
        if (flow.sender != rank && flow.receiver != rank) continue;
        const int messages = std::max(1, static_cast<int>(std::lround(scale * flow.messages)));
        Transfer transfer{flow.sender == rank ? flow.receiver : flow.sender,
                          static_cast<int>(std::lround(flow.length_bytes)), messages, 0};
        const auto bytes = static_cast<std::size_t>(transfer.bytes);
        count += static_cast<std::size_t>(messages);
        if (flow.sender == rank) {
            longest = std::max(longest, bytes);
            sent_.push_back(transfer);
        } else {
            transfer.offset = room;
            room += bytes * static_cast<std::size_t>(messages);
            received_.push_back(transfer);
        }
    }
    outgoing_.resize(longest + 1);
    incoming_.resize(room + 1);
    requests_.resize(count);
}

void Step::run(MPI_Comm comm) {
    MPI_Request* request = requests_.data();
    for (const Transfer& transfer : received_) {
        for (int number = 0; number < transfer.messages; ++number) {
            char* const place = &incoming_[transfer.offset + static_cast<std::size_t>(number) *
                                                                 static_cast<std::size_t>(transfer.bytes)];
            MPI_Irecv(place, transfer.bytes, MPI_CHAR, transfer.rank, 0, comm, request++);
        }
    }
    for (const Transfer& transfer : sent_) {
        for (int number = 0; number < transfer.messages; ++number)
            MPI_Isend(outgoing_.data(), transfer.bytes, MPI_CHAR, transfer.rank, 0, comm, request++);
    }
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
}

std::vector<double> times_of_steps(const Pattern& pattern, int steps, MPI_Comm comm) {
    Step step(pattern, rank_in(comm));
    // The first one makes connections.
    step.run(comm);
    const bool is_common = has_common_clock(comm);
    std::vector<double> own;
    for (int number = 0; number < steps; ++number) {
        MPI_Barrier(comm);
        // Ranks leave a barrier at different times, which would count as part of the step.
        if (is_common) wait_for_common_start(comm);
        const double begin = MPI_Wtime();
        step.run(comm);
        own.push_back(MPI_Wtime() - begin);
    }
    return largest(own, comm);
}

std::vector<std::string> hosts_of_ranks(MPI_Comm comm) {
    using Name = std::array<char, MPI_MAX_PROCESSOR_NAME>;
    Name own{};
    int length = 0;
    MPI_Get_processor_name(own.data(), &length);
    const bool is_first = rank_in(comm) == 0;
    std::vector<Name> names(is_first ? static_cast<std::size_t>(size_of(comm)) : 0);
    MPI_Gather(own.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR,
               0, comm);
    std::vector<std::string> hosts;
    for (const Name& name : names) hosts.emplace_back(name.data());
    return hosts;
}

}  // namespace fabricmap::placement
