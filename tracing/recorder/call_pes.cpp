// SPDX-License-Identifier: Apache-2.0
// What a Call tells of OpenSHMEM's functions. Its PEs have the numbers of MPI_COMM_WORLD's ranks.
#include "tracing/recorder/call.hpp"
#include "tracing/recorder/session.hpp"

namespace fabricmap::tracing {

void Call::of_all_pes(std::size_t bytes) {
    context_.communicator = recorder_.find_all_pes(session().communicators())->number;
    context_.send_bytes = static_cast<std::int64_t>(bytes);
}

void Call::of_pes(int start, int log_stride, int size, int root, std::size_t bytes) {
    const CommunicatorEntry& entry = session().communicators().of_pes({start, log_stride, size});
    recorder_.define(entry);
    context_.communicator = entry.number;
    context_.send_peer = root;
    context_.send_bytes = static_cast<std::int64_t>(bytes);
}

void Call::puts(int pe, std::size_t bytes, const volatile void* address) {
    gets(pe, bytes);
    recorder_.items().push_back({Item::touches, reinterpret_cast<std::uint64_t>(address), 0});
}

void Call::gets(int pe, std::size_t bytes) {
    of_all_pes(bytes);
    context_.send_peer = pe;
}

void Call::watches(const volatile void* address) {
    of_all_pes(0);
    recorder_.items().push_back({Item::touches, reinterpret_cast<std::uint64_t>(address), 0});
}

void Call::in_context(const void* shmem_context) noexcept {
    context_.send_tag = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(shmem_context) >> 4U);
}

}  // namespace fabricmap::tracing
