// SPDX-License-Identifier: Apache-2.0
#include "visited.hpp"

#include "base/errors.hpp"
#include "tests/command.hpp"

namespace fabricmap::testing {

bool wait_for_visits(const std::filesystem::path& prefix) {
    return eventually([&] {
        try {
            return !CollectiveFile(collectives_path(prefix)).visits().empty();
        } catch (const FileError&) {
            return false;  // It is not there yet.
        }
    });
}

}  // namespace fabricmap::testing
