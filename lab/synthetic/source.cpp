// SPDX-License-Identifier: Apache-2.0
#include "lab/synthetic/source.hpp"

#include "lab/scenario/scenario.hpp"
#include "lab/synthetic/synthetic_run.hpp"
#include "netcdf_schema/open_run.hpp"

#include <memory>

namespace fabricmap::lab {

Run open_source(const std::string& source) {
    if (!source.starts_with(synthetic_prefix)) return open_run(source);
    Scenario scenario = find_scenario(std::string_view(source).substr(synthetic_prefix.size()));
    return as_run(std::make_shared<const SyntheticRun>(std::move(scenario)), source);
}

}  // namespace fabricmap::lab
