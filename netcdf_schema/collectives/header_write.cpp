// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/layout.hpp"
#include "netcdf_schema/file/netcdf_types.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/layouts/header.hpp"

#include <fmt/format.h>
#include <ncDim.h>
#include <ncVar.h>

#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>

namespace fabricmap {
namespace {

using netCDF::NcDim;
using netCDF::NcGroup;
using netCDF::NcVar;

/// The numbers from 0 on and the words that they stand for.
void put_meanings(const NcVar& variable, const std::vector<std::string>& names) {
    if (names.empty()) return;
    std::vector<int> numbers(names.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::string words;
    for (const std::string& name : names) {
        if (name.empty() || name.find(' ') != std::string::npos)
            throw std::invalid_argument(fmt::format("'{}' cannot stand in flag_meanings", name));
        words += fmt::format("{}{}", words.empty() ? "" : " ", name);
    }
    variable.putAtt("flag_values", int_type, numbers.size(), numbers.data());
    variable.putAtt("flag_meanings", words);
}

template <typename Entry>
NcVar add_variable(NcGroup& header, const Entry& entry, const netCDF::NcType& type,
                   const std::vector<NcDim>& dimensions) {
    const NcVar variable = header.addVar(entry.name, type, dimensions);
    variable.putAtt("long_name", entry.long_name);
    if (*entry.units != '\0') variable.putAtt("units", entry.units);
    return variable;
}

void define_visit_integers(NcGroup& header, const NcDim& n, const CollectiveRun& run) {
    for (const VisitInteger& entry : visit_integers) {
        const NcVar variable = add_variable(header, entry, int_type, {n});
        const std::string_view name = entry.name;
        if (name == "operation") put_meanings(variable, run.operations);
        if (name == "mock_up") put_meanings(variable, run.mock_ups);
        if (name == "algorithm") put_meanings(variable, run.algorithms);
    }
    const NcVar purpose = header.addVar(purpose_variable, int_type, n);
    purpose.putAtt("long_name", "why the visit was made");
    std::vector<std::string> purposes;
    purposes.reserve(all_visit_purposes.size());
    for (const VisitPurpose value : all_visit_purposes) purposes.emplace_back(name_of(value));
    put_meanings(purpose, purposes);
}

void define_run_times(NcGroup& header, const NcDim& n, const NcDim& sample) {
    constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
    for (const RunTimes& entry : run_times)
        add_variable(header, entry, double_type, {n, sample}).putAtt("_FillValue", double_type, not_a_number);
    const NcVar last_rank = header.addVar(last_rank_variable, int_type, std::vector<NcDim>{n, sample});
    last_rank.putAtt("long_name", "rank of the job that ended last");
    last_rank.putAtt("_FillValue", int_type, no_index);
}

void define_visits(NcGroup& header, const CollectiveRun& run) {
    const NcDim x = header.getDim("x");
    const NcDim sample = header.addDim("sample", static_cast<std::size_t>(run.runs_per_visit));
    const NcDim n = header.addDim("n");
    define_visit_integers(header, n, run);
    for (const VisitLength& entry : visit_lengths) add_variable(header, entry, int64_type, {n});
    for (const VisitTime& entry : visit_times) add_variable(header, entry, double_type, {n});
    define_run_times(header, n, sample);
    for (const RankTimes& entry : rank_times) {
        add_variable(header, entry, float_type, {n, x})
            .putAtt("_FillValue", float_type, std::numeric_limits<float>::quiet_NaN());
    }
    const NcVar record_time = header.addVar(record_time_variable, double_type, n);
    record_time.putAtt("long_name", "time when the visit ended; 0 while it is not complete");
    record_time.putAtt("units", "seconds since 1970-01-01T00:00:00Z");
}

}  // namespace

void write_collectives_header(NetcdfFile& file, const CollectiveRun& run) {
    RunDescription description = run.description;
    if (description.title.empty()) description.title = "Times of collective operations";
    file.define([&](NcGroup& header) {
        define_locations(header, description);
        define_visits(header, run);
    });
    define_attributes(file, description);
    keep_room_for_growth(file, description);
    // Lengths of a sweep are told whatever row they form: the published header has no place here.
    const std::vector<std::int64_t>& lengths = description.message_lengths;
    if (!lengths.empty()) file.put_attribute("planned_message_length", std::span(lengths));
    file.put_attribute(collectives_attribute, collectives_version);
    file.put_attribute("start", name_of(run.start));
    file.put_attribute("timing_method", name_of(run.timing));
    file.put_attribute("clock", run.clock);
    file.put_attribute("clock_sync", run.clock_sync);
    file.put_attribute("precision", run.precision);
    file.end_define();
    write_locations(file, description);
}

}  // namespace fabricmap
