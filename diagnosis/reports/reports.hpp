// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace fabricmap::diagnosis {

/// How much the report for the terminal has.
enum class Detail : std::uint8_t {
    brief,  ///< fits a screen of 24 lines where nothing is wrong
    full,   ///< with all numbers, the drawing of the topology, and each pair class's curve (--verbose)
};

/// For the terminal: the verdict, the findings with their evidence, thresholds, topology, what was not
/// checked, and as the last line "RESULT: verdict=faults faults=2 ...", whose keys scripts rely on.
[[nodiscard]] std::string terminal_report(const Diagnosis& diagnosis, Detail detail = Detail::brief);

/// Everything, with "schema_version":3 and SI units; numbers that are not finite are null.
[[nodiscard]] std::string json_report(const Diagnosis& diagnosis);

/// One page that needs no network: verdict, pictures as embedded PNG with the findings marked on them, curves
/// as SVG, tables.
[[nodiscard]] std::string html_report(const Diagnosis& diagnosis);

/// Prometheus' text format: counts of findings by kind, for every host its state and its factors.
[[nodiscard]] std::string prometheus_report(const Diagnosis& diagnosis);

/// "scontrol update nodename=... state=drain reason=..." for hosts with a fault of their own, the most severe
/// first, at most so many; a comment tells of those left out.
[[nodiscard]] std::string slurm_drain_lines(const Diagnosis& diagnosis, std::size_t max_hosts);

/// Rules for Open MPI's coll_tuned_dynamic_rules_filename: the algorithms that were found to be faster than
/// the library's choice, by ranks and length. Of runs of collective operations.
[[nodiscard]] std::string tuned_rules_report(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
