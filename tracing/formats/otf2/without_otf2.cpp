// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "tracing/formats/otf2/otf2.hpp"

#include <fmt/format.h>

namespace fabricmap::tracing {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path) {
    throw FileError(fmt::format(
        "{}: network_trace was built without OTF2; install libopen-trace-format2-dev and build it anew",
        path.string()));
}

}  // namespace

void write_otf2_archive(const Trace& /*trace*/, const std::filesystem::path& output, bool /*overwrite*/) {
    refuse(output);
}

Operations read_otf2_archive(const std::filesystem::path& anchor) {
    refuse(anchor);
}

}  // namespace fabricmap::tracing
