// SPDX-License-Identifier: Apache-2.0
// Commands of fabricmap on the checks of a store. Each takes the words behind its name, and throws UsageError
// that names the option and the remedy.
#pragma once

#include "base/errors.hpp"

#include <string>
#include <vector>

namespace fabricmap::site {

/// From now on a check shows the healthy machine.
ExitCode accept_check(const std::vector<std::string>& words);
/// It does not, or no longer.
ExitCode reject_check(const std::vector<std::string>& words);
/// A line for each check, or for what a host was in each.
ExitCode show_history(const std::vector<std::string>& words);
/// What the last check that measured a host said of it.
ExitCode show_state(const std::vector<std::string>& words);
/// The map that the checks of parts of the site add up to, and what is slow on it.
ExitCode show_map(const std::vector<std::string>& words);
/// What has changed between two checks: becomes network_diagnose.
ExitCode show_difference(const std::vector<std::string>& words);
/// Drains the hosts that a check found faulty, in Slurm.
ExitCode drain_nodes(const std::vector<std::string>& words);
/// Resumes those that a later check measured healthy.
ExitCode release_nodes(const std::vector<std::string>& words);
/// What to write to the vendor of a host.
ExitCode write_ticket(const std::vector<std::string>& words);
/// Metrics of the last state of each host, for Prometheus.
ExitCode write_metrics(const std::vector<std::string>& words);
/// Chooses a host for each rank of a traced program, and tries it; without a trace becomes network_place.
ExitCode place_ranks(const std::vector<std::string>& words);
/// Removes old checks that are not accepted.
ExitCode prune_checks(const std::vector<std::string>& words);

}  // namespace fabricmap::site
