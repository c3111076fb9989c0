// SPDX-License-Identifier: Apache-2.0
#include "site/check/diagnosing.hpp"

#include "base/errors.hpp"
#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "site/launch/child.hpp"

#include <array>
#include <fstream>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours only_what_hangs_takes{2};
constexpr std::array codes_of_a_verdict{ExitCode::success, ExitCode::faults_found, ExitCode::undecided};

std::vector<std::string> diagnose_words(const DiagnosisRequest& request) {
    std::vector<std::string> words{sibling_program("network_diagnose").string()};
    words.insert(words.end(), request.runs.begin(), request.runs.end());
    if (!request.baseline.empty())
        words.insert(words.end(), {"--baseline", joined_by(request.baseline, ",")});
    words.insert(words.end(), {"--json", request.json.string(), "--quiet"});
    if (!request.html.empty()) words.insert(words.end(), {"--html", request.html.string()});
    if (!request.tuning_rules.empty())
        words.insert(words.end(), {"--tuning-rules", request.tuning_rules.string()});
    return words;
}

}  // namespace

Json diagnosis_of(const DiagnosisRequest& request) {
    const int code = Child(diagnose_words(request), Child::Output::errors_only, request.folder)
                         .wait(only_what_hangs_takes);
    const bool has_judged = std::any_of(codes_of_a_verdict.begin(), codes_of_a_verdict.end(),
                                        [&](ExitCode verdict) { return code == static_cast<int>(verdict); });
    if (!has_judged) throw_ended("network_diagnose", code);
    std::ifstream file(request.json);
    return Json::parse(file);
}

std::vector<std::string> unresponsive_hosts(const fs::path& run) {
    const fs::path json = run.parent_path() / "unfinished.json";
    try {
        const Json diagnosis = diagnosis_of({run.parent_path(), {run.filename().string()}, {}, json});
        fs::remove(json);
        return diagnosis.at("run").at("unresponsive_hosts").get<std::vector<std::string>>();
    } catch (const Error& error) {
        if (error.code() == ExitCode::interrupted) throw;
        return {};
    }
}

}  // namespace fabricmap::site
