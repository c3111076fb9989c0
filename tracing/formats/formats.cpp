// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/formats.hpp"

#include "base/output_file.hpp"
#include "command_line/program.hpp"
#include "tracing/formats/otf2/otf2.hpp"
#include "tracing/model/text.hpp"

#include <array>

namespace fabricmap::tracing {
namespace {

constexpr std::array format_table{
    TraceFormat{"text", "records as \"name value\" lines, one file", write_text_file},
    TraceFormat{"csv", "a table for each type of records, OUTPUT_TYPE.csv", write_csv_files},
    TraceFormat{"otf2", "an archive of the Open Trace Format 2, a folder", write_otf2_archive},
    TraceFormat{"perfetto", "a trace for ui.perfetto.dev", write_perfetto_file},
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
