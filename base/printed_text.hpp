// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/printed_unit.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace fabricmap {

/// A line with what a launcher put before it taken off.
struct PrintedLine {
    std::string writer;     ///< rank and stream as the label has them, without a time; empty without a label
    std::string_view text;  ///< part of the line that was given
};

/// Knows the labels of Open MPI 4 and 5 (--tag-output "[1,0]<stdout>:", --timestamp-output), of srun -l ("0:
/// ") and of MPICH's -prepend-rank ("[0] ").
[[nodiscard]] PrintedLine without_label(std::string_view line);

/// Bytes of a file as the program printed them, by which its format is known: no labels, colours, carriage
/// returns at ends of lines, and no byte order mark.
[[nodiscard]] std::string without_labels(std::string_view bytes);

/// Of "FILE:2" or "FILE:GB/s", where there is a file of that name without what stands behind the colon and
/// none with it: the file, and which of the runs in it is meant, or what its numbers are.
struct RunInFile {
    std::filesystem::path file;
    std::optional<std::size_t> number{};  ///< from 1; nothing where none is named
    std::optional<PrintedUnit> unit{};
};
[[nodiscard]] RunInFile run_in_file(const std::filesystem::path& path);

/// What one run of a program printed, line by line. A file may hold several runs one after the other, and
/// lines of other ranks between those of the rank that printed the run's first line.
class PrintedText {
  public:
    /// `begins`: whether a run's output begins with that line; where no line does, the whole file is one run.
    /// What stands before the first belongs to it. Throws FileError where the file cannot be read, holds
    /// several runs and no `number` says which, or has no run of that number.
    PrintedText(const std::filesystem::path& path, bool (*begins)(std::string_view line),
                std::optional<std::size_t> number);

    /// Goes on to the next line; false at the end of the run.
    [[nodiscard]] bool next();
    /// Without label, colours and the carriage return at its end.
    [[nodiscard]] std::string_view line() const noexcept { return line_; }
    /// In the file, from 1.
    [[nodiscard]] std::size_t line_number() const noexcept { return line_number_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    [[nodiscard]] bool read_line();

    std::filesystem::path path_;
    std::ifstream file_;
    std::string text_;
    std::string_view line_;
    std::string writer_;
    std::size_t line_number_ = 0;
    std::size_t end_ = std::numeric_limits<std::size_t>::max();  ///< the first line behind the run
};

}  // namespace fabricmap
