// SPDX-License-Identifier: Apache-2.0
#include "verdict.hpp"

#include "tests/programs.hpp"

#include <cstdlib>

namespace fabricmap::testing {

using Json = nlohmann::json;

nlohmann::json Verdict::only_finding() const {
    const Json& findings = report.at("findings");
    return findings.size() == 1 ? findings.front() : Json::object();
}

std::string Verdict::findings_text() const {
    std::string text;
    for (const Json& finding : report.at("findings")) {
        text += finding.at("sentence").get<std::string>() + "; ";
    }
    return text.empty() ? "no finding" : text;
}

Verdict diagnose(const std::filesystem::path& prefix, const std::vector<std::string>& options) {
    const std::string json = prefix.string() + "_verdict.json";
    std::vector<std::string> words{prefix, "--quiet", "--json", json};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = run_program("network_diagnose", words);
    if (!std::filesystem::exists(json)) throw std::runtime_error("no verdict: " + outcome.err);
    return {outcome.exit_code, Json::parse(bytes_of(json))};
}

Verdict diagnose_scenario(const TemporaryFolder& folder, const std::string& kind, const std::string& scenario,
                          const std::vector<std::string>& tester_options,
                          const std::vector<std::string>& options) {
    write_bytes(folder / "fabric.lab", scenario);
    std::vector<std::string> words{"run", folder / "fabric.lab", "--kind",     kind, "--",
                                   "-f",  folder / "run",        "--overwrite"};
    words.insert(words.end(), tester_options.begin(), tester_options.end());
    const Outcome outcome = run_program("network_lab", words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return diagnose(folder / "run", options);
}

bool has_threshold_near(const Verdict& verdict, std::int64_t setting_bytes, std::int64_t step_bytes) {
    const Json& thresholds = verdict.report.at("thresholds");
    return std::any_of(thresholds.begin(), thresholds.end(), [&](const Json& threshold) {
        const auto after_bytes = threshold.at("length_bytes").at(1).get<std::int64_t>();
        return std::abs(after_bytes - setting_bytes) <= step_bytes;
    });
}

std::string thresholds_text(const Verdict& verdict) {
    std::string text;
    for (const Json& threshold : verdict.report.at("thresholds")) {
        text += threshold.at("length_bytes").dump() + " " + threshold.at("jump_s").dump() + " s; ";
    }
    return text.empty() ? "no threshold" : text;
}

}  // namespace fabricmap::testing
