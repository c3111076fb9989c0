// SPDX-License-Identifier: Apache-2.0
#include "site/slurm/ask.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "site/launch/run_into.hpp"

#include <fmt/format.h>

#include <chrono>

namespace fabricmap::site {

void ask_slurm_into(const std::filesystem::path& answer, const std::vector<std::string>& words,
                    std::string_view what) {
    constexpr std::chrono::minutes only_a_dead_slurmctld_takes{2};
    const int code = run_into(answer, words, only_a_dead_slurmctld_takes);
    if (code == not_found_by_shell) {
        throw RunError(
            fmt::format("{} is not installed here, so Slurm cannot be asked for {}", words.front(), what));
    }
    if (code != 0)
        throw RunError(fmt::format("{} ended with code {}; try it by hand", joined_by(words, " "), code));
}

}  // namespace fabricmap::site
