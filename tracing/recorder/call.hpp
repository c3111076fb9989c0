// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/thread_recorder.hpp"
#include "tracing/recorder/thread_state.hpp"
#include "tracing/recorder/ticks.hpp"

#include <mpi.h>

namespace fabricmap::tracing {

inline constexpr int no_root = -1;

/// Bytes of so many values. Types that programs make are asked each time: freed handles come back as other
/// types.
[[nodiscard]] std::int64_t bytes_of(std::int64_t count, MPI_Datatype type);
/// What a process contributes: in place it is what it would receive.
[[nodiscard]] std::int64_t sent_bytes(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                      int recvcount, MPI_Datatype recvtype);
/// What a process gets from the root.
[[nodiscard]] std::int64_t received_bytes(const void* recvbuf, int recvcount, MPI_Datatype recvtype,
                                          int sendcount, MPI_Datatype sendtype);
[[nodiscard]] std::int64_t in_place_bytes(MPI_Comm comm, const int* counts, MPI_Datatype type);
[[nodiscard]] std::int64_t total_bytes(MPI_Comm comm, const int* counts, MPI_Datatype type);
[[nodiscard]] std::int64_t total_bytes(MPI_Comm comm, int count, MPI_Datatype type);

/// Our own status where the program ignores it.
[[nodiscard]] inline MPI_Status* given_or(MPI_Status* status, MPI_Status* own) noexcept {
    return status == MPI_STATUS_IGNORE ? own : status;
}

/// A call of the program, from its start to the end of its wrapper. What the table of functions says of it is
/// told to this object, which writes it in the end.
class Call {
  public:
    Call(ThreadState& thread, FunctionNumber function, const void* place);
    /// As above, begun before there was a recorder.
    Call(ThreadState& thread, FunctionNumber function, const void* place, std::uint64_t start);
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call();

    [[gnu::always_inline]] void returned() noexcept { end_ = Ticks::now(); }
    /// Whether a call with that error has done what others know of: a message that was too long is received,
    /// and of several requests those without an error are completed.
    [[nodiscard, gnu::noinline]] bool is_done_with(int error_code);
    void returned_at(std::uint64_t counter) noexcept { end_ = counter; }

    // Messages.
    void sends(MPI_Comm comm, int dest, int tag, std::int64_t bytes);
    void receives(MPI_Comm comm, const MPI_Status& status);
    void posts_receive(MPI_Comm comm, int source, int tag);
    void matches(MPI_Comm comm, MPI_Message message, const MPI_Status& status);
    void takes(MPI_Message message);
    void receives_matched(const MPI_Status& status);
    void posts_matched();
    /// Takes part in what happens on it.
    void on(MPI_Comm comm);

    // Requests.
    void starts(MPI_Request request);
    void prepares_send(MPI_Request request, MPI_Comm comm, int dest, int tag, std::int64_t bytes);
    void prepares_receive(MPI_Request request, MPI_Comm comm, int source, int tag);
    /// What was told of the collective operation is that of its starts.
    void prepares_collective(MPI_Comm comm, MPI_Request request);
    void starts_prepared(int count, const MPI_Request* requests);
    void awaits(int count, const MPI_Request* requests);
    [[nodiscard]] MPI_Status* given_or_own(MPI_Status* statuses, int count);
    void completes(int index, const MPI_Status& status);
    void completes_all(int count, const MPI_Status* statuses);
    void completes_some(int count, const int* indices, const MPI_Status* statuses);
    /// Whether it found something; such calls in a row that did not are written as one.
    bool polled(int found) noexcept {
        poll_failed_ = found == 0;
        return found != 0;
    }
    void cancels() noexcept;
    void frees();

    // The recording itself.
    void controls(int level, const char* phase);

    /// A collective operation begins: seen where it never ends.
    void enters(MPI_Comm comm);
    // Collectives: what the process contributes, and of those with one length the bytes of a block.
    void collective(MPI_Comm comm, int root, std::int64_t bytes, std::int64_t block = 0);
    /// A block for each process of the communicator, or of its other side.
    void exchanges(MPI_Comm comm, std::int64_t block);
    /// Only the root contributes: blocks that lie one after another, those of `counts`, or the same to all.
    void scatters(MPI_Comm comm, int root, std::int64_t sent, std::int64_t received);
    void scatters_v(MPI_Comm comm, int root, const int* counts, MPI_Datatype type, std::int64_t received);
    void broadcasts(MPI_Comm comm, int root, std::int64_t bytes);
    /// To the neighbours of its graph.
    void to_neighbours(MPI_Comm comm, std::int64_t block);
    void to_neighbours_v(MPI_Comm comm, const int* counts, MPI_Datatype type);
    void to_neighbours_w(MPI_Comm comm, const int* counts, const MPI_Datatype* types);
    void collective_v(MPI_Comm comm, const int* counts, MPI_Datatype type);
    void collective_w(MPI_Comm comm, const int* counts, const MPI_Datatype* types);

    // Communicators and windows.
    void makes(MPI_Comm parent, MPI_Comm made);
    /// With processes that may be of another world. `token`: the same on both sides, 0 where it is not known.
    void meets(MPI_Comm parent, MPI_Comm made, LinkKind kind, std::uint64_t token);
    /// At a port, whose name the root knows.
    void meets_at_port(MPI_Comm parent, int root, MPI_Comm made, LinkKind kind, const char* port);
    void makes_of_group(MPI_Comm parent, int tag, MPI_Comm made);
    void will_make(MPI_Comm parent, MPI_Comm* made, MPI_Request request);
    void forgets(MPI_Comm comm);
    void makes_window(MPI_Comm comm, MPI_Win window, MPI_Aint size);
    void forgets(MPI_Win window);
    void on(MPI_Win window);
    void on_group(MPI_Win window, MPI_Group group);
    void accesses(MPI_Win window, int target, std::int64_t bytes);
    void fences(MPI_Win window) { on(window); }
    void locks(MPI_Win window, int target, bool is_exclusive);

    // Files.
    void opens_file(MPI_Comm comm, const char* name, MPI_File opened);
    void closes_file(MPI_File file);
    void on_file(MPI_File file);
    void reads_file(MPI_File file, std::int64_t bytes);
    void writes_file(MPI_File file, std::int64_t bytes);

    // OpenSHMEM.
    void of_all_pes(std::size_t bytes);
    void of_pes(int start, int log_stride, int size, int root, std::size_t bytes);
    /// Writes into another PE's memory.
    void puts(int pe, std::size_t bytes, const volatile void* address);
    void gets(int pe, std::size_t bytes);
    /// Waits for what another PE writes there.
    void watches(const volatile void* address);
    void in_context(const void* shmem_context) noexcept;

  private:
    void begin(FunctionNumber function, const void* place);
    CommunicatorEntry* find(MPI_Comm comm);
    template <typename BytesOf>
    void add_neighbours(MPI_Comm comm, const BytesOf& bytes_of_edge);
    void complete(const AwaitedRequest& awaited, const MPI_Status& status);
    void prepare(MPI_Request request, MPI_Comm comm, bool is_receive, bool is_collective);

    ThreadState& thread_;
    ThreadRecorder& recorder_;
    std::uint64_t start_ = 0;
    std::uint64_t end_ = 0;
    bool poll_failed_ = false;
    bool is_control_ = false;
    bool has_error_ = false;     ///< and has done its part all the same
    bool is_proc_null_ = false;  ///< a message to or from MPI_PROC_NULL
    CallContext context_;
};

}  // namespace fabricmap::tracing
