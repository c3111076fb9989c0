// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/rank_board.hpp"

#include "base/host_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fabricmap {
namespace {

// Pages that no rank comes to take no memory.
constexpr std::size_t max_ranks = 4096;
constexpr std::size_t board_bytes = max_ranks * sizeof(RankState);

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<Waiting>::is_always_lock_free);

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
}

int number_in(std::initializer_list<const char*> variables, int otherwise) {
    for (const char* const name : variables) {
        const std::string_view text = variable(name);
        int number = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc()) return number;
    }
    return otherwise;
}

/// What identifies this job among all others of the host, present and past; empty where the launcher gives
/// nothing.
std::string job_identity() {
    // The address of the launcher's server: another job of that number has another one.
    std::string identity;
    for (const char* const name :
         {"PMIX_NAMESPACE", "PMIX_SERVER_URI4", "PMIX_SERVER_URI3", "PMIX_SERVER_URI2", "PMIX_SERVER_URI21"})
        identity += variable(name);
    if (!identity.empty()) return identity;
    return fmt::format("{}{}", variable("SLURM_JOB_ID"), variable("SLURM_STEP_ID"));
}

std::string prefix_of_names() {
    return fmt::format("fabricmap-{}-", geteuid());
}

/// Whether no process has used it for a minute: those that came are gone, and none is on its way.
bool was_left(int file) {
    constexpr time_t longest_start_s = 60;
    struct stat status {};
    if (fstat(file, &status) != 0 || status.st_uid != geteuid() || status.st_size != board_bytes)
        return false;
    if (time(nullptr) - status.st_mtime < longest_start_s) return false;
    void* const memory = mmap(nullptr, board_bytes, PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) return false;
    const std::span<const RankState> states(static_cast<const RankState*>(memory), max_ranks);
    const auto end =
        std::find_if(states.begin(), states.end(), [](const RankState& state) { return state.process == 0; });
    const bool is_left = std::none_of(states.begin(), end, is_there);
    munmap(memory, board_bytes);
    return is_left;
}

/// Removes the names of jobs that were killed before all their ranks had come.
void sweep_left_boards() {
    const std::string prefix = prefix_of_names();
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/shm", problem)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix)) continue;
        const int file = shm_open(('/' + name).c_str(), O_RDONLY | O_CLOEXEC, 0);
        if (file < 0) continue;
        if (was_left(file)) shm_unlink(('/' + name).c_str());
        ::close(file);
    }
}

}  // namespace

RankBoard::RankBoard(Scope scope) {
    if (scope == Scope::job) open_shared();
    own_->rank_plus1 = 1 + number_in({"PMIX_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"}, -1);
    own_->process = getpid();
}

RankBoard::~RankBoard() {
    own_->ended = true;
    if (shared_ == nullptr) return;
    close();
    munmap(shared_, board_bytes);
}

std::string RankBoard::name_of_job() {
    const std::string job = job_identity();
    if (job.empty()) return {};
    return fmt::format("/{}{:x}", prefix_of_names(),
                       std::hash<std::string>{}(fmt::format("{} {}", host_name(), job)));
}

void RankBoard::open_shared() {
    name_ = name_of_job();
    if (name_.empty()) return;
    sweep_left_boards();
    const int file = shm_open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return;
    struct stat status {};
    // Another user's file of that name is nothing to trust.
    const bool is_ours = fstat(file, &status) == 0 && status.st_uid == geteuid();
    if (is_ours && ftruncate(file, board_bytes) == 0) {
        void* const memory = mmap(nullptr, board_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (memory != MAP_FAILED) shared_ = static_cast<RankState*>(memory);
    }
    ::close(file);
    if (shared_ == nullptr) return;
    RankState* const free = claim();
    if (free == nullptr) return;
    own_ = free;
    const bool is_last = free - shared_ + 1 == number_in({"OMPI_COMM_WORLD_LOCAL_SIZE"}, -1);
    if (is_last) close();  // nobody else has to find it
}

RankState* RankBoard::claim() noexcept {
    for (std::size_t slot = 0; slot < max_ranks; ++slot) {
        std::int32_t nobody = 0;
        if (shared_[slot].process.compare_exchange_strong(nobody, getpid())) return &shared_[slot];
    }
    return nullptr;
}

std::span<RankState> RankBoard::states() const noexcept {
    if (shared_ == nullptr) return {own_, 1};
    std::size_t count = 0;
    while (count < max_ranks && shared_[count].process != 0) ++count;
    return {shared_, count};
}

std::vector<int> RankBoard::missing_ranks() const {
    const int ranks = number_in({"OMPI_COMM_WORLD_SIZE"}, 0);
    if (shared_ == nullptr || number_in({"OMPI_COMM_WORLD_LOCAL_SIZE"}, -1) != ranks) return {};
    std::vector<int> missing;
    const auto come = states();
    for (int rank = 0; rank < ranks; ++rank) {
        const bool has_come = std::any_of(
            come.begin(), come.end(), [&](const RankState& state) { return state.rank_plus1 == rank + 1; });
        if (!has_come) missing.push_back(rank);
    }
    return missing;
}

std::size_t RankBoard::ranks_of_job() {
    return static_cast<std::size_t>(std::max(number_in({"OMPI_COMM_WORLD_SIZE", "SLURM_NTASKS"}, 0), 0));
}

void RankBoard::close() const noexcept {
    if (shared_ != nullptr) shm_unlink(name_.c_str());
}

void RankState::post(const CrossCheck& check) noexcept {
    std::copy(check.targets.begin(), check.targets.end(), check_ranks.begin());
    std::copy(check.witnesses.begin(), check.witnesses.end(), check_ranks.begin() + CrossCheck::max_targets);
    has_check.store(true, std::memory_order_release);
}

CrossCheck RankState::check() const noexcept {
    CrossCheck check;
    if (!has_check.load(std::memory_order_acquire)) return check;
    std::copy_n(check_ranks.begin(), CrossCheck::max_targets, check.targets.begin());
    std::copy_n(check_ranks.begin() + CrossCheck::max_targets, CrossCheck::max_witnesses,
                check.witnesses.begin());
    return check;
}

bool is_there(const RankState& state) noexcept {
    return kill(state.process, 0) == 0 || errno != ESRCH;
}

}  // namespace fabricmap
