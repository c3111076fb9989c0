// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/archive/archive.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fabricmap::testing {

/// An archive as its writer has it.
struct SomeArchive {
    ArchiveHeader header;
    std::vector<std::vector<std::uint32_t>> labels;  ///< per range: ranks × ranks, row by row
    std::vector<double> means;                       ///< as write_means wants them
    std::vector<ArchiveException> exceptions;

    /// What the definition of an archive says that this plane is.
    [[nodiscard]] Matrix plane(std::size_t plane) const;
};

/// A header with a value in every fact, for ranges of those numbers of planes, with so many clusters each.
ArchiveHeader some_archive_header(std::size_t ranks, const std::vector<std::size_t>& planes,
                                  std::size_t clusters);

/// Labels and means that follow from their places alone, in two ranges of two planes; no exceptions.
SomeArchive regular_archive(std::size_t ranks, std::size_t clusters = 4);

/// The same, with an exception of each sender.
SomeArchive archive_with_exceptions(std::size_t ranks);

/// All of it, finished.
void write_archive(const std::filesystem::path& path, const SomeArchive& archive);

}  // namespace fabricmap::testing
