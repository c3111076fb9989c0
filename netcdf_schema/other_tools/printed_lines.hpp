// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// A file from its first to its last line, as a script made it that appends the output of one job after the
/// other: unlike PrintedText, of whatever launchers' ranks.
class PrintedLines {
  public:
    /// Throws FileError where the file cannot be read.
    explicit PrintedLines(const std::filesystem::path& path);

    /// Goes on to the next line; false at the end.
    [[nodiscard]] bool next();
    /// Without label, colours and the carriage return at its end.
    [[nodiscard]] std::string_view line() const noexcept { return line_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// Throws FileError "FILE:LINE: what" of the line that was read last.
    [[noreturn]] void refuse(std::string_view what) const;

  private:
    std::filesystem::path path_;
    std::ifstream file_;
    std::string line_;
    std::size_t line_number_ = 0;
};

/// What stands between blanks and tabs.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view line);

/// Whether the beginning of a file has a line that begins so.
[[nodiscard]] bool has_line_with(std::string_view beginning, std::string_view start);

}  // namespace fabricmap
