// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/layouts/family.hpp"
#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace fabricmap {

/// One kind of file; `content` is that of the request's file. To add a kind: a file that defines its reader,
/// and the reader's name in the list of CMakeLists.txt.
struct Reader {
    std::string_view name;
    bool (*recognises)(const Content& content);
    Run (*open)(const Request& request, const Content& content);
    bool holds_runs = false;  ///< a file may hold several, and the request may name one
    bool takes_unit = false;  ///< the request may name that of the numbers
};

/// All there are, in the order in which they are asked.
[[nodiscard]] std::span<const Reader* const> readers() noexcept;

/// Files that this toolkit writes.
extern const Reader own_set;
extern const Reader own_archive;

/// A run whose files are of that kind, by their prefix or one of them. Throws FileError where it is none.
[[nodiscard]] Run open_as(const Reader& reader, const std::filesystem::path& path);

}  // namespace fabricmap
