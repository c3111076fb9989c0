// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "diagnosis/survey/survey.hpp"
#include "diagnosis/topology/topology.hpp"
#include "netcdf_schema/run/run.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// Hosts × hosts, a row a sender; seconds.
using HostMatrix = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// What is known of the delays between hosts: class × sender × receiver × what its pair keeps, which is not
/// what a single noisy cell says. Memory grows with hosts², not with ranks².
struct HostDelays {
    std::string label;  ///< where the run came from
    PerHost<std::string> hosts;
    std::set<std::string> known_nodes;  ///< those among them that are called by their NodeName (--names)
    PerHost<int> ranks_on;              ///< in the run
    PerHost<int> cores_on;              ///< that ranks may run on; -1 where not known
    std::vector<std::string> left_out;  ///< hosts that were not to be measured
    List<std::int64_t> lengths;         ///< bytes, ascending
    diagnosis::Topology topology;

    Eigen::ArrayXXf class_logs;  ///< lengths × classes: logarithms of seconds
    Eigen::Array<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> class_of;  ///< hosts × hosts
    Eigen::ArrayXXf sending;  ///< lengths × hosts, logarithms
    Eigen::ArrayXXf receiving;
    std::vector<HostMatrix> remainders;  ///< of each band of lengths, logarithms
    HostMatrix taken_off;  ///< logarithms that were taken for noise: if they were none, that much is missing
    HostMatrix doubtful;   ///< logarithms that were kept and may be noise: a search picks pairs by it
    List<std::size_t> band_of;   ///< of each length
    Eigen::ArrayXf within_logs;  ///< of each length, between two ranks of one host

    /// Standard deviations, as shares of a delay, of what is said of a pair of hosts and of a host.
    double pair_noise = 0;
    double host_noise = 0;
    double single_noise = 0;      ///< the same of one measured value
    double guessed_fraction = 0;  ///< of the pairs of hosts: not measured, so class, sender and receiver tell
    HostMatrix is_guessed;        ///< 1 for those, else 0
    Eigen::ArrayXd class_spreads;  ///< of each class: how far its pairs are apart, as a share of a delay
    Eigen::ArrayXd class_pairs;    ///< of each class: pairs of ranks that were measured
    double within_pairs = 0;       ///< the same within hosts
    /// Hosts × hosts at a measured length, the mean over the ranks of each, noise and all; NaN where nothing
    /// was measured. Empty: what was measured is not known any more.
    std::function<HostMatrix(std::size_t length)> measured;
    bool is_complete = true;         ///< false: the run did not end
    double imprecise_fraction = 0;   ///< of its values: less precise than it asked for
    bool within_is_guessed = false;  ///< no two ranks of one host were measured
    bool noise_is_known = true;      ///< false: one length, and one delay for both directions

    [[nodiscard]] int host_count() const noexcept { return static_cast<int>(hosts.size()); }
    [[nodiscard]] std::map<std::string, HostIndex> hosts_by_name() const;
    /// Whether the longest measured messages take their time by their bytes: then hosts may differ by rate.
    [[nodiscard]] bool shows_rates() const;
    /// At a measured length: seconds, by classes alone.
    [[nodiscard]] double mean_between_hosts(Eigen::Index k) const;
    [[nodiscard]] double class_delay(Eigen::Index k, HostIndex from, HostIndex to) const;
    /// Of messages of that length: straight lines between measured lengths; below the shortest its delay,
    /// beyond the longest the last slope, which is that of the class where no rates show.
    [[nodiscard]] HostMatrix plane(double length_bytes) const;
    /// The same without what noise may have made: a pair is its class, and more or less only where it differs
    /// by much more than the noise. Maxima over pairs are taken of this one.
    [[nodiscard]] HostMatrix distinct_plane(double length_bytes) const;
    /// The same as it was measured, where it was: what was chosen by another run, or by more than single
    /// values, is valued by this one without being drawn towards its class. Needs `measured`.
    [[nodiscard]] HostMatrix plane_as_measured(double length_bytes) const;
    /// plane() of the shortest measured length.
    [[nodiscard]] HostMatrix shortest_plane() const { return plane(static_cast<double>(lengths.front())); }

  private:
    [[nodiscard]] HostMatrix plane_by(double length_bytes,
                                      const std::function<HostMatrix(Eigen::Index)>& plane_of) const;
    [[nodiscard]] HostMatrix measured_plane(Eigen::Index k, float min_deviation) const;
    [[nodiscard]] HostMatrix plane_of_classes(Eigen::Index k) const;
};

/// Reads the run's judged statistic. Throws FileError where nothing was measured.
[[nodiscard]] HostDelays host_delays_of(const Run& run, const std::function<void()>& step);

}  // namespace fabricmap::placement
