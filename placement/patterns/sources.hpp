// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/patterns/pattern.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace fabricmap::placement {

/// A form in which files hold messages. To add one: a file and a line in open_pattern.cpp.
struct MessageSource {
    std::string_view name;  ///< "CSV"
    /// Whether the file, whose first bytes are given, is of that form; the file may be missing (a prefix).
    bool (*is_it)(const std::filesystem::path& path, const std::string& beginning);
    Pattern (*read)(const std::filesystem::path& path);  ///< also of FILE:2, the second run in it
};

[[nodiscard]] bool is_monitoring(const std::filesystem::path& path, const std::string& beginning);
[[nodiscard]] Pattern read_monitoring(const std::filesystem::path& path);

[[nodiscard]] bool is_traffic(const std::filesystem::path& path, const std::string& beginning);
[[nodiscard]] Pattern read_traffic(const std::filesystem::path& path);

[[nodiscard]] bool is_ipm(const std::filesystem::path& path, const std::string& beginning);
[[nodiscard]] Pattern read_ipm(const std::filesystem::path& path);

[[nodiscard]] bool is_matrix_market(const std::filesystem::path& path, const std::string& beginning);
[[nodiscard]] Pattern read_matrix_market(const std::filesystem::path& path);

/// Square, of bytes: blanks, commas, semicolons or tabs between its numbers, with or without names of ranks
/// along its edges; also two of them after their size, as in QAPLIB.
[[nodiscard]] bool is_byte_matrix(const std::filesystem::path& path, const std::string& beginning);
[[nodiscard]] Pattern read_byte_matrix(const std::filesystem::path& path);

[[nodiscard]] bool is_message_csv(const std::filesystem::path& path, const std::string& beginning);
[[nodiscard]] Pattern read_message_csv(const std::filesystem::path& path);

}  // namespace fabricmap::placement
