// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/call.hpp"

#include "tracing/recorder/script_places.hpp"
#include "tracing/recorder/session.hpp"
#include "tracing/recorder/spawning.hpp"

namespace fabricmap::tracing {
namespace {

std::int64_t bytes_received(const MPI_Status& status) {
    MPI_Count bytes = 0;
    PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    return bytes == MPI_UNDEFINED ? unknown_bytes : bytes;
}

/// A rank as a peer; -1 of MPI_PROC_NULL, for which nothing is sent.
std::int32_t peer_of(int rank) noexcept {
    return rank < 0 ? -1 : rank;
}

/// A message that was matched and not yet received.
constexpr std::int32_t matched_source = source_to_come;

}  // namespace

std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) {
    // The usual ones are never freed.
    if (type == MPI_DOUBLE) return count * static_cast<std::int64_t>(sizeof(double));
    if (type == MPI_CHAR || type == MPI_BYTE) return count;
    if (type == MPI_INT) return count * static_cast<std::int64_t>(sizeof(int));
    if (type == MPI_FLOAT) return count * static_cast<std::int64_t>(sizeof(float));
    MPI_Count size = 0;
    if (type == MPI_DATATYPE_NULL || PMPI_Type_size_x(type, &size) != MPI_SUCCESS) return 0;
    return count * size;
}

std::int64_t sent_bytes(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int recvcount,
                        MPI_Datatype recvtype) {
    return sendbuf == MPI_IN_PLACE ? bytes_of(recvcount, recvtype) : bytes_of(sendcount, sendtype);
}

std::int64_t received_bytes(const void* recvbuf, int recvcount, MPI_Datatype recvtype, int sendcount,
                            MPI_Datatype sendtype) {
    return recvbuf == MPI_IN_PLACE ? bytes_of(sendcount, sendtype) : bytes_of(recvcount, recvtype);
}

std::int64_t in_place_bytes(MPI_Comm comm, const int* counts, MPI_Datatype type) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return bytes_of(counts[rank], type);
}

std::int64_t total_bytes(MPI_Comm comm, const int* counts, MPI_Datatype type) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    std::int64_t sum = 0;
    for (int rank = 0; rank < size; ++rank) sum += counts[rank];
    return bytes_of(sum, type);
}

std::int64_t total_bytes(MPI_Comm comm, int count, MPI_Datatype type) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    return bytes_of(std::int64_t{size} * count, type);
}

Call::Call(ThreadState& thread, FunctionNumber function, const void* place)
    : thread_(thread), recorder_(*thread.recorder) {
    begin(function, place);
    start_ = Ticks::now();
    recorder_.open(context_.function, context_.place, start_);
}

Call::Call(ThreadState& thread, FunctionNumber function, const void* place, std::uint64_t start)
    : thread_(thread), recorder_(*thread.recorder), start_(start) {
    begin(function, place);
    recorder_.open(context_.function, context_.place, start_);
}

bool Call::is_done_with(int error_code) {
    int error_class = MPI_SUCCESS;
    PMPI_Error_class(error_code, &error_class);
    has_error_ = error_class == MPI_ERR_TRUNCATE || error_class == MPI_ERR_IN_STATUS;
    return has_error_;
}

inline void Call::begin(FunctionNumber function, const void* place) {
    ++thread_.depth;
    context_.function = static_cast<std::uint32_t>(function);
    context_.place = reinterpret_cast<std::uint64_t>(place);
    recorder_.make_room_in_tables();
    if (thread_.script != nullptr) [[unlikely]] {
        context_.place = thread_.script->place();
        context_.path = recorder_.number_of_script_path(thread_.script->path());
        return;
    }
    // Which wrapper's frame this lies in is told by the function, and where that lies by this.
    const CallPaths::Key above{context_.place ^ std::uint64_t{context_.function} << 48U,
                               reinterpret_cast<const std::uint64_t*>(this)};
    context_.path = recorder_.number_of(above);
}

Call::~Call() {
    // It was taken for one that a longjmp had left.
    if (thread_.depth == 0) return;
    // An exception has left it.
    if (end_ == 0) end_ = Ticks::now();
    recorder_.close();
    if (is_paused() && !is_control_) {
        recorder_.drop();
    } else if (poll_failed_) {
        recorder_.poll({start_, end_, context_}, session().settings().max_poll_ticks);
    } else {
        recorder_.write({start_, end_, context_});
    }
    recorder_.scratch.awaited.clear();
    --thread_.depth;
}

CommunicatorEntry* Call::find(MPI_Comm comm) {
    return recorder_.find(session().communicators(), comm);
}

void Call::on(MPI_Comm comm) {
    if (const CommunicatorEntry* const entry = find(comm)) context_.communicator = entry->number;
}

void Call::controls(int level, const char* phase) {
    is_control_ = true;
    context_.send_tag = level;
    if (phase == nullptr) return;
    constexpr std::size_t max_letters = 1000;
    auto& letters = recorder_.scratch.list;
    letters.clear();
    for (; *phase != '\0' && letters.size() < max_letters; ++phase) {
        letters.push_back(static_cast<unsigned char>(*phase));
    }
    context_.list = static_cast<std::int32_t>(recorder_.number_of(letters));
}

void Call::sends(MPI_Comm comm, int dest, int tag, std::int64_t bytes) {
    on(comm);
    is_proc_null_ = dest < 0;
    context_.send_peer = peer_of(dest);
    context_.send_tag = tag;
    context_.send_bytes = bytes;
}

void Call::receives(MPI_Comm comm, const MPI_Status& status) {
    on(comm);
    receives_matched(status);
}

void Call::receives_matched(const MPI_Status& status) {
    context_.receive_peer = peer_of(status.MPI_SOURCE);
    if (context_.receive_peer < 0) return;
    context_.receive_tag = status.MPI_TAG;
    context_.receive_bytes = has_error_ ? unknown_bytes : bytes_received(status);
}

void Call::posts_receive(MPI_Comm comm, int source, int tag) {
    on(comm);
    is_proc_null_ = source == MPI_PROC_NULL;
    if (is_proc_null_) return;
    context_.receive_peer = source_to_come;
    context_.receive_tag = tag;
}

void Call::matches(MPI_Comm comm, MPI_Message message, const MPI_Status& status) {
    on(comm);
    if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC) return;
    const std::uint64_t number = session().bind(message, context_.communicator);
    context_.receive_tag = status.MPI_TAG;
    recorder_.items().push_back(
        {Item::binds, number, static_cast<std::uint64_t>(peer_of(status.MPI_SOURCE) + 1)});
}

void Call::takes(MPI_Message message) {
    const BoundMessage bound = session().take(message);
    is_proc_null_ = bound.number == 0;
    if (is_proc_null_) return;
    context_.communicator = bound.communicator;
    recorder_.items().push_back({Item::takes, bound.number, 0});
}

void Call::posts_matched() {
    if (!is_proc_null_) context_.receive_peer = matched_source;
}

void Call::makes(MPI_Comm parent, MPI_Comm made) {
    on(parent);
    session().communicators().add(parent, made);
}

void Call::meets(MPI_Comm parent, MPI_Comm made, LinkKind kind, std::uint64_t token) {
    on(parent);
    Link link;
    link.kind = kind;
    link.token = token;
    link.start = start_;
    link.end = end_;
    session().communicators().add_link(parent, made, std::move(link));
}

void Call::meets_at_port(MPI_Comm parent, int root, MPI_Comm made, LinkKind kind, const char* port) {
    int rank = 0;
    PMPI_Comm_rank(parent, &rank);
    meets(parent, made, kind, rank == root ? token_of_port(port) : 0);
}

void Call::makes_of_group(MPI_Comm parent, int tag, MPI_Comm made) {
    on(parent);
    session().communicators().add_of_group(parent, tag, made);
}

void Call::forgets(MPI_Comm comm) {
    on(comm);
    session().communicators().forget(comm);
}

void Call::makes_window(MPI_Comm comm, MPI_Win window, MPI_Aint size) {
    collective(comm, no_root, size);
    const CommunicatorEntry* const entry = find(comm);
    if (entry == nullptr) return;
    session().windows().add(*entry, session().communicators().begin_creation(comm), window);
    on(window);
}

void Call::forgets(MPI_Win window) {
    on(window);
    session().windows().forget(window);
}

void Call::on(MPI_Win window) {
    const WindowEntry* const entry = session().windows().find(window);
    if (entry == nullptr) return;
    recorder_.define(*entry);
    context_.window = entry->number;
    context_.communicator = entry->communicator;
}

void Call::on_group(MPI_Win window, MPI_Group group) {
    on(window);
    auto& list = recorder_.scratch.list;
    list.clear();
    for (const int rank : world_ranks_of_group(group)) list.push_back(rank);
    context_.list = static_cast<std::int32_t>(recorder_.number_of(list));
}

void Call::accesses(MPI_Win window, int target, std::int64_t bytes) {
    on(window);
    is_proc_null_ = target < 0;
    context_.send_peer = peer_of(target);
    context_.send_bytes = bytes;
}

void Call::locks(MPI_Win window, int target, bool is_exclusive) {
    accesses(window, target, 0);
    context_.send_tag = is_exclusive ? 1 : 0;
}

}  // namespace fabricmap::tracing
