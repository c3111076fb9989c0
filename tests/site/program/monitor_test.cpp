// SPDX-License-Identifier: Apache-2.0
#include "tests/programs.hpp"
#include "tests/site/kept_checks.hpp"
#include "tests/temporary_folder.hpp"

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::run_program;

TEST(Monitor, WritesAFileThatAppearsWhole) {
    const testing::TemporaryFolder folder;
    const std::string store = folder / "store";
    EXPECT_THAT(run_program("fabricmap", {"monitor", "--store", store}).out,
                HasSubstr("fabricmap_checks 0\n"));
    testing::keep_check(store,
                        testing::check_with("2026-01-02T03-04-05Z_0001", {testing::faulty_host("n1", 2)}));
    const std::filesystem::path file = folder / "fabricmap.prom";
    const std::vector<std::string> words{"monitor", "--store", store, "--output", file};
    ASSERT_EQ(run_program("fabricmap", words).exit_code, 0);
    EXPECT_THAT(testing::bytes_of(file),
                HasSubstr("fabricmap_checked_host_verdict{host=\"n1\",verdict=\"faulty\"} 1"));
    EXPECT_NE(std::filesystem::status(file).permissions() & std::filesystem::perms::others_read,
              std::filesystem::perms::none);
    const std::string before = testing::bytes_of(file);
    testing::write_bytes(std::filesystem::path(store) / "2026-01-02T03-04-05Z_0001" / "check.json", "{");
    EXPECT_EQ(run_program("fabricmap", words).exit_code, 3);
    EXPECT_EQ(testing::bytes_of(file), before);
}

}  // namespace
}  // namespace fabricmap
