// SPDX-License-Identifier: Apache-2.0
#include "converters/output.hpp"

#include "netcdf_schema/errors.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace fabricmap::converters {

void require_free(const std::filesystem::path& path, const Options& options) {
    std::error_code error;
    if (options.overwrite || !std::filesystem::exists(path, error)) return;
    throw FileError(fmt::format("{}: this file exists; choose another name, or replace it with --overwrite",
                                path.string()));
}

Output::Output(const Options& options) {
    if (!options.output) return;
    require_free(*options.output, options);
    file_.emplace(*options.output);
}

void Output::write(std::string_view text) {
    if (file_) {
        file_->write(text);
    } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
        throw FileError("stdout: cannot be written: make room, or choose a file with -o");
    }
}

void Output::finish() {
    if (file_) {
        file_->commit();
    } else if (std::fflush(stdout) != 0) {
        throw FileError("stdout: cannot be written: make room, or choose a file with -o");
    }
}

}  // namespace fabricmap::converters
