// SPDX-License-Identifier: Apache-2.0
// Files of all kinds with something wrong in them: values or one line, never a crash.
#include "mutations.hpp"

#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace fabricmap {
namespace {

/// Of all kinds together; FABRICMAP_MUTATIONS asks for more than the check has time for.
std::size_t mutation_count() {
    const char* const asked = std::getenv("FABRICMAP_MUTATIONS");
    return asked == nullptr ? 300 : std::stoul(asked);
}

TEST(MutatedFiles, AreReadOrRefusedInOneLine) {
    const testing::TemporaryFolder folder;
    const auto files = testing::whole_files(folder.path());
    std::mt19937_64 random(20261123);
    const auto path = folder / "mutated";
    for (std::size_t i = 0; i < mutation_count(); ++i) {
        const testing::WholeFile& file = files[i % files.size()];
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
