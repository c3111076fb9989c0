// SPDX-License-Identifier: Apache-2.0
#include "site/store/median_of_known.hpp"

#include "site/store/check_record.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::site {

double median_of_known(std::vector<double> values) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty()) return not_known;
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace fabricmap::site
