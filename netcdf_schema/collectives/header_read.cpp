// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "netcdf_schema/collectives/layout.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/layouts/header.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>

namespace fabricmap {
namespace {

constexpr std::size_t max_runs_per_visit = 1'000'000;

/// The words of a variable's flag_meanings; none where it has no such attribute.
std::vector<std::string> meanings_of(const NetcdfFile& file, const char* name) {
    nc_type type = NC_NAT;
    std::size_t length = 0;
    const int variable = file.find_variable(name);
    if (nc_inq_att(file.id(), variable, "flag_meanings", &type, &length) != NC_NOERR || type != NC_CHAR ||
        length == 0)
        return {};
    std::string words(length, '\0');
    file.check(nc_get_att_text(file.id(), variable, "flag_meanings", words.data()), "read the header");
    words.erase(words.find_last_not_of('\0') + 1);
    return split(words, ' ');
}

void require_shape(const NetcdfFile& file, const char* name, int type,
                   const std::vector<std::size_t>& shape) {
    const int variable = file.find_variable(name);
    if (variable < 0) file.refuse(fmt::format("the file lacks the variable {}", name));
    if (file.type(variable) != type || file.shape(variable) != shape) {
        file.refuse(
            fmt::format("the variable {} has another type or shape than collective_test gives it", name));
    }
}

void require_variables(const NetcdfFile& file, std::size_t n, std::size_t sample, std::size_t ranks) {
    for (const VisitInteger& entry : visit_integers) require_shape(file, entry.name, NC_INT, {n});
    for (const VisitLength& entry : visit_lengths) require_shape(file, entry.name, NC_INT64, {n});
    for (const VisitTime& entry : visit_times) require_shape(file, entry.name, NC_DOUBLE, {n});
    for (const RunTimes& entry : run_times) require_shape(file, entry.name, NC_DOUBLE, {n, sample});
    for (const RankTimes& entry : rank_times) require_shape(file, entry.name, NC_FLOAT, {n, ranks});
    require_shape(file, purpose_variable, NC_INT, {n});
    require_shape(file, last_rank_variable, NC_INT, {n, sample});
    require_shape(file, record_time_variable, NC_DOUBLE, {n});
}

}  // namespace

void require_known_collectives(const NetcdfFile& file) {
    const auto version = file.integer_attribute(collectives_attribute);
    if (!version) {
        file.refuse(
            "this holds no collective operations; give a file that collective_test wrote "
            "(PREFIX_collectives.nc)");
    }
    if (*version > collectives_version) {
        file.refuse(
            fmt::format("the file has version {} of collective operations, this program knows {}: use "
                        "a newer fabricmap",
                        *version, collectives_version));
    }
    require_known_schema(file);
    const auto n = file.dimension_length("n");
    const auto sample = file.dimension_length("sample");
    const auto ranks = file.dimension_length("x");
    if (!n || !sample || !ranks) file.refuse("the file lacks one of the dimensions n, x and sample");
    if (*sample > max_runs_per_visit) file.refuse("the header is damaged: too many runs in a visit");
    require_host_names(file, *ranks);
    require_variables(file, *n, *sample, *ranks);
}

CollectiveRun read_collectives_header(const NetcdfFile& file) {
    require_known_collectives(file);
    CollectiveRun run;
    read_locations(file, run.description);
    read_attributes(file, run.description);
    run.description.message_lengths = file.integers_attribute("planned_message_length");
    const auto text = [&](const char* name) { return file.text_attribute(name).value_or(""); };
    run.start = collective_start_named(text("start")).value_or(run.start);
    run.timing = collective_timing_named(text("timing_method")).value_or(run.timing);
    run.clock = text("clock");
    run.clock_sync = text("clock_sync");
    run.runs_per_visit = static_cast<int>(file.dimension_length("sample").value_or(0));
    run.precision = file.number_attribute("precision");
    run.operations = meanings_of(file, "operation");
    run.mock_ups = meanings_of(file, "mock_up");
    run.algorithms = meanings_of(file, "algorithm");
    return run;
}

}  // namespace fabricmap
