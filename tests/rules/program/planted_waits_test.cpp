// SPDX-License-Identifier: Apache-2.0
// Waits that a program plants, recorded under mpirun: the first problem is the planted one, at its line, with
// who waits and for whom. The program's twin that plants nothing has no problem.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

struct PlantedWait {
    const char* name;
    int ranks;
    const char* setting;  ///< of Open MPI
    const char* rule;
    const char* call;  ///< that waits
    std::vector<int> waiting;
    int awaited;

    friend void PrintTo(const PlantedWait& wait, std::ostream* output) { *output << wait.name; }
};

constexpr double limit = 0.02;

const char* const probe = "late sender at probe";
const char* const wait = "late sender at wait";
const char* const collective = "late process in a non-blocking collective";
const char* const sender = "no progress at the sender";
const char* const receiver = "no progress at the receiver";
const char* const target = "no progress at the target";

const char* const none = "OMPI_MCA_mpi_yield_when_idle=1";  // as all have
const char* const by_tcp = "OMPI_MCA_btl=self,tcp";
const char* const by_messages = "OMPI_MCA_osc=pt2pt";

const std::vector<PlantedWait> planted_waits{
    {"probe", 2, none, probe, "MPI_Probe", {1}, 0},
    {"matched_probe", 2, none, probe, "MPI_Mprobe", {1}, 0},
    {"polling_probe", 2, none, probe, "MPI_Iprobe", {1}, 0},
    {"test", 2, none, wait, "MPI_Test", {1}, 0},
    {"testany", 2, none, wait, "MPI_Testany", {1}, 0},
    {"testsome", 2, none, wait, "MPI_Testsome", {1}, 0},
    {"persistent", 2, none, wait, "MPI_Wait", {1}, 0},
    {"reduction", 3, none, collective, "MPI_Wait", {0, 1}, 2},
    {"broadcast", 3, none, collective, "MPI_Wait", {1, 2}, 0},
    {"barrier", 3, none, collective, "MPI_Wait", {0, 1}, 2},
    {"long_send", 2, by_tcp, sender, "MPI_Recv", {1}, 0},
    {"long_receive", 2, by_tcp, receiver, "MPI_Send", {0}, 1},
    {"put", 2, by_messages, target, "MPI_Win_unlock", {0}, 1},
    {"get", 2, by_messages, target, "MPI_Win_unlock", {0}, 1},
    {"waitall", 3, none, wait, "MPI_Waitall", {0}, 2},
    {"sendrecv", 3, none, "late sender", "MPI_Sendrecv", {0}, 2},
    {"threads", 2, none, "late sender", "MPI_Recv", {0}, 1},
};

struct CheckedRun {
    nlohmann::json report;
    std::string text;
    double waited = 0;       ///< s, as the program has measured itself
    double held_up = 0;      ///< s, by the machine, all ranks together, as the program has measured itself
    Outcome second_opinion;  ///< of a program that works the waits out from the trace's CSV
};

/// The second program's opinion of a report.
Outcome recompute(const std::filesystem::path& folder) {
    const std::string csv = folder / "records";
    const Outcome written =
        run_program("network_trace", {"convert", folder / "trace", "--to", "csv", "-o", csv});
    EXPECT_EQ(written.exit_code, 0) << written.err;
    return run({"/usr/bin/python3", RECOMPUTED_WAITS, folder / "report.json", csv});
}

CheckedRun check_run_of(const PlantedWait& wait, const char* variant) {
    const TemporaryFolder folder;
    const std::string trace = folder / "trace";
    const Outcome recorded =
        run({"/usr/bin/env", wait.setting, "OMPI_MCA_mpi_yield_when_idle=1", MPIEXEC, "--oversubscribe",
             "-np", fmt::format("{}", wait.ranks), PROGRAMS "/network_trace", "record", "-o", trace, "--",
             PLANTED_WAITS, wait.name, variant});
    EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
    const std::string file = folder / "report.json";
    const Outcome checked = run_program("network_rules", {"check", "--trace", trace, "--json", file});
    const auto measured = [&](const std::string& word) {
        return std::stod(recorded.out.substr(recorded.out.find(word) + word.size()));
    };
    return {nlohmann::json::parse(bytes_of(file)), checked.out, measured("waited "), measured("held_up "),
            recompute(folder.path())};
}

/// How soon the launcher has started all processes is not planted.
bool is_of_launcher(const nlohmann::json& rule) {
    return rule.at("name") == "wait at start";
}

std::string line_of_source(const std::string& place) {
    const std::size_t colon = place.rfind(':');
    std::istringstream lines(bytes_of(PLANTED_WAITS_SOURCE));
    std::string line;
    for (int number = std::stoi(place.substr(colon + 1)); number > 0; --number) std::getline(lines, line);
    return line;
}

class PlantedWaits : public ::testing::TestWithParam<PlantedWait> {};

TEST_P(PlantedWaits, AreTheFirstProblem) {
    const CheckedRun run = check_run_of(GetParam(), "planted");
    std::vector<nlohmann::json> rules = run.report.at("rules");
    std::erase_if(rules, is_of_launcher);
    const nlohmann::json& first = rules.at(0);
    ASSERT_EQ(first.at("name"), GetParam().rule) << run.text;
    EXPECT_EQ(run.second_opinion.exit_code, 0) << run.second_opinion.out << run.second_opinion.err;
    EXPECT_GT(run.waited + run.held_up, 0.5) << "planted: 0.6 s; those that wait may be held up themselves";
    EXPECT_GT(first.at("seconds"), 0.85 * run.waited) << run.text;
    EXPECT_LT(first.at("seconds"), 1.15 * run.waited) << run.text;
    const nlohmann::json& place = first.at("places").at(0);
    EXPECT_THAT(line_of_source(place.at("place")), HasSubstr(std::string(GetParam().call) + "("));
    EXPECT_THAT(place.at("ranks").get<std::vector<int>>(), ::testing::IsSupersetOf(GetParam().waiting));
    EXPECT_THAT(place.at("waits_for_ranks").get<std::vector<int>>(), ::testing::Contains(GetParam().awaited));
    // Messages that left long before, or that another thread receives, are no other problem.
    for (const nlohmann::json& rule : rules) {
        if (rule.contains("not_judged")) continue;
        const std::string name = rule.at("name");
        const bool is_false = name.starts_with("late receiver") || name.starts_with("wrong order");
        EXPECT_FALSE(is_false && rule.at("is_above").get<bool>()) << name << '\n' << run.text;
    }
}

TEST_P(PlantedWaits, HaveABalancedTwinWithoutAProblem) {
    const CheckedRun run = check_run_of(GetParam(), "balanced");
    // Each rank waits for whoever a busy machine holds up.
    const double total = run.report.at("process_seconds");
    const double healthy = limit * total + GetParam().ranks * run.held_up;
    for (const nlohmann::json& rule : run.report.at("rules")) {
        if (!rule.contains("not_judged") && rule.at("is_above") && !is_of_launcher(rule)) {
            EXPECT_LT(rule.at("seconds"), healthy) << rule.at("name") << '\n' << run.text;
        }
    }
    const std::string word = "unexplained=";
    const double unexplained = std::stod(run.text.substr(run.text.rfind(word) + word.size()));
    EXPECT_LT(unexplained * total, healthy) << run.text;
}

INSTANTIATE_TEST_SUITE_P(Of, PlantedWaits, ::testing::ValuesIn(planted_waits),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace fabricmap::testing
