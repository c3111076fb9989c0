// SPDX-License-Identifier: Apache-2.0
// Files of all kinds with something wrong in them: values or one line, never a crash.
#include "mutations.hpp"

#include "tests/repetitions.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace fabricmap {
namespace {

constexpr int mutations_quick = 300;
constexpr int mutations_whole = 2000;

/// Reads the i-th mutation of the file, and keeps one that is read wrongly.
void read_mutation(const testing::WholeFile& file, int i, const std::filesystem::path& path,
                   std::mt19937_64& random) {
    testing::write_bytes(path, testing::mutated(file.bytes, random));
    const std::string wrong = testing::misbehaviour_of_reading(path);
    if (wrong.empty()) return;
    const auto kept = std::filesystem::temp_directory_path() / fmt::format("fabricmap_mutation_{}", i);
    std::filesystem::copy_file(path, kept, std::filesystem::copy_options::overwrite_existing);
    ADD_FAILURE() << file.kind << " " << i << ": " << wrong << "; kept as " << kept;
}

TEST(MutatedFiles, AreReadOrRefusedInOneLine) {
    const testing::TemporaryFolder folder;
    const auto files = testing::whole_files(folder.path());
    std::mt19937_64 random(20261123);
    const int count = testing::repetitions(mutations_quick, mutations_whole, "FABRICMAP_MUTATIONS");
    for (int i = 0; i < count; ++i)
        read_mutation(files[static_cast<std::size_t>(i) % files.size()], i, folder / "mutated", random);
}

TEST(MutatedFiles, OfOtherToolsAreReadOrRefusedInOneLine) {
    const testing::TemporaryFolder folder;
    std::mt19937_64 random(20261129);
    const int count = testing::repetitions(mutations_quick, mutations_whole, "FABRICMAP_MUTATIONS");
    for (const testing::WholeFile& file : testing::texts_of_other_tools()) {
        for (int i = 0; i < count; ++i) read_mutation(file, i, folder / "mutated", random);
    }
}

}  // namespace
}  // namespace fabricmap
