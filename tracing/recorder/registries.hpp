// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/handle_map.hpp"
#include "tracing/recording/call_stream.hpp"
#include "tracing/recording/layout.hpp"

#include <mpi.h>

#include <atomic>
#include <compare>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// Ranks of MPI_COMM_WORLD of a group's members; -1 of processes of another world.
[[nodiscard]] std::vector<int> world_ranks_of_group(MPI_Group group);

/// A communicator, named without a message: all its members find the same identity.
struct CommunicatorEntry {
    std::int32_t number = -1;    ///< in this process
    std::uint64_t identity = 0;  ///< of parent, index of the creation from it, and members
    bool is_inter = false;
    int own_rank = 0;
    std::vector<int> members;         ///< ranks of MPI_COMM_WORLD, below 0 as Link has it
    std::vector<int> remote_members;  ///< of an intercommunicator
    std::vector<int> neighbours;      ///< of a topology: ranks of it that are sent to, -1 of none
    std::uint64_t creations = 0;      ///< from it so far
    /// It is a link, comes of one, or has members that are not in MPI_COMM_WORLD: its identity is that of one
    /// side, and what names it for all is its parent and the index of its creation.
    bool has_met = false;
    const CommunicatorEntry* parent = nullptr;
    std::uint64_t creation = 0;
};

/// An active set of OpenSHMEM.
struct ActiveSet {
    int start = 0;
    int log_stride = 0;
    int size = 0;
    auto operator<=>(const ActiveSet&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The communicators that there are.
class Communicators {
  public:
    /// Its entry, which is made from its members alone where nobody saw it made. Nothing of MPI_COMM_NULL.
    CommunicatorEntry* find(MPI_Comm comm);
    /// All members of `parent` make one together, or several that have no member in common.
    void add(MPI_Comm parent, MPI_Comm made);
    /// The index of a creation that is completed later.
    std::uint64_t begin_creation(MPI_Comm parent);
    void add_begun(MPI_Comm parent, std::uint64_t creation, MPI_Comm made);
    /// Its members alone make one.
    void add_of_group(MPI_Comm parent, int tag, MPI_Comm made);
    /// Processes that may be of another world have met on it. `parent` makes it, MPI_COMM_NULL where that is
    /// not in this world.
    void add_link(MPI_Comm parent, MPI_Comm made, Link link);
    /// Links from that one on, as the file has them.
    [[nodiscard]] std::string describe_links(std::size_t first);
    void forget(MPI_Comm comm);
    /// What stands for an active set, which is named by its members.
    CommunicatorEntry& of_pes(const ActiveSet& set);
    /// Another number than before: what was found may no longer be true.
    [[nodiscard]] std::uint64_t generation() const noexcept {
        return generation_.load(std::memory_order_acquire);
    }

  private:
    /// Where it comes from.
    struct Origin {
        const CommunicatorEntry* parent = nullptr;
        std::uint64_t creation = 0;
    };
    struct Met {
        Link link;
        MPI_Group remote = MPI_GROUP_NULL;
    };

    CommunicatorEntry* insert(MPI_Comm comm, std::uint64_t seed, const Origin& origin);
    void find_members(MPI_Comm comm, CommunicatorEntry& entry) const;
    [[nodiscard]] std::vector<int> members_of(MPI_Group group) const;

    std::mutex mutex_;
    std::map<MPI_Comm, std::unique_ptr<CommunicatorEntry>> entries_;
    std::vector<std::unique_ptr<CommunicatorEntry>> freed_;
    std::map<ActiveSet, CommunicatorEntry> active_sets_;
    std::vector<Met> met_;
    std::map<std::uint64_t, std::uint64_t> seen_;  ///< how often these members and this tag were met
    std::int32_t next_number_ = 0;
    std::atomic<std::uint64_t> generation_{1};
};

/// A window: the index of its creation from its communicator names it.
struct WindowEntry {
    std::int32_t number = -1;
    std::uint64_t identity = 0;
    std::int32_t communicator = -1;
};

class Windows {
  public:
    /// Nothing of a window that nobody saw made.
    const WindowEntry* find(MPI_Win window);
    void add(const CommunicatorEntry& communicator, std::uint64_t creation, MPI_Win window);
    void forget(MPI_Win window);

  private:
    std::mutex mutex_;
    std::map<MPI_Win, WindowEntry> entries_;
    std::int32_t next_number_ = 0;
};

/// What a start of a persistent request begins. Numbers of lists and paths are those of a thread, and another
/// one may start it.
struct PreparedRequest {
    CallContext context;
    std::vector<std::int64_t> list;
    const CommunicatorEntry* communicator = nullptr;
    bool is_collective = false;
};

/// A request that is not completed, or a persistent one.
struct RequestEntry {
    std::uint64_t number = 0;  ///< of the latest start
    bool is_receive = false;
    std::shared_ptr<const PreparedRequest> prepared;  ///< of a persistent one
    MPI_Comm* future_comm = nullptr;                  ///< what MPI_Comm_idup will make
    MPI_Comm future_parent = MPI_COMM_NULL;
    std::uint64_t future_creation = 0;
};

/// A request that a call waits for.
struct AwaitedRequest {
    MPI_Request handle = MPI_REQUEST_NULL;
    std::uint64_t number = 0;  ///< 0: to be looked up when it is completed
    bool is_receive = false;
};

/// The requests that there are. Open MPI gives all sends that are done at once the same handle: these are
/// completed in the order of their starts.
class Requests {
  public:
    /// Found out with MPI in use.
    void learn_shared_handle();
    /// Other threads call, too.
    void set_threaded(bool threaded) noexcept { is_threaded_ = threaded; }

    /// Returns its number.
    std::uint64_t start(MPI_Request handle, bool is_receive);
    void add(MPI_Request handle, const RequestEntry& entry);
    /// The next start of a persistent request: its entry; number 0 where it is not known.
    RequestEntry restart(MPI_Request handle);
    /// To be asked before a call that may complete it, after which its handle may be another's. Where no
    /// other threads call that can wait until it is completed.
    AwaitedRequest before_completion(MPI_Request handle);
    /// It is completed; number 0 where nobody saw it start.
    RequestEntry complete(const AwaitedRequest& awaited);
    void forget(MPI_Request handle);

  private:
    class Guard;
    RequestEntry complete_shared();

    std::atomic_flag lock_;
    bool is_threaded_ = false;
    MPI_Request shared_handle_ = MPI_REQUEST_NULL;
    std::deque<std::uint64_t> of_shared_handle_;
    HandleMap<RequestEntry> entries_;
    std::uint64_t last_number_ = 0;
};

}  // namespace fabricmap::tracing
