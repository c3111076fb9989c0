// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A file as a reader wants it.
struct WholeFile {
    std::string kind;
    std::string bytes;
};

/// One or more for each reader; those of the older toolkit also as NetCDF-4 (HDF5), as nccopy makes them.
/// `folder` is for what has to be written on the way.
[[nodiscard]] std::vector<WholeFile> whole_files(const std::filesystem::path& folder);

/// What other tools print, one or more for each reader.
[[nodiscard]] std::vector<WholeFile> texts_of_other_tools();

/// With one thing wrong: bits or bytes changed, overwritten, cut, left out or put in.
[[nodiscard]] std::string mutated(std::string bytes, std::mt19937_64& random);

/// Opens the file as the programs do and reads all its values.
void read_everything_of(const std::filesystem::path& path);

/// A file that was not read as it should be.
struct Misbehaviour {
    int number = 0;
    std::string text;

    bool operator==(const Misbehaviour&) const = default;
};

/// Writes the contents of the numbers from 0 to below `count` to the path, one after another, and reads each
/// in another process, which reads some more where that ends as it should: with all values read, or a
/// FileError of one line that begins with the path.
[[nodiscard]] std::vector<Misbehaviour> misbehaviours_of_reading(
    int count, const std::function<std::string(int)>& content, const std::filesystem::path& path,
    const std::function<void(const std::filesystem::path&)>& read = read_everything_of);

}  // namespace fabricmap::testing
