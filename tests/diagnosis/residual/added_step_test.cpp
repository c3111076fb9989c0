// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/added_step.hpp"

#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

namespace fabricmap::diagnosis {
namespace {

const std::vector<std::int64_t> swept{0, 128, 512, 1024, 2048, 4096, 16384, 65536, 1 << 20};

/// 2 us and 10 GB/s.
std::vector<float> typical_delays() {
    std::vector<float> delays_s;
    for (const std::int64_t bytes : swept) delays_s.push_back(2e-6F + 1e-10F * static_cast<float>(bytes));
    return delays_s;
}

/// What is added to each as a factor.
template <typename Added>
std::vector<double> factors_of(const Added& added_s) {
    const std::vector<float> typical_s = typical_delays();
    std::vector<double> factors;
    for (std::size_t k = 0; k < swept.size(); ++k)
        factors.push_back(1 + static_cast<double>(added_s(swept[k])) / static_cast<double>(typical_s[k]));
    return factors;
}

std::optional<AddedStep> step_of(const std::vector<double>& factors) {
    return added_step(swept, typical_delays(), factors, 0.05);
}

TEST(AddedStep, BeginsAtALengthAndStays) {
    for (const double added_s : {2e-6, 30e-6, 0.2}) {
        const auto step = step_of(factors_of([&](std::int64_t bytes) { return bytes > 1500 ? added_s : 0; }));
        ASSERT_TRUE(step) << added_s;
        EXPECT_EQ(step->from_bytes, 2048);
        EXPECT_NEAR(step->added_s, added_s, 0.01 * added_s);
    }
}

TEST(AddedStep, IsNoneThatGrowsEndsOrIsThereFromTheStart) {
    EXPECT_FALSE(step_of(factors_of([](std::int64_t bytes) {
        return bytes > 1500 ? 1e-9 * static_cast<double>(bytes) : 0;
    }))) << "a lower rate";
    EXPECT_FALSE(step_of(factors_of([](std::int64_t bytes) {
        return bytes >= 1024 && bytes <= 8192 ? 3e-6 : 0;
    }))) << "another protocol";
    EXPECT_FALSE(step_of(factors_of([](std::int64_t) { return 2e-6; }))) << "latency";
    EXPECT_FALSE(step_of(factors_of([](std::int64_t) { return 0; })));
}

TEST(AddedStep, IsWhatIsAdvisedOfAHost) {
    for (const bool is_faulty : {true, false}) {
        testing::HeldRun run(
            testing::fabric("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=0,1K,2K,4K,16K,64K,1M"));
        run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index, double& delay) {
            if (sender != 9) return;
            delay += is_faulty && k >= 2 ? 20e-6 : 0;
        });
        const Diagnosis diagnosis = testing::judge(testing::runs_of(run.run()));
        ASSERT_EQ(diagnosis.findings.size(), is_faulty ? 1U : 0U);
        if (is_faulty) {
            EXPECT_EQ(
                advice_on(diagnosis.findings.front()),
                "From 2K on each message takes the same 20 µs longer: compare the MTU there with that of the "
                "switch and of other hosts.");
        }
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
