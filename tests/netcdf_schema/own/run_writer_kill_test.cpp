// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/kills.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fabricmap {
namespace {

using testing::kill_within;
using testing::KilledWork;
using testing::Kills;
using testing::Report;
using testing::same_numbers;
using testing::SomeRun;
using testing::TemporaryFolder;

SomeRun killed_run() {
    return testing::telltale_run(60, {0, 1, 2, 3, 4, 5, 6, 7});
}

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

/// Starts the run or continues it, and reports how many planes are committed.
void write_rest(const std::filesystem::path& prefix, const SomeRun& run, const Report& report,
                bool reaches_disk = false) {
    const auto found = describe_for_resume(prefix);
    RunWriter writer = found ? RunWriter::resume(prefix, *found)
                             : RunWriter::create(prefix, run.description, RunWriter::Existing::refuse);
    writer.reach_disk(reaches_disk);
    while (writer.complete_lengths().size() < run.cells.size()) {
        write_plane(writer, run, writer.complete_lengths().size());
        report(writer.complete_lengths().size());
    }
    writer.finish("2024-05-16T11:00:00Z");
}

/// How many planes are shown; a failure of the test where one of them is wrong.
std::size_t check_planes(const std::filesystem::path& prefix, const SomeRun& run) {
    if (!describe_for_resume(prefix)) return 0;
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
    const SomeRun run = killed_run();
    testing::expect_to_survive_kills(
        {.run = [&](const auto& folder, const Report& report) { write_rest(folder / "run", run, report); },
         .check = [&](const auto& folder) { return check_planes(folder / "run", run); },
         .whole = run.cells.size()},
        {.quick = 20, .whole = 80, .seed = 20240516});
}

TEST(RunWriterPowerCut, LosesNoCommittedPlaneOfAWriterThatReachesTheDisk) {
    const SomeRun run = killed_run();
    const auto write_to = [&run](const Disk& disk, const TemporaryFolder& folder) {
        return [&](const Report& report) {
            disk.records();
            write_rest(folder / "run", run, report, true);
        };
    };
    const int changes = testing::changes_of(write_to(Disk(), TemporaryFolder()));
    for (Kills cuts({.quick = 6, .whole = 40, .seed = 20261123}); cuts.next();) {
        const TemporaryFolder folder;
        const TemporaryFolder after_the_cut;
        const Disk disk;
        const KilledWork outcome = kill_within(cuts.draw(0, changes), write_to(disk, folder));
        cuts.count(outcome.killed && outcome.committed > 0);
        disk.leave_in(after_the_cut.path());
        EXPECT_GE(check_planes(after_the_cut / "run", run), outcome.committed);
        write_rest(after_the_cut / "run", run, [](std::size_t /*committed*/) {});
        EXPECT_EQ(check_planes(after_the_cut / "run", run), run.cells.size()) << "it can be resumed";
    }
}

}  // namespace
}  // namespace fabricmap

/// Stands before that of the system, for all of this program.
extern "C" int fsync(int descriptor) {
    const auto status = static_cast<int>(syscall(SYS_fsync, descriptor));
    if (status == 0) fabricmap::Disk::note_synced(descriptor);
    return status;
}
