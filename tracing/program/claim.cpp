// SPDX-License-Identifier: Apache-2.0
#include "tracing/program/claim.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"
#include "base/output_file.hpp"
#include "base/unfinished_files.hpp"
#include "tracing/recording/layout.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <unistd.h>
#include <vector>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;

/// What all processes of a job have in common, as launchers tell it: a job of its own where there is none.
std::string own_job() {
    std::string job;
    for (const char* const name :
         {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID", "SLURM_JOB_ID", "SLURM_STEP_ID"}) {
        if (const char* const value = std::getenv(name)) job += fmt::format("{}={} ", name, value);
    }
    for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
        if (std::getenv(name) != nullptr) return job;
    }
    return fmt::format("{} {}", host_name(), getpid());
}

/// A job, and the process that has claimed the folder for it.
struct Claim {
    std::string job;
    std::string host;
    pid_t process = 0;
};

Claim read_claim(const fs::path& folder) {
    Claim claim;
    std::ifstream file(folder / claim_file);
    std::getline(file, claim.job);
    file >> claim.host >> claim.process;
    return claim;
}

bool holds_a_claim_alone(const fs::path& folder) {
    std::error_code ignored;
    const fs::directory_iterator entries(folder, ignored);
    return !ignored && std::distance(entries, fs::directory_iterator()) == 1 &&
           fs::exists(folder / claim_file, ignored);
}

/// Whether the process that claimed the folder has ended without a recording, as a program without MPI does.
bool was_left(const Claim& claim) {
    return claim.host == host_name() && claim.process > 0 && kill(claim.process, 0) != 0 && errno == ESRCH;
}

[[noreturn]] void refuse_existing(const fs::path& folder) {
    throw FileError(fmt::format("{}: exists; give a folder that does not, or remove it", folder.string()));
}

[[noreturn]] void refuse_unmade(const fs::path& folder, int problem) {
    throw FileError(
        fmt::format("{}: cannot be made: {}; give another folder", folder.string(), std::strerror(problem)));
}

/// Removed unless it has become the folder itself.
class FolderToBe {
  public:
    FolderToBe(const fs::path& folder, const fs::path& given) {
        // As long a name as the folder has, where it is longer, so that one which is too long is found here.
        std::string name = fmt::format(".{}_{}", host_name(), getpid());
        const std::size_t length = folder.filename().string().size();
        if (name.size() < length) name.append(length - name.size(), '_');
        path_ = folder.parent_path() / name;
        std::error_code problem;
        if (!fs::create_directory(path_, problem)) refuse_unmade(given, problem ? problem.value() : EEXIST);
        unfinished_.emplace(std::vector{path_});
        std::ofstream file(path_ / claim_file);
        file << fmt::format("{}\n{} {}\n", own_job(), host_name(), getpid()) << std::flush;
        if (!file) refuse_unmade(given, errno);
    }

    /// Appears whole, and only where nothing is.
    [[nodiscard]] bool becomes(const fs::path& folder) const noexcept {
        return std::rename(path_.c_str(), folder.c_str()) == 0;
    }

  private:
    fs::path path_;
    std::optional<UnfinishedFiles> unfinished_;
};

}  // namespace

void claim_folder(const fs::path& given) {
    const fs::path folder = absolute_folder(given);
    std::error_code ignored;
    if (!fs::is_directory(folder.parent_path(), ignored)) {
        throw FileError(fmt::format("{}: cannot be made, as there is no folder {}; make that first",
                                    given.string(), folder.parent_path().string()));
    }
    if (holds_a_claim_alone(folder) && was_left(read_claim(folder))) (void)give_back_claim(folder);
    if (!fs::exists(fs::symlink_status(folder, ignored))) {
        const FolderToBe made(folder, given);
        if (made.becomes(folder)) return;
        if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) refuse_unmade(given, errno);
    }
    // No process records before all have come here.
    if (!holds_a_claim_alone(folder) || read_claim(folder).job != own_job()) refuse_existing(given);
}

bool give_back_claim(const fs::path& folder) {
    if (!holds_a_claim_alone(folder)) return false;
    std::error_code ignored;
    fs::remove(folder / claim_file, ignored);
    return fs::remove(folder, ignored);
}

}  // namespace fabricmap::tracing
