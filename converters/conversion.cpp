// SPDX-License-Identifier: Apache-2.0
#include "converters/conversion.hpp"

#include "converters/formats/table.hpp"
#include "netcdf_schema/errors.hpp"

#include <fmt/format.h>

namespace fabricmap::converters {

void convert(const Options& options) {
    const Run run = open_run(options.input);
    const auto stack = run.stack(options.statistic.value_or(run.preferred()));
    if (stack->message_lengths().empty()) {
        throw FileError(
            fmt::format("{}: the run has no complete length yet: go on with network_test --resume",
                        options.input.string()));
    }
    Progress progress(options.quiet);
    Selection selection = select(options, *stack);
    progress.begin(selection.planes.size());
    options.format->convert({options, run, *stack, std::move(selection), progress});
}

}  // namespace fabricmap::converters
