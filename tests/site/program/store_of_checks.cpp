// SPDX-License-Identifier: Apache-2.0
#include "tests/site/program/store_of_checks.hpp"

#include "site/store/store.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::testing {

StoreOfChecks::StoreOfChecks() {
    // The first word is the tester, in whose place the lab makes the run; its process numbers the noise.
    write_bytes(folder_ / "launch",
                fmt::format("shift\nexec '{}/network_lab' run \"$(cat '{}')\" --kind synthetic --quiet -- "
                            "--seed $$ \"$@\"\n",
                            PROGRAMS, (folder_ / "scenario").string()));
}

void StoreOfChecks::become(const std::string& scenario) const {
    write_bytes(folder_ / "scenario", scenario);
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
