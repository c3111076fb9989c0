// SPDX-License-Identifier: Apache-2.0
// What scripts/common.sh times the compiler with: the times that machines need for the same differ by more
// than three.
#include <bits/stdc++.h>
#include <regex>

std::map<std::string, std::vector<int>> values_of_keys(const std::string& text) {
    static const std::regex assignment("([a-z]+)=([0-9]+)");
    std::map<std::string, std::vector<int>> values;
    for (std::sregex_iterator found(text.begin(), text.end(), assignment), end; found != end; ++found)
        values[(*found)[1]].push_back(std::stoi((*found)[2]));
    return values;
}
