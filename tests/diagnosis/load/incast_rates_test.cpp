// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/load/incast_rates.hpp"

#include "base/errors.hpp"
#include "base/json_values.hpp"
#include "diagnosis/model/verdict.hpp"
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/expectations.hpp"

#include <fmt/format.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::HeldRun;

/// Eight hosts, worked out by hand: of 1, 2, 4, 7 senders at once those that stand 1, 2, 3 to 4, 5 to 7
/// places after the receiver are measured. Ports carry 10 GB/s; node5 loses half of it from 4 senders on.
HeldRun hosts_streamed_into() {
    HeldRun run{testing::fabric("fat-tree,hosts=8,leaf=8;sweep,lengths=64K")};
    run.description.mode = Mode::incast;
    run.alter([](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& seconds) {
        const Eigen::Index distance = (sender - receiver + 8) % 8;
        const double senders = distance <= 2 ? static_cast<double>(distance) : distance <= 4 ? 4 : 7;
        const double port = receiver == 5 && senders >= 4 ? 5e9 : 10e9;
        seconds = sender == receiver ? 0 : 65536 * senders / port;
    });
    return run;
}

TEST(IncastRates, AreTheSendersTogetherByTheirNumber) {
    const fabricmap::Run run = hosts_streamed_into().run("incast");
    const Incast incast = incast_of(run, machine_of(run.description()));
    EXPECT_THAT(incast.senders, ElementsAre(1, 2, 4, 7));
    ASSERT_EQ(incast.hosts.size(), 8U);
    for (const IncastOfHost& host : incast.hosts) {
        const bool falls = host.host == "node5";
        EXPECT_NEAR(host.best_rate, 10e9, 1e6);
        EXPECT_NEAR(host.rates[1], 10e9, 1e6);
        EXPECT_NEAR(host.rates[2], falls ? 5e9 : 10e9, 1e6) << host.host;
        EXPECT_EQ(host.falling_senders, falls ? std::optional<std::int64_t>(4) : std::nullopt) << host.host;
    }
}

TEST(IncastRates, StandInTheReportsAndAccuseNobody) {
    const Diagnosis diagnosis = testing::judge(testing::runs_of(hosts_streamed_into().run("incast")));
    EXPECT_EQ(verdict_of(diagnosis), Verdict::not_sought);
    EXPECT_THAT(terminal_report(diagnosis),
                AllOf(HasSubstr("Faults were not looked for"), HasSubstr("Into one host: 10 GB/s at best"),
                      HasSubstr("What a host receives in all"), HasSubstr("5 GB/s  node5")));
    const Json json = Json::parse(json_report(diagnosis));
    EXPECT_EQ(json["incast"]["senders"], Json::parse("[1,2,4,7]"));
    EXPECT_EQ(json["incast"]["hosts"].size(), 8U);
    EXPECT_THAT(html_report(diagnosis), HasSubstr("Into one host"));
}

TEST(IncastRates, AreNotComparedNorAskedForOneAspect) {
    Request request;
    request.runs = testing::runs_of(hosts_streamed_into().run("incast"));
    request.only = Aspect::topology;
    EXPECT_THAT(testing::error_of<UsageError>([&] { (void)testing::judge(std::move(request)); }),
                HasSubstr("--only: a run of incast has one aspect alone; remove it"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
