// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"

#include <vector>

namespace fabricmap::placement {

/// What classes and hosts leave of the delays between hosts, with what is noise taken out.
struct Shrunken {
    std::vector<HostMatrix> remainders;  ///< of each band
    HostMatrix taken_off;                ///< what was taken for noise, the mean over bands
    HostMatrix doubtful;                 ///< of what was kept, the part that may be noise after all, likewise
    double noise = 0;                    ///< standard deviation of what a remainder strays by
    bool noise_is_known = true;
};

/// Empirical Bayes (Efron and Morris, Journal of the American Statistical Association 70, 1975): the part of
/// a class's spread that its noise does not explain is kept. The noise is half the difference of the two
/// directions, of symmetric runs half that of odd and even bands. `links`: of each band, hosts × hosts, NaN
/// where nothing was measured. What is farther off than chance makes it is kept whole.
[[nodiscard]] Shrunken shrink(const std::vector<HostMatrix>& links, const HostDelays& machine,
                              bool is_symmetric);

/// The same of what hosts add, lengths × hosts: `noise` is the deviation of a single value.
void shrink_hosts(Eigen::ArrayXXf& effects, double noise);

}  // namespace fabricmap::placement
