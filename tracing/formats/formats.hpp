// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace fabricmap::tracing {

/// A way to write a trace.
struct TraceFormat {
    std::string_view name;
    std::string_view meaning;
    /// Throws FileError with the path, also where a file is there and may not be replaced.
    void (*write)(const Trace& trace, const std::filesystem::path& output, bool overwrite);
};

/// The formats, text first.
[[nodiscard]] std::span<const TraceFormat> trace_formats() noexcept;

/// One file; to stdout where it is "-".
void write_text_file(const Trace& trace, const std::filesystem::path& output, bool overwrite);

/// A file for each type of records that there are: OUTPUT_point_to_point.csv and so on (RFC 4180). Fields
/// that are not known are empty, and columns that no record has a value of are left out.
void write_csv_files(const Trace& trace, const std::filesystem::path& output, bool overwrite);

/// A protobuf file that ui.perfetto.dev and trace_processor open: a process for each rank with its calls as
/// slices, and an arrow for each message. Times are rounded to nanoseconds.
void write_perfetto_file(const Trace& trace, const std::filesystem::path& output, bool overwrite);

}  // namespace fabricmap::tracing
