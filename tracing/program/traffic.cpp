// SPDX-License-Identifier: Apache-2.0
#include "tracing/views/traffic.hpp"

#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "tracing/program/commands.hpp"
#include "tracing/reading/open_trace.hpp"

namespace fabricmap::tracing {

void write_traffic(const TrafficOptions& options) {
    const bool is_file = options.output != standard_output;
    if (is_file) {
        require_another(options.output, options.trace);
        require_free(options.output, options.overwrite);
    }
    const Operations operations = open_trace(options.trace);
    const std::string text = format_traffic(traffic_of(operations.trace));
    if (is_file) {
        OutputFile file(options.output);
        file.write(text);
        file.commit();
    } else {
        print_out(text);
    }
    if (!options.is_quiet) remark(describe_report(operations.report));
}

}  // namespace fabricmap::tracing
