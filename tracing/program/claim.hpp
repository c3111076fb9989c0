// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace fabricmap::tracing {

/// Makes the folder of a recording for this job, or finds that another process of the job has made it, before
/// the program starts. Throws FileError where it is there already, another job has it, or it cannot be made.
void claim_folder(const std::filesystem::path& folder);

/// Removes a folder that a job has claimed and recorded nothing in; true where it is gone.
bool give_back_claim(const std::filesystem::path& folder);

}  // namespace fabricmap::tracing
