// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/settings.hpp"

#include "tracing/functions/functions.hpp"
#include "tracing/recorder/thread_state.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace fabricmap::tracing {
namespace {

constexpr const char* compress_variable = "FABRICMAP_TRACE_COMPRESS";
constexpr const char* polls_variable = "FABRICMAP_TRACE_POLLS";
constexpr const char* write_variable = "FABRICMAP_TRACE_WRITE";
constexpr const char* paths_variable = "FABRICMAP_TRACE_PATHS";
constexpr const char* rate_variable = "FABRICMAP_TRACE_DISK_RATE";
constexpr const char* only_variable = "FABRICMAP_TRACE_ONLY";
constexpr const char* skip_variable = "FABRICMAP_TRACE_SKIP";
constexpr std::array all_variables{compress_variable, polls_variable, write_variable, paths_variable,
                                   rate_variable,     only_variable,  skip_variable};

/// That of the environment, or else of lines "NAME=VALUE".
std::string variable(const char* name, std::string_view options) {
    if (const char* const value = std::getenv(name)) return value;
    const std::string beginning = std::string(name) + '=';
    while (!options.empty()) {
        const std::size_t end = std::min(options.find('\n'), options.size());
        const std::string_view line = options.substr(0, end);
        if (line.starts_with(beginning)) return std::string(line.substr(beginning.size()));
        options.remove_prefix(std::min(end + 1, options.size()));
    }
    return {};
}

/// Whether the list "MPI_Send,MPI_Recv" has the name.
bool lists(std::string_view list, std::string_view name) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (list.substr(0, comma) == name) return true;
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return false;
}

}  // namespace

RecorderSettings read_settings(const std::string& options) {
    RecorderSettings settings;
    settings.folder = variable("FABRICMAP_TRACE", {});
    settings.folder_of_all = settings.folder;
    settings.compresses = variable(compress_variable, options) != "none";
    settings.keeps_all_polls = variable(polls_variable, options) == "all";
    settings.is_synchronous = variable(write_variable, options) == "synchronous";
    const std::string path = variable(paths_variable, options);
    if (!path.empty()) settings.max_path = std::strtoul(path.c_str(), nullptr, 10);
    settings.disk_bytes_per_second = std::strtod(variable(rate_variable, options).c_str(), nullptr);
    return settings;
}

void skip_functions(const std::string& options) {
    const std::string only = variable(only_variable, options);
    const std::string skip = variable(skip_variable, options);
    for (std::size_t number = 0; number < all_functions().size(); ++number) {
        const FunctionInfo& function = all_functions()[number];
        const bool is_wanted = only.empty() || lists(only, function.name);
        recording_state.skipped[number] = !is_wanted || lists(skip, function.name);
    }
}

std::string text_of_options() {
    std::string text;
    for (const char* const name : all_variables) {
        const char* const value = std::getenv(name);
        if (value != nullptr) text += std::string(name) + '=' + value + '\n';
    }
    return text;
}

}  // namespace fabricmap::tracing
