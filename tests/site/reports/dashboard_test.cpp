// SPDX-License-Identifier: Apache-2.0
#include "site/reports/metrics.hpp"
#include "tests/command.hpp"
#include "tests/site/kept_checks.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <set>

namespace fabricmap::site {
namespace {

using AnyJson = nlohmann::json;

AnyJson dashboard() {
    return AnyJson::parse(testing::bytes_of(EXAMPLES "/grafana/fabricmap.json"));
}

/// What its panels ask Prometheus for.
std::vector<std::string> expressions() {
    std::vector<std::string> all;
    const AnyJson shown = dashboard();
    for (const AnyJson& panel : shown.at("panels")) {
        for (const AnyJson& target : panel.at("targets")) all.push_back(target.at("expr"));
    }
    return all;
}

std::set<std::string> metrics_in(const std::string& text) {
    const std::regex name("fabricmap_\\w+");
    return {std::sregex_token_iterator(text.begin(), text.end(), name), std::sregex_token_iterator()};
}

TEST(Dashboard, AsksForWhatIsWritten) {
    HostRecord host = testing::faulty_host("n1", 2);
    host.sends.own_factor = host.receives.own_factor = 2;
    host.sends.factor = host.receives.factor = 2;
    const auto check = testing::check_with("2026-01-02T03-04-05Z_0001", {host});
    const std::set<std::string> written = metrics_in(metrics_text({check}, {}, 0));
    const std::vector<std::string> all = expressions();
    ASSERT_FALSE(all.empty());
    for (const std::string& expression : all)
        EXPECT_THAT(written, ::testing::IsSupersetOf(metrics_in(expression))) << expression;
}

TEST(Dashboard, HasPanelsThatFitBesideEachOther) {
    std::set<int> numbers;
    std::set<std::pair<int, int>> taken;
    const AnyJson shown = dashboard();
    for (const AnyJson& panel : shown.at("panels")) {
        EXPECT_TRUE(numbers.insert(panel.at("id").get<int>()).second) << panel.at("title");
        EXPECT_EQ(panel.at("datasource").at("uid"), "${datasource}") << panel.at("title");
        const AnyJson& grid = panel.at("gridPos");
        const int x = grid.at("x");
        const int y = grid.at("y");
        const int right = x + grid.at("w").get<int>();
        const int bottom = y + grid.at("h").get<int>();
        EXPECT_LE(right, 24) << "Grafana's columns";
        for (int column = x; column < right; ++column) {
            for (int row = y; row < bottom; ++row)
                EXPECT_TRUE(taken.emplace(column, row).second) << panel.at("title");
        }
    }
    EXPECT_FALSE(numbers.empty());
}

TEST(Dashboard, AsksInALanguageThatPrometheusReads) {
    if (testing::run({"/bin/sh", "-c", "command -v promtool"}).exit_code != 0)
        GTEST_SKIP() << "promtool (package prometheus) is not installed";
    const testing::TemporaryFolder folder;
    const std::regex variable(R"(\$host)");
    AnyJson rules = AnyJson::array();
    for (const std::string& expression : expressions()) {
        rules.push_back({{"record", "asked:" + std::to_string(rules.size())},
                         {"expr", std::regex_replace(expression, variable, ".*")}});
    }
    const std::filesystem::path file = folder / "rules.yml";
    testing::write_bytes(file, AnyJson{{"groups", {{{"name", "asked"}, {"rules", rules}}}}}.dump());
    const auto outcome = testing::run({"/usr/bin/promtool", "check", "rules", file.string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
}

}  // namespace
}  // namespace fabricmap::site
