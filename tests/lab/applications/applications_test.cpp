// SPDX-License-Identifier: Apache-2.0
// Each application of the lab, recorded and judged by the rules that are installed, as planted and balanced.
#include "lab/applications/table.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/votes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>

namespace fabricmap::lab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::Outcome;
using testing::TemporaryFolder;
using testing::Votes;

// What is planted is large beside an outage: a kernel may keep a core from real-time processes for 50 ms of
// each second, so that a rank misses most of one repetition.
constexpr int repetitions = 10;
constexpr int planted_ms = 60;
constexpr double allowed_error = 0.15;
/// A rank that waited less than that share of the longest time was kept from its core, and waited for
/// nobody's work.
constexpr double min_share = 0.2;
constexpr Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
/// When a process starts is the machine's affair, but where the application is about that.
constexpr std::string_view start_rule = "wait at start";
/// Ranks that share cores wake up milliseconds apart, and meet at barriers: on slow machines up to 4 % of
/// such short runs. What is planted is more.
constexpr const char* lost_by_waking_up = "5%";

std::string program_of(std::string_view name) {
    return fmt::format("{}/{}", APPLICATIONS, name);
}

/// The line of its source with a comment of that text, as FILE:LINE.
std::string marked_line(const Application& application) {
    std::ifstream source(fmt::format("{}/{}.c", SOURCES, application.name));
    const std::string comment = fmt::format("/* {} */", application.comment);
    int number = 1;
    for (std::string line; std::getline(source, line); ++number) {
        if (line.find(comment) != std::string::npos) return fmt::format("{}.c:{}", application.name, number);
    }
    return {};
}

/// The words of mpirun and what it runs.
std::vector<std::string> words_of(const Application& application, const std::string& mode,
                                  const fs::path& folder) {
    std::vector<std::string> words{MPIEXEC, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"};
    const auto add = [&](std::vector<std::string> more) {
        words.insert(words.end(), more.begin(), more.end());
    };
    add({"--mca", "pml", "ob1", "--mca", "btl", "self,vader"});
    if (application.is_of_openshmem()) add({"--mca", "opal_common_ucx_opal_mem_hooks", "0"});
    if (!application.one_sided.empty()) add({"--mca", "osc", std::string(application.one_sided)});
    if (!application.library_function.empty() && mode == "planted") {
        const std::string late_exits = program_of("liblate_exits.so");
        add({"-x", "LD_PRELOAD=" + late_exits, "-x", "FABRICMAP_TRACE_SHIM=" + late_exits, "-x",
             fmt::format("FABRICMAP_LATE_EXITS_OF={}", application.library_function)});
        if (application.leaves_late) add({"-x", fmt::format("FABRICMAP_LATE_EXITS_MS={}", planted_ms)});
    }
    add({"-np", fmt::format("{}", application.ranks), PROGRAMS "/network_trace", "record", "-o",
         folder.string(), "--", program_of(application.name), mode, fmt::format("{}", repetitions),
         fmt::format("{}", planted_ms)});
    return words;
}

struct Judgement {
    int exit_code = -1;
    json report;
    std::string out;
};

Judgement record_and_judge(const Application& application, const std::string& mode) {
    const TemporaryFolder folder;
    const fs::path trace = folder / "trace";
    const Outcome job = testing::run(words_of(application, mode, trace));
    EXPECT_EQ(job.exit_code, 0) << job.err;
    if (job.exit_code != 0) return {};
    const Outcome outcome = testing::run_program(
        "network_rules",
        {"check", "--trace", trace.string(), "--fail-above", lost_by_waking_up, "--json", "-"});
    return {outcome.exit_code, json::parse(outcome.out), job.out};
}

/// The ranks that wait at a place, as "0 1".
std::string waiting_ranks(const json& place) {
    std::map<int, double> seconds;
    for (const json& pair : place.at("between"))
        seconds[pair.at("rank").get<int>()] += pair.at("seconds").get<double>();
    double longest = 0;
    for (const auto& [rank, of_rank] : seconds) longest = std::max(longest, of_rank);
    std::string text;
    for (const json& rank : place.at("ranks")) {
        const auto found = seconds.find(rank.get<int>());
        if (found != seconds.end() && found->second < min_share * longest) continue;
        text += (text.empty() ? "" : " ") + rank.dump();
    }
    return text;
}

/// What differs from the ground truth of the rule that is to find the inefficiency.
std::string difference_of_rule(const Application& application, const json& rule) {
    const double expected = application.waits * repetitions * planted_ms / 1000.0;
    const double seconds = rule.at("seconds");
    const json& place = rule.at("places").at(0);
    std::string text;
    if (place.at("place") != marked_line(application))
        text += fmt::format("at {}\n", place.at("place").dump());
    if (const std::string ranks = waiting_ranks(place); ranks != application.waiting)
        text += fmt::format("ranks {}\n", ranks);
    if (!(std::abs(seconds - expected) <= allowed_error * expected)) {
        text += fmt::format("{} s instead of {}\n", seconds, expected);
    }
    return text;
}

bool is_shared(const json& rule, const json& other) {
    const json& shared = rule.at("also_counted_as");
    return std::any_of(shared.begin(), shared.end(),
                       [&](const json& one) { return one.at("rule") == other.at("name"); });
}

std::string difference_of_planted(const Application& application, const Judgement& judgement) {
    if (judgement.report.is_null()) return "no report";
    const json& rules = judgement.report.at("rules");
    const auto found = std::find_if(rules.begin(), rules.end(),
                                    [&](const json& rule) { return rule.at("name") == application.rule; });
    if (found == rules.end()) return "no such rule";
    if (application.waiting.empty()) {
        // Taking a lock that was just given back may take a moment.
        const double share = found->at("share");
        return share < 0.001 ? "" : fmt::format("{} of the run\n", share);
    }
    if (found->at("places").empty()) return "nothing found";
    std::string text = difference_of_rule(application, *found);
    if (judgement.exit_code != 4) text += fmt::format("exit code {}\n", judgement.exit_code);
    for (const json& other : rules) {
        const bool is_the_machines = other.at("name") == start_rule && application.rule != start_rule;
        if (!is_the_machines && other.value("seconds", 0.0) > found->at("seconds") &&
            !is_shared(*found, other)) {
            text += fmt::format("{} has more\n", other.at("name").dump());
        }
    }
    return text;
}

/// The rules by which more than may be is lost, each with what was found.
std::string losses_of(const Application& application, const Judgement& judgement) {
    if (judgement.report.is_null()) return "no report";
    std::string losses;
    bool any = false;
    for (const json& rule : judgement.report.at("rules")) {
        if (!rule.value("is_above", false)) continue;
        any = true;
        if (rule.at("name") != start_rule || application.rule == start_rule) losses += rule.dump(1) + '\n';
    }
    EXPECT_EQ(judgement.exit_code, any ? 4 : 0);
    return losses;
}

class Applications : public ::testing::TestWithParam<Application> {
  protected:
    void SetUp() override {
        if (!fs::exists(program_of(GetParam().name))) GTEST_SKIP() << "needs OpenSHMEM";
    }
};

TEST_P(Applications, PlantedAreFoundAtTheirLineAndRanksForTheirTime) {
    testing::expect_votes<votes>(
        [] { return difference_of_planted(GetParam(), record_and_judge(GetParam(), "planted")); });
}

TEST_P(Applications, BalancedLoseNothing) {
    if (GetParam().waiting.empty()) GTEST_SKIP() << "its home is busy at any rate";
    testing::expect_votes<votes>(
        [] { return losses_of(GetParam(), record_and_judge(GetParam(), "balanced")); });
}

INSTANTIATE_TEST_SUITE_P(Of, Applications, ::testing::ValuesIn(applications().begin(), applications().end()),
                         [](const auto& one) {
                             return fmt::format("{}{}{}", one.param.name,
                                                one.param.one_sided.empty() ? "" : "_", one.param.one_sided);
                         });

class Improvements : public ::testing::TestWithParam<Improvement> {};

/// "It helps": what is reported first names the flaw, and without it the program takes at most 70 % of the
/// time.
TEST_P(Improvements, ByTheFirstAdviceMakeThePrograms30PercentFaster) {
    const Improvement& improvement = GetParam();
    testing::expect_votes<votes>([&]() -> std::string {
        const Judgement before = record_and_judge({improvement.before, "", improvement.ranks}, "planted");
        const Judgement after = record_and_judge({improvement.after, "", improvement.ranks}, "planted");
        if (before.report.is_null() || after.report.is_null()) return "no report";
        const std::string first = before.report.at("rules").at(0).at("name");
        const double ratio =
            std::strtod(before.out.c_str(), nullptr) / std::strtod(after.out.c_str(), nullptr);
        fmt::print("{} / {}: {:.2f} times\n", improvement.before, improvement.after, ratio);
        if (first == improvement.rule && ratio > 1 / 0.7) return {};
        return fmt::format("{} is reported first, and without it the program is {:.2f} times as fast", first,
                           ratio);
    });
}

INSTANTIATE_TEST_SUITE_P(Of, Improvements, ::testing::ValuesIn(improvements().begin(), improvements().end()),
                         [](const auto& one) { return std::string(one.param.before); });

TEST(ApplicationsPage, NamesEachWithItsLineAndRule) {
    std::ifstream file(PAGE);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    for (const Application& application : applications()) {
        const std::string line =
            application.waiting.empty() ? fmt::format("{}.c", application.name) : marked_line(application);
        EXPECT_THAT(page, ::testing::HasSubstr(fmt::format("| `{}` | {} |", line, application.rule)));
    }
    for (const Improvement& improvement : improvements()) {
        EXPECT_THAT(page, ::testing::HasSubstr(fmt::format("| `{}.c` | `{}.c` | {} |", improvement.before,
                                                           improvement.after, improvement.rule)));
    }
}

}  // namespace
}  // namespace fabricmap::lab
