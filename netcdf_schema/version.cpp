// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/version.hpp"

#include "base/tool_version.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <Eigen/Core>
#include <fmt/format.h>
#include <netcdf.h>

namespace fabricmap {

namespace {

/// "4.9.0" of "4.9.0 of Aug  7 2022 23:41:41 $".
std::string_view netcdf_version() {
    const std::string_view text = nc_inq_libvers();
    return text.substr(0, text.find(' '));
}

}  // namespace

std::string version_text(std::string_view program, std::string_view further_libraries) {
    return fmt::format("{} {}\nschema {}\nNetCDF {}\nEigen {}.{}.{}\n{}", program, tool_version(),
                       schema_version, netcdf_version(), EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION,
                       EIGEN_MINOR_VERSION, further_libraries);
}

}  // namespace fabricmap
