// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"

#include <filesystem>
#include <functional>
#include <string_view>

namespace fabricmap::tracing {

/// Reads a trace as text: for each record its type and lines "name value", a semicolon after the last.
/// Strings are in quotes and have no escapes. The fields of a record may have any order.
///
/// Throws FileError "PATH:LINE: what is wrong; remedy".
[[nodiscard]] Trace read_text(std::string_view text, const std::filesystem::path& path);

/// Reads a file of text. Throws FileError with the path, also where it cannot be read.
[[nodiscard]] Trace read_text_file(const std::filesystem::path& path);

/// Whether the beginning of a file reads like a trace as text.
[[nodiscard]] bool is_text_trace(std::string_view beginning) noexcept;

/// Writes the trace in pieces: types in the order of the table, records in theirs, fields in the table's
/// order. read_text gets back what was there, to the last bit. Throws FileError where a string holds a quote,
/// which the format has no way to write.
void write_text(const Trace& trace, const std::function<void(std::string_view)>& write);

}  // namespace fabricmap::tracing
