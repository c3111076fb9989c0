// SPDX-License-Identifier: Apache-2.0
// What a Call tells of requests.
#include "tracing/recorder/call.hpp"
#include "tracing/recorder/session.hpp"

#include <memory>
#include <utility>

namespace fabricmap::tracing {

void Call::starts(MPI_Request request) {
    if (is_proc_null_) return;
    const bool is_receive = context_.receive_peer == source_to_come;
    const std::uint64_t number = session().requests().start(request, is_receive);
    recorder_.items().push_back({Item::starts, number, 0});
}

/// What has been told of the call is that of the request's starts.
void Call::prepare(MPI_Request request, MPI_Comm comm, bool is_receive, bool is_collective) {
    auto prepared = std::make_shared<PreparedRequest>();
    prepared->context = context_;
    prepared->context.path = static_cast<std::int32_t>(nothing);
    if (context_.list >= 0) prepared->list = recorder_.scratch.list;
    prepared->communicator = find(comm);
    prepared->is_collective = is_collective;
    // Members prepare theirs in one order, and may start them in others.
    if (is_collective) {
        prepared->context.receive_tag =
            static_cast<std::int32_t>(session().communicators().begin_creation(comm));
    }
    RequestEntry entry;
    entry.is_receive = is_receive;
    entry.prepared = std::move(prepared);
    session().requests().add(request, entry);
    // Nothing is sent or received yet.
    context_.send_peer = static_cast<std::int32_t>(nothing);
    context_.receive_peer = static_cast<std::int32_t>(nothing);
    if (!is_collective) return;
    context_.list = static_cast<std::int32_t>(nothing);
    context_.send_bytes = 0;
    context_.receive_bytes = 0;
}

void Call::prepares_send(MPI_Request request, MPI_Comm comm, int dest, int tag, std::int64_t bytes) {
    sends(comm, dest, tag, bytes);
    prepare(request, comm, false, false);
}

void Call::prepares_receive(MPI_Request request, MPI_Comm comm, int source, int tag) {
    posts_receive(comm, source, tag);
    prepare(request, comm, true, false);
}

void Call::prepares_collective(MPI_Comm comm, MPI_Request request) {
    prepare(request, comm, false, true);
}

void Call::starts_prepared(int count, const MPI_Request* requests) {
    for (int index = 0; index < count; ++index) {
        const RequestEntry entry = session().requests().restart(requests[index]);
        if (!entry.prepared) continue;
        CallContext context = entry.prepared->context;
        const bool is_proc_null =
            !entry.prepared->is_collective && context.send_peer == nothing && context.receive_peer == nothing;
        if (is_proc_null) continue;
        if (entry.prepared->communicator != nullptr) recorder_.define(*entry.prepared->communicator);
        context.list = static_cast<std::int32_t>(nothing);
        if (!entry.prepared->list.empty())
            context.list = static_cast<std::int32_t>(recorder_.number_of(entry.prepared->list));
        const std::uint32_t number = recorder_.number_of(context);
        recorder_.items().push_back({Item::starts, entry.number, std::uint64_t{number} + 1});
    }
}

void Call::awaits(int count, const MPI_Request* requests) {
    // An error, which the library tells.
    if (requests == nullptr) return;
    auto& awaited = recorder_.scratch.awaited;
    for (int index = 0; index < count; ++index) {
        awaited.push_back(session().requests().before_completion(requests[index]));
    }
}

MPI_Status* Call::given_or_own(MPI_Status* statuses, int count) {
    if (statuses != MPI_STATUSES_IGNORE || count < 0) return statuses;
    auto& own = recorder_.scratch.statuses;
    if (own.size() < static_cast<std::size_t>(count)) own.resize(static_cast<std::size_t>(count));
    return own.data();
}

void Call::complete(const AwaitedRequest& awaited, const MPI_Status& status) {
    if (has_error_ && status.MPI_ERROR == MPI_ERR_PENDING) return;
    const RequestEntry entry = session().requests().complete(awaited);
    if (entry.future_comm != nullptr) {
        session().communicators().add_begun(entry.future_parent, entry.future_creation, *entry.future_comm);
    }
    if (entry.number == 0) return;
    Outcome outcome;
    if (session().has_cancelled()) {
        int is_cancelled = 0;
        PMPI_Test_cancelled(&status, &is_cancelled);
        outcome.is_cancelled = is_cancelled != 0 ? 1 : 0;
    }
    if (entry.is_receive && outcome.is_cancelled == 0) {
        MPI_Count bytes = 0;
        PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
        outcome.source = status.MPI_SOURCE;
        outcome.tag = status.MPI_TAG;
        outcome.bytes = bytes == MPI_UNDEFINED || has_error_ ? unknown_bytes : bytes;
    }
    const std::uint32_t number = recorder_.number_of(outcome);
    recorder_.items().push_back({Item::completes, entry.number, number});
}

void Call::completes(int index, const MPI_Status& status) {
    const auto& awaited = recorder_.scratch.awaited;
    if (index < 0 || static_cast<std::size_t>(index) >= awaited.size()) return;
    complete(awaited[static_cast<std::size_t>(index)], status);
}

void Call::completes_all(int count, const MPI_Status* statuses) {
    for (int index = 0; index < count; ++index) completes(index, statuses[index]);
}

void Call::completes_some(int count, const int* indices, const MPI_Status* statuses) {
    if (count == MPI_UNDEFINED) return;
    for (int number = 0; number < count; ++number) completes(indices[number], statuses[number]);
}

void Call::cancels() noexcept {
    session().note_cancelled();
}

void Call::frees() {
    for (const AwaitedRequest& awaited : recorder_.scratch.awaited) {
        session().requests().forget(awaited.handle);
    }
}

void Call::will_make(MPI_Comm parent, MPI_Comm* made, MPI_Request request) {
    on(parent);
    RequestEntry entry;
    entry.future_comm = made;
    entry.future_parent = parent;
    entry.future_creation = session().communicators().begin_creation(parent);
    session().requests().add(request, entry);
}

}  // namespace fabricmap::tracing
