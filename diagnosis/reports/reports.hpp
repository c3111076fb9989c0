// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/diagnosis.hpp"

#include <cstddef>
#include <string>

namespace fabricmap::diagnosis {

/// For the terminal: the verdict, the findings with their evidence, thresholds, topology, what was not looked
/// at, and as the last line "RESULT: faults=2 hosts=64 ...", which stays as it is for scripts.
[[nodiscard]] std::string terminal_report(const Diagnosis& diagnosis);

/// Everything, with "schema_version":1 and SI units; numbers that are not finite are null.
[[nodiscard]] std::string json_report(const Diagnosis& diagnosis);

/// One page that needs no network: verdict, pictures as embedded PNG with the findings marked on them, curves
/// as SVG, tables.
[[nodiscard]] std::string html_report(const Diagnosis& diagnosis);

/// Prometheus' text format: counts of findings by kind, for every host its state and its factors.
[[nodiscard]] std::string prometheus_report(const Diagnosis& diagnosis);

/// "scontrol update nodename=... state=drain reason=..." for hosts with a fault of their own, the most severe
/// first, at most so many; a comment tells of those left out.
[[nodiscard]] std::string slurm_drain_lines(const Diagnosis& diagnosis, std::size_t max_hosts);

}  // namespace fabricmap::diagnosis
