// SPDX-License-Identifier: Apache-2.0
#include "visited.hpp"

#include "base/errors.hpp"

#include <chrono>
#include <thread>

namespace fabricmap::testing {

bool wait_for_visits(const std::filesystem::path& prefix) {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < give_up) {
        try {
            if (!CollectiveFile(collectives_path(prefix)).visits().empty()) return true;
        } catch (const FileError&) {
            // It is not there yet.
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

}  // namespace fabricmap::testing
