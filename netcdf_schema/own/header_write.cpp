// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/netcdf_types.hpp"
#include "netcdf_schema/own/header.hpp"
#include "netcdf_schema/own/history.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/version.hpp"

#include <fmt/format.h>
#include <ncDim.h>
#include <ncVar.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace fabricmap {
namespace {

using netCDF::NcDim;
using netCDF::NcGroup;
using netCDF::NcVar;

// Attributes that change after the first plane must never grow: growing moves every byte of a plain file.
constexpr std::size_t room_for_time = 32;
constexpr std::size_t room_for_schedule = 128;
constexpr std::size_t room_for_schedule_kind = 16;
constexpr std::size_t room_for_further_history = 4096;
/// What is said of the planes, the senders and the whole file beside the dimensions.
constexpr const char* plane_coordinates = "message_length host_name statistic";

struct RankNumbers {
    const char* name;
    const char* long_name;
    int RankPlace::*value;
};
constexpr std::array rank_numbers{
    RankNumbers{"node", "number of the rank's host", &RankPlace::node},
    RankNumbers{"core", "core that the rank is bound to", &RankPlace::core},
    RankNumbers{"numa", "NUMA node of the core", &RankPlace::numa},
    RankNumbers{"usable_cores", "cores that the ranks of the host may run on", &RankPlace::usable_cores},
};

std::string padded_text(std::string text, std::size_t size) {
    text.resize(std::max(size, text.size()), '\0');
    return text;
}

int as_int(std::int64_t value) {
    return std::in_range<int>(value) ? static_cast<int>(value) : -1;
}

struct Integer {
    const char* name;
    const char* long_name;
    const char* units;  ///< empty for what is a code
    int value;
};

/// The published header variables; lengths and traffic as the older toolkit wrote them where they do not
/// apply.
std::array<Integer, 10> published_integers(const RunDescription& description, Statistic statistic) {
    const ArithmeticRow row = arithmetic_row(description.message_lengths);
    const bool noisy = description.mode && has_noise(*description.mode);
    const NoiseParameters noise =
        description.noise.value_or(noisy ? NoiseParameters{-1, -1, -1} : NoiseParameters{});
    return {{{"proc_num", "number of ranks", "1", as_int(description.rank_count())},
             {"test_type", "mode", "", description.mode ? static_cast<int>(*description.mode) : -1},
             {"data_type", "statistic", "", static_cast<int>(statistic)},
             {"num_repeates", "most samples of a pair and length", "1", as_int(description.repeats)},
             {"begin_mes_length", "first message length", "byte", as_int(row.begin)},
             {"end_mes_length", "end of the message lengths, exclusive", "byte", as_int(row.end)},
             {"step_length", "step of the message lengths", "byte", as_int(row.step)},
             {"noise_mes_length", "length of a noise message", "byte", as_int(noise.message_length)},
             {"num_noise_mes", "noise messages of a burst", "1", as_int(noise.messages)},
             {"num_noise_proc", "noisy ranks beside a pair", "1", as_int(noise.processes)}}};
}

template <typename Values>
void put_flags(const NcVar& variable, const Values& values) {
    std::vector<int> numbers;
    std::string words;
    for (const auto value : values) {
        numbers.push_back(static_cast<int>(value));
        words += words.empty() ? "" : " ";
        words += name_of(value);
    }
    variable.putAtt("flag_values", int_type, numbers.size(), numbers.data());
    variable.putAtt("flag_meanings", words);
}

void put_interference(NcGroup& header, const std::string& name, const Interference& interference) {
    const std::array<double, 3> values{interference.inflation, interference.low, interference.high};
    header.putAtt(name, double_type, values.size(), values.data());
}

/// The numbers of a schedule, as attributes that keep their size.
struct ScheduleNumbers {
    long long active_per_node = -1;
    double sampled_fraction = std::numeric_limits<double>::quiet_NaN();
    long long sampled_rounds = -1;
    int shuffled = -1;

    explicit ScheduleNumbers(const std::optional<Schedule>& schedule) {
        if (!schedule) return;
        active_per_node = schedule->active_per_node;
        if (schedule->sample) {
            sampled_fraction = schedule->sample->share;
            if (schedule->sample->rounds < PairSample::all) sampled_rounds = schedule->sample->rounds;
        }
        if (schedule->shuffled) shuffled = *schedule->shuffled ? 1 : 0;
    }
};

std::string kind_word(const std::optional<Schedule>& schedule) {
    return schedule ? std::string(name_of(schedule->kind)) : std::string();
}

void put_text(NcGroup& header, const std::string& name, const std::string& text) {
    if (!text.empty()) header.putAtt(name, text);
}

void define_schedule(NcGroup& header, const std::optional<Schedule>& schedule) {
    const ScheduleNumbers numbers(schedule);
    put_text(header, "schedule", text_of(schedule));
    put_text(header, "schedule_kind", kind_word(schedule));
    header.putAtt("active_per_node", int64_type, numbers.active_per_node);
    header.putAtt("sampled_fraction", double_type, numbers.sampled_fraction);
    header.putAtt("sampled_rounds", int64_type, numbers.sampled_rounds);
    header.putAtt("shuffled", int_type, numbers.shuffled);
}

void define_attributes(NcGroup& header, const RunDescription& description) {
    // The first with integers of 64 bits.
    header.putAtt("Conventions", "CF-1.9");
    header.putAtt("title", title_of(description));
    header.putAtt("source", description.source.empty() ? fmt::format("fabricmap {}", tool_version())
                                                       : description.source);
    header.putAtt("history", description.history);
    put_text(header, "comment", description.comment);
    header.putAtt("fabricmap_schema", int_type, schema_version);
    header.putAtt("run_id", description.run_id);
    if (description.timing) header.putAtt("timing_method", std::string(name_of(*description.timing)));
    define_schedule(header, description.schedule);
    if (description.seed)
        header.putAtt("seed", uint64_type, static_cast<unsigned long long>(*description.seed));
    put_text(header, "tool_version", description.tool_version);
    put_text(header, "mpi_library", description.mpi_library);
    put_text(header, "mpi_vendor_settings", description.mpi_vendor_settings);
    put_text(header, "command_line", description.command_line);
    put_text(header, "sampling", description.sampling);
    if (description.rma_sync) header.putAtt("rma_sync", std::string(name_of(*description.rma_sync)));
    header.putAtt("noise_share", double_type, description.noise_share);
    header.putAtt("empty_epoch_s", double_type, description.empty_epoch_s);
    header.putAtt("clock_error_bound_s", double_type, description.clock_error_bound_s);
    header.putAtt("clock_resolution_s", double_type, description.clock_resolution_s);
    put_interference(header, "interference_same_host", description.interference_same_host);
    put_interference(header, "interference_between_hosts", description.interference_between_hosts);
    header.putAtt("pairs_at_once", int64_type, static_cast<long long>(description.pairs_at_once));
    put_text(header, "started", description.started);
    header.putAtt("finished", description.finished);
    header.putAtt("complete", int_type, description.complete ? 1 : 0);
}

/// What a run says that is measured now, and not yet whole.
void define_growth(NcGroup& header, const RunDescription& description) {
    header.putAtt("history",
                  padded_text(description.history, description.history.size() + room_for_further_history));
    header.putAtt("finished", padded_text(description.finished, room_for_time));
    header.putAtt("schedule", padded_text(text_of(description.schedule), room_for_schedule));
    header.putAtt("schedule_kind", padded_text(kind_word(description.schedule), room_for_schedule_kind));
    if (arithmetic_row(description.message_lengths) == ArithmeticRow{} &&
        !description.message_lengths.empty()) {
        const std::vector<long long> lengths(description.message_lengths.begin(),
                                             description.message_lengths.end());
        header.putAtt("planned_message_length", int64_type, lengths.size(), lengths.data());
    }
}

/// A number a plane.
NcVar add_plane_numbers(NcGroup& header, const char* name, const netCDF::NcType& type, const NcDim& n,
                        const char* long_name, const char* units) {
    const NcVar variable = header.addVar(name, type, n);
    variable.putAtt("long_name", long_name);
    variable.putAtt("units", units);
    return variable;
}

void define_quality(NcGroup& header, const std::vector<NcDim>& plane_dimensions, PlaneVariables& variables) {
    const NcVar quality = header.addVar("quality", byte_type, plane_dimensions);
    quality.putAtt("long_name", "how the pair was measured");
    quality.putAtt("coordinates", plane_coordinates);
    std::vector<signed char> masks;
    std::string meanings;
    for (const QualityName& entry : quality_names) {
        masks.push_back(static_cast<signed char>(entry.bit));
        meanings += fmt::format("{}{}", meanings.empty() ? "" : " ", entry.name);
    }
    quality.putAtt("flag_masks", byte_type, masks.size(), masks.data());
    quality.putAtt("flag_meanings", meanings);
    variables.quality = quality.getId();
}

PlaneVariables define_planes(NcGroup& header, std::size_t ranks, Statistic statistic) {
    PlaneVariables variables;
    const NcDim x = header.getDim("x");
    const NcDim y = header.addDim("y", ranks);
    const NcDim n = header.addDim("n");
    variables.message_length =
        add_plane_numbers(header, "message_length", int64_type, n, "message length", "byte").getId();
    // Whoever selects by a dimension looks for the variable of its name.
    variables.coordinate = add_plane_numbers(header, "n", int64_type, n, "message length", "byte").getId();
    variables.record_time = add_plane_numbers(header, "record_time", double_type, n,
                                              "time when the plane was complete; 0 while it is not",
                                              "seconds since 1970-01-01T00:00:00Z")
                                .getId();

    const std::vector<NcDim> plane_dimensions{n, x, y};
    if (statistic == Statistic::count) define_quality(header, plane_dimensions, variables);
    // Last in the record: where the data end, the record ends.
    const NcVar data = header.addVar("data", double_type, plane_dimensions);
    data.putAtt("units", std::string(unit_of(statistic)));
    data.putAtt("_FillValue", double_type, std::numeric_limits<double>::quiet_NaN());
    data.putAtt("long_name", statistic == Statistic::count
                                 ? "samples of a pair and length"
                                 : fmt::format("{} of the message delay", name_of(statistic)));
    data.putAtt("coordinates", plane_coordinates);
    data.putAtt("row", "sender");
    data.putAtt("column", "receiver");
    variables.data = data.getId();
    return variables;
}

std::size_t name_strlen_of(const std::vector<RankPlace>& ranks) {
    std::size_t length = 1;
    for (const RankPlace& rank : ranks) length = std::max(length, rank.host.size());
    return length;
}

void write_places(const NetcdfFile& file, const std::vector<RankPlace>& ranks) {
    const std::size_t name_length = name_strlen_of(ranks);
    std::string names;
    for (const RankPlace& rank : ranks) names += padded_text(rank.host, name_length);
    file.check(nc_put_var_text(file.id(), file.find_variable("host_name"), names.data()), "write the header");
    for (const RankNumbers& entry : rank_numbers) {
        std::vector<int> values(ranks.size());
        std::transform(ranks.begin(), ranks.end(), values.begin(),
                       [&](const RankPlace& rank) { return rank.*entry.value; });
        file.check(nc_put_var_int(file.id(), file.find_variable(entry.name), values.data()),
                   "write the header");
    }
}

/// Nothing where the file is of a schema version that has no such variable.
void write_excluded(const NetcdfFile& file, const RunDescription& run) {
    const int variable = file.find_variable("excluded");
    if (variable < 0 || file.shape(variable) != std::vector{run.ranks.size()}) return;
    const std::vector<std::string>& hosts = run.excluded_hosts;
    std::vector<int> flags(run.ranks.size());
    std::transform(run.ranks.begin(), run.ranks.end(), flags.begin(), [&](const RankPlace& rank) {
        return std::find(hosts.begin(), hosts.end(), rank.host) != hosts.end() ? 1 : 0;
    });
    file.check(nc_put_var_int(file.id(), variable, flags.data()), "write the header");
}

/// The word for the statistic, padded with NUL to the longest of them.
std::string padded_name(Statistic statistic) {
    std::size_t length = 0;
    for (const Statistic other : all_statistics) length = std::max(length, name_of(other).size());
    return padded_text(std::string(name_of(statistic)), length);
}

/// UTF-8 that readers make strings of.
void define_text(NcGroup& header, const char* name, const std::vector<NcDim>& dimensions,
                 const char* long_name) {
    const NcVar variable = header.addVar(name, char_type, dimensions);
    variable.putAtt("long_name", long_name);
    variable.putAtt("_Encoding", "utf-8");
}

void put_attribute_in_place(const NetcdfFile& file, const char* name, double value) {
    file.check(nc_put_att_double(file.id(), NC_GLOBAL, name, NC_DOUBLE, 1, &value), "write the header");
}

void put_attribute_in_place(const NetcdfFile& file, const char* name, const Interference& interference) {
    const std::array<double, 3> values{interference.inflation, interference.low, interference.high};
    file.check(nc_put_att_double(file.id(), NC_GLOBAL, name, NC_DOUBLE, values.size(), values.data()),
               "write the header");
}

/// Bytes that the attribute has for its text.
std::size_t room_of(const NetcdfFile& file, const char* name) {
    std::size_t room = 0;
    if (nc_inq_attlen(file.id(), NC_GLOBAL, name, &room) != NC_NOERR) return 0;
    return room;
}

void put_attribute_in_place(const NetcdfFile& file, const char* name, const std::string& text) {
    const std::size_t room = room_of(file, name);
    if (text.size() > room) file.refuse(fmt::format("the header has no room for the {} '{}'", name, text));
    if (room == 0) return;
    file.check(nc_put_att_text(file.id(), NC_GLOBAL, name, room, padded_text(text, room).data()),
               "write the header");
}

void put_attribute_in_place(const NetcdfFile& file, const char* name, long long value) {
    file.check(nc_put_att_longlong(file.id(), NC_GLOBAL, name, NC_INT64, 1, &value), "write the header");
}

void put_attribute_in_place(const NetcdfFile& file, const char* name, int value) {
    file.check(nc_put_att_int(file.id(), NC_GLOBAL, name, NC_INT, 1, &value), "write the header");
}

void update_schedule(const NetcdfFile& file, const std::optional<Schedule>& schedule) {
    put_attribute_in_place(file, "schedule", text_of(schedule));
    // Files of schema version 1 have the sentence alone.
    if (room_of(file, "schedule_kind") == 0) return;
    const ScheduleNumbers numbers(schedule);
    put_attribute_in_place(file, "schedule_kind", kind_word(schedule));
    put_attribute_in_place(file, "active_per_node", numbers.active_per_node);
    put_attribute_in_place(file, "sampled_fraction", numbers.sampled_fraction);
    put_attribute_in_place(file, "sampled_rounds", numbers.sampled_rounds);
    put_attribute_in_place(file, "shuffled", numbers.shuffled);
}

void update_history(const NetcdfFile& file, const std::string& history) {
    put_attribute_in_place(file, "history", fitting_history(history, room_of(file, "history")));
}

}  // namespace

std::string title_of(const RunDescription& description) {
    if (!description.title.empty()) return description.title;
    return fmt::format("Message delays, {}", description.mode ? name_of(*description.mode) : "unknown mode");
}

void define_run(NcGroup& header, const RunDescription& description, Statistic statistic) {
    const NcDim x = header.addDim("x", description.ranks.size());
    const NcDim name_strlen = header.addDim("name_strlen", name_strlen_of(description.ranks));
    const NcDim statistic_strlen = header.addDim("statistic_strlen", padded_name(statistic).size());
    for (const Integer& integer : published_integers(description, statistic)) {
        const NcVar variable = header.addVar(integer.name, int_type, std::vector<NcDim>{});
        variable.putAtt("long_name", integer.long_name);
        if (*integer.units != '\0') variable.putAtt("units", integer.units);
        if (integer.name == std::string_view("test_type")) put_flags(variable, all_modes);
        if (integer.name == std::string_view("data_type")) put_flags(variable, all_statistics);
    }
    define_text(header, "statistic", {statistic_strlen}, "statistic of the samples of a pair and length");
    define_text(header, "host_name", {x, name_strlen}, "host of the rank");
    for (const RankNumbers& entry : rank_numbers) {
        const NcVar variable = header.addVar(entry.name, int_type, x);
        variable.putAtt("long_name", entry.long_name);
        variable.putAtt("_FillValue", int_type, -1);
    }
    const NcVar excluded = header.addVar("excluded", int_type, x);
    excluded.putAtt("long_name", "1 where the rank's host was left out of the run, or of a part of it");
    define_attributes(header, description);
}

void write_run(const NetcdfFile& file, const RunDescription& description, Statistic statistic) {
    for (const Integer& integer : published_integers(description, statistic)) {
        const int variable = file.find_variable(integer.name);
        file.check(nc_put_var_int(file.id(), variable, &integer.value), "write the header");
    }
    file.check(nc_put_var_text(file.id(), file.find_variable("statistic"), padded_name(statistic).data()),
               "write the header");
    write_places(file, description.ranks);
    write_excluded(file, description);
}

PlaneVariables write_header(NetcdfFile& file, const RunDescription& description, Statistic statistic) {
    PlaneVariables variables;
    file.define([&](NcGroup& header) {
        define_run(header, description, statistic);
        define_growth(header, description);
        variables = define_planes(header, description.ranks.size(), statistic);
    });
    file.end_define();
    write_run(file, description, statistic);
    return variables;
}

void update_resumed(NetcdfFile& file, const RunDescription& run) {
    update_history(file, run.history);
    write_excluded(file, run);
}

void update_finished(NetcdfFile& file, const std::string& finished, bool complete) {
    put_attribute_in_place(file, "finished", finished);
    put_attribute_in_place(file, "complete", complete ? 1 : 0);
}

void update_measured(NetcdfFile& file, const RunDescription& run) {
    put_attribute_in_place(file, "noise_share", run.noise_share);
    put_attribute_in_place(file, "empty_epoch_s", run.empty_epoch_s);
    put_attribute_in_place(file, "clock_error_bound_s", run.clock_error_bound_s);
    put_attribute_in_place(file, "interference_same_host", run.interference_same_host);
    put_attribute_in_place(file, "interference_between_hosts", run.interference_between_hosts);
    put_attribute_in_place(file, "pairs_at_once", static_cast<long long>(run.pairs_at_once));
    update_schedule(file, run.schedule);
    update_history(file, run.history);
}

}  // namespace fabricmap
