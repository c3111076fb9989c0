// SPDX-License-Identifier: Apache-2.0
// Stands in the place of a launcher: measures a part of a machine whose truth is known.
// Usage: partial_job FILE network_test ... -f PREFIX ...; FILE has the seed of the hosts that are drawn, the
// age of the run in seconds, and "faulty", "healthy" or "cut", where the job ends after the first length.
#include "tests/partial_machine.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

int main(int argument_count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    std::ifstream file(words.front());
    fabricmap::testing::PartOfMachine part;
    std::uint64_t seed = 0;
    std::string state;
    file >> seed >> part.age_s >> state;
    part.hosts = fabricmap::testing::drawn_hosts(seed, fabricmap::testing::hosts_of_partial_machine / 2);
    part.seed = static_cast<std::uint64_t>(getpid());
    if (state == "faulty") {
        part.slow_host = 5;
        part.slow_link = {2, 11};
    }
    part.is_cut_short = state == "cut";
    for (auto word = words.begin() + 1; word != words.end(); ++word)
        part.command_line += (part.command_line.empty() ? "" : " ") + *word;
    const auto prefix = std::find(words.begin(), words.end(), "-f");
    if (!file || prefix == words.end()) return 1;
    fabricmap::testing::measure_part(*(prefix + 1), part);
    return 0;
}
