// SPDX-License-Identifier: Apache-2.0
#include "base/installed.hpp"

namespace fabricmap {
namespace {

std::filesystem::path program_folder() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

}  // namespace

std::filesystem::path sibling_program(const std::string& name) {
    return program_folder() / name;
}

std::filesystem::path installed_helper(const std::string& name) {
    return program_folder().parent_path() / "lib" / "fabricmap" / name;
}

std::filesystem::path scenario_folder() {
    return program_folder().parent_path() / "share" / "fabricmap" / "scenarios";
}

std::filesystem::path rule_folder() {
    return program_folder().parent_path() / "share" / "fabricmap" / "rules";
}

}  // namespace fabricmap
