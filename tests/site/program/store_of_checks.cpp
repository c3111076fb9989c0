// SPDX-License-Identifier: Apache-2.0
#include "tests/site/program/store_of_checks.hpp"

#include "site/store/store.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::testing {

StoreOfChecks::StoreOfChecks() {
    // The first word is the tester, in whose place the lab makes the run; its process numbers the noise.
    write_bytes(folder_ / "launch", fmt::format(R"sh(shift
scenario='{0}'/scenario
case $2 in *run[0-9]) [ ! -e "$scenario.${{2##*/}}" ] || scenario=$scenario.${{2##*/}} ;; esac
exec '{1}/network_lab' run "$(cat "$scenario")" --kind synthetic --quiet -- --seed $$ "$@"
)sh",
                                                folder_.path().string(), PROGRAMS));
}

void StoreOfChecks::become(const std::string& scenario) const {
    for (const char* const run : {"run1", "run2", "run3"})
        std::filesystem::remove(folder_ / fmt::format("scenario.{}", run));
    write_bytes(folder_ / "scenario", scenario);
}

void StoreOfChecks::become_in(const std::string& run, const std::string& scenario) const {
    write_bytes(folder_ / ("scenario." + run), scenario);
}

Outcome StoreOfChecks::fabricmap(std::vector<std::string> words) const {
    words.insert(words.end(), {"--store", store_.string()});
    return run_program("fabricmap", words);
}

std::vector<std::string> StoreOfChecks::check_words(const std::vector<std::string>& words) const {
    std::vector<std::string> all{"check", "--launcher", "sh " + (folder_ / "launch").string()};
    if (std::find(words.begin(), words.end(), "--preset") == words.end())
        all.insert(all.end(), {"--preset", "quick"});
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

Outcome StoreOfChecks::check(const std::vector<std::string>& words) const {
    return fabricmap(check_words(words));
}

std::vector<std::string> StoreOfChecks::checks() const {
    return site::Store(store_).checks();
}

Json StoreOfChecks::last() const {
    return *site::json_in(store_ / checks().back() / "check.json");
}

}  // namespace fabricmap::testing
