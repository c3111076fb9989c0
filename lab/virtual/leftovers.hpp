// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <sys/types.h>
#include <vector>

namespace fabricmap::lab {

/// A virtual cluster that stays, or that a killed run has left behind.
struct Leftover {
    pid_t keeper = -1;              ///< its first process
    std::string hosts;              ///< "node0 node1"; empty where it is not known
    std::vector<pid_t> children{};  ///< of its keeper; `network_lab up` prints one of them
};

/// Those whose starter is gone. Throws UsageError where only root can tell.
[[nodiscard]] std::vector<Leftover> leftovers();

/// Which of them a user means: by the number of its keeper or of a child of that, all of them by "all", the
/// only one by nothing. Throws UsageError, with what can be typed, where there is no such one, or there are
/// several and none is named.
[[nodiscard]] std::vector<Leftover> chosen_leftovers(const std::vector<Leftover>& all,
                                                     const std::string& word);

/// Ends one, and says in a line what was ended. One that does not end when it is told to, which may take the
/// ten seconds that it waits for its command itself, is killed after `patience`.
[[nodiscard]] std::string end_leftover(const Leftover& leftover,
                                       std::chrono::milliseconds patience = std::chrono::seconds(12));

}  // namespace fabricmap::lab
