// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/netcdf_types.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/layouts/header.hpp"
#include "netcdf_schema/run/cell_statistics.hpp"
#include "netcdf_schema/run/quality.hpp"

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

/// What is said of the planes, the senders and the whole file beside the dimensions.
constexpr const char* plane_coordinates = "message_length host_name statistic";

struct RankNumbers {
    const char* name;
    const char* long_name;
    int RankLocation::*value;
};
constexpr std::array rank_numbers{
    RankNumbers{"node", "number of the rank's host", &RankLocation::node},
    RankNumbers{"core", "core that the rank is bound to", &RankLocation::core},
    RankNumbers{"numa", "NUMA node of the core", &RankLocation::numa},
    RankNumbers{"usable_cores", "cores that the ranks of the host may run on", &RankLocation::usable_cores},
};

struct RankTexts {
    const char* name;
    const char* long_name;
    std::string RankAdapters::*value;
};
constexpr std::array rank_texts{
    RankTexts{"adapter", "network adapters near the rank's core or GPU", &RankAdapters::near},
    RankTexts{"adapter_used", "network adapters that counted what the rank sent", &RankAdapters::used},
    RankTexts{"gpu", "PCI address of the GPU with the rank's messages, or of those near its core",
              &RankAdapters::gpu},
    RankTexts{"host_adapters", "network adapters of the rank's host and how they are", &RankAdapters::host},
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

void define_outliers(NcGroup& header, const std::vector<NcDim>& plane_dimensions, PlaneVariables& variables) {
    const NcVar outliers = header.addVar("outliers", int_type, plane_dimensions);
    outliers.putAtt("_FillValue", int_type, static_cast<int>(CellStatistics::unknown_outliers));
    outliers.putAtt("long_name",
                    fmt::format("samples that took longer than {:g} medians", CellStatistics::far_longer));
    outliers.putAtt("units", "1");
    outliers.putAtt("coordinates", plane_coordinates);
    variables.outliers = outliers.getId();
}

void define_bytes(NcGroup& header, const std::vector<NcDim>& plane_dimensions, PlaneVariables& variables) {
    const NcVar bytes = header.addVar("bytes", double_type, plane_dimensions);
    bytes.putAtt("long_name", "bytes of these messages together");
    bytes.putAtt("units", "byte");
    bytes.putAtt("coordinates", plane_coordinates);
    variables.bytes = bytes.getId();
}

void define_ages(NcGroup& header) {
    const NcVar ages = header.addVar("age_s", double_type, {header.getDim("x"), header.getDim("y")});
    ages.putAtt("long_name", "time since the pair was measured");
    ages.putAtt("units", "s");
    ages.putAtt("_FillValue", double_type, std::numeric_limits<double>::quiet_NaN());
}

void write_ages(const NetcdfFile& file, const std::vector<double>& ages_s) {
    file.check(nc_put_var_double(file.id(), file.find_variable("age_s"), ages_s.data()), "write the header");
}

/// What the planes of a file hold.
enum class PlanesOf : std::uint8_t { samples, traffic };

std::string long_name_of(Statistic statistic, PlanesOf content) {
    if (content == PlanesOf::traffic) return "messages with lengths from this one to the next power of two";
    return statistic == Statistic::count ? "samples of a pair and length"
                                         : fmt::format("{} of the message delay", name_of(statistic));
}

PlaneVariables define_planes(NcGroup& header, std::size_t ranks, Statistic statistic, PlanesOf content) {
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
    if (content == PlanesOf::traffic) {
        define_bytes(header, plane_dimensions, variables);
    } else if (statistic == Statistic::count) {
        define_quality(header, plane_dimensions, variables);
        define_outliers(header, plane_dimensions, variables);
    }
    // Last in the record: where the data end, the record ends.
    const NcVar data = header.addVar("data", double_type, plane_dimensions);
    data.putAtt("units", std::string(unit_of(statistic)));
    data.putAtt("_FillValue", double_type, std::numeric_limits<double>::quiet_NaN());
    data.putAtt("long_name", long_name_of(statistic, content));
    data.putAtt("coordinates", plane_coordinates);
    data.putAtt("row", "sender");
    data.putAtt("column", "receiver");
    variables.data = data.getId();
    return variables;
}

std::size_t name_strlen_of(const std::vector<RankLocation>& ranks) {
    std::size_t length = 1;
    for (const RankLocation& rank : ranks) length = std::max(length, rank.host.size());
    return length;
}

/// That the longest of them has room in, and one letter at least.
std::size_t size_of_texts(const std::vector<RankAdapters>& ranks, std::string RankAdapters::*text) {
    std::size_t size = 1;
    for (const RankAdapters& rank : ranks) size = std::max(size, (rank.*text).size());
    return size;
}

void write_rank_adapters(const NetcdfFile& file, const std::vector<RankAdapters>& ranks) {
    if (ranks.empty()) return;
    for (const RankTexts& entry : rank_texts) {
        const std::size_t size = size_of_texts(ranks, entry.value);
        std::string padded;
        for (const RankAdapters& rank : ranks) padded += padded_text(rank.*entry.value, size);
        file.check(nc_put_var_text(file.id(), file.find_variable(entry.name), padded.data()),
                   "write the header");
    }
}

void write_rank_locations(const NetcdfFile& file, const std::vector<RankLocation>& ranks) {
    const std::size_t name_length = name_strlen_of(ranks);
    std::string names;
    for (const RankLocation& rank : ranks) names += padded_text(rank.host, name_length);
    file.check(nc_put_var_text(file.id(), file.find_variable("host_name"), names.data()), "write the header");
    for (const RankNumbers& entry : rank_numbers) {
        std::vector<int> values(ranks.size());
        std::transform(ranks.begin(), ranks.end(), values.begin(),
                       [&](const RankLocation& rank) { return rank.*entry.value; });
        file.check(nc_put_var_int(file.id(), file.find_variable(entry.name), values.data()),
                   "write the header");
    }
}

/// Nothing where the file is of a schema version that has no such variable.
void write_excluded(const NetcdfFile& file, const RunDescription& run) {
    const int variable = file.find_variable("excluded");
    if (variable < 0 || file.shape(variable) != std::vector{run.ranks.size()}) return;
    std::vector<int> flags(run.ranks.size());
    std::transform(run.ranks.begin(), run.ranks.end(), flags.begin(), [&](const RankLocation& rank) {
        const auto has_host = [&](const std::vector<std::string>& hosts) {
            return std::find(hosts.begin(), hosts.end(), rank.host) != hosts.end();
        };
        return (has_host(run.excluded_hosts) ? excluded_mask : 0) |
               (has_host(run.unresponsive_hosts) ? unresponsive_mask : 0);
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

PlaneVariables write_header_of(NetcdfFile& file, const RunDescription& description, Statistic statistic,
                               PlanesOf content) {
    PlaneVariables variables;
    file.define([&](NcGroup& header) {
        define_run(header, description, statistic);
        variables = define_planes(header, description.ranks.size(), statistic, content);
        if (description.pair_ages_s) define_ages(header);
    });
    define_attributes(file, description);
    keep_room_for_growth(file, description);
    file.end_define();
    write_run(file, description, statistic);
    if (description.pair_ages_s) write_ages(file, *description.pair_ages_s);
    return variables;
}

}  // namespace

void define_locations(NcGroup& header, const RunDescription& description) {
    const NcDim x = header.addDim("x", description.ranks.size());
    const NcDim name_strlen = header.addDim("name_strlen", name_strlen_of(description.ranks));
    define_text(header, "host_name", {x, name_strlen}, "host of the rank");
    for (const RankNumbers& entry : rank_numbers) {
        const NcVar variable = header.addVar(entry.name, int_type, x);
        variable.putAtt("long_name", entry.long_name);
        variable.putAtt("_FillValue", int_type, -1);
    }
    if (!description.adapters.empty()) {
        for (const RankTexts& entry : rank_texts) {
            const NcDim size = header.addDim(fmt::format("{}_strlen", entry.name),
                                             size_of_texts(description.adapters, entry.value));
            define_text(header, entry.name, {x, size}, entry.long_name);
        }
    }
    const NcVar excluded = header.addVar("excluded", int_type, x);
    excluded.putAtt("long_name", "whether the rank's host was left out of the run, or of a part of it");
    const std::array masks{excluded_mask, unresponsive_mask};
    excluded.putAtt("flag_masks", int_type, masks.size(), masks.data());
    excluded.putAtt("flag_meanings", "excluded answered_nobody");
}

void write_locations(const NetcdfFile& file, const RunDescription& description) {
    write_rank_locations(file, description.ranks);
    write_rank_adapters(file, description.adapters);
    write_excluded(file, description);
}

void define_run(NcGroup& header, const RunDescription& description, Statistic statistic) {
    define_locations(header, description);
    const NcDim statistic_strlen = header.addDim("statistic_strlen", padded_name(statistic).size());
    for (const Integer& integer : published_integers(description, statistic)) {
        const NcVar variable = header.addVar(integer.name, int_type, std::vector<NcDim>{});
        variable.putAtt("long_name", integer.long_name);
        if (*integer.units != '\0') variable.putAtt("units", integer.units);
        if (integer.name == std::string_view("test_type")) put_flags(variable, all_modes);
        if (integer.name == std::string_view("data_type")) put_flags(variable, all_statistics);
    }
    define_text(header, "statistic", {statistic_strlen}, "statistic of the samples of a pair and length");
}

void write_run(const NetcdfFile& file, const RunDescription& description, Statistic statistic) {
    for (const Integer& integer : published_integers(description, statistic)) {
        const int variable = file.find_variable(integer.name);
        file.check(nc_put_var_int(file.id(), variable, &integer.value), "write the header");
    }
    file.check(nc_put_var_text(file.id(), file.find_variable("statistic"), padded_name(statistic).data()),
               "write the header");
    write_locations(file, description);
}

PlaneVariables write_header(NetcdfFile& file, const RunDescription& description, Statistic statistic) {
    return write_header_of(file, description, statistic, PlanesOf::samples);
}

PlaneVariables write_traffic_header(NetcdfFile& file, const RunDescription& description) {
    return write_header_of(file, description, Statistic::count, PlanesOf::traffic);
}

void update_resumed(NetcdfFile& file, const RunDescription& run) {
    update_history(file, run.history);
    write_excluded(file, run);
}

void update_left_out(const NetcdfFile& file, const RunDescription& run) {
    write_excluded(file, run);
}

}  // namespace fabricmap
