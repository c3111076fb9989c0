// SPDX-License-Identifier: Apache-2.0
// Makes the rank FABRICMAP_SLOW_RANK, or each one where none is given, FABRICMAP_SLOW_US microseconds slow at
// one thing. FABRICMAP_SLOW_WHEN says at what:
//   sends             before it sends a long message
//   sends_anything    before it sends any message
//   completes_sends   when a long message that it sent is complete, so before its next one
//   receives          when a long message has arrived at it
// Long are those of at least FABRICMAP_SLOW_FROM_BYTES bytes, 1 where that is not given.
// FABRICMAP_SLOW_EVERY: it is slow each so many times only.
#include "common.hpp"

#include <string_view>
#include <vector>

namespace {

using namespace fabricmap::interposers;

OpenMessages& open_messages() {
    static OpenMessages messages;
    return messages;
}

bool is_slow_when(std::string_view occasion) {
    static const std::int64_t slow_rank = given_number("FABRICMAP_SLOW_RANK");
    static const bool this_rank = slow_rank == -1 || slow_rank == own_rank();
    static const char* const given = std::getenv("FABRICMAP_SLOW_WHEN");
    return this_rank && given != nullptr && given == occasion;
}

bool is_its_turn() {
    static const std::int64_t every = given_number("FABRICMAP_SLOW_EVERY", 1);
    static std::int64_t times = 0;
    return ++times % every == 0;
}

bool is_long(std::int64_t bytes) {
    static const std::int64_t from_bytes = given_number("FABRICMAP_SLOW_FROM_BYTES", 1);
    return bytes >= from_bytes;
}

void before_sending(std::int64_t bytes) {
    const bool is_slow = is_slow_when("sends_anything") || (is_long(bytes) && is_slow_when("sends"));
    if (is_slow && is_its_turn()) wait_for(slow_time());
}

void after_receiving(std::int64_t bytes) {
    if (is_long(bytes) && is_slow_when("receives") && is_its_turn()) wait_for(slow_time());
}

void after_completing(MPI_Request request) {
    const auto found = open_messages().find(request);
    if (found == open_messages().end()) return;
    const Message message = found->second;
    open_messages().erase(found);
    if (message.incoming) {
        after_receiving(message.bytes);
    } else if (is_long(message.bytes) && is_slow_when("completes_sends") && is_its_turn()) {
        wait_for(slow_time());
    }
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    before_sending(bytes_of(count, type));
    return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
    before_sending(bytes_of(count, type));
    const int answer = PMPI_Isend(buffer, count, type, to, tag, comm, request);
    open_messages()[*request] = {false, nullptr, bytes_of(count, type), to};
    return answer;
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status* status) {
    const int answer = PMPI_Recv(buffer, count, type, from, tag, comm, status);
    after_receiving(bytes_of(count, type));
    return answer;
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
    const int answer = PMPI_Irecv(buffer, count, type, from, tag, comm, request);
    open_messages()[*request] = {true, buffer, bytes_of(count, type), from};
    return answer;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    const MPI_Request before = *request;
    const int answer = PMPI_Wait(request, status);
    after_completing(before);
    return answer;
}

int MPI_Waitsome(int count, MPI_Request requests[], int* completed, int indices[], MPI_Status statuses[]) {
    const std::vector<MPI_Request> before(requests, requests + count);
    const int answer = PMPI_Waitsome(count, requests, completed, indices, statuses);
    for (int at = 0; at < *completed; ++at) after_completing(before[static_cast<std::size_t>(indices[at])]);
    return answer;
}

int MPI_Put(const void* origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint place,
            int target_count, MPI_Datatype target_type, MPI_Win window) {
    before_sending(bytes_of(origin_count, origin_type));
    return PMPI_Put(origin, origin_count, origin_type, target, place, target_count, target_type, window);
}

int MPI_Get(void* origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint place,
            int target_count, MPI_Datatype target_type, MPI_Win window) {
    const int answer =
        PMPI_Get(origin, origin_count, origin_type, target, place, target_count, target_type, window);
    after_receiving(bytes_of(origin_count, origin_type));
    return answer;
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    const bool is_root = own_rank() == root;
    if (is_root) before_sending(bytes_of(count, type));
    const int answer = PMPI_Bcast(buffer, count, type, root, comm);
    if (!is_root) after_receiving(bytes_of(count, type));
    return answer;
}

}  // extern "C"
