// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/survey.hpp"

#include "base/errors.hpp"
#include "statistics/robust.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <cmath>
#include <random>

namespace fabricmap::diagnosis {
namespace {

using testing::HeldRun;

constexpr int surveyed_hosts = 24;
constexpr int ranks_of_a_host = 2;
constexpr int ranks = surveyed_hosts * ranks_of_a_host;
const std::vector<std::int64_t> lengths{0, 1, 64, 1024, 16384, 262144};

double class_delay(std::size_t k, int sender, int receiver) {
    const auto bytes = static_cast<double>(lengths[k]);
    return sender / ranks_of_a_host == receiver / ranks_of_a_host ? 4e-7 + bytes / 8e9
                                                                  : 1.5e-6 + bytes / 1e10;
}

/// Effects that were put in: logarithms, with a median of zero.
struct GroundTruth {
    std::vector<double> sending = std::vector<double>(ranks, 0);
    std::vector<double> receiving = std::vector<double>(ranks, 0);
};

GroundTruth some_effects(unsigned seed) {
    GroundTruth ground_truth;
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> effect(-0.05, 0.05);
    for (int rank = 0; rank < ranks; rank += 2) {
        for (auto* const side : {&ground_truth.sending, &ground_truth.receiving}) {
            (*side)[static_cast<std::size_t>(rank)] = effect(random);
            (*side)[static_cast<std::size_t>(rank) + 1] = -(*side)[static_cast<std::size_t>(rank)];
        }
    }
    ground_truth.sending[7] = 0.7;
    ground_truth.receiving[30] = 0.4;
    return ground_truth;
}

/// Class delay, effects of both ranks on their paths between hosts, noise.
HeldRun run_with(const GroundTruth& ground_truth, double noise, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, 1);
    HeldRun run;
    run.description.mode = Mode::one_to_one;
    run.description.message_lengths = lengths;
    for (int rank = 0; rank < ranks; ++rank)
        run.description.ranks.push_back({fmt::format("node{:02}", rank / ranks_of_a_host), -1, -1, -1});
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        Matrix plane(ranks, ranks);
        for (int sender = 0; sender < ranks; ++sender) {
            for (int receiver = 0; receiver < ranks; ++receiver) {
                const bool within = sender / ranks_of_a_host == receiver / ranks_of_a_host;
                const double effect = within ? 0
                                             : ground_truth.sending[static_cast<std::size_t>(sender)] +
                                                   ground_truth.receiving[static_cast<std::size_t>(receiver)];
                plane(sender, receiver) =
                    class_delay(k, sender, receiver) * std::exp(effect + noise * normal(random));
            }
        }
        plane.matrix().diagonal().setConstant(std::numeric_limits<double>::quiet_NaN());
        run.planes[Statistic::median].push_back(std::move(plane));
    }
    return run;
}

Survey survey(const HeldRun& held) {
    const fabricmap::Run run = held.run();
    const auto stack = run.stack(Statistic::median);
    const Machine machine = machine_of(run.description());
    return survey_of(*stack, machine, find_pair_classes(*stack, machine, [] {}),
                     static_cast<float>(std::log(1.05)), [] {});
}

/// Expects the effects at every length, but for what all ranks have in common.
void expect_effects(const Survey& survey, const GroundTruth& ground_truth, double tolerance) {
    for (Eigen::Index k = 0; k < survey.effects.sending.rows(); ++k) {
        const float sending = median_of_numbers(Eigen::ArrayXf(survey.effects.sending.row(k).transpose()));
        const float receiving =
            median_of_numbers(Eigen::ArrayXf(survey.effects.receiving.row(k).transpose()));
        for (Eigen::Index rank = 0; rank < ranks; ++rank) {
            EXPECT_NEAR(survey.effects.sending(k, rank) - sending,
                        ground_truth.sending[static_cast<std::size_t>(rank)], tolerance)
                << rank << " at " << k;
            EXPECT_NEAR(survey.effects.receiving(k, rank) - receiving,
                        ground_truth.receiving[static_cast<std::size_t>(rank)], tolerance)
                << rank << " at " << k;
        }
    }
}

TEST(Survey, FindsTheMedianOfEachClass) {
    const Survey found = survey(run_with({}, 0.02, 1));
    ASSERT_EQ(found.classes.all.size(), 2);
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const auto row = static_cast<Eigen::Index>(k);
        EXPECT_NEAR(found.class_medians(row, 0) / class_delay(k, 0, 1), 1, 0.02) << k;
        EXPECT_NEAR(found.class_medians(row, 1) / class_delay(k, 0, 2), 1, 0.005) << k;
    }
}

TEST(Survey, FindsWhatEachRankAdds) {
    const GroundTruth ground_truth = some_effects(2);
    expect_effects(survey(run_with(ground_truth, 0.02, 2)), ground_truth, 0.025);
}

TEST(Survey, FindsWhatEachRankAddsThoughATenthOfTheValuesIsMissing) {
    const GroundTruth ground_truth = some_effects(3);
    HeldRun run = run_with(ground_truth, 0.02, 3);
    std::mt19937 random(3);
    run.alter([&](std::size_t, Eigen::Index, Eigen::Index, double& delay) {
        if (random() % 10 == 0) delay = std::numeric_limits<double>::quiet_NaN();
    });
    const Survey found = survey(run);
    expect_effects(found, ground_truth, 0.025);
    const Eigen::ArrayXXf missing = found.missing;
    for (Eigen::Index host = 0; host < surveyed_hosts; ++host) {
        for (Eigen::Index other = 0; other < surveyed_hosts; ++other) {
            if (host == other) continue;
            EXPECT_LT(missing(host, other), 0.5F);
        }
    }
    EXPECT_NEAR((missing.sum() - missing.matrix().trace()) / (surveyed_hosts * (surveyed_hosts - 1)), 0.1,
                0.02);
}

TEST(Survey, IsNotMovedByStrayValues) {
    const GroundTruth ground_truth = some_effects(4);
    HeldRun run = run_with(ground_truth, 0.02, 4);
    std::mt19937 random(4);
    run.alter([&](std::size_t, Eigen::Index, Eigen::Index, double& delay) {
        if (random() % 30 == 0) delay *= 20;
    });
    const Survey found = survey(run);
    expect_effects(found, ground_truth, 0.03);
    // One stray value in thirty of 4 pairs of ranks and a few lengths makes no link slow.
    int off = 0;
    for (const Band& band : found.bands) off += static_cast<int>((band.links > 0.05F).count());
    EXPECT_LE(off, static_cast<int>(found.bands.size()) * surveyed_hosts * surveyed_hosts / 100);
}

TEST(Survey, LeavesWhatALinkAddsToTheLink) {
    HeldRun run = run_with({}, 0.01, 5);
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender / ranks_of_a_host == 4 && receiver / ranks_of_a_host == 11) delay *= 1.06;
    });
    const Survey found = survey(run);
    for (const Band& band : found.bands) {
        for (Eigen::Index host = 0; host < surveyed_hosts; ++host) {
            for (Eigen::Index other = 0; other < surveyed_hosts; ++other) {
                if (host == other) continue;
                EXPECT_NEAR(band.links(host, other), host == 4 && other == 11 ? std::log(1.06) : 0, 0.03);
            }
        }
    }
}

TEST(Survey, OfASingleHostFindsWhatItsRanksAdd) {
    const fabricmap::Run run = testing::fabric(
        "host,ranks-per-host=12;noise,1%;fault,slow-rank,rank=3,side=receiver,factor=1.5;"
        "sweep,timing=synchronized");
    const Machine machine = machine_of(run.description());
    const auto stack = run.stack(run.preferred());
    const Survey found = survey_of(*stack, machine, find_pair_classes(*stack, machine, [] {}), 0.05F, [] {});
    for (Eigen::Index k = 0; k < found.effects.receiving.rows(); ++k) {
        for (Eigen::Index rank = 0; rank < 12; ++rank) {
            EXPECT_NEAR(found.effects.sending(k, rank), 0, 0.03);
            EXPECT_NEAR(found.effects.receiving(k, rank), rank == 3 ? std::log(1.5) : 0, 0.03);
        }
    }
}

TEST(Survey, OfNothingIsRefused) {
    HeldRun run = run_with({}, 0.02, 1);
    run.alter([](std::size_t, Eigen::Index, Eigen::Index, double& delay) {
        delay = std::numeric_limits<double>::quiet_NaN();
    });
    EXPECT_THROW(survey(run), FileError);
}

TEST(Survey, ReadsEveryLengthOnce) {
    const HeldRun held = run_with({}, 0.02, 1);
    const fabricmap::Run run = held.run();
    const auto stack = run.stack(Statistic::median);
    const Machine machine = machine_of(run.description());
    std::size_t steps = 0;
    const Survey found =
        survey_of(*stack, machine, find_pair_classes(*stack, machine, [] {}), 0.05F, [&] { ++steps; });
    EXPECT_EQ(steps, lengths.size());
    std::size_t next = 0;
    for (const Band& band : found.bands) {
        EXPECT_EQ(band.first, next);
        next += band.count;
    }
    EXPECT_EQ(next, lengths.size());
}

}  // namespace
}  // namespace fabricmap::diagnosis
