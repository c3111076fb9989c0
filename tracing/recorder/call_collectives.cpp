// SPDX-License-Identifier: Apache-2.0
// What a Call tells of collective operations.
#include "tracing/recorder/call.hpp"

namespace fabricmap::tracing {
namespace {

std::size_t partners_in(const CommunicatorEntry& entry) noexcept {
    return entry.is_inter ? entry.remote_members.size() : entry.members.size();
}

bool is_root(const CommunicatorEntry& entry, int root) noexcept {
    return entry.is_inter ? root == MPI_ROOT : root == entry.own_rank;
}

}  // namespace

void Call::enters(MPI_Comm comm) {
    if (const CommunicatorEntry* const entry = find(comm)) recorder_.open_on(*entry);
}

void Call::collective(MPI_Comm comm, int root, std::int64_t bytes, std::int64_t block) {
    on(comm);
    context_.send_peer = root;
    if (root == MPI_ROOT) context_.send_peer = root_is_own;
    if (root == MPI_PROC_NULL) context_.send_peer = root_is_beside;
    context_.send_bytes = bytes;
    context_.receive_bytes = block;
}

void Call::exchanges(MPI_Comm comm, std::int64_t block) {
    const CommunicatorEntry* const entry = find(comm);
    const std::size_t partners = entry == nullptr ? 0 : partners_in(*entry);
    collective(comm, no_root, static_cast<std::int64_t>(partners) * block, block);
}

void Call::scatters(MPI_Comm comm, int root, std::int64_t sent, std::int64_t received) {
    const CommunicatorEntry* const entry = find(comm);
    const bool is_own = entry != nullptr && is_root(*entry, root);
    collective(comm, root, is_own ? static_cast<std::int64_t>(partners_in(*entry)) * sent : 0, received);
}

void Call::scatters_v(MPI_Comm comm, int root, const int* counts, MPI_Datatype type, std::int64_t received) {
    const CommunicatorEntry* const entry = find(comm);
    std::int64_t sum = 0;
    if (entry != nullptr && is_root(*entry, root)) {
        for (std::size_t rank = 0; rank < partners_in(*entry); ++rank) sum += counts[rank];
        sum = bytes_of(sum, type);
    }
    collective(comm, root, sum, received);
}

void Call::broadcasts(MPI_Comm comm, int root, std::int64_t bytes) {
    const CommunicatorEntry* const entry = find(comm);
    const bool is_own = entry != nullptr && is_root(*entry, root);
    collective(comm, root, is_own ? bytes : 0, bytes);
}

/// The list is of pairs: a neighbour and what it is sent.
template <typename BytesOf>
void Call::add_neighbours(MPI_Comm comm, const BytesOf& bytes_of_edge) {
    const CommunicatorEntry* const entry = find(comm);
    if (entry == nullptr) return;
    auto& list = recorder_.scratch.list;
    list.clear();
    std::int64_t sum = 0;
    for (std::size_t edge = 0; edge < entry->neighbours.size(); ++edge) {
        if (entry->neighbours[edge] < 0) continue;
        list.push_back(entry->neighbours[edge]);
        list.push_back(bytes_of_edge(edge));
        sum += list.back();
    }
    context_.list = static_cast<std::int32_t>(recorder_.number_of(list));
    collective(comm, no_root, sum);
}

void Call::to_neighbours(MPI_Comm comm, std::int64_t block) {
    add_neighbours(comm, [&](std::size_t /*edge*/) { return block; });
}

void Call::to_neighbours_v(MPI_Comm comm, const int* counts, MPI_Datatype type) {
    const std::int64_t of_one = bytes_of(1, type);
    add_neighbours(comm, [&](std::size_t edge) { return counts[edge] * of_one; });
}

void Call::to_neighbours_w(MPI_Comm comm, const int* counts, const MPI_Datatype* types) {
    add_neighbours(comm, [&](std::size_t edge) { return bytes_of(counts[edge], types[edge]); });
}

void Call::collective_v(MPI_Comm comm, const int* counts, MPI_Datatype type) {
    const CommunicatorEntry* const entry = find(comm);
    if (entry == nullptr) return;
    const std::size_t size = partners_in(*entry);
    const std::int64_t of_one = bytes_of(1, type);
    auto& list = recorder_.scratch.list;
    list.clear();
    std::int64_t sum = 0;
    for (std::size_t rank = 0; rank < size; ++rank) {
        list.push_back(counts[rank] * of_one);
        sum += list.back();
    }
    context_.list = static_cast<std::int32_t>(recorder_.number_of(list));
    collective(comm, no_root, sum);
}

void Call::collective_w(MPI_Comm comm, const int* counts, const MPI_Datatype* types) {
    const CommunicatorEntry* const entry = find(comm);
    if (entry == nullptr) return;
    const std::size_t size = partners_in(*entry);
    auto& list = recorder_.scratch.list;
    list.clear();
    std::int64_t sum = 0;
    for (std::size_t rank = 0; rank < size; ++rank) {
        list.push_back(bytes_of(counts[rank], types[rank]));
        sum += list.back();
    }
    context_.list = static_cast<std::int32_t>(recorder_.number_of(list));
    collective(comm, no_root, sum);
}

}  // namespace fabricmap::tracing
