// SPDX-License-Identifier: Apache-2.0
#include "tests/viewer/damage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace fabricmap::testing {
namespace {

constexpr std::size_t header_bytes = 4096;
constexpr int changed_bytes = 8;

std::string with_byte_changed(std::string bytes, std::mt19937& random) {
    const std::size_t place = random() % std::min(bytes.size(), header_bytes);
    const auto change = static_cast<unsigned char>(random() % 255 + 1);
    bytes[place] = static_cast<char>(static_cast<unsigned char>(bytes[place]) ^ change);
    return bytes;
}

std::string overwritten(std::string bytes, std::size_t first, std::size_t count, char filler) {
    bytes.replace(first, count, count, filler);
    return bytes;
}

}  // namespace

std::vector<Damaged> twenty_damaged(const std::string& whole) {
    const std::size_t size = whole.size();
    std::vector<Damaged> all;
    all.reserve(20);
    for (const std::size_t length : {std::size_t{1}, std::size_t{3}, std::size_t{7}, std::size_t{64},
                                     size / 8, size / 4, size / 2, size / 4 * 3, size - 1}) {
        all.push_back({fmt::format("cut_after_{}", length), whole.substr(0, length)});
    }
    std::mt19937 random(20240516);
    for (int i = 0; i < changed_bytes; ++i) {
        all.push_back({fmt::format("byte_changed_{}", i), with_byte_changed(whole, random)});
    }
    all.push_back({"zeros_within", overwritten(whole, size / 2, size / 8, '\0')});
    all.push_back({"ones_in_the_header", overwritten(whole, 8, 16, '\xff')});
    all.push_back({"twice", whole + whole});
    return all;
}

}  // namespace fabricmap::testing
