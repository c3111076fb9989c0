// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>

namespace fabricmap::viewer {

/// Held by whoever reads a file: NetCDF serves one thread at a time.
[[nodiscard]] std::unique_lock<std::mutex> reading();

/// The same stack for several threads; long readings let others in between. `stack` must be used no more by
/// other names. `label` names the run where values of it cannot be true: a warning on stderr.
[[nodiscard]] std::shared_ptr<const DelayStack> shared_between_threads(
    std::shared_ptr<const DelayStack> stack, const std::string& label);

/// The rows of those senders at one length, in their order; senders that follow each other are read at once.
/// NaN for a negative one. Throws FileError.
template <typename Number>
[[nodiscard]] Matrix gathered_rows(const DelayStack& stack, std::size_t k, std::span<const Number> senders) {
    Matrix rows(static_cast<Eigen::Index>(senders.size()), stack.rank_count());
    for (std::size_t done = 0; done < senders.size();) {
        const auto first = static_cast<Eigen::Index>(done);
        std::size_t count = 1;
        while (senders[done] >= 0 && done + count < senders.size() &&
               senders[done + count] == senders[done] + static_cast<Number>(count)) {
            ++count;
        }
        if (senders[done] < 0) {
            rows.row(first).setConstant(std::numeric_limits<double>::quiet_NaN());
        } else {
            const auto lines = static_cast<Eigen::Index>(count);
            rows.middleRows(first, lines) = stack.rows(k, senders[done], lines);
        }
        done += count;
    }
    return rows;
}

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
