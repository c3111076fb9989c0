// SPDX-License-Identifier: Apache-2.0
#include "base/host_name.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

TEST(WithoutDomain, LeavesAddressesWhole) {
    EXPECT_EQ(without_domain("cn1.cluster.org"), "cn1");
    EXPECT_EQ(without_domain("cn1"), "cn1");
    EXPECT_EQ(without_domain("10.0.0.1"), "10.0.0.1");
    EXPECT_EQ(without_domain("10-0-0-1.cluster"), "10-0-0-1");
}

}  // namespace
}  // namespace fabricmap
