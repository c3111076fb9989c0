// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/packed_bytes.hpp"

#include <vector>
#include <zlib.h>

namespace fabricmap::clusterizer {
namespace {

constexpr int deflate_level = 4;
// What the compressed parts come to.
constexpr double bytes_per_mean = 2.5;
constexpr double bytes_per_exception = 10;
constexpr double bytes_per_range = 300;

}  // namespace

double packed_bytes_of_labels(std::span<const std::uint32_t> labels) {
    std::vector<Bytef> bytes(2 * labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        bytes[i] = static_cast<Bytef>(labels[i] & 0xffU);
        bytes[labels.size() + i] = static_cast<Bytef>(labels[i] >> 8U & 0xffU);
    }
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::vector<Bytef> deflated(size);
    const int status =
        compress2(deflated.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()), deflate_level);
    return static_cast<double>(status == Z_OK ? size : bytes.size());
}

double packed_bytes_of_range(double clusters, std::size_t planes, double exceptions) {
    return clusters * static_cast<double>(planes) * bytes_per_mean + exceptions * bytes_per_exception +
           bytes_per_range;
}

}  // namespace fabricmap::clusterizer
