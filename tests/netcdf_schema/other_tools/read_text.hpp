// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <string>

namespace fabricmap::testing {

/// What a file of that text is read as.
inline Run run_in_text(const std::string& text, const std::string& unit = "") {
    const TemporaryFolder folder;
    write_bytes(folder / "pairs.txt", text);
    return open_run((folder / "pairs.txt").string() + unit);
}

/// Its delays of the length that has that index.
inline Matrix plane_in_text(const std::string& text, const std::string& unit = "", std::size_t length = 0) {
    return run_in_text(text, unit).stack(Statistic::average)->plane(length);
}

/// Why a file of that text is refused, behind the path.
inline std::string refusal_of_text(const std::string& text, const std::string& unit = "") {
    const TemporaryFolder folder;
    write_bytes(folder / "pairs.txt", text);
    const std::string path = folder / "pairs.txt";
    const std::string line = error_of<FileError>([&] { (void)open_run(path + unit); });
    EXPECT_THAT(line, ::testing::StartsWith(path));
    return line.substr(std::min(path.size(), line.size()));
}

}  // namespace fabricmap::testing
