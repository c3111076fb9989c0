// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/formats.hpp"

#include "base/output_file.hpp"
#include "command_line/program.hpp"
#include "tracing/model/text.hpp"

#include <array>

namespace fabricmap::tracing {
namespace {

constexpr std::array format_table{
    TraceFormat{"text", "records as \"name value\" lines, one file", write_text_file},
    TraceFormat{"csv", "a table for each type of records, OUTPUT_TYPE.csv", write_csv_files},
};

}  // namespace

std::span<const TraceFormat> trace_formats() noexcept {
    return format_table;
}

void write_text_file(const Trace& trace, const std::filesystem::path& output, bool overwrite) {
    if (output == standard_output) {
        write_text(trace, [](std::string_view piece) { print_out(piece); });
        return;
    }
    require_free(output, overwrite);
    OutputFile file(output);
    write_text(trace, [&](std::string_view piece) { file.write(piece); });
    file.commit();
}

}  // namespace fabricmap::tracing
