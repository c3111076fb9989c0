// SPDX-License-Identifier: Apache-2.0
#include "base/installed.hpp"
#include "base/search_path.hpp"
#include "lab/kinds/kind.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <unistd.h>

namespace fabricmap::lab {
namespace {

struct Program {
    std::string_view name;
    std::string_view package;
};
constexpr std::array programs{Program{"mpirun", "openmpi-bin"}, Program{"nsenter", "util-linux"},
                              Program{"unshare", "util-linux"}};

/// The rights that the calling process has, as linux/capability.h numbers them.
std::uint64_t capabilities() {
    constexpr std::string_view key = "CapEff:";
    constexpr int hexadecimal = 16;
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key)) return std::stoull(line.substr(key.size()), nullptr, hexadecimal);
    }
    return 0;
}

bool has_capability(int number) {
    return (capabilities() >> number & 1U) != 0;
}

}  // namespace

std::optional<std::string> virtual_unsupported_reason(const Tester& tester) {
    constexpr int net_admin = 12;
    constexpr int sys_admin = 21;
    if (geteuid() != 0) return "it makes hosts out of namespaces, which takes root: run it with sudo";
    if (!has_capability(net_admin) || !has_capability(sys_admin)) {
        return "root lacks CAP_NET_ADMIN or CAP_SYS_ADMIN here: run it outside of the container, or in one "
               "with --privileged";
    }
    if (access("/dev/net/tun", R_OK | W_OK) != 0) {
        return "/dev/net/tun cannot be opened: load the module tun (modprobe tun), or give the container "
               "that device";
    }
    for (const Program& program : programs) {
        if (is_on_path(program.name)) continue;
        return fmt::format("the program {} is not there: install the package {}", program.name,
                           program.package);
    }
    const std::filesystem::path measuring = sibling_program(std::string(tester.name));
    if (access(measuring.c_str(), X_OK) == 0) return std::nullopt;
    return fmt::format("{} is not there: build or install it", measuring.string());
}

}  // namespace fabricmap::lab
