// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"
#include "placement/patterns/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricmap::placement {
namespace {

/// The counts and the bytes of one range of lengths: ranks × ranks, senders first.
class TrafficReader {
  public:
    explicit TrafficReader(const std::filesystem::path& path)
        : file_(NetcdfFile::open(path, NetcdfFile::Access::read)),
          counts_(variable("data")),
          bytes_(variable("bytes")) {
        const std::vector<std::size_t> shape = file_.shape(counts_);
        if (shape.size() != 3 || shape != file_.shape(bytes_) || shape[1] != shape[2])
            file_.refuse("its variables data and bytes are not lengths × ranks × ranks");
        bins_ = shape[0];
        ranks_ = shape[1];
    }

    void add_to(Pattern& pattern) const {
        pattern.ranks = static_cast<int>(ranks_);
        std::vector<double> counts(ranks_);
        std::vector<double> bytes(ranks_);
        for (std::size_t bin = 0; bin < bins_; ++bin) {
            for (std::size_t sender = 0; sender < ranks_; ++sender) {
                const std::array start{bin, sender, std::size_t{0}};
                const std::array count{std::size_t{1}, std::size_t{1}, ranks_};
                file_.read(counts_, start, count, counts.data());
                file_.read(bytes_, start, count, bytes.data());
                for (std::size_t receiver = 0; receiver < ranks_; ++receiver)
                    add(pattern, sender, receiver, counts[receiver], bytes[receiver]);
            }
        }
    }

  private:
    [[nodiscard]] int variable(const std::string& name) const {
        const int found = file_.find_variable(name);
        if (found < 0) file_.refuse(fmt::format("it has no variable {}", name));
        return found;
    }

    void add(Pattern& pattern, std::size_t sender, std::size_t receiver, double count, double bytes) const {
        if (!std::isfinite(count) || count <= 0) return;
        if (!std::isfinite(bytes) || bytes < 0) file_.refuse("a pair has messages without a number of bytes");
        pattern.flows.push_back(
            {static_cast<std::int32_t>(sender), static_cast<std::int32_t>(receiver), bytes / count, count});
    }

    NetcdfFile file_;
    int counts_;
    int bytes_;
    std::size_t bins_ = 0;
    std::size_t ranks_ = 0;
};

}  // namespace

bool is_traffic(const std::filesystem::path& /*path*/, const std::string& beginning) {
    return beginning.starts_with("CDF") || beginning.starts_with("\x89HDF");
}

Pattern read_traffic(const std::filesystem::path& path) {
    Pattern pattern;
    TrafficReader(path).add_to(pattern);
    return pattern;
}

}  // namespace fabricmap::placement
