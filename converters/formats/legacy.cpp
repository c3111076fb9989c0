// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "converters/conversion/legacy_form.hpp"
#include "converters/conversion/output.hpp"
#include "converters/formats/table.hpp"
#include "netcdf_schema/legacy/legacy_writer.hpp"
#include "netcdf_schema/own/run_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace fabricmap::converters {
namespace {

// The older tools know no others.
constexpr std::array known_statistics{Statistic::average, Statistic::median, Statistic::deviation,
                                      Statistic::minimum};

std::filesystem::path hosts_path(const Options& options) {
    return std::filesystem::path(*options.output).concat("_hosts.txt");
}

/// Refuses before anything is written.
std::vector<Statistic> check_all(const Conversion& conversion) {
    const RunDescription& run = conversion.run.description();
    if (arithmetic_row(conversion.stack.message_lengths()).step < 1) {
        throw UsageError(
            "--to legacy: the older tools support evenly spaced lengths only (-b, -e, -s); use csv or json");
    }
    if (!run.mode) {
        throw UsageError(
            "--to legacy: the mode of the run is unknown; it decides the order of the matrices there");
    }
    std::vector<Statistic> statistics;
    for (const Statistic statistic : conversion.run.statistics()) {
        const bool known =
            std::find(known_statistics.begin(), known_statistics.end(), statistic) != known_statistics.end();
        if (known) {
            statistics.push_back(statistic);
            require_free(statistic_path(*conversion.options.output, statistic), conversion.options);
        } else if (!conversion.options.quiet) {
            remark(fmt::format("network_convert: the older tools have no {}: not written\n",
                               name_of(statistic)));
        }
    }
    if (statistics.empty())
        throw UsageError("--to legacy: the run has no average, median, deviation or minimum");
    require_free(hosts_path(conversion.options), conversion.options);
    return statistics;
}

/// Writes all planes; the file has its name only when it is finished.
std::unique_ptr<LegacyWriter> write_statistic(const Conversion& conversion, Statistic statistic) {
    const auto stack = conversion.run.stack(statistic);
    RunDescription run = conversion.run.description();
    run.message_lengths = stack->message_lengths();
    auto writer =
        std::make_unique<LegacyWriter>(statistic_path(*conversion.options.output, statistic), run, statistic);
    for (std::size_t k = 0; k < run.message_lengths.size(); ++k) {
        writer->append_plane(legacy_plane(conversion.run, statistic, k));
        conversion.progress.step();
    }
    return writer;
}

void convert_to_legacy(const Conversion& conversion) {
    const std::vector<Statistic> statistics = check_all(conversion);
    conversion.progress.begin(statistics.size() * conversion.stack.message_lengths().size());
    std::vector<std::unique_ptr<LegacyWriter>> writers;
    writers.reserve(statistics.size());
    for (const Statistic statistic : statistics) writers.push_back(write_statistic(conversion, statistic));
    const std::string hosts = legacy_hosts(conversion.run.description());
    std::optional<OutputFile> hosts_file;
    if (!hosts.empty()) hosts_file.emplace(hosts_path(conversion.options)).write(hosts);
    // Only now: half a set would pass for a whole one.
    for (const auto& writer : writers) writer->finish();
    if (hosts_file) hosts_file->commit();
}

}  // namespace

extern constinit const Format legacy_format{
    .name = "legacy",
    .suffix = "",
    .what = "the older toolkit's NetCDF files, -o PREFIX",
    .target = Target::run,
    .content = Content::matrices,
    .holds_all_statistics = false,
    .convert = convert_to_legacy,
};

}  // namespace fabricmap::converters
