// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/finding_kinds.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// A name and what it is, for a line or for a row of a table.
struct Fact {
    std::string name;
    std::string text;
};

/// How large, how sure, at which lengths, how much time, and where to look. What is not known is left out.
[[nodiscard]] std::vector<Fact> facts_of(const Finding& finding, const Language& in = english);

/// The first findings of a meaning in words, and how many more there are; empty where there is none.
[[nodiscard]] std::string findings_named(const Diagnosis& diagnosis, Meaning meaning);
[[nodiscard]] std::int64_t count_meaning(const Diagnosis& diagnosis, Meaning meaning);

/// "3.1 (2.9 to 3.3 at 95 %)"; the interval is left out where there is none.
[[nodiscard]] std::string factor_text(const Finding& finding, const Language& in = english);
/// "99.9 %".
[[nodiscard]] std::string confidence_text(const Finding& finding, const Language& in = english);
/// "16K to 4M".
[[nodiscard]] std::string lengths_text(const Finding& finding, const Language& in = english);

/// "256 ranks on 64 hosts, 24 lengths from 0 to 4M", and where not all pairs were measured "; 12 of 30 pairs
/// were measured (40 %)".
[[nodiscard]] std::string machine_text(const Diagnosis& diagnosis);
/// The smallest effect that counts: "5 %", and where it comes from if not from the user.
[[nodiscard]] std::string min_effect_text(const Diagnosis& diagnosis);
/// "results/monday: median of one_to_one, Open MPI 4.1.4, started 2026-01-02T03:04:05Z".
[[nodiscard]] std::string run_text(const JudgedRun& run);
/// "16128 pairs; 1.9 µs at 0, 1.3 ms at 4M".
[[nodiscard]] std::string curve_text(const ClassCurve& curve, const std::vector<std::int64_t>& lengths);
/// "0 to 8K: latency 1.23 µs, 3.2 GB/s"; a latency that is not above zero is "about 0".
[[nodiscard]] std::string segment_text(const Segment& segment);
/// "3.2 GB/s"; words where the delay does not grow.
[[nodiscard]] std::string bandwidth_text(double bytes_a_second);
/// Whether messages of that length take long enough for a rate: a stream's do, and long ones alone.
[[nodiscard]] bool has_rate(const Diagnosis& diagnosis, std::int64_t length_bytes);
/// "+12.3 µs (+35 %)", "+1.2 ms (12.3 times as long)", "-1.57 µs (-59.2 %) against the trend": between the
/// lines through shorter and through longer messages.
[[nodiscard]] std::string jump_text(const Threshold& threshold);
/// What the scope means for who looks for the cause.
[[nodiscard]] std::string scope_text(ThresholdScope scope);
/// Sentences about what was compared, and how much it is worth.
[[nodiscard]] std::vector<std::string> comparison_sentences(const Comparison& comparison);

/// "4 of 8 ranks shared cores with others: ...": a sentence.
[[nodiscard]] std::string shared_cores_text(const Diagnosis& diagnosis, const Language& in = english);
/// "5.4 %", "2.3 times"; "many times" where no number is worth its place.
[[nodiscard]] std::string slowdown_text(double factor);

/// The first `most` of the texts joined by commas, and how many more there are.
[[nodiscard]] std::string listed(const std::vector<std::string>& texts, std::size_t most);
/// "34-37, 40".
[[nodiscard]] std::string ranks_text(const std::vector<std::int64_t>& ascending);

}  // namespace fabricmap::diagnosis
