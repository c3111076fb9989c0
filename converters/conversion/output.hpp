// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/output_file.hpp"
#include "converters/conversion/options.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace fabricmap::converters {

/// Throws UsageError where the path is a file of the input, under whatever name.
void require_no_input(const std::filesystem::path& path, const Options& options);

/// The same, and throws FileError where the path exists and may not be replaced.
void require_free(const std::filesystem::path& path, const Options& options);

/// Where text goes: stdout, or a file that appears when it is whole.
class Output {
  public:
    explicit Output(const Options& options);
    void write(std::string_view text);
    /// Throws FileError where the text could not be written to its end.
    void finish();

  private:
    std::optional<OutputFile> file_;
};

}  // namespace fabricmap::converters
