// SPDX-License-Identifier: Apache-2.0
#include "tests/netcdf_schema/version_1.hpp"

#include <gtest/gtest.h>
#include <netcdf.h>

namespace fabricmap::testing {

void turn_into_version_1(const std::filesystem::path& path, const std::string& schedule,
                         const std::string& command_line) {
    int file = -1;
    int excluded = -1;
    const int version = 1;
    ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), NC_NOERR);
    ASSERT_EQ(nc_redef(file), NC_NOERR);
    for (const char* name :
         {"schedule_kind", "active_per_node", "sampled_fraction", "sampled_rounds", "shuffled"})
        EXPECT_EQ(nc_del_att(file, NC_GLOBAL, name), NC_NOERR) << name;
    // Variables cannot be deleted.
    ASSERT_EQ(nc_inq_varid(file, "excluded", &excluded), NC_NOERR);
    EXPECT_EQ(nc_rename_var(file, excluded, "spare"), NC_NOERR);
    EXPECT_EQ(nc_put_att_int(file, NC_GLOBAL, "fabricmap_schema", NC_INT, 1, &version), NC_NOERR);
    EXPECT_EQ(nc_put_att_text(file, NC_GLOBAL, "command_line", command_line.size(), command_line.data()),
              NC_NOERR);
    std::string padded = schedule;
    padded.resize(128, '\0');
    EXPECT_EQ(nc_put_att_text(file, NC_GLOBAL, "schedule", padded.size(), padded.data()), NC_NOERR);
    EXPECT_EQ(nc_close(file), NC_NOERR);
}

}  // namespace fabricmap::testing
