// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/legacy/legacy_header.hpp"

#include "base/plain_file.hpp"
#include "netcdf_schema/legacy/legacy_conventions.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

namespace fabricmap {
namespace {

/// Of a variable of text; empty where there is no such variable.
std::string read_word(const NetcdfFile& file, const std::string& name) {
    const int variable = file.find_variable(name);
    if (variable < 0) return {};
    const std::string word = file.read_text(variable);
    return word.substr(0, word.find('\0'));
}

std::optional<Mode> read_mode(const NetcdfFile& file, const std::string& name) {
    if (const auto number = file.scalar(name)) return mode_numbered(static_cast<int>(*number));
    return mode_named(read_word(file, name));
}

/// Editions differ in whether they write its number or its name.
int read_data_type(const NetcdfFile& file, const std::string& name) {
    if (const auto number = file.scalar(name)) return static_cast<int>(*number);
    const auto statistic = statistic_named(read_word(file, name));
    return statistic ? static_cast<int>(*statistic) : -1;
}

std::optional<NoiseParameters> read_noise(const NetcdfFile& file, const std::string& name_prefix,
                                          std::optional<Mode> mode) {
    const auto length = file.scalar(name_prefix + "noise_mes_length");
    const auto messages = file.scalar(name_prefix + "num_noise_mes");
    const auto processes = file.scalar(name_prefix + "num_noise_proc");
    if (!mode || !has_noise(*mode) || !length || !messages || !processes) return std::nullopt;
    return NoiseParameters{*length, *messages, *processes};
}

std::vector<std::string> read_hosts(const std::filesystem::path& path, std::size_t ranks) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return std::vector<std::string>(ranks);
    std::ifstream file = open_regular_file(path);
    std::vector<std::string> hosts;
    for (std::string line; std::getline(file, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (line.empty()) continue;
        if (hosts.size() < ranks) {
            hosts.push_back(line);
        } else {
            throw FileError(
                fmt::format("{}: more names than the run has ranks ({}); correct the file or move it away",
                            path.string(), ranks));
        }
    }
    if (hosts.size() == ranks) return hosts;
    throw FileError(fmt::format("{}: {} names for {} ranks; correct the file or move it away", path.string(),
                                hosts.size(), ranks));
}

}  // namespace

LegacyHeader read_legacy_header(const NetcdfFile& file, const std::string& name_prefix, std::size_t ranks,
                                std::size_t planes) {
    const auto number = [&](const char* name) { return file.scalar(name_prefix + name); };
    LegacyHeader header;
    header.mode = read_mode(file, name_prefix + "test_type");
    header.data_type = read_data_type(file, name_prefix + "data_type");
    header.begin = number("begin_mes_length").value_or(-1);
    header.end = number("end_mes_length").value_or(-1);
    header.step = number("step_length").value_or(-1);
    header.repeats = number("num_repeates").value_or(number("num_repeats").value_or(-1));
    header.noise = read_noise(file, name_prefix, header.mode);
    header.ranks = ranks;
    header.planes = planes;
    if (header.begin < 0 || (header.step < 1 && planes > 1) || !std::in_range<std::int32_t>(header.step) ||
        !std::in_range<std::int32_t>(header.begin)) {
        file.refuse(fmt::format("the header states no message lengths (begin {}, step {})", header.begin,
                                header.step));
    }
    const auto processes = number("proc_num");
    if (processes && *processes != static_cast<std::int64_t>(ranks)) {
        file.refuse(fmt::format("the header says {} ranks, the data have {}", *processes, ranks));
    }
    return header;
}

bool same_legacy_run(const LegacyHeader& first, const LegacyHeader& other) {
    return first.mode == other.mode && first.begin == other.begin && first.step == other.step &&
           first.end == other.end && first.ranks == other.ranks && first.noise == other.noise;
}

std::vector<std::int64_t> legacy_lengths(const LegacyHeader& header, std::size_t planes) {
    std::vector<std::int64_t> lengths;
    for (std::size_t k = 0; k < planes; ++k) {
        lengths.push_back(header.begin + static_cast<std::int64_t>(k) * header.step);
    }
    return lengths;
}

Repairs legacy_repairs(std::optional<Mode> mode, Statistic statistic) {
    Repairs repairs{true, false, true, 1, false};
    if (!mode) return repairs;
    repairs.transposed = !legacy_rows_are_senders(mode);
    repairs.zero_diagonal = traits_of(*mode).older_diagonal_is_void;
    repairs.factor = 1 / legacy_factor(mode, statistic);
    return repairs;
}

RunDescription describe_legacy(const LegacyHeader& header, const std::vector<std::int64_t>& lengths,
                               const std::filesystem::path& prefix) {
    RunDescription description;
    description.mode = header.mode;
    description.ranks =
        rank_locations_of(read_hosts(std::filesystem::path(prefix).concat("_hosts.txt"), header.ranks));
    description.message_lengths = lengths;
    description.repeats = header.repeats;
    description.noise = header.noise;
    description.complete = !lengths.empty() && lengths.back() + header.step >= header.end;
    return description;
}

}  // namespace fabricmap
