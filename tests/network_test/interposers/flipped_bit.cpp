// SPDX-License-Identifier: Apache-2.0
// Flips a bit in every message of FABRICMAP_FLIP_BYTES bytes from the rank FABRICMAP_FLIP_FROM to the rank
// FABRICMAP_FLIP_TO, as a broken link would. Messages of other lengths are left alone.
#include "common.hpp"

#include <cstddef>
#include <vector>

namespace {

using namespace fabricmap::interposers;

OpenMessages& open_messages() {
    static OpenMessages messages;
    return messages;
}

/// What MPI_Get is still fetching; it is there after the next flush or fence.
std::vector<Message>& open_gets() {
    static std::vector<Message> messages;
    return messages;
}

bool is_damaged(int from, int to, std::int64_t bytes) {
    static const std::int64_t flip_from = given_number("FABRICMAP_FLIP_FROM");
    static const std::int64_t flip_to = given_number("FABRICMAP_FLIP_TO");
    static const std::int64_t flip_bytes = given_number("FABRICMAP_FLIP_BYTES");
    return from == flip_from && to == flip_to && bytes == flip_bytes;
}

void damage(const Message& message) {
    if (is_damaged(message.peer, own_rank(), message.bytes)) {
        static_cast<std::byte*>(message.buffer)[message.bytes / 2] ^= std::byte{4};
    }
}

void damage_completed(MPI_Request request) {
    const auto found = open_messages().find(request);
    if (found == open_messages().end()) return;
    damage(found->second);
    open_messages().erase(found);
}

void damage_gets() {
    for (const Message& message : open_gets()) damage(message);
    open_gets().clear();
}

}  // namespace

extern "C" {

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status* status) {
    const int answer = PMPI_Recv(buffer, count, type, from, tag, comm, status);
    damage({true, buffer, bytes_of(count, type), from});
    return answer;
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
    const int answer = PMPI_Irecv(buffer, count, type, from, tag, comm, request);
    open_messages()[*request] = {true, buffer, bytes_of(count, type), from};
    return answer;
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
    const int answer = PMPI_Isend(buffer, count, type, to, tag, comm, request);
    open_messages().erase(*request);  // the handle may have been that of a receive
    return answer;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    const MPI_Request before = *request;
    const int answer = PMPI_Wait(request, status);
    damage_completed(before);
    return answer;
}

int MPI_Waitsome(int count, MPI_Request requests[], int* completed, int indices[], MPI_Status statuses[]) {
    const std::vector<MPI_Request> before(requests, requests + count);
    const int answer = PMPI_Waitsome(count, requests, completed, indices, statuses);
    for (int at = 0; at < *completed; ++at) damage_completed(before[static_cast<std::size_t>(indices[at])]);
    return answer;
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    const int answer = PMPI_Bcast(buffer, count, type, root, comm);
    damage({true, buffer, bytes_of(count, type), root});
    return answer;
}

int MPI_Put(const void* origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint place,
            int target_count, MPI_Datatype target_type, MPI_Win window) {
    const std::int64_t bytes = bytes_of(origin_count, origin_type);
    static std::vector<std::byte> sent;  // the transfer reads it until the next flush or fence
    if (is_damaged(own_rank(), target, bytes)) {
        const auto* const first = static_cast<const std::byte*>(origin);
        sent.assign(first, first + bytes);
        sent[sent.size() / 2] ^= std::byte{4};
        origin = sent.data();
    }
    return PMPI_Put(origin, origin_count, origin_type, target, place, target_count, target_type, window);
}

int MPI_Get(void* origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint place,
            int target_count, MPI_Datatype target_type, MPI_Win window) {
    open_gets().push_back({true, origin, bytes_of(origin_count, origin_type), target});
    return PMPI_Get(origin, origin_count, origin_type, target, place, target_count, target_type, window);
}

int MPI_Win_flush(int rank, MPI_Win window) {
    const int answer = PMPI_Win_flush(rank, window);
    damage_gets();
    return answer;
}

int MPI_Win_fence(int assertion, MPI_Win window) {
    const int answer = PMPI_Win_fence(assertion, window);
    damage_gets();
    return answer;
}

}  // extern "C"
