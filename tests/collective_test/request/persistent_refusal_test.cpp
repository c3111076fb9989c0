// SPDX-License-Identifier: Apache-2.0
// The tester as it is with an MPI library that has no persistent collectives.
#include "base/errors.hpp"
#include "collective_test/request/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::collective_test {
namespace {

TEST(PersistentCollectives, AreRefusedByNameWhereTheMpiLibraryHasNone) {
    const auto read = [](std::vector<std::string> more) {
        std::vector<std::string> words{"-t", "iallreduce"};
        words.insert(words.end(), more.begin(), more.end());
        return parse_command_line(words).options.operations.size();
    };
    EXPECT_EQ(read({}), 1U);
    EXPECT_THAT([&] { (void)read({"--persistent"}); },
                ::testing::ThrowsMessage<UsageError>(::testing::AllOf(
                    ::testing::HasSubstr("--persistent: this MPI library has no persistent collectives"),
                    ::testing::HasSubstr("leave it out"))));
}

}  // namespace
}  // namespace fabricmap::collective_test
