// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/layouts/reader.hpp"

#include <fmt/format.h>

namespace fabricmap {

Run open_as(const Reader& reader, const std::filesystem::path& path) {
    const Request request = resolve(path);
    const Content content = look_into(request.file);
    if (!reader.recognises(content))
        throw FileError(fmt::format("{}: this is not a {}", request.file.string(), reader.name));
    return reader.open(request, content);
}

}  // namespace fabricmap
