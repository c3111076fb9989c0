// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <ncGroup.h>
#include <netcdf.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <type_traits>
#include <vector>

namespace fabricmap {

/// The C library's number of the type in a file.
template <typename Number>
inline constexpr int netcdf_type = NC_NAT;
template <>
inline constexpr int netcdf_type<int> = NC_INT;
template <>
inline constexpr int netcdf_type<std::int64_t> = NC_INT64;
template <>
inline constexpr int netcdf_type<std::uint64_t> = NC_UINT64;
template <>
inline constexpr int netcdf_type<double> = NC_DOUBLE;

/// A NetCDF file that is open, closed at the end of its life. Private to this room.
///
/// The handle is the C library's: netCDF::NcFile prints and swallows what goes wrong in its destructor, and
/// tries to close a second time. Headers are defined through netCDF::NcGroup. Every failure is a FileError
/// with the path.
class NetcdfFile {
  public:
    enum class Access : std::uint8_t { read, write };

    /// A new file in define mode, without filling, in the place of whatever stood at the path. `format` is
    /// the C library's flag, such as NC_64BIT_DATA for CDF-5.
    static NetcdfFile create(const std::filesystem::path& path, int format);
    /// Checks the header against the size of the file, or the structure of an HDF5 file, before the library
    /// sees it: a damaged file is a FileError, and no crash.
    static NetcdfFile open(const std::filesystem::path& path, Access access);
    /// The same without any check, for a process that may crash.
    static NetcdfFile open_unchecked(const std::filesystem::path& path, Access access);

    NetcdfFile(NetcdfFile&& other) noexcept;
    NetcdfFile& operator=(NetcdfFile&& other) noexcept;
    NetcdfFile(const NetcdfFile&) = delete;
    NetcdfFile& operator=(const NetcdfFile&) = delete;
    ~NetcdfFile();

    [[nodiscard]] int id() const noexcept { return id_; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// How many records lie wholly within the file, as it was when it was opened.
    [[nodiscard]] std::uint64_t whole_records() const noexcept { return whole_records_; }
    /// Throws FileError where the file ends before its last record.
    void require_whole_records() const;

    /// Throws FileError "PATH: cannot DOING: reason" unless the status is NC_NOERR.
    void check(int status, std::string_view doing) const;
    /// Throws FileError "PATH: what".
    [[noreturn]] void refuse(std::string_view what) const;

    /// Calls `define` with the header; what the C++ library throws becomes a FileError.
    void define(const std::function<void(netCDF::NcGroup&)>& define) const;
    /// Ends define mode with room for a header that grows, so that data never move.
    void end_define();
    /// Packed pieces of the variable pass through memory without staying there: for those who read or write
    /// them whole, once.
    void keep_no_pieces(int variable) const;
    void sync();
    /// The same, down to the disk: a power cut leaves what was written before.
    void sync_to_disk();
    /// Remembers which file the path leads to, and how long it is, for require_place.
    void remember_place();
    /// Throws FileError where somebody has removed, replaced or shortened the file since then: what is
    /// written would be lost, or a hole. Nothing where no place is remembered.
    void require_place() const;
    /// The file keeps its content and is known by another name.
    void rename(const std::filesystem::path& to);
    void close();

    /// -1 where there is none of that name.
    [[nodiscard]] int find_variable(const std::string& name) const;
    [[nodiscard]] std::optional<std::size_t> dimension_length(const std::string& name) const;
    /// The lengths of a variable's dimensions.
    [[nodiscard]] std::vector<std::size_t> shape(int variable) const;
    [[nodiscard]] int type(int variable) const;
    /// Nothing where there is no such scalar, or it is no number.
    [[nodiscard]] std::optional<std::int64_t> scalar(const std::string& name) const;
    /// Global attributes: nothing where absent or of another type.
    [[nodiscard]] std::optional<std::string> text_attribute(const std::string& name) const;
    [[nodiscard]] std::optional<std::int64_t> integer_attribute(const std::string& name) const;
    [[nodiscard]] std::optional<std::uint64_t> unsigned_attribute(const std::string& name) const;
    [[nodiscard]] double number_attribute(const std::string& name) const;
    [[nodiscard]] std::vector<double> numbers_attribute(const std::string& name) const;
    [[nodiscard]] std::vector<std::int64_t> integers_attribute(const std::string& name) const;

    /// Writes a global attribute: in define mode, or in data mode in the place of one that is as long. A text
    /// is padded with NUL to the room that it is to have.
    void put_attribute(const std::string& name, std::string_view text, std::size_t room = 0) const;
    template <typename Number>
    void put_attribute(const std::string& name, std::span<const Number> values) const {
        put_numbers(name, netcdf_type<Number>, values.size(), values.data());
    }
    template <typename Number>
    requires std::is_arithmetic_v<Number>
    void put_attribute(const std::string& name, Number value) const {
        put_attribute(name, std::span<const Number>(&value, 1));
    }
    /// Bytes that the attribute has for its text; 0 where there is none.
    [[nodiscard]] std::size_t text_room(const std::string& name) const;
    /// In data mode. Nothing where there is no such attribute; FileError where it has no room for the text.
    void replace_text(const std::string& name, const std::string& text) const;

    /// A hyperslab into or out of memory; `start` and `count` have an entry for each dimension of the
    /// variable.
    void read(int variable, std::span<const std::size_t> start, std::span<const std::size_t> count,
              double* values) const;
    void write(int variable, std::span<const std::size_t> start, std::span<const std::size_t> count,
               const double* values) const;
    [[nodiscard]] std::vector<std::int64_t> read_integers(int variable) const;
    [[nodiscard]] std::vector<double> read_doubles(int variable) const;
    [[nodiscard]] std::string read_text(int variable) const;

  private:
    NetcdfFile(std::filesystem::path path, int id);
    void put_numbers(const std::string& name, int type, std::size_t count, const void* values) const;
    [[nodiscard]] std::size_t size_of(int variable) const;
    [[nodiscard]] std::optional<std::size_t> attribute_length(const std::string& name, bool text) const;

    struct Place {
        dev_t device = 0;
        ino_t number = 0;
        off_t bytes = 0;
    };

    std::filesystem::path path_;
    int id_ = -1;
    std::optional<Place> place_;
    std::uint64_t records_ = 0;
    std::uint64_t whole_records_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace fabricmap
