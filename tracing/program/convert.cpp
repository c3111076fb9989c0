// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "tracing/formats/formats.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/program/commands.hpp"

#include <fmt/format.h>

namespace fabricmap::tracing {

void convert(const ConvertOptions& options) {
    require_another(options.output, options.trace);
    const Operations operations = open_trace(options.trace);
    options.format->write(operations.trace, options.output, options.overwrite);
    if (options.is_quiet) return;
    const std::string report = describe_report(operations.report);
    if (!report.empty()) remark(report);
}

}  // namespace fabricmap::tracing
