// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/archive/archive_writer.hpp"

#include "base/output_file.hpp"
#include "netcdf_schema/archive/archive_layout.hpp"
#include "netcdf_schema/file/structure_checksum.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>

namespace fabricmap {
namespace {

/// A mistake of the caller.
void require(bool holds, std::string_view what) {
    if (!holds) throw std::logic_error(fmt::format("an archive cannot be written: {}", what));
}

void require_consistent(const ArchiveHeader& header) {
    const std::vector<std::int64_t>& lengths = header.run.message_lengths;
    require(!header.run.ranks.empty() && !lengths.empty(), "the run has no ranks or no planes");
    require(std::adjacent_find(lengths.begin(), lengths.end(), std::greater_equal<>()) == lengths.end(),
            "the message lengths do not ascend");
    std::size_t planes = 0;
    for (const ClusterRange& range : header.ranges) {
        require(range.first_plane == planes && range.planes > 0 && range.clusters > 0,
                "its ranges have gaps, or one is empty");
        planes += range.planes;
    }
    require(planes == lengths.size(), "its ranges do not cover the planes");
}

int put(int file, int variable, const std::size_t* start, const std::size_t* count,
        const unsigned char* labels) {
    return nc_put_vara_uchar(file, variable, start, count, labels);
}
int put(int file, int variable, const std::size_t* start, const std::size_t* count,
        const unsigned short* labels) {
    return nc_put_vara_ushort(file, variable, start, count, labels);
}
int put(int file, int variable, const std::size_t* start, const std::size_t* count,
        const unsigned int* labels) {
    return nc_put_vara_uint(file, variable, start, count, labels);
}
int put(int file, int variable, const std::size_t* start, const std::size_t* count, const double* values) {
    return nc_put_vara_double(file, variable, start, count, values);
}
int put(int file, int variable, const std::size_t* start, const std::size_t* count, const int* numbers) {
    return nc_put_vara_int(file, variable, start, count, numbers);
}

template <typename Number>
void write(const NetcdfFile& file, int variable, const std::size_t* start, const std::size_t* count,
           const std::vector<Number>& numbers) {
    // Before each write: where the library itself meets the end of the room, it crashes when the program
    // ends.
    require_room(file.path(), numbers.size() * sizeof(Number));
    file.check(put(file.id(), variable, start, count, numbers.data()), "write");
}

/// The rows of labels of ranges that are not yet whole, gathered until they fill a row of tiles: a tile
/// written in parts would be packed and unpacked again and again.
template <typename Label>
class LabelRows {
  public:
    explicit LabelRows(std::size_t ranks) : ranks_(ranks) {}

    void append(const NetcdfFile& file, int info, std::size_t range, std::span<const std::uint32_t> row) {
        Rows& rows = open_[range];
        if (rows.labels.empty()) rows.labels.reserve(std::min(tile_ranks, ranks_ - rows.written) * ranks_);
        std::transform(row.begin(), row.end(), std::back_inserter(rows.labels),
                       [](std::uint32_t label) { return static_cast<Label>(label); });
        const std::size_t gathered = rows.labels.size() / ranks_;
        if (gathered < tile_ranks && rows.written + gathered < ranks_) return;
        const std::array start{range, rows.written, std::size_t{0}};
        const std::array count{std::size_t{1}, gathered, ranks_};
        write(file, info, start.data(), count.data(), rows.labels);
        rows.written += gathered;
        rows.labels.clear();
        if (rows.written == ranks_) open_.erase(range);
    }

  private:
    struct Rows {
        std::size_t written = 0;
        std::vector<Label> labels;
    };
    std::size_t ranks_;
    std::map<std::size_t, Rows> open_;
};

using AnyLabelRows =
    std::variant<LabelRows<unsigned char>, LabelRows<unsigned short>, LabelRows<unsigned int>>;

AnyLabelRows label_rows(const ArchiveHeader& header) {
    const std::size_t ranks = header.run.ranks.size();
    switch (label_type(header.ranges)) {
        case NC_UBYTE:
            return LabelRows<unsigned char>(ranks);
        case NC_USHORT:
            return LabelRows<unsigned short>(ranks);
        default:
            return LabelRows<unsigned int>(ranks);
    }
}

/// A list in the file that grows at its end, piece by piece.
template <typename Number>
class List {
  public:
    void append(const NetcdfFile& file, int variable, Number number) {
        gathered_.push_back(number);
        if (gathered_.size() == piece_values) flush(file, variable);
    }
    void flush(const NetcdfFile& file, int variable) {
        if (gathered_.empty()) return;
        const std::size_t count = gathered_.size();
        write(file, variable, &written_, &count, gathered_);
        written_ += count;
        gathered_.clear();
    }
    [[nodiscard]] std::size_t size() const { return written_ + gathered_.size(); }

  private:
    std::size_t written_ = 0;
    std::vector<Number> gathered_;
};

// Dimensions are tied to variables by number, not by HDF5's references: these take a quarter of a small
// archive, and the library crashes where they are damaged.
constexpr int format = NC_NETCDF4 | NC_NODIMSCALE_ATTACH;

}  // namespace

struct ArchiveWriter::State {
    State(const std::filesystem::path& path, const ArchiveHeader& archive)
        : partial(path),
          header(archive),
          rows(label_rows(archive)),
          file(NetcdfFile::create(partial_path(path), format)) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    // The library writes once more when it closes a file that is given up.
    ~State() { partial.make_room(); }

    PartialFile partial;
    ArchiveHeader header;
    AnyLabelRows rows;
    NetcdfFile file;
    ArchiveVariables variables;
    std::vector<std::size_t> next_senders = std::vector<std::size_t>(header.ranges.size());
    List<double> means;
    List<int> exception_receivers;
    List<int> exception_planes;
    List<double> exception_values;
    ArchiveException last{-1, -1, 0, 0};
    std::vector<long long> exception_begin = std::vector<long long>(header.run.ranks.size() + 1);

    [[nodiscard]] std::size_t ranks() const { return header.run.ranks.size(); }
    void append_exception(const ArchiveException& exception);
    void write_rest();
};

void ArchiveWriter::State::append_exception(const ArchiveException& exception) {
    const auto place = [](const ArchiveException& at) { return std::tie(at.sender, at.receiver, at.plane); };
    require(place(last) < place(exception), "its exceptions are not in order");
    require(exception.receiver >= 0 && std::cmp_less(exception.sender, ranks()) &&
                std::cmp_less(exception.receiver, ranks()) &&
                exception.plane < header.run.message_lengths.size(),
            "an exception belongs to no pair or plane of the run");
    require(exception_values.size() < header.exceptions, "there are more exceptions than announced");
    exception_receivers.append(file, variables.exception_receiver, static_cast<int>(exception.receiver));
    exception_planes.append(file, variables.exception_plane, static_cast<int>(exception.plane));
    exception_values.append(file, variables.exception_value, exception.value);
    ++exception_begin[static_cast<std::size_t>(exception.sender) + 1];
    last = exception;
}

void ArchiveWriter::State::write_rest() {
    means.flush(file, variables.data);
    if (header.exceptions == 0) return;
    exception_receivers.flush(file, variables.exception_receiver);
    exception_planes.flush(file, variables.exception_plane);
    exception_values.flush(file, variables.exception_value);
    for (std::size_t sender = 0; sender < ranks(); ++sender)
        exception_begin[sender + 1] += exception_begin[sender];
    file.check(nc_put_var_longlong(file.id(), variables.exception_begin, exception_begin.data()), "write");
}

ArchiveWriter::ArchiveWriter(const std::filesystem::path& path, const ArchiveHeader& header, bool overwrite) {
    require_consistent(header);
    require_free(path, overwrite);
    state_ = std::make_unique<State>(path, header);
    constexpr std::size_t rank_bytes = 100;  // of its name and numbers
    require_room(state_->file.path(), header.run.ranks.size() * rank_bytes);
    state_->variables = write_archive_header(state_->file, header);
    state_->file.keep_no_pieces(state_->variables.info);
    state_->file.keep_no_pieces(state_->variables.data);
}

ArchiveWriter::~ArchiveWriter() = default;

void ArchiveWriter::write_labels(std::size_t range, std::int64_t first_sender,
                                 std::span<const std::uint32_t> labels) {
    require(range < state_->header.ranges.size(), "there is no such range");
    std::size_t& sender = state_->next_senders[range];
    const std::size_t ranks = state_->ranks();
    require(std::cmp_equal(first_sender, sender) && labels.size() % ranks == 0 &&
                labels.size() / ranks <= ranks - sender,
            "labels are not the next rows");
    const std::size_t clusters = state_->header.ranges[range].clusters;
    require(std::all_of(labels.begin(), labels.end(), [&](auto label) { return label < clusters; }),
            "a label is of no cluster of the range");
    for (; !labels.empty(); labels = labels.subspan(ranks)) {
        std::visit(
            [&](auto& rows) {
                rows.append(state_->file, state_->variables.info, range, labels.first(ranks));
            },
            state_->rows);
        ++sender;
    }
}

void ArchiveWriter::write_means(std::span<const double> means) {
    require(means.size() <= data_offsets(state_->header.ranges).back() - state_->means.size(),
            "there are more means than clusters");
    for (const double mean : means) state_->means.append(state_->file, state_->variables.data, mean);
}

void ArchiveWriter::write_exceptions(std::span<const ArchiveException> exceptions) {
    for (const ArchiveException& exception : exceptions) state_->append_exception(exception);
}

void ArchiveWriter::finish() {
    require(!state_->partial.published(), "it is finished");
    require(std::all_of(state_->next_senders.begin(), state_->next_senders.end(),
                        [&](std::size_t sender) { return sender == state_->ranks(); }),
            "rows of labels are missing");
    require(state_->means.size() == data_offsets(state_->header.ranges).back(), "means are missing");
    require(state_->exception_values.size() == state_->header.exceptions, "exceptions are missing");
    state_->write_rest();
    require_room(state_->file.path(), 0);
    // HDF5 crashes where closing fails, as on a file server that says only then that it has no room.
    state_->file.sync_to_disk();
    state_->file.close();
    append_structure_checksum(state_->file.path());
    state_->partial.publish();
}

std::vector<std::filesystem::path> archives_at(const std::filesystem::path& prefix) {
    std::vector<std::filesystem::path> paths;
    for (const Statistic statistic : all_statistics) {
        std::error_code error;
        const auto path = archive_path(prefix, statistic);
        if (std::filesystem::exists(std::filesystem::symlink_status(path, error))) paths.push_back(path);
    }
    return paths;
}

std::filesystem::path archive_path(const std::filesystem::path& prefix, Statistic statistic) {
    return std::filesystem::path(prefix).concat(fmt::format("_{}_arc.nc", name_of(statistic)));
}

}  // namespace fabricmap
