// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/value.hpp"

#include <algorithm>
#include <map>

namespace fabricmap::placement {
namespace {

class CableBytes {
  public:
    explicit CableBytes(const diagnosis::Topology& topology) : topology_(&topology) {}

    void add(std::vector<int> at, const std::vector<int>& to, double bytes) {
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            const int length = topology_->dimensions[axis];
            const int step = direction(at[axis], to[axis], length);
            while (at[axis] != to[axis]) {
                bytes_[index_of(at, axis, step)] += bytes;
                at[axis] = (at[axis] + step + length) % length;
            }
        }
    }
    [[nodiscard]] double busiest() const {
        double most = 0;
        for (const auto& [cable, bytes] : bytes_) most = std::max(most, bytes);
        return most;
    }

  private:
    [[nodiscard]] int direction(int from, int to, int length) const {
        const int forward = (to - from + length) % length;
        if (!topology_->ends_joined) return to > from ? 1 : -1;
        return 2 * forward <= length ? 1 : -1;
    }
    [[nodiscard]] std::int64_t index_of(const std::vector<int>& at, std::size_t axis, int step) const {
        std::int64_t index = 0;
        for (std::size_t place = 0; place < at.size(); ++place)
            index = index * topology_->dimensions[place] + at[place];
        return (index * std::ssize(at) + static_cast<std::int64_t>(axis)) * 2 + (step > 0 ? 1 : 0);
    }

    const diagnosis::Topology* topology_;
    std::map<std::int64_t, double> bytes_;
};

}  // namespace

double busiest_cable(const ByteMatrix& bytes, const diagnosis::Topology& topology) {
    CableBytes cables(topology);
    const PerHost<std::vector<int>> coordinates(topology.coordinates);
    for (const HostIndex from : coordinates.indices()) {
        for (const HostIndex to : coordinates.indices()) {
            if (from == to || bytes(from, to) == 0) continue;
            cables.add(coordinates[from], coordinates[to], bytes(from, to));
        }
    }
    return cables.busiest();
}

}  // namespace fabricmap::placement
