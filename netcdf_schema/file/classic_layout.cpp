// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/classic_layout.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

namespace fabricmap {
namespace {

// The grammar and the numbers are those of "The NetCDF Classic Format Specification", Unidata.
constexpr std::uint32_t dimension_tag = 10;
constexpr std::uint32_t variable_tag = 11;
constexpr std::uint32_t attribute_tag = 12;
constexpr std::uint64_t max_entries = 8192;
constexpr std::uint64_t max_name_bytes = 1024;
constexpr std::array<std::uint64_t, 12> bytes_of_type{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};

struct Variable {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;  // of one record where it has records
    bool has_records = false;
};

std::uint64_t padded_size(std::uint64_t size) {
    return (size + 3) / 4 * 4;
}

class HeaderWalk {
  public:
    explicit HeaderWalk(const std::filesystem::path& path)
        : path_(path), file_(open_regular_file(path)), size_(std::filesystem::file_size(path)) {}

    std::optional<ClassicLayout> walk();

  private:
    [[noreturn]] void refuse(std::string_view why) const {
        throw FileError(fmt::format("{}: {}", path_.string(), why));
    }
    [[noreturn]] void refuse_truncated() const {
        refuse("the file is cut off: it is shorter than its header says; copy it again or measure again");
    }

    std::uint64_t left() const { return size_ - at_; }
    std::uint64_t number(int bytes);
    std::uint64_t count() { return number(wide_counts_ ? 8 : 4); }
    void skip(std::uint64_t bytes);
    void skip_name();
    std::uint64_t list_length(std::uint32_t tag);
    std::uint64_t type_size();
    void read_dimensions();
    void skip_attributes();
    void read_variable();
    void check_fixed() const;
    std::uint64_t whole_records(std::uint64_t records) const;

    std::filesystem::path path_;
    std::ifstream file_;
    std::uint64_t size_;
    std::uint64_t at_ = 0;
    bool wide_counts_ = false;
    bool wide_offsets_ = false;
    std::vector<std::uint64_t> dimensions_;
    std::vector<Variable> variables_;
};

std::uint64_t HeaderWalk::number(int bytes) {
    if (left() < static_cast<std::uint64_t>(bytes)) refuse_truncated();
    std::array<char, 8> buffer{};
    if (!file_.read(buffer.data(), bytes)) refuse("the header cannot be read");
    at_ += static_cast<std::uint64_t>(bytes);
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) {
        value = value << 8 | static_cast<unsigned char>(buffer[static_cast<std::size_t>(i)]);
    }
    return value;
}

void HeaderWalk::skip(std::uint64_t bytes) {
    if (left() < bytes) refuse_truncated();
    at_ += bytes;
    file_.seekg(static_cast<std::streamoff>(at_));
}

void HeaderWalk::skip_name() {
    const std::uint64_t length = count();
    if (length > max_name_bytes) refuse("the header is damaged: a name is too long");
    skip(padded_size(length));
}

std::uint64_t HeaderWalk::list_length(std::uint32_t tag) {
    const std::uint64_t found = number(4);
    const std::uint64_t length = count();
    if (found != tag && (found != 0 || length != 0))
        refuse("the header is damaged: one of its lists is not a list");
    if (length > max_entries) refuse("the header is damaged: a list of it is too long");
    return length;
}

std::uint64_t HeaderWalk::type_size() {
    const std::uint64_t type = number(4);
    if (type == 0 || type >= bytes_of_type.size()) refuse("the header is damaged: it holds an unknown type");
    return bytes_of_type[type];
}

void HeaderWalk::read_dimensions() {
    for (std::uint64_t left_over = list_length(dimension_tag); left_over > 0; --left_over) {
        skip_name();
        dimensions_.push_back(count());
    }
    if (std::count(dimensions_.begin(), dimensions_.end(), 0U) > 1) {
        refuse("the header is damaged: two dimensions are unlimited");
    }
}

void HeaderWalk::skip_attributes() {
    for (std::uint64_t left_over = list_length(attribute_tag); left_over > 0; --left_over) {
        skip_name();
        const std::uint64_t size = type_size();
        const std::uint64_t values = count();
        if (values > left() / size) refuse_truncated();
        skip(padded_size(values * size));
    }
}

void HeaderWalk::read_variable() {
    skip_name();
    const std::uint64_t rank = count();
    if (rank > dimensions_.size())
        refuse("the header is damaged: a variable has more dimensions than there are");
    Variable variable;
    std::vector<std::uint64_t> extents;
    for (std::uint64_t i = 0; i < rank; ++i) {
        const std::uint64_t dimension = count();
        if (dimension >= dimensions_.size())
            refuse("the header is damaged: a variable has an unknown dimension");
        const std::uint64_t extent = dimensions_[dimension];
        if (extent == 0 && i > 0)
            refuse("the header is damaged: the unlimited dimension does not come first");
        variable.has_records = variable.has_records || extent == 0;
        if (extent != 0) extents.push_back(extent);
    }
    skip_attributes();
    variable.size = type_size();
    for (const std::uint64_t extent : extents) {
        if (extent > std::numeric_limits<std::int64_t>::max() / 2 / variable.size) {
            refuse("the header is damaged: a variable is larger than any disk");
        }
        variable.size *= extent;
    }
    count();
    variable.begin = number(wide_offsets_ ? 8 : 4);
    variables_.push_back(variable);
}

void HeaderWalk::check_fixed() const {
    for (const Variable& variable : variables_) {
        if (variable.begin < at_) refuse("the header is damaged: a variable begins within it");
        const bool outside = variable.begin > size_ || variable.size > size_ - variable.begin;
        if (!variable.has_records && outside) refuse_truncated();
    }
}

std::uint64_t HeaderWalk::whole_records(std::uint64_t records) const {
    std::uint64_t record_size = 0;
    const auto have_records =
        std::count_if(variables_.begin(), variables_.end(), [](auto& v) { return v.has_records; });
    for (const Variable& variable : variables_) {
        // A record variable that is alone is not padded.
        if (variable.has_records)
            record_size += have_records == 1 ? variable.size : padded_size(variable.size);
        if (record_size > std::numeric_limits<std::uint64_t>::max() / 4)
            refuse("the header is damaged: huge records");
    }
    std::uint64_t whole = records;
    for (const Variable& variable : variables_) {
        if (!variable.has_records) continue;
        const bool first_is_there = variable.begin <= size_ && variable.size <= size_ - variable.begin;
        whole =
            first_is_there ? std::min(whole, (size_ - variable.begin - variable.size) / record_size + 1) : 0;
    }
    return whole;
}

std::optional<ClassicLayout> HeaderWalk::walk() {
    if (size_ == 0) refuse("the file is empty; copy it again");
    if (size_ < 8) refuse("this is not a NetCDF file");
    const std::uint64_t magic = number(4);
    if (magic == 0x89484446) return std::nullopt;
    const std::uint64_t version = magic & 0xff;
    if (magic >> 8 != 0x434446 || (version != 1 && version != 2 && version != 5))
        refuse("this is not a NetCDF file");
    wide_offsets_ = version != 1;
    wide_counts_ = version == 5;

    const std::uint64_t records = count();
    read_dimensions();
    skip_attributes();
    for (std::uint64_t left_over = list_length(variable_tag); left_over > 0; --left_over) read_variable();
    check_fixed();
    return ClassicLayout{records, whole_records(records)};
}

}  // namespace

std::optional<ClassicLayout> check_classic_layout(const std::filesystem::path& path) {
    return HeaderWalk(path).walk();
}

}  // namespace fabricmap
