// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fabricmap {

/// NetCDF keeps HDF5 quiet in the first thread that reads; in others HDF5 would print to stderr whatever is
/// expected to fail. To be called in each thread that reads.
void silence_library_in_this_thread() noexcept;

}  // namespace fabricmap
