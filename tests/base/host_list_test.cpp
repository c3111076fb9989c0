// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(HostList, FoldsNumbersWithAsManyDigits) {
    EXPECT_EQ(format_host_list({"node00", "node01", "node03", "login1"}), "node[00-01,03],login1");
    EXPECT_EQ(format_host_list({"n9", "n10", "n11"}), "n9,n[10-11]");
    EXPECT_EQ(format_host_list({"r1n2", "r2n2", "r1n1"}), "r1n[1-2],r2n2");
    EXPECT_EQ(format_host_list({"b", "a", "b", "x7-ib"}), "b,a,x7-ib");
    EXPECT_EQ(format_host_list({"12", "13"}), "[12-13]");
    EXPECT_EQ(format_host_list({}), "");
}

TEST(HostList, ExpandsInItsOrder) {
    EXPECT_THAT(expand_host_list("node[08-10,2],login1"),
                ElementsAre("node08", "node09", "node10", "node2", "login1"));
    EXPECT_THAT(expand_host_list("r[1-2]n[0-1]-ib"), ElementsAre("r1n0-ib", "r1n1-ib", "r2n0-ib", "r2n1-ib"));
    EXPECT_THAT(expand_host_list("n[8-11]"), ElementsAre("n8", "n9", "n10", "n11"));
    EXPECT_THAT(expand_host_list(""), IsEmpty());
}

RC_GTEST_PROP(HostList, IsReadBackAsWritten, (std::vector<std::pair<unsigned, bool>> numbers)) {
    std::vector<std::string> hosts;
    for (const auto& [number, is_wide] : numbers) {
        const unsigned some = number % 20000;
        hosts.push_back(is_wide ? fmt::format("n{:04}", some) : fmt::format("rack{}", some));
    }
    const auto read = expand_host_list(format_host_list(hosts));
    RC_ASSERT(std::set(read.begin(), read.end()) == std::set(hosts.begin(), hosts.end()));
    RC_ASSERT(std::set(read.begin(), read.end()).size() == read.size());
}

TEST(HostList, NamesWhatIsWrong) {
    const auto error_of = [](std::string_view list) -> std::string {
        try {
            (void)expand_host_list(list);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(error_of("a,node[1-3"), HasSubstr("'node[1-3': a bracket is not closed"));
    EXPECT_THAT(error_of("node1-3]"), HasSubstr("not opened"));
    EXPECT_THAT(error_of("node[1-x]"), HasSubstr("'x' is not a number"));
    EXPECT_THAT(error_of("node[]"), HasSubstr("'' is not a number"));
    EXPECT_THAT(error_of("node[[1]]"), HasSubstr("not a number"));
    EXPECT_THAT(error_of("node[-1]"), HasSubstr("not a number"));
    EXPECT_THAT(error_of("node[7-3]"), HasSubstr("runs backwards"));
    EXPECT_THAT(error_of("a,,b"), HasSubstr("between two commas"));
    EXPECT_THAT(error_of("a, b"), HasSubstr("no blanks"));
    EXPECT_THAT(error_of("n[0-99999999]"), HasSubstr("more than a million hosts"));
    EXPECT_THAT(error_of("n[0-9999]m[0-9999]"), HasSubstr("more than a million hosts"));
    EXPECT_THAT(error_of("n[0-999999],m"), HasSubstr("more than a million hosts"));
    EXPECT_THAT(error_of("n[0-99999999999999999999999]"), HasSubstr("not a number"));
}

TEST(HostList, OfNamesThatSlurmWouldReadAsListsIsRefused) {
    EXPECT_NO_THROW(require_plain_host_names({"node1", "login-2.cluster", "n_3"}));
    for (const char* const name : {"n[1-5]", "a,b", "ALL", "all", "", "a b", "a;b"}) {
        try {
            require_plain_host_names({"node1", name});
            ADD_FAILURE() << name;
        } catch (const RunError& error) {
            EXPECT_THAT(error.what(), HasSubstr(fmt::format("host '{}'", name)));
            EXPECT_THAT(error.what(), HasSubstr("--names FILE"));
        }
    }
}

TEST(NodeNames, HaveNoDomain) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(node_names({"ab2-1029.bullx", "ab2-1030.bullx", "login"}),
              (Names{"ab2-1029", "ab2-1030", "login"}));
    EXPECT_EQ(node_names({"10.0.0.1", "10.0.0.2"}), (Names{"10.0.0.1", "10.0.0.2"}));
    // Of two domains: two hosts.
    EXPECT_EQ(node_names({"n1.east", "n1.west", "n2.east"}), (Names{"n1.east", "n1.west", "n2"}));
    EXPECT_EQ(node_names({"n1.east", "n1.east"}), (Names{"n1", "n1"}));
}

}  // namespace
}  // namespace fabricmap
