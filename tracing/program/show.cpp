// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "tracing/program/commands.hpp"
#include "tracing/views/profile.hpp"

#include <fmt/format.h>

namespace fabricmap::tracing {

void show(const ShowOptions& options) {
    const Recording recording = read_recording(options.folder);
    SourceLines lines;
    const Profile profile = profile_of(recording, lines);
    print_out(describe_profile(recording, profile, options.places));
    for (const auto& [path, problem] : lines.problems()) {
        remark(fmt::format("network_trace: {}: {}; its places are given as offsets\n", path, problem));
    }
}

}  // namespace fabricmap::tracing
