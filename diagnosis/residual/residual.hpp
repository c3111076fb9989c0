// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/survey.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// What no finding has explained yet. All values are logarithms of ratios to what is healthy.
struct Residual {
    Eigen::ArrayXXf sending;    ///< lengths × hosts: what the host adds to all that its ranks send elsewhere
    Eigen::ArrayXXf receiving;  ///< the same of what they receive
    std::vector<Eigen::ArrayXXf> links;  ///< of each band, hosts × hosts; each length clipped
    /// Hosts that are slow themselves. How two slow ends add up on their path is not known: what is left
    /// between two of them is no link's fault.
    PerHost<bool> slow_hosts;
    /// Hosts about half of whose pairs are slow: what was taken off as theirs is back among the links.
    PerHost<bool> half_slow_hosts;
    PerHost<bool> swapped_hosts;  ///< two of their slots serve as each other's would
    /// Hosts some of whose samples are slow, so that their samples spread.
    PerHost<bool> intermittent_hosts;
};

/// What the ranks of each host share, from lengths × ranks to lengths × hosts: of an even number of ranks the
/// lower middle, so that one slow rank of two is its own fault.
[[nodiscard]] Eigen::ArrayXXf shared_by_hosts(const Eigen::ArrayXXf& of_ranks, const Machine& machine);

[[nodiscard]] Residual residual_of(const Survey& survey);
/// The same, without a copy of what the survey has of links; of these it has nothing then.
[[nodiscard]] Residual take_residual(Survey& survey);

/// Lengths over which values are averaged before they are judged: each band, the longer half, and all.
struct Window {
    std::size_t first_band = 0;
    std::size_t bands = 0;
    std::size_t first_length = 0;
    std::size_t lengths = 0;
};

[[nodiscard]] std::vector<Window> windows_of(const Survey& survey);

/// The values of parts in each window.
template <typename ValuesIn>
[[nodiscard]] std::vector<Eigen::ArrayXf> in_each(const std::vector<Window>& windows,
                                                  const ValuesIn& values_in) {
    std::vector<Eigen::ArrayXf> values;
    values.reserve(windows.size());
    for (const Window& window : windows) values.emplace_back(values_in(window));
    return values;
}

/// The median over the lengths of a window of a curve.
[[nodiscard]] float median_over(const std::vector<float>& curve, const Window& window);
/// Means over the lengths of a window: lengths × parts to one value a part.
[[nodiscard]] Eigen::ArrayXf mean_over(const Eigen::ArrayXXf& curves, const Window& window);
/// The same of bands, each with the weight of its lengths.
[[nodiscard]] Eigen::ArrayXXf mean_over(const std::vector<Eigen::ArrayXXf>& links, const Survey& survey,
                                        const Window& window);

}  // namespace fabricmap::diagnosis
