// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/spill.hpp"

#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <numeric>
#include <vector>

namespace fabricmap::clusterizer {
namespace {

using testing::TemporaryFolder;

TEST(Spill, GivesBackWhatItGotInItsOrder) {
    const TemporaryFolder folder;
    Spill<int> spill(folder.path());
    std::vector<int> numbers(10'000);
    std::iota(numbers.begin(), numbers.end(), 0);
    spill.append(std::span(numbers).first(1));
    spill.append(std::span(numbers).subspan(1));
    EXPECT_EQ(spill.size(), numbers.size());
    std::vector<int> piece(3000);
    std::vector<int> back;
    for (auto some = spill.read(piece); !some.empty(); some = spill.read(piece)) {
        back.insert(back.end(), some.begin(), some.end());
    }
    EXPECT_EQ(back, numbers);
}

TEST(Spill, HasNoNameThatCouldBeLeft) {
    const TemporaryFolder folder;
    Spill<double> spill(folder.path());
    spill.append(std::vector<double>(1000));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Spill, NeedsAFolder) {
    const std::string error = testing::error_of<FileError>([] { Spill<int> spill("/no/such/folder"); });
    EXPECT_NE(error.find("/no/such/folder"), std::string::npos) << error;
}

}  // namespace
}  // namespace fabricmap::clusterizer
