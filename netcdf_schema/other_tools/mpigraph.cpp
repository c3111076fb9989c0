// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "netcdf_schema/other_tools/mpigraph_parser.hpp"
#include "netcdf_schema/other_tools/printed_run.hpp"

#include <fmt/format.h>

#include <utility>

namespace fabricmap {
namespace {

RunDescription describe_mpigraph(const MpigraphContent& content) {
    RunDescription description;
    description.source = content.version.empty() ? "mpiGraph" : fmt::format("mpiGraph {}", content.version);
    description.title = description.source + ", times computed from bandwidths";
    description.comment = fmt::format(
        "The delay of a message is its length, {} bytes, divided by the bandwidth that {} printed (MB of "
        "2^20 bytes), the lower one of its sender and its receiver; {} at once, and every rank sends to "
        "one rank while it receives from another",
        content.message_bytes, description.source, counted(content.window, "message"));
    description.ranks = rank_locations_of(content.hosts);
    description.message_lengths = {content.message_bytes};
    description.repeats = content.times;
    description.pairs_at_once = description.rank_count();
    description.complete = true;
    return description;
}

bool is_mpigraph(const Content& content) {
    return !content.netcdf && (content.beginning.starts_with("START mpiGraph") ||
                               content.beginning.find("\nSTART mpiGraph") != std::string::npos);
}

Run open_mpigraph(const Request& request, const Content& content) {
    MpigraphContent parsed = parse_mpigraph(content.path, request.run_number);
    return run_of(request, {describe_mpigraph(parsed), Statistic::average, {std::move(parsed.delay_s)}});
}

}  // namespace

extern constinit const Reader mpigraph{"output of mpiGraph", is_mpigraph, open_mpigraph, true};

}  // namespace fabricmap
