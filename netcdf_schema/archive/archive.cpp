// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/archive/archive.hpp"

#include "netcdf_schema/archive/archive_layout.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace fabricmap {
namespace {

void check_read(const NetcdfFile& file, int status, std::string_view what) {
    if (status != NC_NOERR)
        refuse_damaged(file, fmt::format("{} cannot be read ({})", what, nc_strerror(status)));
}

using Place = std::array<std::size_t, 3>;

int get(int file, int variable, const Place& start, const Place& count, unsigned char* labels) {
    return nc_get_vara_uchar(file, variable, start.data(), count.data(), labels);
}
int get(int file, int variable, const Place& start, const Place& count, unsigned short* labels) {
    return nc_get_vara_ushort(file, variable, start.data(), count.data(), labels);
}
int get(int file, int variable, const Place& start, const Place& count, unsigned int* labels) {
    return nc_get_vara_uint(file, variable, start.data(), count.data(), labels);
}

template <typename Label>
void refuse_wrong_labels(const NetcdfFile& file, const std::vector<Label>& labels, std::size_t clusters) {
    if (std::any_of(labels.begin(), labels.end(), [&](Label label) { return label >= clusters; }))
        refuse_damaged(file, "info names a cluster that does not exist");
}

/// The labels of all pairs, read tile by tile when they are asked for.
template <typename Label>
class LabelTiles {
  public:
    LabelTiles(std::size_t ranks, std::size_t ranges)
        : ranks_(ranks), across_((ranks + tile_ranks - 1) / tile_ranks), tiles_(ranges) {}

    [[nodiscard]] std::size_t at(const NetcdfFile& file, int info, const std::vector<ClusterRange>& ranges,
                                 std::size_t range, std::size_t sender, std::size_t receiver,
                                 std::size_t& held_bytes) {
        const Tile& tile = tile_of(file, info, ranges, range, sender, receiver, held_bytes);
        return tile.labels[sender % tile_ranks * tile.columns + receiver % tile_ranks];
    }

    /// What stands for all receivers of a sender, by the table of the clusters.
    void look_up_row(const NetcdfFile& file, int info, const std::vector<ClusterRange>& ranges,
                     std::size_t range, std::size_t sender, const std::vector<double>& table, double* values,
                     std::size_t& held_bytes) {
        for (std::size_t receiver = 0; receiver < ranks_; receiver += tile_ranks) {
            const Tile& tile = tile_of(file, info, ranges, range, sender, receiver, held_bytes);
            const Label* const labels = &tile.labels[sender % tile_ranks * tile.columns];
            for (std::size_t column = 0; column < tile.columns; ++column)
                values[receiver + column] = table[labels[column]];
        }
    }

    void forget() {
        for (std::vector<Tile>& tiles : tiles_) tiles.clear();
    }

  private:
    struct Tile {
        std::size_t columns = 0;
        std::vector<Label> labels;
    };

    [[nodiscard]] const Tile& tile_of(const NetcdfFile& file, int info,
                                      const std::vector<ClusterRange>& ranges, std::size_t range,
                                      std::size_t sender, std::size_t receiver, std::size_t& held_bytes) {
        const std::size_t number = sender / tile_ranks * across_ + receiver / tile_ranks;
        if (tiles_[range].empty() || tiles_[range][number].labels.empty()) {
            read(file, info, ranges[range].clusters, range, sender / tile_ranks, receiver / tile_ranks,
                 held_bytes);
        }
        return tiles_[range][number];
    }

    void read(const NetcdfFile& file, int info, std::size_t clusters, std::size_t range, std::size_t down,
              std::size_t right, std::size_t& held_bytes) {
        const Place start{range, down * tile_ranks, right * tile_ranks};
        const Place count{1, std::min(tile_ranks, ranks_ - start[1]),
                          std::min(tile_ranks, ranks_ - start[2])};
        std::vector<Label> labels(count[1] * count[2]);
        check_read(file, get(file.id(), info, start, count, labels.data()), "info");
        refuse_wrong_labels(file, labels, clusters);
        tiles_[range].resize(across_ * across_);
        held_bytes += labels.size() * sizeof(Label);
        tiles_[range][down * across_ + right] = {count[2], std::move(labels)};
    }

    std::size_t ranks_;
    std::size_t across_;
    std::vector<std::vector<Tile>> tiles_;  ///< per range, row after row of tiles; empty until one is read
};

using AnyLabelTiles =
    std::variant<LabelTiles<unsigned char>, LabelTiles<unsigned short>, LabelTiles<unsigned int>>;

AnyLabelTiles label_tiles(const NetcdfFile& file, const ArchiveContent& content) {
    const std::size_t ranks = content.header.run.ranks.size();
    const std::size_t ranges = content.header.ranges.size();
    switch (file.type(content.variables.info)) {
        case NC_UBYTE:
            return LabelTiles<unsigned char>(ranks, ranges);
        case NC_USHORT:
            return LabelTiles<unsigned short>(ranks, ranges);
        default:
            return LabelTiles<unsigned int>(ranks, ranges);
    }
}

/// The means, read piece by piece when they are asked for.
class MeanPieces {
  public:
    explicit MeanPieces(std::size_t size) : size_(size), pieces_((size + piece_values - 1) / piece_values) {}

    [[nodiscard]] double at(const NetcdfFile& file, int data, std::size_t place, std::size_t& held_bytes) {
        std::vector<double>& piece = pieces_[place / piece_values];
        if (piece.empty()) {
            piece = read(file, data, place / piece_values * piece_values);
            held_bytes += piece.size() * sizeof(double);
        }
        return piece[place % piece_values];
    }

    void forget() {
        for (std::vector<double>& piece : pieces_) std::vector<double>().swap(piece);
    }

  private:
    [[nodiscard]] std::vector<double> read(const NetcdfFile& file, int data, std::size_t start) const {
        const std::size_t count = std::min(piece_values, size_ - start);
        std::vector<double> values(count);
        check_read(file, nc_get_vara_double(file.id(), data, &start, &count, values.data()), "data");
        return values;
    }

    std::size_t size_;
    std::vector<std::vector<double>> pieces_;
};

/// The exceptions of one sender.
struct SenderExceptions {
    using Cell = std::pair<std::uint32_t, std::uint32_t>;  ///< receiver and plane
    std::vector<bool> receivers;                           ///< whether a pair has any
    std::vector<Cell> cells;                               ///< ascending
    std::vector<double> values;

    [[nodiscard]] std::size_t bytes() const noexcept {
        return receivers.size() / 8 + cells.size() * (sizeof(Cell) + sizeof(double));
    }

    /// Nothing where the mean holds.
    [[nodiscard]] const double* find(std::size_t receiver, std::size_t plane) const {
        if (!receivers[receiver]) return nullptr;
        const Cell cell{static_cast<std::uint32_t>(receiver), static_cast<std::uint32_t>(plane)};
        const auto found = std::lower_bound(cells.begin(), cells.end(), cell);
        if (found == cells.end() || *found != cell) return nullptr;
        return &values[static_cast<std::size_t>(found - cells.begin())];
    }
};

SenderExceptions read_exceptions(const NetcdfFile& file, const ArchiveContent& content, std::size_t sender) {
    const auto start = static_cast<std::size_t>(content.exception_begin[sender]);
    const std::size_t count = static_cast<std::size_t>(content.exception_begin[sender + 1]) - start;
    const std::size_t ranks = content.header.run.ranks.size();
    const std::size_t planes = content.header.run.message_lengths.size();
    const auto numbers = [&](int variable, std::size_t end) {
        std::vector<unsigned int> read(count);
        check_read(file, nc_get_vara_uint(file.id(), variable, &start, &count, read.data()), "an exception");
        if (std::any_of(read.begin(), read.end(), [&](auto number) { return number >= end; }))
            refuse_damaged(file, "an exception belongs to no pair or plane");
        return read;
    };
    const auto receivers = numbers(content.variables.exception_receiver, ranks);
    const auto plane_numbers = numbers(content.variables.exception_plane, planes);
    SenderExceptions exceptions{std::vector<bool>(ranks), {}, std::vector<double>(count)};
    check_read(file,
               nc_get_vara_double(file.id(), content.variables.exception_value, &start, &count,
                                  exceptions.values.data()),
               "an exception");
    for (std::size_t i = 0; i < count; ++i) {
        const SenderExceptions::Cell cell{receivers[i], plane_numbers[i]};
        if (i > 0 && !(exceptions.cells.back() < cell)) refuse_damaged(file, "exceptions are not in order");
        exceptions.cells.push_back(cell);
        exceptions.receivers[receivers[i]] = true;
    }
    return exceptions;
}

}  // namespace

struct Archive::State {
    State(std::shared_ptr<const NetcdfFile> of, std::size_t most)
        : opened(std::move(of)),
          file(*opened),
          content(read_archive_header(file)),
          offsets(data_offsets(content.header.ranges)),
          tiles(label_tiles(file, content)),
          pieces(offsets.back()),
          senders(content.header.exceptions > 0 ? content.header.run.ranks.size() : 0),
          max_held_bytes(most) {
        for (std::size_t range = 0; range < content.header.ranges.size(); ++range)
            ranges_of_planes.insert(ranges_of_planes.end(), content.header.ranges[range].planes, range);
        // What is kept here need not be kept by the library too.
        file.keep_no_pieces(content.variables.info);
        file.keep_no_pieces(content.variables.data);
    }

    std::shared_ptr<const NetcdfFile> opened;
    const NetcdfFile& file;
    ArchiveContent content;
    std::vector<std::size_t> offsets;
    std::vector<std::size_t> ranges_of_planes;
    AnyLabelTiles tiles;
    MeanPieces pieces;
    std::vector<std::unique_ptr<const SenderExceptions>> senders;  ///< empty where no sender has any
    std::size_t max_held_bytes;
    std::size_t held_bytes = 0;  ///< of labels, means and exceptions
    std::vector<double> table;
    std::size_t table_plane = std::numeric_limits<std::size_t>::max();

    /// Whatever was read can be read again.
    void forget_if_too_much() {
        if (held_bytes <= max_held_bytes) return;
        std::visit([](auto& of) { of.forget(); }, tiles);
        pieces.forget();
        for (auto& own : senders) own.reset();
        held_bytes = 0;
    }

    [[nodiscard]] std::size_t label(std::size_t range, std::size_t sender, std::size_t receiver) {
        forget_if_too_much();
        return std::visit(
            [&](auto& labels) {
                return labels.at(file, content.variables.info, content.header.ranges, range, sender, receiver,
                                 held_bytes);
            },
            tiles);
    }
    [[nodiscard]] double mean(std::size_t range, std::size_t cluster, std::size_t plane) {
        forget_if_too_much();
        const ClusterRange& of = content.header.ranges[range];
        return pieces.at(file, content.variables.data,
                         offsets[range] + cluster * of.planes + (plane - of.first_plane), held_bytes);
    }
    /// What stands for each cluster in the plane; that of the last plane asked for is kept.
    [[nodiscard]] const std::vector<double>& table_of(std::size_t plane) {
        if (table_plane == plane) return table;
        const std::size_t range = ranges_of_planes[plane];
        table.resize(content.header.ranges[range].clusters);
        for (std::size_t cluster = 0; cluster < table.size(); ++cluster)
            table[cluster] = mean(range, cluster, plane);
        table_plane = plane;
        return table;
    }
    void look_up_row(std::size_t plane, std::size_t sender, double* values) {
        const std::vector<double>& means = table_of(plane);
        forget_if_too_much();
        std::visit(
            [&](auto& labels) {
                labels.look_up_row(file, content.variables.info, content.header.ranges,
                                   ranges_of_planes[plane], sender, means, values, held_bytes);
            },
            tiles);
        if (const SenderExceptions* const own = exceptions_of(sender)) {
            for (std::size_t i = 0; i < own->cells.size(); ++i) {
                if (own->cells[i].second == plane) values[own->cells[i].first] = own->values[i];
            }
        }
    }
    /// Nothing where the sender has none.
    [[nodiscard]] const SenderExceptions* exceptions_of(std::size_t sender) {
        if (senders.empty() || content.exception_begin[sender] == content.exception_begin[sender + 1])
            return nullptr;
        forget_if_too_much();
        std::unique_ptr<const SenderExceptions>& own = senders[sender];
        if (!own) {
            forget_if_too_much();
            own = std::make_unique<SenderExceptions>(read_exceptions(file, content, sender));
            held_bytes += own->bytes();
        }
        return own.get();
    }
};

Archive::Archive(const std::filesystem::path& path, std::size_t max_held_bytes)
    : Archive(std::make_shared<const NetcdfFile>(NetcdfFile::open(path, NetcdfFile::Access::read)),
              max_held_bytes) {}
Archive::Archive(std::shared_ptr<const NetcdfFile> file, std::size_t max_held_bytes)
    : state_(std::make_unique<State>(std::move(file), max_held_bytes)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

const ArchiveHeader& Archive::header() const noexcept {
    return state_->content.header;
}

std::size_t Archive::range_of(std::size_t plane) const {
    return state_->ranges_of_planes[plane];
}

std::uint32_t Archive::label(std::size_t range, std::int64_t sender, std::int64_t receiver) const {
    return static_cast<std::uint32_t>(
        state_->label(range, static_cast<std::size_t>(sender), static_cast<std::size_t>(receiver)));
}

std::vector<std::uint32_t> Archive::labels(std::size_t range, std::int64_t first_sender,
                                           std::int64_t senders) const {
    const std::size_t ranks = state_->content.header.run.ranks.size();
    const Place start{range, static_cast<std::size_t>(first_sender), 0};
    const Place count{1, static_cast<std::size_t>(senders), ranks};
    std::vector<std::uint32_t> labels(count[1] * ranks);
    check_read(state_->file,
               get(state_->file.id(), state_->content.variables.info, start, count, labels.data()), "info");
    refuse_wrong_labels(state_->file, labels, state_->content.header.ranges[range].clusters);
    return labels;
}

std::vector<double> Archive::means(std::size_t range, std::uint32_t cluster) const {
    const ClusterRange& of = header().ranges[range];
    std::vector<double> means;
    for (std::size_t plane = of.first_plane; plane < of.first_plane + of.planes; ++plane)
        means.push_back(state_->mean(range, cluster, plane));
    return means;
}

double Archive::value(std::size_t plane, std::int64_t sender, std::int64_t receiver) const {
    const auto from = static_cast<std::size_t>(sender);
    const auto to = static_cast<std::size_t>(receiver);
    if (const SenderExceptions* const own = state_->exceptions_of(from)) {
        if (const double* const exact = own->find(to, plane)) return *exact;
    }
    const std::size_t range = state_->ranges_of_planes[plane];
    return state_->mean(range, state_->label(range, from, to), plane);
}

Matrix Archive::rows(std::size_t plane, std::int64_t first_sender, std::int64_t senders) const {
    const auto ranks = static_cast<Eigen::Index>(header().run.ranks.size());
    const std::size_t clusters = header().ranges[range_of(plane)].clusters;
    if (clusters > static_cast<std::size_t>(senders * ranks)) {
        return Matrix::NullaryExpr(senders, ranks, [&](Eigen::Index sender, Eigen::Index receiver) {
            return value(plane, first_sender + sender, receiver);
        });
    }
    Matrix values(senders, ranks);
    for (Eigen::Index sender = 0; sender < senders; ++sender)
        state_->look_up_row(plane, static_cast<std::size_t>(first_sender + sender), &values(sender, 0));
    return values;
}

std::vector<ArchiveException> Archive::exceptions(std::int64_t sender) const {
    const SenderExceptions* const own = state_->exceptions_of(static_cast<std::size_t>(sender));
    std::vector<ArchiveException> exceptions;
    for (std::size_t i = 0; own != nullptr && i < own->cells.size(); ++i)
        exceptions.push_back({sender, own->cells[i].first, own->cells[i].second, own->values[i]});
    return exceptions;
}

}  // namespace fabricmap
