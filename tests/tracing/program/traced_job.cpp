// SPDX-License-Identifier: Apache-2.0
#include "traced_job.hpp"

namespace fabricmap::testing {

std::vector<std::string> words_of_traced(int ranks, const std::filesystem::path& folder,
                                         const std::vector<std::string>& command,
                                         const std::vector<std::string>& options) {
    std::vector<std::string> words{MPIEXEC,       "--oversubscribe", "-np", std::to_string(ranks),
                                   NETWORK_TRACE, "record",          "-o",  folder.string()};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("--");
    words.insert(words.end(), command.begin(), command.end());
    return words;
}

Outcome run_traced(int ranks, const std::filesystem::path& folder, const std::vector<std::string>& command,
                   const std::vector<std::string>& options) {
    return run(words_of_traced(ranks, folder, command, options), std::chrono::seconds(60));
}

std::string traced_program(const std::string& name) {
    return std::string(TRACED_PROGRAMS) + "/" + name;
}

}  // namespace fabricmap::testing
