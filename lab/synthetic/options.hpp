// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/sweep_options.hpp"
#include "lab/scenario/scenario.hpp"
#include "lab/synthetic/run_files.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fabricmap::lab {

/// What the user of network_synthesize asked for, or the text that --help or --version asks for.
struct SynthesizeCommand {
    std::optional<Scenario> scenario;  ///< with the sweep that was asked for
    RunFiles files;
    bool quiet = false;
    std::string answer;
};

/// Throws UsageError that names the option and the remedy, and FileError about the scenario.
[[nodiscard]] SynthesizeCommand parse_synthesize_words(const std::vector<std::string>& words);

/// Puts what was asked for in place of the scenario's own sweep.
void apply(const SweepOptions& sweep, Scenario& scenario);

}  // namespace fabricmap::lab
