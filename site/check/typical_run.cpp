// SPDX-License-Identifier: Apache-2.0
#include "site/check/typical_run.hpp"

#include "site/check/diagnosing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace fabricmap::site {
namespace {

struct JudgedAlone {
    std::string run;
    Json diagnosis;
};

bool has_fewer_faults(const JudgedAlone& one, const JudgedAlone& other) {
    return one.diagnosis.at("faults").get<int>() < other.diagnosis.at("faults").get<int>();
}

std::set<std::string> faulty_parts_in(const Json& diagnosis) {
    std::set<std::string> parts;
    for (const Json& finding : diagnosis.at("findings")) {
        if (finding.at("fault").get<bool>()) parts.insert(finding.at("part").get<std::string>());
    }
    return parts;
}

}  // namespace

JudgedApart judge_apart(const std::vector<std::string>& runs, const std::filesystem::path& folder) {
    const std::filesystem::path json = folder / "unfinished.json";
    std::vector<JudgedAlone> judged;
    for (const std::string& run : runs) judged.push_back({run, diagnosis_of({folder, {run}, {}, json})});
    std::filesystem::remove(json);
    std::stable_sort(judged.begin(), judged.end(), has_fewer_faults);
    // Of an even number the one with fewer.
    std::rotate(judged.begin(), judged.begin() + (std::ssize(judged) - 1) / 2, judged.end());
    JudgedApart apart;
    const std::set<std::string> known = faulty_parts_in(judged.front().diagnosis);
    for (const JudgedAlone& one : judged) {
        apart.runs.push_back(one.run);
        for (const Json& finding : one.diagnosis.at("findings")) {
            if (!finding.at("fault").get<bool>() || known.contains(finding.at("part").get<std::string>()))
                continue;
            apart.passing.push_back({fmt::format("{} (in {}, and not in most runs)",
                                                 finding.at("sentence").get<std::string>(), one.run),
                                     "", false});
        }
    }
    apart.typical = std::move(judged.front().diagnosis);
    return apart;
}

}  // namespace fabricmap::site
