// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/collectives/root_matrices.hpp"
#include "netcdf_schema/layouts/family.hpp"
#include "netcdf_schema/layouts/reader.hpp"
#include "netcdf_schema/parts/run_parts.hpp"
#include "netcdf_schema/synthetic/synthetic_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

namespace fabricmap {
namespace {

std::string why_median_is_missing(const Request& request) {
    const auto holds_median = [](const std::filesystem::path& path) {
        return statistic_in_name(path) == Statistic::median;
    };
    const auto foreign = std::find_if(request.siblings.begin(), request.siblings.end(), holds_median);
    return foreign == request.siblings.end()
               ? fmt::format("{} has no median file", request.label)
               : fmt::format("{} is of another run than the files beside it", foreign->string());
}

Run open_resolved(const Request& request) {
    const Content content = look_into(request.file);
    for (const Reader* const kind : readers()) {
        if (!kind->recognises(content)) continue;
        if (request.run_number && !kind->holds_runs) {
            throw FileError(fmt::format("{}: a {} holds one run; leave :{} out", request.label, kind->name,
                                        *request.run_number));
        }
        if (request.unit && !kind->takes_unit) {
            throw FileError(fmt::format("{}: the {} has units of its own; leave :{} out", request.label,
                                        kind->name, request.unit->name));
        }
        Run run = kind->open(request, content);
        if (!request.names_file && !run.has(Statistic::median))
            run.set_reason_without_median(why_median_is_missing(request));
        return run;
    }
    std::string known;
    for (const Reader* const kind : readers())
        known += fmt::format("{}{}", known.empty() ? "" : ", ", kind->name);
    throw FileError(fmt::format("{}: unrecognised format; supported: {}", request.file.string(), known));
}

Run open_parts_or_files(const std::filesystem::path& path) {
    try {
        if (holds_parts(path)) return open_parts(path);
    } catch (const FileError&) {
        // They may just have been joined.
        if (holds_parts(path)) throw;
    }
    return open_resolved(resolve(path));
}

}  // namespace

Run open_run(const std::filesystem::path& path) {
    if (const std::string name = path.string(); is_synthetic(name)) {
        Scenario scenario = find_scenario(std::string_view(name).substr(synthetic_prefix.size()));
        return as_run(std::make_shared<const SyntheticRun>(std::move(scenario)), name);
    }
    try {
        if (auto matrices = open_root_matrices(path)) return std::move(*matrices);
        return open_parts_or_files(path);
    } catch (const std::bad_alloc&) {
        throw FileError(fmt::format("{}: what the header describes does not fit into memory", path.string()));
    } catch (const std::length_error&) {
        throw FileError(
            fmt::format("{}: the header describes more values than any memory holds", path.string()));
    }
}

std::vector<std::filesystem::path> files_of_run(const std::filesystem::path& path) {
    std::vector<std::filesystem::path> files;
    try {
        if (const auto collectives = file_of_root_matrices(path)) return {*collectives};
        if (holds_parts(path)) {
            for (const auto& entry : std::filesystem::directory_iterator(parts_folder(path)))
                files.push_back(entry.path());
            return files;
        }
        Request request = resolve(path);
        files = std::move(request.siblings);
        files.push_back(request.file);
        files.push_back(request.prefix.concat("_hosts.txt"));
    } catch (const FileError&) {
    } catch (const std::filesystem::filesystem_error&) {
    }
    return files;
}

}  // namespace fabricmap
