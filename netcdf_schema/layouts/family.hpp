// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "base/printed_unit.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"
#include "netcdf_schema/run/vocabulary.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

/// What the user asked for, resolved to a file that exists and those that belong beside it by their names.
struct Request {
    std::string label;           ///< as the user wrote it
    std::filesystem::path file;  ///< the file given, or the first of the prefix
    bool names_file = false;     ///< a file was given, no prefix
    std::filesystem::path
        prefix;  ///< PREFIX of PREFIX_median.nc; the whole stem where the name has no such form
    std::vector<std::filesystem::path> siblings;  ///< the others of the family that exist
    std::optional<std::size_t>
        run_number{};  ///< which of the runs in the file, from 1; nothing where none is named
    std::optional<PrintedUnit> unit{};  ///< of the numbers in the file, where the user names it
};

/// A file whose kind is to be found out from what it holds.
struct Content {
    std::filesystem::path path;
    std::shared_ptr<const NetcdfFile> netcdf;  ///< nothing where the file is no NetCDF
    std::string beginning;                     ///< the first bytes of text, without_labels
};

[[nodiscard]] Content look_into(const std::filesystem::path& path);

/// Throws FileError where neither such a file nor a family of that prefix exists. "FILE:2" is the second run
/// in a file of text, "FILE:GB/s" a list whose numbers are that.
[[nodiscard]] Request resolve(const std::filesystem::path& path);

/// The statistic that the file's name tells, for files that do not tell themselves.
[[nodiscard]] std::optional<Statistic> statistic_in_name(const std::filesystem::path& path);

/// The file asked for, whose content is given, and those siblings that `open` takes for the same kind and
/// `belongs` for the same run. A sibling that is damaged is an error where a prefix was given; beside a named
/// file it is left out.
template <typename Member, typename Open, typename Belongs>
std::vector<Member> open_family(const Request& request, const Content& content, const Open& open,
                                const Belongs& belongs) {
    std::vector<Member> members;
    members.push_back(open(content).value());
    for (const std::filesystem::path& sibling : request.siblings) {
        try {
            std::optional<Member> member = open(look_into(sibling));
            if (member && belongs(members.front(), *member)) members.push_back(std::move(*member));
        } catch (const FileError&) {
            if (!request.names_file) throw;
        }
    }
    return members;
}

}  // namespace fabricmap
