// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "tracing/program/commands.hpp"
#include "tracing/views/comparison.hpp"
#include "tracing/views/profile.hpp"

#include <fmt/format.h>

namespace fabricmap::tracing {
namespace {

void show_changes(const std::filesystem::path& old, const std::filesystem::path& current, std::size_t places,
                  SourceLines& lines) {
    const Recording before = read_recording(old);
    const Recording now = read_recording(current);
    const Profile profile_before = profile_of(before, lines);
    const Profile profile_now = profile_of(now, lines);
    print_out(fmt::format("before  {}now     {}", describe_run(before, profile_before),
                          describe_run(now, profile_now)));
    print_out(describe_changes(profile_before, profile_now, places));
}

}  // namespace

void show(const ShowOptions& options) {
    SourceLines lines;
    const std::filesystem::path first = options.folders.front();
    if (options.folders.size() == 2) {
        show_changes(first, options.folders.back(), options.places, lines);
    } else {
        const Recording recording = read_recording(first);
        print_out(describe_profile(recording, profile_of(recording, lines), options.places));
    }
    for (const auto& [path, problem] : lines.problems()) {
        remark(fmt::format("network_trace: {}: {}; its places are given as offsets\n", path, problem));
    }
}

}  // namespace fabricmap::tracing
