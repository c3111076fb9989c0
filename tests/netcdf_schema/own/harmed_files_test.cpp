// SPDX-License-Identifier: Apache-2.0
// What others do to the files of a run while it is written.
#include "base/output_file.hpp"
#include "netcdf_schema/legacy/legacy_writer.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

namespace fabricmap {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

TEST(RunWriter, AFileThatIsRemovedOrCutOffWhileItIsWrittenIsAnErrorOfTheNextPlane) {
    for (const bool is_removed : {true, false}) {
        const TemporaryFolder folder;
        const testing::SomeRun run = testing::telltale_run(3, {0, 10});
        RunWriter writer = RunWriter::create(folder / "run", run.description, RunWriter::Existing::refuse);
        testing::write_plane(writer, run, 0);
        const std::filesystem::path path = writer.paths().front();
        if (is_removed) {
            std::filesystem::remove(path);
        } else {
            std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
        }
        EXPECT_THAT(error_of<FileError>([&] { testing::write_plane(writer, run, 1); }),
                    ::testing::AllOf(HasSubstr(path.string()),
                                     HasSubstr(is_removed ? "was removed" : "was cut off")));
    }
}

TEST(LegacyWriter, AFileThatIsReplacedWhileItIsWrittenDoesNotGetItsName) {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "old_median.nc";
    LegacyWriter writer(path, testing::telltale_run(3, {0}).description, Statistic::median);
    writer.append_plane(Matrix::Ones(3, 3));
    std::filesystem::remove(partial_path(path));
    testing::write_bytes(partial_path(path), "of another");
    EXPECT_THAT(error_of<FileError>([&] { writer.finish(); }), HasSubstr("was replaced"));
    EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace fabricmap
