// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/settings.hpp"

#include "tracing/functions/functions.hpp"
#include "tracing/recorder/thread_state.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace fabricmap::tracing {
namespace {

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string_view() : value;
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

RecorderSettings read_settings() {
    RecorderSettings settings;
    settings.folder = variable("FABRICMAP_TRACE");
    settings.compresses = variable("FABRICMAP_TRACE_COMPRESS") != "none";
    settings.keeps_all_polls = variable("FABRICMAP_TRACE_POLLS") == "all";
    settings.is_synchronous = variable("FABRICMAP_TRACE_WRITE") == "synchronous";
    const std::string path(variable("FABRICMAP_TRACE_PATHS"));
    if (!path.empty()) settings.max_path = std::strtoul(path.c_str(), nullptr, 10);
    settings.disk_bytes_per_second =
        std::strtod(std::string(variable("FABRICMAP_TRACE_DISK_RATE")).c_str(), nullptr);
    return settings;
}

void skip_functions() {
    const std::string_view only = variable("FABRICMAP_TRACE_ONLY");
    const std::string_view skip = variable("FABRICMAP_TRACE_SKIP");
    for (std::size_t number = 0; number < all_functions().size(); ++number) {
        const FunctionInfo& function = all_functions()[number];
        const bool is_wanted = only.empty() || lists(only, function.name);
        recording_state.skipped[number] = !is_wanted || lists(skip, function.name);
    }
}

}  // namespace fabricmap::tracing
