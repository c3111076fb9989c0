// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/table.hpp"

#include "diagnosis/detectors/few_partners.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace fabricmap::diagnosis {
namespace {

/// The largest parts first: what a switch explains is not its hosts' fault, nor theirs that of their links.
constexpr std::array detectors{
    Detector{"failed pairs", missing_whole_sweeps, find_failed_pairs},
    Detector{"slow switches", missing_switches, find_slow_switches},
    Detector{"slow hosts", missing_hosts_to_compare, find_slow_nodes},
    Detector{"slow ranks", missing_ranks_to_compare, find_slow_ranks},
    Detector{"slow paths between switches", missing_switches, find_slow_paths},
    Detector{"slow links", missing_hosts_to_compare, find_slow_links},
    Detector{"asymmetric links", missing_directions, find_asymmetric_links},
    Detector{"half-duplex links", missing_run_both_ways, find_half_duplex_links},
    Detector{"noisy hosts", missing_spreads, find_noisy_nodes},
    Detector{"misplaced hosts", missing_declaration, find_misplaced_hosts},
};

}  // namespace

float Case::floor() const {
    return static_cast<float>(std::log1p(min_effect));
}

std::vector<Finding> detect(const Case& subject, std::vector<NotExamined>& not_examined) {
    std::vector<Finding> findings =
        run_in_order(detectors, subject, residual_of(*subject.survey), not_examined);
    std::vector<NotExamined> few = parts_with_few_partners(subject, findings);
    std::move(few.begin(), few.end(), std::back_inserter(not_examined));
    return findings;
}

}  // namespace fabricmap::diagnosis
