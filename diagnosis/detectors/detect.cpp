// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/detect.hpp"

#include "diagnosis/detectors/few_partners.hpp"

#include <iterator>
#include <utility>

namespace fabricmap::diagnosis {

std::vector<Finding> detect(const Case& subject, std::vector<NotExamined>& not_examined) {
    std::vector<Finding> findings =
        run_in_order(all_detectors(), subject, residual_of(*subject.survey), not_examined);
    std::vector<NotExamined> few = parts_with_few_partners(subject, findings);
    std::move(few.begin(), few.end(), std::back_inserter(not_examined));
    return findings;
}

}  // namespace fabricmap::diagnosis
