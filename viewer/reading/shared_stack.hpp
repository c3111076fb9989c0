// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/run/run.hpp"

#include <memory>
#include <mutex>
#include <string>

namespace fabricmap::viewer {

/// Held by whoever reads a file: NetCDF serves one thread at a time.
[[nodiscard]] std::unique_lock<std::mutex> reading();

/// The same stack for several threads; long readings let others in between. `stack` must be used no more by
/// other names. `label` names the run where values of it cannot be true: a warning on stderr.
[[nodiscard]] std::shared_ptr<const DelayStack> shared_between_threads(
    std::shared_ptr<const DelayStack> stack, const std::string& label);

/// A run as the viewer has it; it may be read from several threads.
struct Opened {
    std::string source;  ///< as the user named it
    std::shared_ptr<const Run> run;
    std::shared_ptr<const Archive> archive;  ///< where the source is one; read it while `reading()` is held

    [[nodiscard]] const RunDescription& description() const { return run->description(); }
};

/// Opens whatever open_run knows. Throws Error with the name, the reason and the remedy.
[[nodiscard]] Opened open_shared(const std::string& source);

}  // namespace fabricmap::viewer
