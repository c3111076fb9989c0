// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/family.hpp"
#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <memory>
#include <string_view>

namespace fabricmap {

/// One kind of file; `content` is that of the request's file. To add a kind: a file, its
/// declarations here, and a line in the table of open_run.cpp.
struct Reader {
    std::string_view name;
    bool (*recognises)(const Content& content);
    Run (*open)(const Request& request, const Content& content);
};

[[nodiscard]] bool is_own_set(const Content& content);
[[nodiscard]] Run open_own_set(const Request& request, const Content& content);

[[nodiscard]] bool is_own_archive(const Content& content);
[[nodiscard]] Run open_own_archive(const Request& request, const Content& content);
/// Of that file alone, its values as they are. Throws FileError where it is no archive of ours.
[[nodiscard]] std::shared_ptr<const DelayStack> open_archive_stack(const std::filesystem::path& path);

[[nodiscard]] bool is_legacy_plain(const Content& content);
[[nodiscard]] Run open_legacy_plain(const Request& request, const Content& content);

[[nodiscard]] bool is_legacy_archive(const Content& content);
[[nodiscard]] Run open_legacy_archive(const Request& request, const Content& content);

[[nodiscard]] bool is_variant_2024(const Content& content);
[[nodiscard]] Run open_variant_2024(const Request& request, const Content& content);

[[nodiscard]] bool is_legacy_text(const Content& content);
[[nodiscard]] Run open_legacy_text(const Request& request, const Content& content);

[[nodiscard]] bool is_mpigraph(const Content& content);
[[nodiscard]] Run open_mpigraph(const Request& request, const Content& content);

}  // namespace fabricmap
