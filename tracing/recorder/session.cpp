// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/session.hpp"

#include "tracing/functions/functions.hpp"
#include "tracing/recorder/clock_sightings.hpp"
#include "tracing/recorder/spawning.hpp"
#include "tracing/recorder/ticks.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

constexpr double longest_poll_s = 0.3;

template <std::size_t Size>
void copy_text(std::array<char, Size>& to, std::string_view text) noexcept {
    const std::size_t length = std::min(text.size(), Size - 1);
    std::memcpy(to.data(), text.data(), length);
    to.at(length) = '\0';
}

std::int64_t unix_ns() noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// Ticks of the clock in a second, roughly.
double ticks_per_second() noexcept {
    if (Ticks::are_monotonic_ns()) return 1e9;
    const Moment first = Ticks::moment();
    const timespec wait{0, 2'000'000};
    nanosleep(&wait, nullptr);
    const Moment second = Ticks::moment();
    return static_cast<double>(second.counter - first.counter) * 1e9 /
           static_cast<double>(second.monotonic_ns - first.monotonic_ns);
}

}  // namespace

constinit RecordingState recording_state;

Session& session() {
    static Session* const only = new Session;
    return *only;
}

namespace {

/// Called when a thread ends, after the destructors of its own variables: what else the program does in it
/// may still call, and begin again.
void end_thread(void* recorder) noexcept {
    if (this_thread.recorder == nullptr) return;
    this_thread.recorder = nullptr;
    try {
        session().writer().release(*static_cast<ThreadRecorder*>(recorder));
    } catch (...) {
        print_line("fabricmap trace: the recorder of a thread that ended is not used again");
    }
}

pthread_key_t key_of_threads() {
    static const pthread_key_t key = [] {
        pthread_key_t made{};
        if (pthread_key_create(&made, end_thread) != 0) throw std::bad_alloc();
        return made;
    }();
    return key;
}

}  // namespace

bool begin_thread() noexcept {
    try {
        const pthread_key_t key = key_of_threads();
        this_thread.recorder = &session().writer().add_thread();
        this_thread.recorder->begin_thread(session().settings().max_path);
        return pthread_setspecific(key, this_thread.recorder) == 0;
    } catch (...) {
        return false;
    }
}

void print_line(std::string_view text) noexcept {
    try {
        const std::string line = std::string(text) + '\n';
        (void)!::write(STDERR_FILENO, line.data(), line.size());
    } catch (...) {
    }
}

/// Processes that others have spawned are a world of their own, with a folder in that of the first.
void Session::choose_folder_of_spawned() {
    // The same for all processes of a spawn, and for no others.
    const char* job = std::getenv("PMIX_NAMESPACE");
    if (job == nullptr) job = std::getenv("OMPI_MCA_ess_base_jobid");
    std::string name = job == nullptr ? std::to_string(getppid()) : job;
    std::replace(name.begin(), name.end(), '/', '_');
    (void)mkdir(settings_.folder.c_str(), 0777);
    settings_.folder += '/' + (folder_of_spawned + name);
}

/// Each rank for itself: hosts may have file systems of their own, and ranks that are not recorded make none.
/// It was not there when the program was started.
bool Session::make_folder() const {
    if (mkdir(settings_.folder.c_str(), 0777) == 0 || errno == EEXIST) return true;
    const std::string reason = std::strerror(errno);
    const char* const local_rank = std::getenv("OMPI_COMM_WORLD_LOCAL_RANK");
    if (header_.rank == 0 || (local_rank != nullptr && std::strcmp(local_rank, "0") == 0)) {
        print_line("fabricmap trace: " + settings_.folder + ": " + reason +
                   "; the program runs without being recorded: give a folder that can be made");
    }
    return false;
}

/// Makes a communicator of those that are recorded, where there are several. False where this one cannot be.
bool Session::meet() {
    Participants found = find_participants(settings_.folder, header_.rank, header_.rank_count);
    header_.run_id = found.run_id;
    participants_ = std::move(found.ranks);
    if (participants_.empty()) {
        file_.give_up("who is recorded cannot be written to its folder");
        return false;
    }
    const bool takes_part = std::binary_search(participants_.begin(), participants_.end(), header_.rank);
    if (!takes_part || participants_.size() == 1) return true;
    if (static_cast<int>(participants_.size()) == header_.rank_count) {
        PMPI_Comm_dup(MPI_COMM_WORLD, &clock_comm_);
        return true;
    }
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Group recorded = MPI_GROUP_NULL;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_incl(world, static_cast<int>(participants_.size()), participants_.data(), &recorded);
    PMPI_Comm_create_group(MPI_COMM_WORLD, recorded, 0, &clock_comm_);
    PMPI_Group_free(&recorded);
    PMPI_Group_free(&world);
    return true;
}

void Session::describe() {
    header_.header_bytes = sizeof header_;
    header_.process_id = getpid();
    header_.host_processors = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_NPROCESSORS_ONLN)));
    header_.counter_is_monotonic = Ticks::are_monotonic_ns() ? 1 : 0;
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    copy_text(header_.host, host.data());
    std::array<char, 1024> program{};
    const auto length = readlink("/proc/self/exe", program.data(), program.size() - 1);
    copy_text(header_.program, {program.data(), length > 0 ? static_cast<std::size_t>(length) : 0});
    header_.clock_identity = identity_of_clock();
    header_.started = Ticks::moment();
    header_.started_unix_ns = unix_ns();
}

void Session::write_names() {
    std::string names;
    for (const FunctionInfo& function : all_functions()) names += std::string(function.name) + '\n';
    FrameHeader header;
    header.kind = FrameKind::names;
    header.moment = Ticks::moment();
    (void)file_.write(header, {reinterpret_cast<const unsigned char*>(names.data()), names.size()});
}

void Session::begin(bool is_threaded, std::uint64_t first_call) {
    settings_ = read_settings({});
    has_begun_ = true;
    if (settings_.folder.empty()) return;
    Ticks::choose();
    PMPI_Comm_rank(MPI_COMM_WORLD, &header_.rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &header_.rank_count);
    std::string options;
    MPI_Comm parent = MPI_COMM_NULL;
    PMPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        options = options_of_spawned(settings_.folder);
        settings_ = read_settings(options);
        choose_folder_of_spawned();
        Link link;
        link.kind = LinkKind::is_spawned;
        link.token = token_of_own_spawn();
        communicators_.add_link(MPI_COMM_NULL, parent, std::move(link));
    }
    if (!make_folder()) return;
    settings_.max_poll_ticks =
        settings_.keeps_all_polls ? 0 : static_cast<std::uint64_t>(longest_poll_s * ticks_per_second());
    if (!file_.create(settings_.folder + '/' + rank_file_name(header_.rank))) return report_without_file();
    if (!meet()) return report_without_file();
    describe();
    header_.first_call = first_call;
    if (clock_comm_ != MPI_COMM_NULL)
        sight_clocks(clock_comm_, participants_, header_, header_.first_sighting);
    requests_.learn_shared_handle();
    requests_.set_threaded(is_threaded);
    // From here on the end is a matter of all that are recorded.
    is_open_ = true;
    if (!file_.begin(header_, settings_.compresses, settings_.disk_bytes_per_second))
        return report_without_file();
    write_names();
    skip_functions(options);
    has_file_ = true;
    writer_.start(settings_.is_synchronous);
    set_recording(true);
}

void Session::report_without_file() const {
    print_line("fabricmap trace: " + file_.error() +
               "; this rank runs without being recorded: give a folder on another disk, or with more room");
}

void Session::finish_file(bool is_complete) noexcept {
    const Writer::Totals totals = writer_.totals();
    header_.is_complete = is_complete ? 1 : 0;
    header_.ended = Ticks::moment();
    header_.recorded_calls = totals.recorded_calls;
    header_.lost_calls = totals.lost_calls;
    header_.buffer_waits = totals.buffer_waits;
    header_.buffer_wait_ns = totals.buffer_wait_ns;
    file_.rewrite(header_);
}

void Session::wait_for_all() const {
    if (clock_comm_ != MPI_COMM_NULL) PMPI_Barrier(clock_comm_);
}

void Session::end(ThreadRecorder* own) {
    if (!is_open_) return;
    is_open_ = false;
    set_recording(false);
    if (clock_comm_ != MPI_COMM_NULL) {
        sight_clocks(clock_comm_, participants_, header_, header_.last_sighting);
        PMPI_Comm_free(&clock_comm_);
    }
    if (!has_file_) return;
    writer_.stop(own);
    finish_file(true);
}

void Session::end_alone(ThreadRecorder* own) noexcept {
    if (!is_open_) return;
    is_open_ = false;
    set_recording(false);
    if (!has_file_) return;
    try {
        writer_.stop(own);
    } catch (...) {
        print_line("fabricmap trace: the last calls were not written");
    }
    finish_file(false);
}

void Session::settle(ThreadRecorder* own) noexcept {
    if (!is_open_ || !has_file_) return;
    try {
        writer_.flush(own);
    } catch (...) {
        print_line("fabricmap trace: the last calls were not written");
    }
    finish_file(false);
}

std::uint64_t Session::bind(MPI_Message message, std::int32_t communicator) {
    const std::lock_guard lock(bound_mutex_);
    bound_[message] = {++bound_count_, communicator};
    return bound_count_;
}

BoundMessage Session::take(MPI_Message message) {
    const std::lock_guard lock(bound_mutex_);
    const auto found = bound_.find(message);
    if (found == bound_.end()) return {};
    const BoundMessage bound = found->second;
    bound_.erase(found);
    return bound;
}

}  // namespace fabricmap::tracing
