// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <random>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fabricmap {
namespace {

using testing::same_numbers;
using testing::SomeRun;
using testing::TemporaryFolder;

constexpr std::size_t killed_ranks = 120;
constexpr int kills = 80;
constexpr int power_cuts = 40;

/// What a power cut would leave of a folder: of each file what was there when it was last synced, under the
/// names that the folder had when it was. All that was not synced by then is lost.
class Disk {
  public:
    /// From now on this process records what it syncs.
    void records() const { synced_to = folder_.path().string(); }

    /// Puts the files that are left into the folder.
    void leave_in(const std::filesystem::path& folder) const {
        std::ifstream names(folder_ / "names");
        std::string inode;
        for (std::string name; names >> inode >> name;) {
            std::ofstream(folder / name).close();  // the name was synced and nothing of the content
            if (std::filesystem::exists(folder_ / inode))
                std::filesystem::copy_file(folder_ / inode, folder / name,
                                           std::filesystem::copy_options::overwrite_existing);
        }
    }

    static void note_synced(int descriptor) {
        if (synced_to.empty()) return;
        const std::filesystem::path path =
            std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor));
        const std::filesystem::path unfinished = std::filesystem::path(synced_to) / "unfinished";
        std::string goes_to = "names";
        if (std::filesystem::is_directory(path)) {
            std::ofstream names(unfinished);
            for (const auto& entry : std::filesystem::directory_iterator(path))
                names << inode_of(entry.path()) << ' ' << entry.path().filename().string() << '\n';
        } else {
            std::filesystem::copy_file(path, unfinished, std::filesystem::copy_options::overwrite_existing);
            goes_to = inode_of(path);
        }
        std::filesystem::rename(unfinished, std::filesystem::path(synced_to) / goes_to);
    }

  private:
    static std::string inode_of(const std::filesystem::path& path) {
        struct stat status {};
        return stat(path.c_str(), &status) == 0 ? std::to_string(status.st_ino) : "0";
    }

    static inline std::string synced_to;
    TemporaryFolder folder_;
};

/// Starts the run or continues it, and says through the pipe how many planes are committed.
void measure(const std::filesystem::path& prefix, const SomeRun& run, int pipe_end, bool reaches_disk) {
    const auto found = describe_for_resume(prefix);
    RunWriter writer = found ? RunWriter::resume(prefix, *found)
                             : RunWriter::create(prefix, run.description, RunWriter::Existing::refuse);
    writer.reach_disk(reaches_disk);
    while (writer.complete_lengths().size() < run.cells.size()) {
        write_plane(writer, run, writer.complete_lengths().size());
        const auto committed = static_cast<unsigned char>(writer.complete_lengths().size());
        if (write(pipe_end, &committed, 1) != 1) _exit(2);
    }
    writer.finish("2024-05-16T11:00:00Z");
}

struct Outcome {
    std::size_t committed = 0;  ///< the last number that came through the pipe
    bool killed = false;
    bool failed = false;
};

/// When a process is killed: so long after it has committed so many planes.
struct Moment {
    int planes = 0;
    std::chrono::microseconds then{0};
};

Outcome measure_until_killed(const std::filesystem::path& prefix, const SomeRun& run, Moment moment,
                             const Disk* disk = nullptr) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child == 0) {
        try {
            if (disk != nullptr) disk->records();
            measure(prefix, run, ends[1], disk != nullptr);
        } catch (...) {
            _exit(1);
        }
        _exit(0);
    }
    close(ends[1]);
    Outcome outcome;
    unsigned char committed = 0;
    for (int plane = 0; plane < moment.planes && read(ends[0], &committed, 1) == 1; ++plane)
        outcome.committed = committed;
    std::this_thread::sleep_for(moment.then);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    while (read(ends[0], &committed, 1) == 1) outcome.committed = committed;
    close(ends[0]);
    outcome.killed = WIFSIGNALED(status);
    outcome.failed = WIFEXITED(status) && WEXITSTATUS(status) != 0;
    return outcome;
}

bool any_file(const std::filesystem::path& prefix) {
    return std::any_of(all_statistics.begin(), all_statistics.end(), [&](Statistic statistic) {
        return std::filesystem::exists(statistic_path(prefix, statistic));
    });
}

/// How many planes are shown; a failure of the test where one of them is wrong.
std::size_t check_planes(const std::filesystem::path& prefix, const SomeRun& run) {
    if (!any_file(prefix)) return 0;
    const auto read = open_run(prefix);
    const auto& lengths = read.description().message_lengths;
    for (const Statistic statistic : read.statistics()) {
        for (std::size_t k = 0; k < lengths.size(); ++k) {
            EXPECT_EQ(lengths[k], run.description.message_lengths[k]);
            EXPECT_TRUE(same_numbers(read.stack(statistic)->plane(k), run.plane(k, statistic)));
        }
    }
    return lengths.size();
}

TEST(RunWriterKill, EveryCommittedPlaneIsThereAndRightAfterAKillAtAnyMoment) {
    const SomeRun run = testing::telltale_run(killed_ranks, {0, 1, 2, 3, 4, 5, 6, 7});
    std::mt19937 random(20240516);
    int killed_within = 0;
    int begun = 0;
    auto folder = std::make_unique<TemporaryFolder>();
    std::size_t before = 0;
    for (int attempt = 0; attempt < kills; ++attempt) {
        const std::filesystem::path prefix = *folder / "run";
        const Moment moment{std::uniform_int_distribution(0, 3)(random),
                            std::chrono::microseconds(std::uniform_int_distribution(200, 8000)(random))};
        const Outcome outcome = measure_until_killed(prefix, run, moment);
        ASSERT_FALSE(outcome.failed) << "attempt " << attempt;
        const std::size_t planes = check_planes(prefix, run);
        EXPECT_GE(planes, std::max(before, outcome.committed)) << "attempt " << attempt;
        killed_within += outcome.killed ? 1 : 0;
        before = planes;
        if (planes == run.cells.size()) {
            ++begun;
            folder = std::make_unique<TemporaryFolder>();
            before = 0;
        }
    }
    EXPECT_GT(killed_within, kills / 4) << "too few kills hit a running writer to say anything";
    EXPECT_GT(begun, 0) << "no run was ever brought to its end by resuming";
}

TEST(RunWriterPowerCut, LosesNoCommittedPlaneOfAWriterThatReachesTheDisk) {
    const SomeRun run = testing::telltale_run(killed_ranks, {0, 1, 2, 3, 4, 5, 6, 7});
    std::mt19937 random(20261123);
    int cut_within = 0;
    const int nobody_listens = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (int attempt = 0; attempt < power_cuts; ++attempt) {
        SCOPED_TRACE(attempt);
        const TemporaryFolder folder;
        const TemporaryFolder after_the_cut;
        const Disk disk;
        const Moment moment{std::uniform_int_distribution(0, 6)(random),
                            std::chrono::microseconds(std::uniform_int_distribution(0, 30'000)(random))};
        const Outcome outcome = measure_until_killed(folder / "run", run, moment, &disk);
        ASSERT_FALSE(outcome.failed);
        disk.leave_in(after_the_cut.path());
        EXPECT_GE(check_planes(after_the_cut / "run", run), outcome.committed);
        cut_within += outcome.killed && outcome.committed > 0 ? 1 : 0;
        measure(after_the_cut / "run", run, nobody_listens, false);
        EXPECT_EQ(check_planes(after_the_cut / "run", run), run.cells.size()) << "it can be resumed";
    }
    close(nobody_listens);
    EXPECT_GT(cut_within, power_cuts / 4) << "too few cuts hit a running writer to say anything";
}

}  // namespace
}  // namespace fabricmap

/// Stands before that of the system, for all of this program.
extern "C" int fsync(int descriptor) {
    const auto status = static_cast<int>(syscall(SYS_fsync, descriptor));
    if (status == 0) fabricmap::Disk::note_synced(descriptor);
    return status;
}
