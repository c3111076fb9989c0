// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/lossy_hosts.hpp"

#include "base/mixing.hpp"
#include "diagnosis/model/verdict.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/sampled_fabric.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::judge;
using testing::runs_of;
using testing::SampledFabric;

constexpr double retransmission_s = 0.2;  // by Linux' TCP

/// Every second host, from the first on, until there are so many.
SampledFabric with_lossy_hosts(const SampledFabric::Shape& shape, int lossy, double fraction) {
    SampledFabric fabric(shape);
    for (int number = 0; number < lossy; ++number)
        fabric.lose_at_host((2 * number) % shape.hosts + (2 * number) / shape.hosts, fraction,
                            retransmission_s);
    return fabric;
}

/// Of the hosts that lose packets, and of those that do not, the findings that name them.
struct NamedHosts {
    int lossy = 0;
    int healthy = 0;
    int others = 0;  ///< findings of another kind
};

NamedHosts named_in(const Diagnosis& diagnosis, int lossy) {
    NamedHosts named;
    std::set<std::string> losing;
    const int hosts = static_cast<int>(diagnosis.hosts.size());
    for (int number = 0; number < lossy; ++number)
        losing.insert(fmt::format("node{}", (2 * number) % hosts + (2 * number) / hosts));
    for (const Finding& finding : diagnosis.findings) {
        if (finding.kind != FindingKind::intermittent_delay) {
            ++named.others;
        } else {
            ++(losing.contains(part_of(finding)) ? named.lossy : named.healthy);
        }
    }
    return named;
}

/// Of every pair of eight hosts 1000 samples, of which those are slow that its hosts add.
SampleCounts counts_of(const std::array<std::uint32_t, 8>& added) {
    SampleCounts counts(static_cast<int>(added.size()));
    for (std::size_t host = 0; host < added.size(); ++host) {
        for (std::size_t other = 0; other < host; ++other)
            counts(HostIndex(host), HostIndex(other)).add_value(added.at(host) + added.at(other), 1000);
    }
    return counts;
}

TEST(LossyHosts, AreThoseThatAddFarMoreThanTheOthersIfTheyAreMany) {
    const HostList hosts = IndexRange<HostIndex>(8).list();
    const auto lossy = [&](const std::array<std::uint32_t, 8>& added) {
        return hosts_that_share_slow_samples(counts_of(added), hosts);
    };
    EXPECT_THAT(lossy({20, 0, 25, 0, 30, 0, 35, 0}),
                ElementsAre(HostIndex(6), HostIndex(4), HostIndex(2), HostIndex(0)));
    EXPECT_THAT(lossy({20, 1, 25, 1, 1, 1, 1, 1}), ElementsAre(HostIndex(2), HostIndex(0)));
    EXPECT_THAT(lossy({20, 0, 0, 0, 0, 0, 0, 0}), IsEmpty()) << "one stands out by itself";
    EXPECT_THAT(lossy({20, 20, 20, 20, 20, 20, 20, 20}), IsEmpty());
    EXPECT_THAT(lossy({20, 20, 20, 20, 20, 20, 0, 0}), IsEmpty()) << "too few others";
    EXPECT_THAT(lossy({2, 3, 4, 5, 6, 7, 8, 9}), IsEmpty()) << "rates that merely differ";
    EXPECT_THAT(lossy({0, 0, 0, 0, 0, 0, 0, 0}), IsEmpty());
}

TEST(LossyHosts, AreNamedEachWhereUpToHalfOfThemLosePackets) {
    for (const auto& [hosts, lossy] : {std::pair(8, 3), std::pair(8, 4), std::pair(16, 5), std::pair(16, 8),
                                       std::pair(32, 11), std::pair(32, 16)}) {
        for (const double everywhere : {0.0, 0.0005}) {
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                const SampledFabric::Shape shape{
                    .hosts = hosts, .lengths = 4, .samples = 40, .slow_everywhere = everywhere, .seed = seed};
                const std::string what = fmt::format("{} of {}, seed {}", lossy, hosts, seed);
                const Diagnosis diagnosis = judge(runs_of(with_lossy_hosts(shape, lossy, 0.02).run()));
                const NamedHosts named = named_in(diagnosis, lossy);
                EXPECT_EQ(named.healthy + named.others, 0) << what;
                EXPECT_GE(named.lossy, lossy - 1) << what;
                EXPECT_EQ(verdict_of(diagnosis), Verdict::faults) << what;
                for (const Finding& finding : diagnosis.findings)
                    EXPECT_NEAR(finding.evidence.numbers.at("fraction_of_slow_samples"), 0.02, 0.012) << what;
            }
        }
    }
}

// Each has half as many samples with the healthy ones.
TEST(LossyHosts, AreNamedOrSuspectsWhereHalfOfEightLoseWithFewSamples) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Diagnosis diagnosis = judge(runs_of(
            with_lossy_hosts({.hosts = 8, .lengths = 2, .samples = 40, .seed = seed}, 4, 0.02).run()));
        EXPECT_EQ(named_in(diagnosis, 4).healthy, 0) << seed;
        EXPECT_GE(named_in(diagnosis, 4).lossy, 1) << seed;
        EXPECT_GE(named_in(diagnosis, 4).lossy + std::ssize(diagnosis.suspects), 2) << seed;
    }
}

/// Hosts that do different work: some have three times as many slow samples as others, none ten times.
SampledFabric of_busy_hosts(int hosts, int samples, double rate, std::uint64_t seed) {
    SampledFabric fabric({.hosts = hosts, .lengths = 2, .samples = samples, .seed = seed});
    std::uint64_t state = seed;
    for (int host = 0; host < hosts; ++host) {
        const double share = 0.5 + static_cast<double>(draw_below(state, 1000)) / 1000;
        fabric.lose_at_host(host, share * rate / 2, 9 * SampledFabric::delay_s);
    }
    return fabric;
}

TEST(LossyHosts, AreNoneOfHostsThatDoDifferentWork) {
    for (const int hosts : {8, 16, 32}) {
        for (const int samples : {40, 400}) {
            for (const double rate : {0.0005, 0.002, 0.01}) {
                for (std::uint64_t seed = 1; seed <= 4; ++seed) {
                    const Diagnosis diagnosis =
                        judge(runs_of(of_busy_hosts(hosts, samples, rate, seed).run()));
                    EXPECT_EQ(named_in(diagnosis, 0).healthy, 0)
                        << hosts << " hosts, " << rate << ", seed " << seed;
                    EXPECT_THAT(diagnosis.suspects, IsEmpty());
                }
            }
        }
    }
}

/// Between all hosts, beside what the shape says.
SampledFabric with_loss_everywhere(const SampledFabric::Shape& shape, double fraction) {
    SampledFabric fabric(shape);
    for (int host = 0; host < shape.hosts; ++host) fabric.lose_at_host(host, fraction / 2, retransmission_s);
    return fabric;
}

TEST(SlowSamples, OfAllHostsLeaveTheVerdictUndecided) {
    for (const int hosts : {8, 16}) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Diagnosis diagnosis = judge(runs_of(
                with_loss_everywhere({.hosts = hosts, .lengths = 9, .samples = 20, .seed = seed}, 0.03)
                    .run()));
            EXPECT_EQ(verdict_of(diagnosis), Verdict::undecided) << hosts << " hosts, seed " << seed;
            EXPECT_THAT(open_points_of(diagnosis), ElementsAre(OpenPoint::slow_samples));
            EXPECT_THAT(open_points_text(diagnosis),
                        AllOf(HasSubstr(" % of the samples take more than 5 times their median"),
                              HasSubstr("Check the counters of the switches")));
            ASSERT_TRUE(diagnosis.unexplained_slow_fraction);
            EXPECT_NEAR(*diagnosis.unexplained_slow_fraction, 0.03, 0.005);
        }
    }
}

TEST(SlowSamples, ThatTheBaselineHasAsWellAreNoGroundForDoubt) {
    const auto with_loss = [](std::uint64_t seed, double fraction) {
        return with_loss_everywhere({.hosts = 8, .lengths = 9, .samples = 20, .seed = seed}, fraction).run();
    };
    const auto judged_after = [&](double then) {
        Request request;
        request.runs = runs_of(with_loss(1, 0.03));
        request.baseline = runs_of(with_loss(2, then), with_loss(3, then));
        return judge(std::move(request));
    };
    const Diagnosis as_before = judged_after(0.03);
    EXPECT_EQ(verdict_of(as_before), Verdict::healthy);
    ASSERT_TRUE(as_before.basis.tolerated_slow_fraction);
    EXPECT_NEAR(*as_before.basis.tolerated_slow_fraction, 0.03, 0.005);
    EXPECT_THAT(basis_text(as_before), HasSubstr("take more than 5 times their median, as in the baseline"));
    const Diagnosis more_than_before = judged_after(0.01);
    EXPECT_THAT(open_points_of(more_than_before), ElementsAre(OpenPoint::slow_samples));
    EXPECT_FALSE(more_than_before.basis.tolerated_slow_fraction);
}

TEST(SlowSamples, ThatOneHostOfTheBaselineHadHideNoneOfAllHosts) {
    const SampledFabric::Shape shape{.hosts = 8, .lengths = 9, .samples = 20, .seed = 4};
    SampledFabric then(shape);
    then.lose_at_host(3, 0.08, retransmission_s);
    Request request;
    request.runs =
        runs_of(with_loss_everywhere({.hosts = 8, .lengths = 9, .samples = 20, .seed = 1}, 0.02).run());
    request.baseline = runs_of(then.run());
    EXPECT_THAT(open_points_of(judge(std::move(request))), Contains(OpenPoint::slow_samples));
}

TEST(SlowSamples, OfMoreHostsThanCanBeNamedLeaveTheVerdictUndecided) {
    for (const auto& [hosts, lossy, fraction] :
         {std::tuple(8, 6, 0.02), std::tuple(16, 14, 0.02), std::tuple(16, 8, 0.004)}) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Diagnosis diagnosis = judge(runs_of(
                with_lossy_hosts({.hosts = hosts, .lengths = 9, .samples = 9, .seed = seed}, lossy, fraction)
                    .run()));
            EXPECT_NE(verdict_of(diagnosis), Verdict::healthy)
                << lossy << " of " << hosts << ", seed " << seed;
        }
    }
}

TEST(SlowSamples, ThatAreFewCostLittleOrAreOfNamedHostsLeaveAVerdict) {
    const SampledFabric::Shape shape{.hosts = 8, .lengths = 9, .samples = 20, .seed = 5};
    const auto slow_fraction = [](const SampledFabric& fabric, double min_effect) {
        return judge(runs_of(fabric.run()), min_effect).unexplained_slow_fraction;
    };
    for (const double everywhere : {0.0, 0.0005, 0.002, 0.004}) {
        SampledFabric::Shape busy = shape;
        busy.slow_everywhere = everywhere;
        const Diagnosis diagnosis = judge(runs_of(SampledFabric(busy).run()));
        EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy) << everywhere;
    }
    // One in 2000 that waits 20,000 medians.
    EXPECT_FALSE(slow_fraction(with_loss_everywhere(shape, 0.0005), 0.05));
    // Nine medians more for 3 %.
    SampledFabric::Shape busy = shape;
    busy.slow_everywhere = 0.03;
    EXPECT_TRUE(slow_fraction(SampledFabric(busy), 0.05));
    EXPECT_FALSE(slow_fraction(SampledFabric(busy), 0.5));
    SampledFabric one_host(shape);
    one_host.lose_at_host(5, 0.04, retransmission_s);
    EXPECT_FALSE(slow_fraction(one_host, 0.05));
    SampledFabric one_link(shape);
    one_link.lose_on_link(2, 6, 0.3, retransmission_s);
    EXPECT_FALSE(slow_fraction(one_link, 0.05));
}

}  // namespace
}  // namespace fabricmap::diagnosis
