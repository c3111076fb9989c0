// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/file_stamp.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <system_error>

namespace fabricmap::viewer {
namespace {

namespace fs = std::filesystem;

std::set<fs::path> files_of(const fs::path& source) {
    std::error_code ignored;
    if (fs::is_regular_file(source, ignored)) return {source};
    const fs::path folder = source.has_parent_path() ? source.parent_path() : fs::path(".");
    std::set<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().filename().string().starts_with(source.filename().string() + "_")) {
            files.insert(entry.path());
        }
    }
    return files;
}

}  // namespace

std::string file_stamp(const std::vector<std::string>& sources) {
    std::string stamp;
    for (const std::string& source : sources) {
        for (const fs::path& file : files_of(source)) {
            // A file that has just gone counts as empty.
            std::error_code ignored;
            const auto size = fs::file_size(file, ignored);
            const auto time = fs::last_write_time(file, ignored).time_since_epoch().count();
            stamp += fmt::format("{}:{}:{};", file.string(), size, time);
        }
    }
    return stamp;
}

}  // namespace fabricmap::viewer
