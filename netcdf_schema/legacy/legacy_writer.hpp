// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <filesystem>
#include <memory>

namespace fabricmap {

/// Writes one statistic of a run as a plain file of the older toolkit: its header byte for byte, no
/// attributes. The file appears under its name when it is finished; without that nothing stays.
class LegacyWriter {
  public:
    /// The run's message_lengths must form an arithmetic row. Throws FileError with the path.
    LegacyWriter(const std::filesystem::path& path, const RunDescription& run, Statistic statistic);
    ~LegacyWriter();
    LegacyWriter(const LegacyWriter&) = delete;
    LegacyWriter& operator=(const LegacyWriter&) = delete;

    /// The next length's matrix, its rows as they stand in the file; see legacy_conventions.hpp.
    void append_plane(const Matrix& rows);
    void finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace fabricmap
