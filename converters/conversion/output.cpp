// SPDX-License-Identifier: Apache-2.0
#include "converters/conversion/output.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/open_run.hpp"

#include <cstdio>

namespace fabricmap::converters {

void require_no_input(const std::filesystem::path& path, const Options& options) {
    for (const std::filesystem::path& input : files_of_run(options.input)) require_another(path, input);
}

void require_free(const std::filesystem::path& path, const Options& options) {
    require_no_input(path, options);
    fabricmap::require_free(path, options.overwrite);
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
        throw FileError("stdout: cannot be written: free some disk space, or name a file with -o");
    }
}

void Output::finish() {
    if (file_) {
        file_->commit();
    } else if (std::fflush(stdout) != 0) {
        throw FileError("stdout: cannot be written: free some disk space, or name a file with -o");
    }
}

}  // namespace fabricmap::converters
