// SPDX-License-Identifier: Apache-2.0
// Jobs that each measured some of the hosts make one map, in which faults lie where they were planted.
#include "base/json_values.hpp"
#include "base/quantities.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/partial_machine.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace fabricmap {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::measure_part;
using ::testing::Not;
using testing::Outcome;
using testing::PartOfMachine;
using testing::run_program;

constexpr double day_s = 86400;

class Merging : public ::testing::Test {
  protected:
    /// Three runs of a job; its word on the command line.
    std::string job(const std::string& name, PartOfMachine part) {
        std::string word;
        for (int run = 1; run <= 3; ++run) {
            const std::string prefix = folder_ / fmt::format("{}{}", name, run);
            part.seed = ++seed_;
            measure_part(prefix, part);
            word += (word.empty() ? "" : ",") + prefix;
        }
        return word;
    }

    /// Six jobs on random halves of the hosts, a day from each to the next.
    std::vector<std::string> six_halves(const PartOfMachine& machine, std::uint64_t seed) {
        std::vector<std::string> jobs;
        for (int k = 0; k < 6; ++k) {
            PartOfMachine part = machine;
            part.hosts = testing::drawn_hosts(seed + static_cast<unsigned>(k), 8);
            part.age_s = (5 - k) * day_s;
            jobs.push_back(job(fmt::format("half{}_", k), part));
        }
        return jobs;
    }

    Outcome merge(std::vector<std::string> words) {
        words.insert(words.begin(), "merge");
        words.insert(words.end(), {"-o", map(), "--overwrite"});
        return run_program("network_convert", words);
    }

    [[nodiscard]] std::string map() const { return folder_ / "map"; }

    /// The hosts of the parts that a diagnosis of the map calls faulty: "cn05", of a link in any direction
    /// "cn02 cn11".
    [[nodiscard]] std::set<std::string> faulty_parts() const {
        (void)run_program("network_diagnose", {map(), "--quiet", "--json", folder_ / "diagnosis"});
        std::set<std::string> parts;
        const Json diagnosis = Json::parse(testing::bytes_of(folder_ / "diagnosis"));
        for (const Json& finding : diagnosis.at("findings")) {
            if (!finding.at("fault").get<bool>()) continue;
            std::set<std::string> hosts;
            for (const char* const side : {"hosts", "to_hosts"}) {
                for (const Json& host : finding.at(side)) hosts.insert(host.get<std::string>());
            }
            parts.insert(joined_by(hosts, " "));
        }
        return parts;
    }

    testing::TemporaryFolder folder_;
    std::uint64_t seed_ = 0;
};

constexpr std::uint64_t halves_with_the_link = 3;

std::vector<int> all_hosts() {
    return testing::drawn_hosts(1, testing::hosts_of_partial_machine);
}

TEST_F(Merging, NamesWhatAWholeRunNamesAndNobodyElse) {
    PartOfMachine machine;
    machine.slow_host = 5;
    machine.slow_link = {2, 11};
    const Outcome merged = merge(six_halves(machine, halves_with_the_link));
    ASSERT_EQ(merged.exit_code, 0) << merged.err;
    EXPECT_THAT(merged.out, AllOf(HasSubstr("16 hosts of 6 measurements"), Not(HasSubstr("contradict"))));
    EXPECT_THAT(faulty_parts(), ElementsAre("cn02 cn11", "cn05"));
    machine.hosts = all_hosts();
    ASSERT_EQ(merge({job("whole", machine)}).exit_code, 0);
    EXPECT_THAT(faulty_parts(), ElementsAre("cn02 cn11", "cn05"));
}

TEST_F(Merging, NamesNobodyOfAHealthyMachine) {
    ASSERT_EQ(merge(six_halves({}, halves_with_the_link)).exit_code, 0);
    EXPECT_THAT(faulty_parts(), IsEmpty());
}

TEST_F(Merging, TakesOffWhatAWholeJobIsSlower) {
    PartOfMachine slower;
    slower.hosts = {0, 1, 2, 3, 4, 5, 6, 7};
    slower.all_slower = 1.3;
    slower.age_s = day_s;
    PartOfMachine now;
    now.hosts = {3, 4, 5, 6, 7, 8, 9, 10};
    ASSERT_EQ(merge({job("then", slower), job("now", now)}).exit_code, 0);
    const fabricmap::Run run = open_run(map());
    const Matrix delays = run.stack(Statistic::median)->plane(0);
    EXPECT_NEAR(delays(0, 1) / delays(9, 10), 1, .1) << "of pairs that one of the jobs has measured";
    EXPECT_TRUE(std::isnan(delays(0, 9))) << "no job has measured this pair";
    EXPECT_THAT(faulty_parts(), IsEmpty());
}

TEST_F(Merging, KeepsTheAgeOfEachPairAndLeavesOutWhatIsTooOld) {
    PartOfMachine part;
    std::vector<std::string> jobs;
    for (const auto& [hosts, days] : std::vector<std::pair<std::vector<int>, int>>{
             {{0, 1, 2, 3}, 1}, {{2, 3, 4, 5}, 9}, {{4, 5, 6, 7}, 30}}) {
        part.hosts = hosts;
        part.age_s = days * day_s;
        jobs.push_back(job(fmt::format("days{}_", days), part));
    }
    ASSERT_EQ(merge(jobs).exit_code, 0);
    const RunDescription description = open_run(map()).description();
    ASSERT_EQ(description.ranks.size(), 6U) << "what is older than 28 days is left out";
    const auto age_days = [&](std::size_t from, std::size_t to) {
        return description.pair_ages_s->at(from * 6 + to) / day_s;
    };
    EXPECT_NEAR(age_days(0, 1), 1, .1);
    EXPECT_NEAR(age_days(2, 3), 1, .1) << "the newest counts";
    EXPECT_NEAR(age_days(4, 5), 9, .1);
    EXPECT_TRUE(std::isnan(age_days(0, 5)));
    EXPECT_EQ(merge({jobs.back()}).exit_code, 2);
    ASSERT_EQ(merge({jobs[0], jobs[1], jobs[2], "--max-age", "60"}).exit_code, 0);
    EXPECT_EQ(open_run(map()).description().ranks.size(), 8U);
}

TEST_F(Merging, TellsTheAgesInJsonAndCsv) {
    PartOfMachine now;
    now.hosts = {0, 1, 2, 3};
    PartOfMachine then;
    then.hosts = {2, 3, 4};
    then.age_s = 3 * day_s;
    ASSERT_EQ(merge({job("now", now), job("then", then)}).exit_code, 0);
    const std::vector<double> ages = *open_run(map()).description().pair_ages_s;
    ASSERT_EQ(ages.size(), 25U);
    const auto converted = [&](std::vector<std::string> words) {
        words.insert(words.begin(), map());
        return run_program("network_convert", words).out;
    };
    const Json planes = Json::parse(converted({"--to", "json"}));
    const Json pairs = Json::parse(converted({"--to", "json", "--statistic", "all"}));
    for (std::size_t from = 0; from < 5; ++from) {
        for (std::size_t to = 0; to < 5; ++to) {
            const Json& age = planes.at("age_s").at(from).at(to);
            EXPECT_EQ(age.is_null(), std::isnan(ages[from * 5 + to]));
            if (age.is_null()) continue;
            EXPECT_NEAR(age.get<double>(), ages[from * 5 + to], 1);
        }
    }
    EXPECT_NEAR(planes.at("age_s").at(2).at(4).get<double>() / day_s, 3, .1);
    const auto age_of = [&](int from, int to) {
        for (const Json& pair : pairs.at("pairs")) {
            if (pair.at("sender") == from && pair.at("receiver") == to) return pair.at("age_s");
        }
        return Json("no such pair");
    };
    EXPECT_NEAR(age_of(2, 4).get<double>() / day_s, 3, .1);
    EXPECT_LT(age_of(0, 1).get<double>(), day_s);
    EXPECT_TRUE(age_of(0, 4).is_null()) << "no job has measured this pair";
    EXPECT_THAT(converted({"--to", "csv"}), HasSubstr("delay_s,age_s\n"));
}

TEST_F(Merging, DoesNotMixAHostWithTheOneThatStoodInItsPlace) {
    PartOfMachine before;
    before.hosts = all_hosts();
    before.other_host = 7;
    before.age_s = day_s;
    PartOfMachine now;
    now.hosts = {1, 4, 5, 7, 9, 10, 12, 15};
    const Outcome merged = merge({job("before", before), job("now", now)});
    ASSERT_EQ(merged.exit_code, 0) << merged.err;
    EXPECT_THAT(merged.out, HasSubstr("Older values contradict newer ones and are left out: cn07\n"));
    const Matrix delays = open_run(map()).stack(Statistic::median)->plane(0);
    EXPECT_TRUE(std::isnan(delays(7, 0)) && std::isnan(delays(0, 7)));
    EXPECT_NEAR(delays(7, 9) / delays(1, 9), 1, .1);
    EXPECT_THAT(faulty_parts(), IsEmpty());
}

TEST_F(Merging, TakesThePairThatWasMeasuredLast) {
    PartOfMachine before;
    before.hosts = all_hosts();
    before.slow_link = {2, 11};
    before.age_s = day_s;
    PartOfMachine now;
    now.hosts = {0, 2, 3, 5, 6, 8, 11, 14};
    const std::vector<std::string> jobs{job("before", before), job("now", now)};
    ASSERT_EQ(merge(jobs).exit_code, 0);
    EXPECT_THAT(faulty_parts(), IsEmpty());
    std::swap(before.age_s, now.age_s);
    ASSERT_EQ(merge({job("sick", before), job("well", now)}).exit_code, 0);
    EXPECT_THAT(faulty_parts(), ElementsAre("cn02 cn11"));
}

TEST_F(Merging, NeverMixesWhatWasMeasuredOtherwise) {
    PartOfMachine other;
    other.hosts = {0, 1, 2, 3};
    other.mpi_library = "MPICH 4.1";
    other.age_s = day_s;
    PartOfMachine now;
    now.hosts = {2, 3, 4, 5};
    const Outcome merged = merge({job("other", other), job("now", now)});
    EXPECT_EQ(merged.exit_code, 0);
    EXPECT_THAT(merged.err, HasSubstr("other1: another MPI library: left out\n"));
    EXPECT_EQ(open_run(map()).description().ranks.size(), 4U);
    EXPECT_THAT(merge({"synthetic:two_racks_slow_receiver"}).exit_code, 3)
        << "a run that does not say when it was measured";
    EXPECT_EQ(run_program("network_convert", {"merge", "-o", map()}).exit_code, 2);
}

}  // namespace
}  // namespace fabricmap
