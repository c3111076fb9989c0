// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/class_numbers.hpp"
#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/incast.hpp"
#include "diagnosis/model/leaf_matrix.hpp"
#include "diagnosis/model/part_curves.hpp"
#include "diagnosis/model/worst_rails.hpp"
#include "diagnosis/topology/topology.hpp"
#include "netcdf_schema/run/confirm_list.hpp"
#include "netcdf_schema/run/run_description.hpp"
#include "statistics/visits.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

struct CollectiveResults;

/// A run that was analysed.
struct JudgedRun {
    std::string label;  ///< where it came from
    RunDescription description;
    Statistic statistic = Statistic::median;  ///< what was judged of it
    std::string measured{};                   ///< in words, where it has no mode and no statistic
};

/// Pairs that a healthy machine serves alike, with what they take.
struct ClassCurve {
    std::string name;  ///< "within hosts", "between hosts", "between hosts, same leaf"
    bool between_hosts = false;
    std::int64_t pairs = 0;        ///< ordered pairs of ranks that were measured
    std::vector<double> median_s;  ///< one a length; NaN where none was measured
    std::optional<double>
        rate{};  ///< of long messages in one direction, bytes a second; nothing where unknown
};

/// What the classes of the judged run take where messages lie in another memory, by a run that differs from
/// it in nothing else.
struct OtherMemory {
    std::string label;  ///< of the run
    MessageMemory memory;
    std::vector<ClassCurve> classes;  ///< those of Diagnosis::classes, at Diagnosis::lengths
};

/// How many times longer messages between hosts take beside load than alone, at one length.
struct Congestion {
    std::int64_t length_bytes = 0;
    ValueInterval typical;      ///< the median of the hosts' medians over their pairs
    ValueInterval worst_tenth;  ///< the median of what a tenth of a host's pairs exceeds
};

/// A run that was measured while other ranks made traffic, beside the judged one, which was measured alone.
struct LoadedRun {
    std::string label;
    NoiseParameters noise;
    double overlapped_fraction = 0;   ///< of samples with a burst of every noisy rank; NaN: unknown
    std::int64_t hosts = 0;           ///< that the factors are of
    std::vector<Congestion> lengths;  ///< those that both have
};

/// A straight segment of a class's curve: delay = latency + bytes / bandwidth.
struct Segment {
    std::int64_t first_length_bytes = 0;
    std::int64_t last_length_bytes = 0;
    double latency_s = 0;
    double bandwidth = 0;  ///< bytes a second; infinity where the delay does not grow
};

enum class ThresholdScope : std::uint8_t {
    software,   ///< several classes change there: a setting of the MPI library
    transport,  ///< one class of several alone
    unknown,    ///< there is only one class
};

[[nodiscard]] std::string_view name_of(ThresholdScope scope) noexcept;

/// Where the delay of a class jumps or bends.
struct Threshold {
    std::string class_name;
    /// The last length before the change and the first one after it.
    std::int64_t before_bytes = 0;
    std::int64_t after_bytes = 0;
    double jump_s = 0;         ///< what messages of after_bytes take more; negative where they take less
    double jump_fraction = 0;  ///< the same against the delay before
    double slope_change = 0;   ///< seconds a byte
    ThresholdScope scope = ThresholdScope::unknown;
    /// "host -> host" of pairs that change elsewhere or by another amount.
    std::vector<std::string> differing_pairs;
};

struct ClassThresholds {
    std::string class_name;
    std::vector<Segment> segments;  ///< ascending, one more than the class has thresholds
};

/// How far the values of a run can be trusted, whatever they say.
struct Basis {
    bool hosts_known = true;  ///< false: each rank counts as a host
    std::int64_t ranks_sharing_cores = 0;
    bool doubt_unknown = false;     ///< measured in rounds; the files do not say which values are unconfirmed
    double imprecise_fraction = 0;  ///< of the values, less precise than the run asked for
    double partly_missing_fraction = 0;  ///< of the values of pairs that were measured at some length
    std::optional<std::string> reason_without_median;  ///< why another statistic is judged
    std::size_t implausible_values = 0;                ///< of all runs, taken as not measured
    /// Of all samples between hosts, the fraction that takes more than five medians and is no ground for
    /// doubt: it is as large in the baseline.
    std::optional<double> tolerated_slow_fraction;
    /// Hosts look like a ring, as where each posts its messages one after another and those wait for each
    /// other.
    bool may_be_posted_in_order = false;
};

/// What a smallest slowdown is stated for.
enum class DetectablePart : std::uint8_t { host, link, uplink };

[[nodiscard]] std::string_view name_of(DetectablePart part) noexcept;

/// Whether it is stated for what is slow in both directions, as half round trips show no side of all lengths.
[[nodiscard]] bool is_stated_of_both_directions(const RunDescription& run) noexcept;

/// The smallest slowdown of a part, in one direction, that would have been found with 95 % chance: factors;
/// NaN where none would.
struct Detectable {
    DetectablePart part = DetectablePart::host;
    double short_messages = 0;  ///< where the shortest ones alone are slower
    double long_messages = 0;   ///< where the longest ones alone are
    double all_messages = 0;    ///< where all are, by the same factor
};

/// A detector that could not run, or what it could not see, and what would help.
struct NotExamined {
    std::string what;    ///< "half-duplex links"
    std::string reason;  ///< "no async_one_to_one run of these hosts was given"
};

/// What two sets of runs have in common, and what only one has.
struct Comparison {
    std::int64_t runs = 0;
    std::int64_t baseline_runs = 0;
    std::int64_t common_hosts = 0;
    std::int64_t common_lengths = 0;
    std::vector<std::string> new_hosts;   ///< not in the baseline
    std::vector<std::string> gone_hosts;  ///< in the baseline alone
    double overall_factor = 1;            ///< all common pairs, now against then
    bool weak = false;                    ///< too few runs to distinguish a change from what runs differ by
};

/// Delays between hosts at one length, for pictures: hosts × hosts, NaN where there is none.
struct HostPlane {
    std::int64_t length_bytes = 0;
    Eigen::MatrixXf delay_s;
    Eigen::MatrixXf factor;  ///< ratio to the class, 1 for what is healthy
};

/// What long messages that a host sends and receives carry, bytes a second: between it and the middle one of
/// its partners. Nothing where the lengths do not say.
struct HostRates {
    std::optional<double> sends;
    std::optional<double> receives;
};

/// A --topology that declares none of the run's hosts.
struct OtherTopology {
    std::string path;
    std::string declared_host;  ///< one of those that it declares
    std::string measured_host;  ///< one of the run's
};

/// Everything there is to say about a machine. Reports are made of it alone.
struct Diagnosis {
    std::vector<JudgedRun> runs;        ///< the first is the one whose parts were judged
    std::vector<std::string> hosts;     ///< in the order of their first rank
    std::int64_t excluded_hosts = 0;    ///< how many of these the judged run was not to measure
    std::set<std::string> known_nodes;  ///< those among them that are called by their NodeName (--names)
    std::int64_t ranks = 0;
    Basis basis;
    std::int64_t pairs = 0;             ///< ordered pairs of ranks of the first run
    std::int64_t measured_pairs = 0;    ///< those among them of which there are short messages
    std::vector<std::int64_t> lengths;  ///< bytes, of the first run
    double min_effect = 0.05;
    double min_time_s = 0;          ///< what adds less to every message is no fault
    double archive_error = 0;       ///< largest of the runs
    bool faults_sought = true;      ///< false: only thresholds or the topology were asked for
    std::vector<Finding> findings;  ///< faults before what is none, the most severe first
    /// What would be findings, but rests on values that are in doubt: each has its `doubt`.
    std::vector<Finding> suspects;
    std::vector<PairAtLength> unconfirmed;  ///< what `--suspects` lists
    /// So many samples of each of them, where slow samples are to be counted.
    std::optional<std::int64_t> samples_to_count;
    /// Of all samples between hosts that are not found to have slow ones, the fraction that is slow; nothing
    /// where that is little, or costs most hosts little, or is unknown.
    std::optional<double> unexplained_slow_fraction;
    std::vector<ClassCurve> classes;
    std::vector<OtherMemory> other_memories;
    std::vector<LoadedRun> loaded_runs;
    std::optional<WorstRails> worst_rails;  ///< of streams between hosts of several ranks
    /// Of every ordered pair of ranks of the first run, its number among `classes`; `no_class` of a
    /// rank with itself. Shared by all copies of the diagnosis.
    std::shared_ptr<const ClassNumbers> class_of;
    std::vector<Threshold> thresholds;
    std::vector<ClassThresholds> segments;
    std::optional<Topology> topology;
    std::optional<Incast> incast;           ///< of a run in which many stream to one
    std::optional<LeafMatrix> leaf_matrix;  ///< of a run that streams between leaves
    std::optional<Comparison> comparison;
    std::vector<Detectable> detectable;  ///< by each detector of slow parts that ran
    bool kinds_follow_switches = false;  ///< each kind of --kinds is below one switch
    std::optional<OtherTopology> other_topology;
    std::vector<NotExamined> not_examined;
    std::vector<std::string> unjudged_hosts;  ///< measured with too few others; those of not_examined
    std::vector<HostPlane> planes;            ///< the shortest, a middle and the longest length
    std::vector<HostPlane> further_planes;    ///< more lengths for pictures alone
    std::vector<HostRates> host_rates;        ///< one a host
    std::vector<PartCurves> part_curves;  ///< of the first findings, and last of a part that was asked for
    /// Of runs of collective operations, else null. Shared by all copies of the diagnosis.
    std::shared_ptr<const CollectiveResults> collectives;

    [[nodiscard]] std::int64_t fault_count() const noexcept;
};

/// The length at which the first fault is seen best, as an index: of some that show it alike the longest.
/// Nothing where no fault is about lengths.
[[nodiscard]] std::optional<std::size_t> length_of_largest_fault(const Diagnosis& diagnosis) noexcept;

/// The class that the pair of ranks belongs to; nothing for a rank with itself and for ranks that the first
/// run does not have.
[[nodiscard]] const ClassCurve* class_between(const Diagnosis& diagnosis, std::int64_t sender,
                                              std::int64_t receiver) noexcept;

/// What pairs like this one take in the median, in seconds; NaN where the pair has no class, the run not that
/// length, or nothing was measured of it.
[[nodiscard]] double class_median_s(const Diagnosis& diagnosis, std::int64_t sender, std::int64_t receiver,
                                    std::int64_t length_bytes) noexcept;

}  // namespace fabricmap::diagnosis
