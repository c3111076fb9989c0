// SPDX-License-Identifier: Apache-2.0
#include "site/launch/passing_folder.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace fabricmap::site {

PassingFolder::PassingFolder() : path_(std::filesystem::temp_directory_path() / "fabricmap_XXXXXX") {
    std::string name = path_;
    if (mkdtemp(name.data()) == nullptr)
        throw system_error(path_, "make this folder", errno, FileUse::report);
    path_ = name;
}

PassingFolder::~PassingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace fabricmap::site
