// SPDX-License-Identifier: Apache-2.0
#include "lab/kinds/kind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace fabricmap::lab {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string reason_against(const std::string& scenario) {
    return virtual_unsupported_scenario(find_scenario(scenario)).value_or("none");
}

std::string reason_against_fault(const std::string& fault) {
    return reason_against("fat-tree,hosts=4,leaf=2;" + fault);
}

TEST(VirtualUnsupportedScenario, IsNoneForWhatASwitchCanDo) {
    for (const std::string fault :
         {"fault,slow-sender,host=1,factor=3", "fault,slow-link,sender=0,receiver=1,factor=3",
          "fault,slow-port,host=1,rate=100Mbit", "fault,lossy-port,host=1,loss=1%",
          "bandwidth,link=1Gbit;fault,half-duplex,host=1", "jitter,5us;fault,noisy-node,host=1,factor=3",
          "fault,dead-pair,between=1,2", "fault,slow-switch,switch=0,factor=2"}) {
        EXPECT_EQ(reason_against_fault(fault), "none") << fault;
    }
}

TEST(VirtualUnsupportedScenario, NamesTheHostsThatAreTooManyOrTooFew) {
    EXPECT_THAT(reason_against("fat-tree,hosts=32,leaf=8"),
                AllOf(HasSubstr("32 hosts"), HasSubstr("16"), HasSubstr("simulated")));
    EXPECT_EQ(reason_against("fat-tree,hosts=16,leaf=8"), "none");
    EXPECT_THAT(reason_against("host,ranks-per-host=4,sockets=2"), HasSubstr("simulated"));
}

TEST(VirtualUnsupportedScenario, NamesTheFaultAndTheKindThatHasIt) {
    EXPECT_THAT(reason_against_fault("fault,slow-rank,rank=1,factor=2"),
                AllOf(HasSubstr("slow-rank"), HasSubstr("synthetic")));
    EXPECT_THAT(reason_against_fault("fault,slow-sender,host=1,factor=2,from=16K"),
                AllOf(HasSubstr("slow-sender"), HasSubstr("from=16384"), HasSubstr("synthetic")));
}

TEST(VirtualUnsupportedScenario, NamesWhatIsMissingForTheFault) {
    EXPECT_THAT(reason_against_fault("fault,half-duplex,host=1"), HasSubstr("bandwidth link="));
    EXPECT_THAT(reason_against_fault("fault,half-duplex,between=1,2"), HasSubstr("host="));
    EXPECT_THAT(reason_against_fault("fault,lossy-port,host=1,loss=90%"), HasSubstr("dead-pair"));
    EXPECT_THAT(reason_against_fault("fault,noisy-node,host=1,factor=3"), HasSubstr("jitter"));
    EXPECT_THAT(reason_against_fault("fault,dead-pair,between=0,2"), HasSubstr("host 0"));
}

TEST(VirtualUnsupportedScenario, IsOneLine) {
    EXPECT_THAT(reason_against("fat-tree,hosts=32,leaf=8"), Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace fabricmap::lab
