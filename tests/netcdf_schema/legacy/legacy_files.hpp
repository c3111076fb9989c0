// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A file as the older toolkit wrote it, made with the NetCDF library alone.
struct LegacyFile {
    int test_type = 1;
    int data_type = 2;
    int begin = 0;
    int end = 100;
    int step = 100;
    std::size_t ranks = 2;
    std::vector<double> data;  ///< planes × rows × columns (× samples) as in the file
    std::string mode_word;  ///< not empty: the variant of 2024, with test_type as text and no noise variables
    std::size_t samples = 0;  ///< not 0: four dimensions
    std::string data_name = "data";
};

void write_legacy_file(const std::filesystem::path& path, const LegacyFile& file);

/// An archive: info is groups × ranks × ranks.
struct LegacyArchive {
    int test_type = 1;
    std::size_t ranks = 2;
    std::size_t planes = 1;
    std::vector<int> info;
    std::vector<int> ends;
    std::vector<double> values;
};

void write_legacy_archive(const std::filesystem::path& path, const LegacyArchive& archive);

}  // namespace fabricmap::testing
