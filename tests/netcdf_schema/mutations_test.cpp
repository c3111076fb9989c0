// SPDX-License-Identifier: Apache-2.0
// Files of all kinds with something wrong in them: values or one line, never a crash.
#include "mutations.hpp"

#include "base/errors.hpp"
#include "tests/repetitions.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace fabricmap {
namespace {

constexpr int mutations_quick = 300;
constexpr int mutations_whole = 2000;

/// Reads so many mutations of these files in turn, and keeps what is read wrongly.
void read_mutations(const std::vector<testing::WholeFile>& files, int count, unsigned seed) {
    const testing::TemporaryFolder folder;
    const auto file_of = [&](int i) -> const testing::WholeFile& {
        return files[static_cast<std::size_t>(i) % files.size()];
    };
    const auto content = [&](int i) {
        std::mt19937_64 random(seed + static_cast<unsigned>(i));
        return testing::mutated(file_of(i).bytes, random);
    };
    for (const auto& [i, wrong] : testing::misbehaviours_of_reading(count, content, folder / "mutated")) {
        const auto kept = std::filesystem::temp_directory_path() / fmt::format("fabricmap_mutation_{}", i);
        testing::write_bytes(kept, content(i));
        ADD_FAILURE() << file_of(i).kind << " " << i << ": " << wrong << "; kept as " << kept;
    }
}

int mutations() {
    return testing::repetitions(mutations_quick, mutations_whole, "FABRICMAP_MUTATIONS");
}

TEST(MutatedFiles, AreReadOrRefusedInOneLine) {
    const testing::TemporaryFolder folder;
    read_mutations(testing::whole_files(folder.path()), mutations(), 20261123);
}

TEST(MutatedFiles, OfOtherToolsAreReadOrRefusedInOneLine) {
    const auto files = testing::texts_of_other_tools();
    read_mutations(files, mutations() * static_cast<int>(files.size()), 20261129);
}

TEST(MutatedFiles, AreNamedWhereTheyEndTheirReader) {
    const testing::TemporaryFolder folder;
    const auto content = [](int i) { return std::to_string(i); };
    const auto read = [&](const std::filesystem::path& path) {
        const std::string number = testing::bytes_of(path);
        std::ofstream(folder / "read", std::ios::app) << number << '\n';
        if (number == "7") raise(SIGKILL);
        if (number == "8") throw FileError(path.string() + "\n");
        if (number == "9") throw FileError(path.string());
        if (number == "99") throw std::runtime_error("of another kind");
    };
    const std::vector<testing::Misbehaviour> expected{{7, "signal 9"},
                                                      {8, "the error is no line that begins with the path"},
                                                      {99, "another error than FileError"}};
    EXPECT_EQ(testing::misbehaviours_of_reading(100, content, folder / "file", read), expected);
    std::string all;
    for (int i = 0; i < 100; ++i) all += std::to_string(i) + "\n";
    EXPECT_EQ(testing::bytes_of(folder / "read"), all);
}

}  // namespace
}  // namespace fabricmap
