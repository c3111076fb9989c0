// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "netcdf_schema/file/limits.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/layouts/header.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <memory>
#include <set>

namespace fabricmap {
namespace {

constexpr std::size_t longest_host_name = 4096;
constexpr std::size_t longest_adapter_text = 4096;

int number_or_unknown(const std::vector<std::int64_t>& numbers, std::size_t rank) {
    return rank < numbers.size() ? static_cast<int>(numbers[rank]) : -1;
}

std::vector<std::int64_t> read_rank_numbers(const NetcdfFile& file, const std::string& name,
                                            std::size_t ranks) {
    const int variable = file.find_variable(name);
    const bool usable =
        variable >= 0 && file.type(variable) == NC_INT && file.shape(variable) == std::vector{ranks};
    return usable ? file.read_integers(variable) : std::vector<std::int64_t>{};
}

/// Written with NUL; other tools pad with blanks.
std::string padded_at(const std::string& padded, std::size_t place, std::size_t size) {
    std::string text = padded.substr(place * size, size);
    text.erase(std::min(text.find('\0'), text.size()));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// Empty where the file has no such texts of so many ranks.
std::vector<RankAdapters> read_rank_adapters(const NetcdfFile& file, std::size_t ranks) {
    std::vector<RankAdapters> adapters;
    const auto read = [&](const char* name, std::string RankAdapters::*text) {
        const int variable = file.find_variable(name);
        if (variable < 0 || file.type(variable) != NC_CHAR) return;
        const std::vector<std::size_t> shape = file.shape(variable);
        if (shape.size() != 2 || shape[0] != ranks || shape[1] > longest_adapter_text) return;
        adapters.resize(ranks);
        const std::string padded = file.read_text(variable);
        for (std::size_t rank = 0; rank < ranks; ++rank)
            adapters[rank].*text = padded_at(padded, rank, shape[1]);
    };
    read("adapter", &RankAdapters::near);
    read("adapter_used", &RankAdapters::used);
    read("gpu", &RankAdapters::gpu);
    read("host_adapters", &RankAdapters::host);
    return adapters;
}

std::vector<RankLocation> read_rank_locations(const NetcdfFile& file) {
    const int host_name = file.find_variable("host_name");
    const std::vector<std::size_t> shape = file.shape(host_name);
    const std::string names = file.read_text(host_name);
    const auto nodes = read_rank_numbers(file, "node", shape[0]);
    const auto cores = read_rank_numbers(file, "core", shape[0]);
    const auto numas = read_rank_numbers(file, "numa", shape[0]);
    const auto usable_cores = read_rank_numbers(file, "usable_cores", shape[0]);
    std::vector<RankLocation> ranks(shape[0]);
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        ranks[rank] = {padded_at(names, rank, shape[1]), number_or_unknown(nodes, rank),
                       number_or_unknown(cores, rank), number_or_unknown(numas, rank),
                       number_or_unknown(usable_cores, rank)};
    }
    return ranks;
}

std::optional<NoiseParameters> read_noise(const NetcdfFile& file, std::optional<Mode> mode) {
    const auto length = file.scalar("noise_mes_length");
    const auto messages = file.scalar("num_noise_mes");
    const auto processes = file.scalar("num_noise_proc");
    if (!length || !messages || !processes || *length < 0 || *messages < 0 || *processes < 0)
        return std::nullopt;
    const NoiseParameters noise{*length, *messages, *processes};
    const bool noisy = mode && has_noise(*mode);
    return noisy || noise != NoiseParameters{} ? std::optional(noise) : std::nullopt;
}

std::vector<std::string> read_hosts_flagged(const NetcdfFile& file, const std::vector<RankLocation>& ranks,
                                            std::int64_t mask) {
    const std::vector<std::int64_t> flags = read_rank_numbers(file, "excluded", ranks.size());
    std::set<std::string> hosts;
    for (std::size_t rank = 0; rank < flags.size(); ++rank) {
        if (flags[rank] > 0 && (flags[rank] & mask) != 0 && !ranks[rank].host.empty())
            hosts.insert(ranks[rank].host);
    }
    return {hosts.begin(), hosts.end()};
}

std::size_t record_count(const NetcdfFile& file, const PlaneVariables& variables) {
    return file.shape(variables.data).front();
}

/// Nothing where the file has none.
std::shared_ptr<const std::vector<double>> read_ages(const NetcdfFile& file, std::size_t ranks) {
    const int variable = file.find_variable("age_s");
    if (variable < 0) return nullptr;
    if (file.shape(variable) != std::vector{ranks, ranks} || file.type(variable) == NC_CHAR)
        file.refuse("age_s must have one number for each pair of ranks");
    return std::make_shared<const std::vector<double>>(file.read_doubles(variable));
}

}  // namespace

bool has_our_schema(const NetcdfFile& file) {
    return file.integer_attribute("fabricmap_schema").has_value();
}

bool is_archive(const NetcdfFile& file) {
    return file.integer_attribute(archive_attribute).has_value();
}

bool holds_collectives(const NetcdfFile& file) {
    return file.integer_attribute(collectives_attribute).has_value();
}

void require_known_schema(const NetcdfFile& file) {
    const auto version = file.integer_attribute("fabricmap_schema");
    if (!version) file.refuse("this is not a file of Fabricmap: it lacks the attribute fabricmap_schema");
    if (*version > schema_version) {
        file.refuse(
            fmt::format("the file has schema version {}, this program knows {}: use a newer fabricmap",
                        *version, schema_version));
    }
}

void require_host_names(const NetcdfFile& file, std::size_t ranks) {
    const int host_name = file.find_variable("host_name");
    if (host_name < 0) file.refuse("the file lacks the variable host_name");
    const auto hosts = file.shape(host_name);
    if (hosts.size() != 2 || hosts[0] != ranks || hosts[1] > longest_host_name ||
        file.type(host_name) != NC_CHAR) {
        file.refuse("host_name must have one name for each rank");
    }
}

PlaneVariables find_plane_variables(const NetcdfFile& file) {
    require_known_schema(file);
    const PlaneVariables variables{file.find_variable("data"),    file.find_variable("message_length"),
                                   file.find_variable("n"),       file.find_variable("record_time"),
                                   file.find_variable("quality"), file.find_variable("outliers"),
                                   file.find_variable("bytes")};
    if (variables.data < 0) file.refuse("the file lacks the variable data");
    if (variables.message_length < 0) file.refuse("the file lacks the variable message_length");

    const auto data = file.shape(variables.data);
    require_matrix_shape(file, variables.data, data);
    if (file.shape(variables.message_length) != std::vector{data[0]} ||
        file.type(variables.message_length) == NC_CHAR) {
        file.refuse("message_length must have one number for each plane of data");
    }
    if (variables.bytes >= 0 && file.shape(variables.bytes) != data)
        file.refuse("bytes must have the shape of data");
    if (variables.outliers >= 0 && file.shape(variables.outliers) != data)
        file.refuse("outliers must have the shape of data");
    require_host_names(file, data[1]);
    const auto require_one_a_plane = [&](int variable, std::string_view name) {
        if (variable >= 0 && file.shape(variable) != std::vector{data[0]})
            file.refuse(fmt::format("{} must have one number for each plane of data", name));
    };
    require_one_a_plane(variables.record_time, "record_time");
    require_one_a_plane(variables.coordinate, "n");
    return variables;
}

void read_locations(const NetcdfFile& file, RunDescription& description) {
    description.ranks = read_rank_locations(file);
    description.adapters = read_rank_adapters(file, description.ranks.size());
    description.excluded_hosts = read_hosts_flagged(file, description.ranks, excluded_mask);
    description.unresponsive_hosts = read_hosts_flagged(file, description.ranks, unresponsive_mask);
}

RunDescription read_description(const NetcdfFile& file) {
    RunDescription description;
    description.mode = mode_numbered(static_cast<int>(file.scalar("test_type").value_or(-1)));
    read_locations(file, description);
    description.repeats = file.scalar("num_repeates").value_or(-1);
    description.noise = read_noise(file, description.mode);
    read_attributes(file, description);
    description.pair_ages_s = read_ages(file, description.ranks.size());
    return description;
}

std::optional<Statistic> read_statistic(const NetcdfFile& file) {
    return statistic_numbered(static_cast<int>(file.scalar("data_type").value_or(-1)));
}

std::vector<std::int64_t> read_planned_lengths(const NetcdfFile& file) {
    std::vector<std::int64_t> lengths = file.integers_attribute("planned_message_length");
    if (!lengths.empty()) return lengths;
    const auto begin = file.scalar("begin_mes_length").value_or(-1);
    const auto end = file.scalar("end_mes_length").value_or(-1);
    const auto step = file.scalar("step_length").value_or(-1);
    if (begin < 0 || end <= begin || step < 1) return {};
    return length_row(begin, end, step);
}

std::optional<std::string> read_run_id(const NetcdfFile& file) {
    return file.text_attribute("run_id");
}

std::vector<bool> read_complete_records(const NetcdfFile& file, const PlaneVariables& variables) {
    const std::size_t records = record_count(file, variables);
    // A kill while the last plane is published may leave one record that is counted and not all there.
    const auto whole = static_cast<std::size_t>(std::min<std::uint64_t>(file.whole_records(), records));
    if (records > whole + 1) file.require_whole_records();
    if (variables.record_time < 0) {
        file.require_whole_records();
        return std::vector<bool>(records, true);
    }
    std::vector<bool> complete;
    for (const double time : file.read_doubles(variables.record_time)) complete.push_back(time > 0);
    if (records > whole && (complete.back() || file.integer_attribute("complete") == 1))
        file.require_whole_records();
    complete.resize(whole);
    return complete;
}

std::vector<std::int64_t> read_record_lengths(const NetcdfFile& file, const PlaneVariables& variables,
                                              std::size_t records) {
    std::vector<std::int64_t> lengths = file.read_integers(variables.message_length);
    lengths.resize(records);
    return lengths;
}

}  // namespace fabricmap
