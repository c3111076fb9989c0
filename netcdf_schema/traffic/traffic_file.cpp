// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/traffic/traffic_file.hpp"

#include "base/output_file.hpp"
#include "netcdf_schema/layouts/header.hpp"
#include "netcdf_schema/own/file_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace fabricmap {
namespace {

std::vector<std::int64_t> classes_of(std::span<const TrafficFlow> flows) {
    if (flows.empty()) return {0};
    std::vector<std::int64_t> classes{flows.front().first_length};
    while (classes.back() < flows.back().first_length)
        classes.push_back(std::max<std::int64_t>(1, 2 * classes.back()));
    return classes;
}

/// Writes the planes of a file one after another.
class TrafficPlanes {
  public:
    TrafficPlanes(StatisticFile& file, std::size_t ranks)
        : file_(file), ranks_(ranks), messages_(ranks * ranks), bytes_(ranks * ranks) {}

    /// The flows of one class.
    void write(std::int64_t first_length, std::span<const TrafficFlow> flows) {
        std::fill(messages_.begin(), messages_.end(), 0.0);
        std::fill(bytes_.begin(), bytes_.end(), 0.0);
        for (const TrafficFlow& flow : flows) {
            const std::size_t cell =
                static_cast<std::size_t>(flow.sender) * ranks_ + static_cast<std::size_t>(flow.receiver);
            messages_.at(cell) = static_cast<double>(flow.messages);
            bytes_.at(cell) = static_cast<double>(flow.bytes);
        }
        const std::array start{plane_, std::size_t{0}, std::size_t{0}};
        const std::array count{std::size_t{1}, ranks_, ranks_};
        write_length(file_, plane_, first_length);
        file_.file.write(file_.variables.bytes, start, count, bytes_.data());
        file_.file.write(file_.variables.data, start, count, messages_.data());
        write_record_time(file_, plane_, seconds_since_1970());
        ++plane_;
    }

  private:
    StatisticFile& file_;
    std::size_t ranks_;
    std::size_t plane_ = 0;
    std::vector<double> messages_;
    std::vector<double> bytes_;
};

/// The messages and the bytes of a file: classes × ranks × ranks, senders first.
class TrafficReader {
  public:
    explicit TrafficReader(const std::filesystem::path& path)
        : file_(NetcdfFile::open(path, NetcdfFile::Access::read)),
          messages_(variable("data")),
          bytes_(variable("bytes")) {
        const std::vector<std::size_t> shape = file_.shape(messages_);
        if (shape.size() != 3 || shape != file_.shape(bytes_) || shape[1] != shape[2])
            file_.refuse("its variables data and bytes are not lengths × ranks × ranks");
        file_.require_whole_records();
        ranks_ = shape[1];
        lengths_ = file_.read_integers(variable("message_length"));
        if (lengths_.size() != shape[0]) file_.refuse("message_length must have one number for each plane");
    }

    [[nodiscard]] Traffic read() const {
        Traffic traffic{static_cast<int>(ranks_), {}};
        std::vector<double> messages(ranks_);
        std::vector<double> bytes(ranks_);
        for (std::size_t plane = 0; plane < lengths_.size(); ++plane) {
            for (std::size_t sender = 0; sender < ranks_; ++sender) {
                const std::array start{plane, sender, std::size_t{0}};
                const std::array count{std::size_t{1}, std::size_t{1}, ranks_};
                file_.read(messages_, start, count, messages.data());
                file_.read(bytes_, start, count, bytes.data());
                for (std::size_t receiver = 0; receiver < ranks_; ++receiver) {
                    if (!std::isfinite(messages[receiver]) || messages[receiver] <= 0) continue;
                    traffic.flows.push_back({lengths_[plane], static_cast<std::int32_t>(sender),
                                             static_cast<std::int32_t>(receiver), number(messages[receiver]),
                                             number(bytes[receiver])});
                }
            }
        }
        return traffic;
    }

  private:
    [[nodiscard]] int variable(const std::string& name) const {
        const int found = file_.find_variable(name);
        if (found < 0) file_.refuse(fmt::format("it has no variable {}", name));
        return found;
    }
    [[nodiscard]] std::uint64_t number(double value) const {
        constexpr double most = 1e18;
        if (!(value >= 0 && value <= most)) file_.refuse("a pair has messages without a number of bytes");
        return static_cast<std::uint64_t>(value);
    }

    NetcdfFile file_;
    int messages_;
    int bytes_;
    std::size_t ranks_ = 0;
    std::vector<std::int64_t> lengths_;
};

}  // namespace

std::int64_t first_length_of_class(std::int64_t length_bytes) noexcept {
    return static_cast<std::int64_t>(
        std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(0, length_bytes))));
}

std::filesystem::path traffic_path(const std::filesystem::path& prefix) {
    return std::filesystem::path(prefix).concat("_traffic.nc");
}

void write_traffic_file(const std::filesystem::path& path, RunDescription description,
                        std::span<const TrafficFlow> flows) {
    if (!std::is_sorted(flows.begin(), flows.end())) throw std::invalid_argument("flows do not ascend");
    description.message_lengths = classes_of(flows);
    check_description(description);
    if (description.run_id.empty()) description.run_id = random_run_id();
    PartialFile partial(path);
    const auto cells =
        static_cast<double>(description.rank_count()) * static_cast<double>(description.rank_count());
    require_room(path,
                 static_cast<std::size_t>(2 * sizeof(double) * cells) * description.message_lengths.size());
    StatisticFile file{Statistic::count, NetcdfFile::create(partial_path(path), NC_64BIT_DATA), {}};
    file.variables = write_traffic_header(file.file, description);
    TrafficPlanes planes(file, description.ranks.size());
    for (const std::int64_t length : description.message_lengths) {
        const auto end = std::find_if(flows.begin(), flows.end(),
                                      [&](const TrafficFlow& flow) { return flow.first_length > length; });
        const auto count = static_cast<std::size_t>(end - flows.begin());
        planes.write(length, flows.first(count));
        flows = flows.subspan(count);
    }
    file.file.close();
    partial.publish();
}

Traffic read_traffic_file(const std::filesystem::path& path) {
    return TrafficReader(path).read();
}

}  // namespace fabricmap
