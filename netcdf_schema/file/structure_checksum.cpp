// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/structure_checksum.hpp"

#include "base/plain_file.hpp"
#include "netcdf_schema/file/packed_extents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricmap {
namespace {

constexpr std::string_view checksum_magic = "FMAPSUM1";
constexpr std::uint64_t number_bytes = 8;
constexpr std::uint64_t extent_bytes = 2 * number_bytes;
/// Number of extents, checksum, magic.
constexpr std::uint64_t ending_bytes = 3 * number_bytes;

/// FNV-1a of 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv): one changed byte always shows.
class Fnv1a {
  public:
    void add(std::string_view bytes) noexcept {
        for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325U;
};

/// Least significant byte first, as in HDF5.
void append_number(std::string& bytes, std::uint64_t number) {
    for (std::uint64_t i = 0; i < number_bytes; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xffU);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
    std::uint64_t number = 0;
    for (std::size_t i = number_bytes; i > 0; --i)
        number = number << 8U | static_cast<unsigned char>(bytes[at + i - 1]);
    return number;
}

/// Reads what is asked for and no more: there is little between many extents.
std::ifstream open_unbuffered(const std::filesystem::path& path) {
    std::ifstream file;
    file.rdbuf()->pubsetbuf(nullptr, 0);
    file.open(path, std::ios::binary);
    if (!file) throw system_error(path, "open", errno);
    return file;
}

/// Empty where the file ends before.
std::string read_bytes(std::ifstream& file, std::uint64_t at, std::uint64_t count) {
    std::string bytes(count, '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(at));
    if (!file.read(bytes.data(), static_cast<std::streamsize>(count))) return {};
    return bytes;
}

/// Everything of the first `length` bytes but the extents.
std::optional<Fnv1a> checksum_between(std::ifstream& file, std::uint64_t length,
                                      const std::vector<PackedExtent>& extents) {
    constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20U;
    Fnv1a sum;
    std::uint64_t at = 0;
    const auto add_until = [&](std::uint64_t end) {
        while (at < end) {
            const std::string piece = read_bytes(file, at, std::min(piece_bytes, end - at));
            if (piece.empty()) return false;
            sum.add(piece);
            at += piece.size();
        }
        return true;
    };
    for (const PackedExtent& extent : extents) {
        if (!add_until(extent.offset)) return std::nullopt;
        at = extent.offset + extent.bytes;
    }
    return add_until(length) ? std::optional(sum) : std::nullopt;
}

std::string encode(const std::vector<PackedExtent>& extents) {
    std::string bytes;
    for (const PackedExtent& extent : extents) {
        append_number(bytes, extent.offset);
        append_number(bytes, extent.bytes);
    }
    return bytes;
}

std::vector<PackedExtent> decode(std::string_view bytes) {
    std::vector<PackedExtent> extents;
    for (std::size_t at = 0; at < bytes.size(); at += extent_bytes)
        extents.push_back({number_at(bytes, at), number_at(bytes, at + number_bytes)});
    return extents;
}

/// One behind the other, within so many bytes.
bool in_order(const std::vector<PackedExtent>& extents, std::uint64_t length) {
    std::uint64_t end = 0;
    for (const PackedExtent& extent : extents) {
        if (extent.offset < end || extent.offset > length || extent.bytes > length - extent.offset)
            return false;
        end = extent.offset + extent.bytes;
    }
    return true;
}

std::uint64_t finish(Fnv1a sum, std::string_view extents, std::uint64_t length) {
    std::string rest(extents);
    append_number(rest, length);
    sum.add(rest);
    return sum.value();
}

}  // namespace

void refuse_damaged_file(const std::filesystem::path& path) {
    throw FileError(fmt::format("{}: the file is cut off or damaged; copy it again", path.string()));
}

void append_structure_checksum(const std::filesystem::path& path) {
    const std::vector<PackedExtent> extents = packed_extents(path);
    const std::uint64_t length = std::filesystem::file_size(path);
    std::ifstream written = open_unbuffered(path);
    const auto sum = checksum_between(written, length, extents);
    if (!sum) throw system_error(path, "read", EIO);
    const std::string list = encode(extents);
    std::string ending = list;
    append_number(ending, extents.size());
    append_number(ending, finish(*sum, list, length));
    ending += checksum_magic;
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file.write(ending.data(), static_cast<std::streamsize>(ending.size())).flush();
    if (!file) throw system_error(path, "write", errno);
}

bool check_structure(const std::filesystem::path& path) {
    std::ifstream file = open_unbuffered(path);
    const std::uint64_t size = std::filesystem::file_size(path);
    if (size < ending_bytes) return false;
    const std::string ending = read_bytes(file, size - ending_bytes, ending_bytes);
    if (!ending.ends_with(checksum_magic)) return false;

    const std::uint64_t count = number_at(ending, 0);
    if (count > (size - ending_bytes) / extent_bytes) refuse_damaged_file(path);
    const std::uint64_t length = size - ending_bytes - count * extent_bytes;
    const std::string list = read_bytes(file, length, count * extent_bytes);
    const std::vector<PackedExtent> extents = decode(list);
    if (extents.size() != count || !in_order(extents, length)) refuse_damaged_file(path);
    const auto sum = checksum_between(file, length, extents);
    if (!sum || finish(*sum, list, length) != number_at(ending, number_bytes)) refuse_damaged_file(path);
    return true;
}

}  // namespace fabricmap
