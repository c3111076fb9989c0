// SPDX-License-Identifier: Apache-2.0
#include "tracing/views/traffic.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/program/commands.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::tracing {
namespace {

enum class TrafficForm : std::uint8_t { printed, csv, netcdf };

TrafficForm form_of(const std::filesystem::path& output) {
    if (output == standard_output) return TrafficForm::printed;
    return output.extension() == ".csv" ? TrafficForm::csv : TrafficForm::netcdf;
}

/// OUTPUT itself where it names a file.
std::filesystem::path path_of(const std::filesystem::path& output, TrafficForm form) {
    return form != TrafficForm::netcdf || output.extension() == ".nc" ? output : traffic_path(output);
}

void write_csv(const std::filesystem::path& path, const Traffic& traffic) {
    OutputFile file(path);
    file.write(format_traffic(traffic));
    file.commit();
}

/// A file of none would be of no use to what reads it.
void require_messages(const Traffic& traffic, const std::filesystem::path& trace) {
    const bool has_any = std::any_of(traffic.flows.begin(), traffic.flows.end(),
                                     [](const TrafficFlow& flow) { return flow.sender != flow.receiver; });
    if (has_any) return;
    throw Error(
        ExitCode::undecided,
        fmt::format(
            "{}: no rank sends to another in it but by collective operations, of which the MPI library "
            "chooses who sends to whom: place ranks by a pattern instead (network_place --pattern)",
            trace.string()));
}

}  // namespace

void write_traffic(const TrafficOptions& options) {
    const TrafficForm form = form_of(options.output);
    const std::filesystem::path path = path_of(options.output, form);
    if (form != TrafficForm::printed) {
        require_another(path, options.trace);
        require_free(path, options.overwrite);
    }
    const Operations operations = open_trace(options.trace);
    const Traffic traffic = traffic_of(operations);
    switch (form) {
        case TrafficForm::printed:
            print_out(format_traffic(traffic));
            break;
        case TrafficForm::csv:
            write_csv(path, traffic);
            break;
        case TrafficForm::netcdf:
            require_messages(traffic, options.trace);
            write_traffic_file(path,
                               describe_traffic(operations.trace, traffic.ranks, options.trace.string()),
                               traffic.flows);
            break;
    }
    if (options.is_quiet) return;
    remark(describe_report(operations.report));
    remark(describe_other_collectives(operations));
}

}  // namespace fabricmap::tracing
