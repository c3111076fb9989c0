// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "netcdf_schema/readers/family.hpp"
#include "netcdf_schema/readers/reader.hpp"
#include "netcdf_schema/run_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <utility>

namespace fabricmap {
namespace {

constexpr std::array readers{
    Reader{"run of fabricmap", is_own_set, open_own_set},
    Reader{"archive of fabricmap", is_own_archive, open_own_archive},
    Reader{"archive of the older toolkit", is_legacy_archive, open_legacy_archive},
    Reader{"run of the older toolkit", is_legacy_plain, open_legacy_plain},
    Reader{"run of the older toolkit's variant of 2024", is_variant_2024, open_variant_2024},
    Reader{"text of the older toolkit", is_legacy_text, open_legacy_text},
    Reader{"output of mpiGraph", is_mpigraph, open_mpigraph},
};

std::string reason_of_lacking_median(const Request& request) {
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
    const auto* const reader = std::find_if(readers.begin(), readers.end(),
                                            [&](const Reader& kind) { return kind.recognises(content); });
    if (reader != readers.end()) {
        Run run = reader->open(request, content);
        if (!request.names_file && !run.has(Statistic::median))
            run.set_lack_of_median(reason_of_lacking_median(request));
        return run;
    }

    std::string known;
    for (const Reader& kind : readers) known += fmt::format("{}{}", known.empty() ? "" : ", ", kind.name);
    throw FileError(fmt::format("{}: this holds no delays that can be read; known are: {}",
                                request.file.string(), known));
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

Run::Run(std::string label, RunDescription description, Stacks stacks, std::optional<Statistic> named)
    : label_(std::move(label)),
      description_(std::move(description)),
      stacks_(std::move(stacks)),
      named_(named) {}

std::vector<Statistic> Run::statistics() const {
    std::vector<Statistic> present;
    std::copy_if(all_statistics.begin(), all_statistics.end(), std::back_inserter(present),
                 [this](Statistic statistic) { return has(statistic); });
    return present;
}

Statistic Run::preferred() const {
    if (named_ && has(*named_)) return *named_;
    const std::vector<Statistic> present = statistics();
    if (present.empty()) throw FileError(fmt::format("{}: the run holds no statistic", label_));
    return has(Statistic::median) ? Statistic::median : present.front();
}

std::shared_ptr<const DelayStack> Run::stack(Statistic statistic) const {
    const auto found = stacks_.find(statistic);
    if (found != stacks_.end()) return found->second;
    std::string present;
    for (const Statistic other : statistics())
        present += fmt::format("{}{}", present.empty() ? "" : ", ", name_of(other));
    throw FileError(
        fmt::format("{}: the run has no statistic '{}'; it has: {}", label_, name_of(statistic), present));
}

std::size_t Run::implausible_values() const {
    std::size_t values = 0;
    for (const auto& [statistic, stack] : stacks_) values += stack->implausible_values();
    return values;
}

std::string describe_implausible_values(std::size_t values) {
    constexpr std::string_view why = "(negative, not finite or above 10⁶ s)";
    if (values == 1) return fmt::format("1 value is no delay {} and counts as not measured", why);
    // More than a million of a file are not counted.
    return fmt::format("{}{} values are no delays {} and count as not measured",
                       values < 1'000'000 ? "" : "at least ", values, why);
}

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
    }
    return content;
}

Run open_run(const std::filesystem::path& path) {
    try {
        return open_parts_or_files(path);
    } catch (const std::bad_alloc&) {
        throw FileError(fmt::format("{}: what the header announces does not fit into memory", path.string()));
    } catch (const std::length_error&) {
        throw FileError(fmt::format("{}: the header announces more than any memory holds", path.string()));
    }
}

std::vector<std::filesystem::path> files_of_run(const std::filesystem::path& path) {
    std::vector<std::filesystem::path> files;
    try {
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
