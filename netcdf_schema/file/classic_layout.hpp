// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace fabricmap {

/// What the header of a classic NetCDF file (CDF-1, CDF-2, CDF-5) promises, and what the file holds of it.
struct ClassicLayout {
    std::uint64_t records = 0;        ///< as the header says
    std::uint64_t whole_records = 0;  ///< of these, how many lie wholly within the file
};

/// Reads the header on its own, with every count checked against the size of the file, before the NetCDF
/// library trusts it: that one reserves memory for whatever a header claims, and reads zeros behind the end
/// of a file. Nothing where the file is of the other format (HDF5). Throws FileError with the path and the
/// reason when the path is no regular file, cannot be read, is no NetCDF file, is damaged, or lacks a part of
/// its fixed-size data.
[[nodiscard]] std::optional<ClassicLayout> check_classic_layout(const std::filesystem::path& path);

}  // namespace fabricmap
