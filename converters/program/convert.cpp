// SPDX-License-Identifier: Apache-2.0
#include "converters/program/convert.hpp"

#include "base/errors.hpp"
#include "base/remark.hpp"
#include "converters/formats/table.hpp"
#include "converters/program/collectives.hpp"
#include "netcdf_schema/open_run.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <utility>
#include <vector>

namespace fabricmap::converters {

void convert(const Options& options) {
    if (const auto file = collectives_to_convert(options)) return convert_collectives(*file, options);
    const Run run = open_run(options.input);
    if (!options.statistic && !options.all_statistics && run.reason_without_median()) {
        remark(fmt::format("network_convert: warning: {}: writing the {}; choose another with --statistic\n",
                           *run.reason_without_median(), name_of(run.preferred())));
    }
    const auto stack = run.stack(options.statistic.value_or(run.preferred()));
    if (stack->message_lengths().empty()) {
        throw FileError(fmt::format(
            "{}: the run has no complete length yet: continue it with network_test --resume", options.input));
    }
    // A line that is drawn over and over would tear the text that goes to the same terminal.
    const bool text_on_terminal = !options.output && isatty(STDOUT_FILENO) != 0;
    Progress progress(!options.quiet && !text_on_terminal);
    Selection selection = select(options, *stack);
    progress.begin(selection.planes.size());
    std::vector<Run> beside;
    for (const std::string& name : options.beside) beside.push_back(open_run(name));
    options.format->convert({options, run, *stack, std::move(selection), progress, beside});
    progress.end();
    if (const std::size_t values = run.implausible_values(); values > 0) {
        remark(fmt::format("network_convert: warning: {}: {}\n", options.input,
                           describe_implausible_values(values)));
    }
}

}  // namespace fabricmap::converters
