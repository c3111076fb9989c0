// SPDX-License-Identifier: Apache-2.0
#include "base/tool_version.hpp"
#include "converters/conversion/output.hpp"
#include "converters/formats/table.hpp"
#include "netcdf_schema/own/run_copy.hpp"

#include <fmt/format.h>

namespace fabricmap::converters {

namespace {

void convert_to_run(const Conversion& conversion) {
    const Options& options = conversion.options;
    for (const Statistic statistic : all_statistics)
        require_no_input(statistic_path(*options.output, statistic), options);
    const auto existing = options.overwrite ? RunWriter::Existing::overwrite : RunWriter::Existing::refuse;
    const std::string origin = fmt::format("converted by network_convert {} from {}", tool_version(),
                                           std::filesystem::path(options.input).filename().string());
    const bool without_diagonal = diagonal_of(conversion) == Diagonal::nan;
    copy_run(conversion.run, conversion.run.statistics(),
             {*options.output, existing, without_diagonal ? origin + ", diagonal as NaN" : origin,
              without_diagonal},
             [&] { conversion.progress.step(); });
}

}  // namespace

extern constinit const Format run_format{
    .name = "run",
    .suffix = "",
    .what = "Fabricmap's own files, -o PREFIX",
    .target = Target::run,
    .content = Content::matrices_or_nan,
    .holds_all_statistics = false,
    .convert = convert_to_run,
};

}  // namespace fabricmap::converters
