// SPDX-License-Identifier: Apache-2.0
#include "measuring/device_roll_call.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "measuring/memory/device_choice.hpp"
#include "measuring/message_buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <dlfcn.h>
#include <map>
#include <unistd.h>

namespace fabricmap {
namespace {

constexpr std::int64_t trial_bytes = 1024;
constexpr int device_trial_tag = 1;
constexpr const char* trying = "trying device memory";

/// What the MPI library says of itself, as words to be put behind a refusal; empty where it says nothing.
std::string what_library_says(MemoryKind kind) {
    using Query = int (*)();
    const char* const name = kind == MemoryKind::cuda   ? "MPIX_Query_cuda_support"
                             : kind == MemoryKind::rocm ? "MPIX_Query_rocm_support"
                                                        : "MPIX_Query_ze_support";
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
    const auto query = reinterpret_cast<Query>(dlsym(RTLD_DEFAULT, name));
    if (query == nullptr || query() != 0) return {};
    return fmt::format(", which says that it was built without {}", name_of(kind));
}

std::string refusal(const MessageMemory& memory, const std::string& what, std::string_view remedy = {}) {
    return fmt::format(
        "--memory {}: {}: {}start the job with an MPI library and a transport that take {} memory, or give "
        "--memory host",
        name_of(memory), what, remedy.empty() ? std::string() : fmt::format("{}, ", remedy),
        name_of(memory.device()));
}

void report_crash_to_watchdog(int /*signal*/) {
    if (Watchdog* const watchdog = Watchdog::of_process()) watchdog->report_crash();
    while (true) pause();
}

/// The messages of the trial, on one rank. Methods throw RunError.
class TrialMessages {
  public:
    TrialMessages(const MessageMemory& memory, int rank)
        : memory_(memory),
          rank_(rank),
          comm_(MPI_COMM_WORLD),
          out_(trial_bytes, device_of_process(memory.sent_from)),
          in_(trial_bytes, device_of_process(memory.received_into)) {
        MPI_Comm_set_errhandler(comm_.get(), MPI_ERRORS_RETURN);
    }

    /// With a rank that does the same, or with itself.
    void exchange_with(int peer) {
        const WaitScope waiting(trying, Waiting::answer, peer, trial_bytes);
        out_.fill(trial_bytes, key_of(rank_));
        require(MPI_Sendrecv(out_.data(), trial_bytes, MPI_BYTE, peer, device_trial_tag, in_.data(),
                             trial_bytes, MPI_BYTE, peer, device_trial_tag, comm_.get(), MPI_STATUS_IGNORE),
                fmt::format("a message of rank {}", peer));
        require_whole(in_, peer, fmt::format("from rank {}", peer));
    }

    void broadcast() {
        const WaitScope waiting(trying, Waiting::others, -1, trial_bytes);
        constexpr int root = 0;
        out_.fill(trial_bytes, key_of(rank_));
        require(MPI_Bcast(out_.data(), trial_bytes, MPI_BYTE, root, comm_.get()), "a broadcast");
        require_whole(out_, root, "in a broadcast");
    }

    void add_up() {
        const WaitScope waiting(trying, Waiting::others, -1, trial_bytes);
        constexpr int doubles = trial_bytes / static_cast<int>(sizeof(double));
        const std::vector<double> ones(doubles, 1);
        out_.write(0, std::as_bytes(std::span(ones)));
        require(MPI_Allreduce(out_.data(), in_.data(), doubles, MPI_DOUBLE, MPI_SUM, comm_.get()), "a sum");
        std::vector<double> sums(doubles);
        in_.read(0, std::as_writable_bytes(std::span(sums)));
        int ranks = 0;
        MPI_Comm_size(comm_.get(), &ranks);
        if (std::any_of(sums.begin(), sums.end(), [&](double sum) { return sum != ranks; }))
            throw RunError(refusal(memory_, "the MPI library adds numbers in device memory up wrongly"));
    }

  private:
    static std::uint64_t key_of(int rank) { return static_cast<std::uint64_t>(rank) + 1; }

    void require(int answer, const std::string& what) const {
        if (answer == MPI_SUCCESS) return;
        std::array<char, MPI_MAX_ERROR_STRING> text{};
        int length = 0;
        MPI_Error_string(answer, text.data(), &length);
        throw RunError(refusal(
            memory_, fmt::format("the MPI library refuses {} in rank {} ({})", what, rank_, text.data())));
    }

    void require_whole(const MessageBuffer& buffer, int sender, const std::string& whence) const {
        if (buffer.holds(0, trial_bytes, key_of(sender))) return;
        throw RunError(
            refusal(memory_,
                    fmt::format("1 KiB of device memory did not arrive whole in rank {} {}", rank_, whence)));
    }

    MessageMemory memory_;
    int rank_;
    Communicator comm_;
    MessageBuffer out_;
    MessageBuffer in_;
};

/// Ranks that rank 0 reaches in another way each: itself, one of its host, one of another host.
std::vector<int> first_peers(std::span<const RankLocation> locations) {
    std::vector<int> peers{0};
    for (const bool on_same_host : {true, false}) {
        for (std::size_t rank = 1; rank < locations.size(); ++rank) {
            if ((locations[rank].node == locations[0].node) != on_same_host) continue;
            peers.push_back(static_cast<int>(rank));
            break;
        }
    }
    return peers;
}

void exchange_all(TrialMessages& messages, int rank, std::span<const RankLocation> locations) {
    // One pair at a time, so that a library that crashes does so in one rank, which says so.
    for (const int peer : first_peers(locations)) {
        on_every_rank([&] {
            if (rank == 0) messages.exchange_with(peer);
            if (rank == peer && rank != 0) messages.exchange_with(0);
        });
    }
    // All ranks, each with the one whose number differs in one bit.
    const auto ranks = static_cast<int>(locations.size());
    for (int bit = 1; bit < ranks; bit *= 2) {
        on_every_rank([&] {
            if ((rank ^ bit) < ranks) messages.exchange_with(rank ^ bit);
        });
    }
}

}  // namespace

DeviceCrashReport::DeviceCrashReport(const Session& session, Watchdog& watchdog, const MessageMemory& memory,
                                     std::string_view where, std::string_view remedy) {
    if (!memory.has_device()) return;
    watchdog_ = &watchdog;
    set_line(refusal(memory,
                     fmt::format("rank {} on {} crashed {} ({}{})", session.rank(), own_host(), where,
                                 mpi_library_text(), what_library_says(memory.device())),
                     remedy));
    struct sigaction action {};
    action.sa_handler = report_crash_to_watchdog;
    sigaction(SIGSEGV, &action, &before_[0]);
    sigaction(SIGBUS, &action, &before_[1]);
}

DeviceCrashReport::~DeviceCrashReport() {
    if (watchdog_ == nullptr) return;
    sigaction(SIGSEGV, &before_[0], nullptr);
    sigaction(SIGBUS, &before_[1], nullptr);
    set_line({});
}

void DeviceCrashReport::set_line(const std::string& line) {
    watchdog_->change_settings([&](Watchdog::Settings& settings) { settings.crash_line = line; });
}

void try_device_memory(const Session& session, Watchdog& watchdog, const MessageMemory& memory,
                       std::span<const RankLocation> locations, DeviceTrial trial) {
    if (!memory.has_device()) return;
    on_every_rank([&] { static_cast<void>(device_of_process(memory.device())); });
    const int rank = session.rank();
    const DeviceCrashReport report(session, watchdog, memory, "in the MPI library at 1 KiB of device memory",
                                   {});
    std::optional<TrialMessages> messages;
    on_every_rank([&] { messages.emplace(memory, rank); });
    exchange_all(*messages, rank, locations);
    if (trial != DeviceTrial::messages) on_every_rank([&] { messages->broadcast(); });
    if (trial == DeviceTrial::sums) on_every_rank([&] { messages->add_up(); });
    watchdog.rest();
}

std::vector<std::string> device_warnings(const MessageMemory& memory,
                                         std::span<const RankLocation> locations) {
    if (!memory.has_device()) return {};
    const std::string& own = device_of_process(memory.device())->bus_address();
    const std::vector<std::string> addresses = gather_texts(own);
    const std::vector<std::string> nodes = gather_texts(std::to_string(numa_node_of_device(own)));
    std::map<std::pair<int, std::string>, std::vector<int>> ranks_of_device;
    std::vector<int> far;
    for (std::size_t rank = 0; rank < locations.size(); ++rank) {
        const int node = read_number<int>(nodes[rank]).value_or(-1);
        ranks_of_device[{locations[rank].node, addresses[rank]}].push_back(static_cast<int>(rank));
        if (node >= 0 && locations[rank].numa >= 0 && locations[rank].numa != node)
            far.push_back(static_cast<int>(rank));
    }
    std::vector<std::string> warnings;
    for (const auto& [device, ranks] : ranks_of_device) {
        if (ranks.size() < 2) continue;
        warnings.push_back(fmt::format(
            "ranks {} of {} share the device {}: what passes between them never leaves it; start "
            "one rank for a device",
            joined_by(ranks, ", "), locations[static_cast<std::size_t>(ranks.front())].host, device.second));
    }
    if (!far.empty()) {
        warnings.push_back(fmt::format(
            "ranks {} run on another NUMA node than their devices are attached to: bind each rank "
            "near its device",
            joined_by(far, ", ")));
    }
    return warnings;
}

}  // namespace fabricmap
