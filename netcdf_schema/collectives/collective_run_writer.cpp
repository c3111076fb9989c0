// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/collective_run_writer.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/collectives/visit_batch.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/own/file_set.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

namespace fabricmap {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// Between visits, the one who measures writes those that wait so long; the thread lets them become older.
constexpr std::chrono::milliseconds age_to_commit{500};
constexpr std::chrono::milliseconds age_to_rescue{900};

double file_bytes(const CollectiveRun& run, std::size_t visits) {
    constexpr double header = 1e5;  // with the room to grow that it is given
    constexpr double per_rank = 64;
    return header + per_rank * static_cast<double>(run.description.ranks.size()) +
           visit_bytes(run) * static_cast<double>(visits);
}

double bytes_at(const std::filesystem::path& path) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    return error ? 0 : static_cast<double>(bytes);
}

NetcdfFile create_file(const std::filesystem::path& path, const CollectiveRun& run) {
    const PartialFile partial(path);
    NetcdfFile file = NetcdfFile::create(partial_path(path), NC_64BIT_DATA);
    write_collectives_header(file, run);
    file.sync_to_disk();
    file.rename(path);
    sync_names_beside(path);
    return file;
}

/// How many records from the first on hold all that counts: those after them are written anew.
std::size_t records_to_keep(const NetcdfFile& file, std::size_t records) {
    std::vector<double> times = file.read_doubles(file.find_variable(record_time_variable));
    times.resize(std::min(times.size(), records));
    while (!times.empty() && !(times.back() > 0)) times.pop_back();
    return times.size();
}

}  // namespace

struct CollectiveRunWriter::State {
    State(CollectiveRun of_run, NetcdfFile open_file, std::size_t records)
        : run(std::move(of_run)), file(std::move(open_file)), next_record(records) {
        file.remember_place();
    }
    ~State() { stop_thread(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void write_held();
    void rethrow_of_thread();
    void rescue_until(const std::stop_token& stop);
    void stop_thread() { thread = std::jthread(); }

    CollectiveRun run;
    NetcdfFile file;
    std::size_t next_record = 0;
    std::vector<CollectiveVisit> held;
    SteadyClock::time_point oldest;  ///< of those held
    std::exception_ptr failure;      ///< of the thread
    std::mutex mutex;                ///< of all of these
    std::condition_variable_any some_held;
    std::jthread thread;
};

void CollectiveRunWriter::State::write_held() {
    if (held.empty()) return;
    std::vector<CollectiveVisit> visits = std::exchange(held, {});
    file.require_place();
    write_visits(file, run, next_record, visits);
    file.remember_place();
    next_record += visits.size();
}

void CollectiveRunWriter::State::rethrow_of_thread() {
    if (failure) std::rethrow_exception(failure);
}

void CollectiveRunWriter::State::rescue_until(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        if (!some_held.wait(lock, stop, [&] { return !held.empty() && !failure; })) return;
        const SteadyClock::time_point deadline = oldest + age_to_rescue;
        // Only the end of this object ends the wait early; what is held then is written by others.
        some_held.wait_until(lock, stop, deadline, [] { return false; });
        if (stop.stop_requested()) return;
        if (held.empty() || SteadyClock::now() < oldest + age_to_rescue) continue;
        try {
            write_held();
        } catch (...) {
            failure = std::current_exception();
        }
    }
}

CollectiveRunWriter::CollectiveRunWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
CollectiveRunWriter::CollectiveRunWriter(CollectiveRunWriter&&) noexcept = default;
CollectiveRunWriter& CollectiveRunWriter::operator=(CollectiveRunWriter&&) noexcept = default;

CollectiveRunWriter::~CollectiveRunWriter() {
    try {
        if (state_) commit();
    } catch (const Error&) {
        // Whoever wants to know calls close().
    }
}

void CollectiveRunWriter::check_place(const std::filesystem::path& prefix, const CollectiveRun& run,
                                      Existing existing, std::size_t planned_visits) {
    const std::filesystem::path path = collectives_path(prefix);
    check_folder(prefix);
    std::error_code error;
    if (existing == Existing::refuse &&
        std::filesystem::exists(std::filesystem::symlink_status(path, error))) {
        throw FileError(
            fmt::format("{}: already exists; choose another prefix, or replace it with --overwrite, or "
                        "continue it with --resume",
                        path.string()));
    }
    require_free(path, true);
    check_space(prefix, file_bytes(run, planned_visits), bytes_at(path));
}

CollectiveRunWriter CollectiveRunWriter::create(const std::filesystem::path& prefix, const CollectiveRun& run,
                                                Existing existing, std::size_t planned_visits) {
    check_place(prefix, run, existing, planned_visits);
    CollectiveRun named = run;
    if (named.description.run_id.empty()) named.description.run_id = random_run_id();
    NetcdfFile file = create_file(collectives_path(prefix), named);
    return CollectiveRunWriter(std::make_unique<State>(std::move(named), std::move(file), 0));
}

CollectiveRunWriter CollectiveRunWriter::resume(const std::filesystem::path& prefix,
                                                const CollectiveRun& run) {
    check_folder(prefix);
    NetcdfFile file = NetcdfFile::open(collectives_path(prefix), NetcdfFile::Access::write);
    const CollectiveRun there = read_collectives_header(file);
    const auto names = [](const CollectiveRun& of) {
        return std::tie(of.operations, of.mock_ups, of.algorithms, of.runs_per_visit);
    };
    if (there.description.run_id != run.description.run_id ||
        there.description.ranks.size() != run.description.ranks.size() || names(there) != names(run))
        file.refuse("the file belongs to another run; use --overwrite or another prefix");
    const std::size_t records = visit_records(file);
    const std::size_t kept = records_to_keep(file, records);
    forget_visits_from(file, kept, file.dimension_length("n").value_or(0));
    update_resumed(file, run.description);
    update_finished(file, "", false);
    file.sync();
    return CollectiveRunWriter(std::make_unique<State>(run, std::move(file), kept));
}

std::filesystem::path CollectiveRunWriter::path() const {
    return state_->file.path();
}

void CollectiveRunWriter::commit_in_background() {
    if (state_->thread.joinable()) return;
    State* const state = state_.get();
    state_->thread = std::jthread([state](const std::stop_token& stop) { state->rescue_until(stop); });
}

void CollectiveRunWriter::append(CollectiveVisit visit) {
    check_visit(state_->run, visit);
    if (visit.record_time == 0) visit.record_time = seconds_since_1970();
    const std::lock_guard lock(state_->mutex);
    state_->rethrow_of_thread();
    if (state_->held.empty()) state_->oldest = SteadyClock::now();
    state_->held.push_back(std::move(visit));
    if (SteadyClock::now() - state_->oldest >= age_to_commit) state_->write_held();
    state_->some_held.notify_one();
}

void CollectiveRunWriter::commit() {
    const std::lock_guard lock(state_->mutex);
    state_->rethrow_of_thread();
    state_->write_held();
}

void CollectiveRunWriter::store_measured(const RunDescription& run) {
    const std::lock_guard lock(state_->mutex);
    update_measured(state_->file, run);
}

void CollectiveRunWriter::finish(const std::string& finished) {
    state_->stop_thread();
    commit();
    update_finished(state_->file, finished, true);
    state_->file.close();
}

void CollectiveRunWriter::close() {
    state_->stop_thread();
    commit();
    state_->file.close();
}

double visit_bytes(const CollectiveRun& run) {
    const std::size_t of_run = run_times.size() * sizeof(double) + sizeof(int);
    const std::size_t of_rank = rank_times.size() * sizeof(float);
    const std::size_t fixed = (visit_integers.size() + 1) * sizeof(int) +
                              visit_lengths.size() * sizeof(std::int64_t) +
                              (visit_times.size() + 1) * sizeof(double);
    return static_cast<double>(fixed) + static_cast<double>(of_run) * run.runs_per_visit +
           static_cast<double>(of_rank) * static_cast<double>(run.description.ranks.size());
}

std::filesystem::path unfinished_collectives_path(const std::filesystem::path& prefix) {
    return partial_path(collectives_path(prefix));
}

}  // namespace fabricmap
