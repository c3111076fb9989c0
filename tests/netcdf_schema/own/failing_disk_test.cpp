// SPDX-License-Identifier: Apache-2.0
// EIO at each change of files: an error with a remedy, nothing unfinished, and what stood there before is
// whole.
#include "netcdf_schema/legacy/legacy_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_copy.hpp"
#include "tests/kills.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <cerrno>
#include <set>
#include <string>

namespace fabricmap {
namespace {

using testing::bytes_of;
using testing::TemporaryFolder;

std::set<std::string> names_of(const std::filesystem::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.insert(entry.path().filename());
    return names;
}

/// Lets each change fail in turn, in a folder of its own that `prepare` fills.
void expect_an_error_and_nothing_unfinished(const std::function<void(const TemporaryFolder&)>& prepare,
                                            const std::function<void(const TemporaryFolder&)>& write) {
    const auto work_in = [&](const TemporaryFolder& folder) {
        return [&](const testing::Report&) { write(folder); };
    };
    const TemporaryFolder first;
    prepare(first);
    const int changes = testing::changes_of(work_in(first));
    ASSERT_GT(changes, 3);
    int failed = 0;
    for (int change = 1; change <= changes; ++change) {
        const TemporaryFolder folder;
        prepare(folder);
        const std::set<std::string> before = names_of(folder.path());
        const int code = testing::code_where_a_change_fails(change, work_in(folder), EIO);
        if (code < 0) GTEST_SKIP() << "system calls cannot be let fail here";
        failed += code == 3 ? 1 : 0;
        for (const std::string& name : names_of(folder.path()))
            EXPECT_EQ(name.find("partial"), std::string::npos) << name << " after change " << change;
        for (const std::string& name : before)
            EXPECT_TRUE(std::filesystem::exists(folder / name)) << name << " after change " << change;
    }
    EXPECT_GT(2 * failed, changes) << "too few of the changes matter";
}

TEST(FailingDisk, LeavesNothingUnfinishedOfACopy) {
    const TemporaryFolder source;
    testing::write_run(source / "run", testing::telltale_run(4, {0, 1}));
    const fabricmap::Run run = open_run(source / "run");
    const auto copy = [&](const TemporaryFolder& folder) {
        copy_run(run, run.statistics(), {folder / "copy", RunWriter::Existing::overwrite, "copied"}, [] {});
    };
    expect_an_error_and_nothing_unfinished([](const TemporaryFolder&) {}, copy);
    // In the place of an earlier one.
    expect_an_error_and_nothing_unfinished(copy, copy);
}

TEST(FailingDisk, LeavesNothingUnfinishedOfAFileForTheOlderTools) {
    const testing::SomeRun some = testing::telltale_run(4, {0, 1});
    expect_an_error_and_nothing_unfinished([](const TemporaryFolder&) {},
                                           [&](const TemporaryFolder& folder) {
                                               LegacyWriter writer(folder / "old_median.nc", some.description,
                                                                   Statistic::median);
                                               writer.append_plane(Matrix::Ones(4, 4));
                                               writer.append_plane(Matrix::Ones(4, 4));
                                               writer.finish();
                                           });
}

}  // namespace
}  // namespace fabricmap
