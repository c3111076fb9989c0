// SPDX-License-Identifier: Apache-2.0
#include "traced_job.hpp"

#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

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
    return run(words_of_traced(ranks, folder, command, options));
}

std::string traced_program(const std::string& name) {
    return std::string(TRACED_PROGRAMS) + "/" + name;
}

std::vector<std::string> behind_scripts(const std::filesystem::path& folder,
                                        const std::vector<std::string>& program) {
    const std::filesystem::path script = folder / "wrapper";
    write_bytes(script, "#!/bin/sh\n# As users wrap a program.\nulimit -c 0\nexec \"$@\"\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return {"/bin/sh", "-c",
            fmt::format("ls / >/dev/null && (true; python3 -c 'import subprocess, sys; "
                        "sys.exit(subprocess.call(sys.argv[1:]))' '{}' '{}')",
                        script.string(), fmt::join(program, "' '"))};
}

}  // namespace fabricmap::testing
