// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/part.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

/// What can be said about a part. What each kind is called, means and advises: its row in finding_kinds.cpp,
/// in this order.
enum class FindingKind : std::uint8_t {
    slow_node,
    slow_rank,
    slow_link,
    slow_switch,
    half_duplex_link,
    asymmetric_link,
    noisy_node,
    failed_pair,
    regression,
    improvement,
    topology_mismatch,
    mixed_hosts,
    mixed_slots,
    mixed_routes,
    longer_cables,
    missing_pairs,
    partly_slow_node,
    swapped_slots,
    intermittent_delay,
    slow_adapter,
    slow_memory,
    shared_adapter,
    degraded_adapter,
    broken_rule,
    missing_uplink,
};

/// Which direction through the part is affected. Of a part with two ends, `sender`: messages from its first
/// end to its second alone.
enum class Side : std::uint8_t { sender, receiver, both };

/// The word that stands for the value in JSON and on the screen: "receiver".
[[nodiscard]] std::string_view name_of(Side side) noexcept;

struct Interval {
    double low = 0;
    double high = 0;
};

/// Where none is known.
inline constexpr Interval no_interval{std::numeric_limits<double>::quiet_NaN(),
                                      std::numeric_limits<double>::quiet_NaN()};

/// Ratio to the healthy value, largest over the lengths; of noisy_node that of spreads, of intermittent_delay
/// that of the mean to the median.
struct Effect {
    double factor = 1;
    Interval interval{1, 1};  ///< 95 %
};

/// What long messages carry in one direction; bytes a second.
struct Rates {
    double healthy = 0;
    double here = 0;
    bool streamed = false;  ///< measured as such, not what delays gain with the length
};

/// The numbers behind a finding.
struct FindingEvidence {
    double z = 0;            ///< distance from the healthy bulk, in its deviations
    std::int64_t cells = 0;  ///< values of the matrices that the effect was taken from
    /// Ratio to the healthy value at each length of the run; empty where the finding is not about lengths.
    /// NaN where a length has none.
    std::vector<double> curve;
    double extra_s = 0;          ///< the most that the part adds to a message, at whatever length
    std::optional<Rates> rates;  ///< of a part that carries long messages slower
    /// Further numbers by name, SI units in the name, for reports alone: "pairs", "fraction_of_pairs",
    /// "baseline_runs".
    std::map<std::string, double> numbers;
    std::vector<Note> notes;  ///< whole sentences
};

/// Why what is seen of a part is no certain fault of it.
enum class Doubt : std::uint8_t {
    unconfirmed,            ///< other traffic may have slowed the measurements down
    unconfirmed_both_ways,  ///< the same of the run in which both sides send
    shared_cores,           ///< its ranks waited for cores that they shared
    imprecise,              ///< most of its values are less certain than the effect is large
    few_slow_samples,       ///< too few of its samples are slow to tell it from chance
};

[[nodiscard]] std::string_view name_of(Doubt doubt) noexcept;

/// One part of the machine that is not as it should be, reported once.
struct Finding {
    FindingKind kind = FindingKind::slow_node;
    Part part;
    std::optional<Note> predicate;    ///< what is said of the part where it is not the kind's phrase
    std::optional<Note> advice;       ///< what is advised where it is not the kind's advice
    std::vector<std::int64_t> ranks;  ///< of the part, ascending
    Side side = Side::both;
    std::optional<Effect> effect;        ///< nothing where it is not a matter of how much
    std::int64_t from_length_bytes = 0;  ///< the shortest message that meets it
    std::int64_t to_length_bytes = 0;    ///< the longest
    std::optional<double> confidence;    ///< 1 less the adjusted probability of such a value by chance
    std::optional<Doubt> doubt;          ///< of a suspect
    double severity = 0;  ///< (factor − 1) × share of the machine's pairs that pass the part
    FindingEvidence evidence;
};

/// Whether longer messages than those that are slow were measured, and are well.
[[nodiscard]] bool spares_long_messages(const Finding& finding);
/// Whether shorter ones were.
[[nodiscard]] bool spares_short_messages(const Finding& finding);

/// "node17", "link node03 -> node22", "switch of node[16-23]", "node[00-07] -> node[16-23]".
[[nodiscard]] std::string part_of(const Finding& finding, const Language& in = english);
/// What is said of the part: "receives 3.1 times slower from 16K on".
[[nodiscard]] std::string predicate_of(const Finding& finding, const Language& in = english);
/// One line without the full stop: "node17 receives 3.1 times slower from 16K on".
[[nodiscard]] std::string sentence_of(const Finding& finding, const Language& in = english);

}  // namespace fabricmap::diagnosis
