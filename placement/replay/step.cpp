// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/step.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace fabricmap::placement {
namespace {

constexpr double max_messages_of_pair = 16;

double max_messages(const Pattern& pattern) {
    double most = 1;
    for (const Flow& flow : pattern.flows) most = std::max(most, flow.messages);
    return most;
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
    std::ptrdiff_t room = 0;
    int longest = 0;
    std::ptrdiff_t count = 0;
    std::map<std::pair<RankIndex, RankIndex>, int> lengths_of;
    for (const Flow& flow : pattern.flows) {
        if (flow.sender != rank && flow.receiver != rank) continue;
        const int messages = std::max(1, static_cast<int>(std::lround(scale * flow.messages)));
        Transfer transfer{flow.sender == rank ? flow.receiver : flow.sender,
                          lengths_of[{flow.sender, flow.receiver}]++,
                          static_cast<int>(std::lround(flow.length_bytes)), messages, 0};
        count += messages;
        if (flow.sender == rank) {
            longest = std::max(longest, transfer.bytes);
            sent_.push_back(transfer);
        } else {
            transfer.offset = room;
            room += std::ptrdiff_t{transfer.bytes} * messages;
            received_.push_back(transfer);
        }
    }
    outgoing_ = List<char>(std::ptrdiff_t{longest} + 1);
    incoming_ = List<char>(room + 1);
    requests_ = List<MPI_Request>(count);
}

void Step::run(MPI_Comm comm) {
    MPI_Request* request = requests_.data();
    for (const Transfer& transfer : received_) {
        for (int number = 0; number < transfer.messages; ++number) {
            char* const place = &incoming_[transfer.offset + std::ptrdiff_t{number} * transfer.bytes];
            MPI_Irecv(place, transfer.bytes, MPI_CHAR, transfer.rank, transfer.tag, comm, request++);
        }
    }
    for (const Transfer& transfer : sent_) {
        for (int number = 0; number < transfer.messages; ++number) {
            MPI_Isend(outgoing_.data(), transfer.bytes, MPI_CHAR, transfer.rank, transfer.tag, comm,
                      request++);
        }
    }
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
}

}  // namespace fabricmap::placement
