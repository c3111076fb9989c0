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

TEST(MutatedFiles, AreReadOrRefusedInOneLine) {
    const testing::TemporaryFolder folder;
    const auto files = testing::whole_files(folder.path());
    std::mt19937_64 random(20261123);
    const auto path = folder / "mutated";
    const int count = testing::repetitions(mutations_quick, mutations_whole, "FABRICMAP_MUTATIONS");
    for (int i = 0; i < count; ++i) {
        const testing::WholeFile& file = files[static_cast<std::size_t>(i) % files.size()];
        testing::write_bytes(path, testing::mutated(file.bytes, random));
        const std::string wrong = testing::misbehaviour_of_reading(path);
        if (wrong.empty()) continue;
        const auto kept = std::filesystem::temp_directory_path() / fmt::format("fabricmap_mutation_{}", i);
        std::filesystem::copy_file(path, kept, std::filesystem::copy_options::overwrite_existing);
        ADD_FAILURE() << file.kind << " " << i << ": " << wrong << "; kept as " << kept;
    }
}

}  // namespace
}  // namespace fabricmap
