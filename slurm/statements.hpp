// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// A statement of a Slurm configuration: the words of a line without its comment, and of those that it goes
/// on in after "\".
struct SlurmStatement {
    std::filesystem::path path;  ///< of the file that has it
    int line = 0;                ///< where it begins, from 1
    std::vector<std::string> words;
};

/// KEY=VALUE: the key in lower case, the value without quotes; empty where there is none.
struct SlurmSetting {
    std::string key;
    std::string value;
};
[[nodiscard]] SlurmSetting setting_of(std::string_view word);

/// All statements that have words, those of files that "include FILE" names at its place: FILE lies beside
/// the file that includes it, unless its path is absolute. Throws FileError where a file cannot be read, is
/// no configuration or includes itself.
[[nodiscard]] std::vector<SlurmStatement> read_slurm_statements(const std::filesystem::path& path);

}  // namespace fabricmap
