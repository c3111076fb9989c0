// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/layouts/family.hpp"

#include "base/plain_file.hpp"
#include "base/printed_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <set>
#include <string_view>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> statistic_words{
    "min", "average", "median", "max", "deviation", "count", "measurements_amount", "all", "traffic",
};
constexpr std::array<std::string_view, 4> endings{".nc", "_clust.nc", "_arc.nc", ".txt"};

struct NameParts {
    fs::path prefix;
    std::string_view word;
    std::string_view ending;
};

std::optional<NameParts> parts_of(const fs::path& path) {
    const std::string name = path.filename().string();
    for (const std::string_view ending : endings) {
        for (const std::string_view word : statistic_words) {
            const std::string tail = fmt::format("_{}{}", word, ending);
            if (name.size() > tail.size() && name.ends_with(tail)) {
                return NameParts{path.parent_path() / name.substr(0, name.size() - tail.size()), word,
                                 ending};
            }
        }
    }
    return std::nullopt;
}

std::vector<fs::path> family_of(const fs::path& prefix, std::string_view ending) {
    std::vector<fs::path> family;
    for (const std::string_view word : statistic_words) {
        const fs::path path = fs::path(prefix).concat(fmt::format("_{}{}", word, ending));
        std::error_code error;
        if (fs::exists(path, error)) family.push_back(path);
    }
    return family;
}

std::optional<Request> resolve_prefix(const fs::path& prefix) {
    if (!prefix.has_filename()) return std::nullopt;
    for (const std::string_view ending : endings) {
        const std::vector<fs::path> family = family_of(prefix, ending);
        if (family.empty()) continue;
        return Request{prefix.string(), family.front(), false, prefix, {family.begin() + 1, family.end()}};
    }
    return std::nullopt;
}

Request resolve_file(const fs::path& path) {
    Request request{path.string(), path, true, fs::path(path).replace_extension(), {}};
    if (const auto parts = parts_of(path)) {
        request.prefix = parts->prefix;
        request.siblings = family_of(parts->prefix, parts->ending);
        std::erase_if(request.siblings,
                      [&](const fs::path& sibling) { return sibling.filename() == path.filename(); });
    }
    return request;
}

/// The prefixes of the runs that lie in a folder.
std::set<std::string> runs_in(const fs::path& folder) {
    std::set<std::string> runs;
    std::error_code unreadable;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, unreadable)) {
        if (const auto parts = parts_of(entry.path())) runs.insert(parts->prefix.string());
    }
    return runs;
}

/// Whoever keeps runs together, as a check does, gives their folder where a run is meant.
void refuse_folder_of_runs(const fs::path& folder) {
    const std::set<std::string> runs = runs_in(folder);
    if (runs.empty()) return;
    throw FileError(fmt::format("{}: this is a folder, with the runs {}: give one or more of them",
                                folder.string(), fmt::join(runs, " ")));
}

}  // namespace

Content look_into(const std::filesystem::path& path) {
    std::ifstream file = open_regular_file(path);
    // A launcher's warnings may stand above the output of a program.
    std::string beginning(4096, '\0');
    file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    beginning.resize(static_cast<std::size_t>(file.gcount()));
    if (beginning.empty())
        throw FileError(fmt::format("{}: the file is empty; copy it again", path.string()));
    Content content{path, nullptr, beginning};
    if (beginning.starts_with("CDF") || beginning.starts_with("\x89HDF")) {
        content.netcdf = std::make_shared<NetcdfFile>(NetcdfFile::open(path, NetcdfFile::Access::read));
    } else {
        content.beginning = without_labels(beginning);
    }
    return content;
}

Request resolve(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    const bool could_be_prefix = !fs::exists(status) || fs::is_directory(status);
    if (could_be_prefix) {
        if (auto request = resolve_prefix(path)) return *request;
    }
    if (const RunInFile run = run_in_file(path); run.number || run.unit) {
        Request request = resolve_file(run.file);
        request.label = path.string();
        request.run_number = run.number;
        request.unit = run.unit;
        return request;
    }
    if (status.type() == fs::file_type::not_found) {
        throw FileError(fmt::format("{}: no such file, and no run has this prefix (there is no {}_median.nc)",
                                    path.string(), path.string()));
    }
    if (fs::is_directory(status)) refuse_folder_of_runs(path);
    require_regular_file(path);
    return resolve_file(path);
}

std::optional<Statistic> statistic_in_name(const fs::path& path) {
    const auto parts = parts_of(path);
    return parts ? statistic_named(parts->word) : std::nullopt;
}

}  // namespace fabricmap
