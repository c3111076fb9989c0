// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/netcdf_file.hpp"

#include "base/plain_file.hpp"
#include "netcdf_schema/file/classic_layout.hpp"
#include "netcdf_schema/file/structure_checksum.hpp"
#include "netcdf_schema/file/trial_read.hpp"

#include <fmt/format.h>
#include <ncException.h>
#include <netcdf.h>

#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

// Room for attributes to come; the alignments are the library's defaults.
constexpr std::size_t header_slack_bytes = 65536;
constexpr std::size_t alignment_bytes = 4;
constexpr std::string_view writing_header = "write the header";

void check_status(const std::filesystem::path& path, int status, std::string_view doing) {
    if (status == NC_NOERR) return;
    // Above zero are the system's own error numbers.
    if (status > 0) throw system_error(path, doing, status);
    throw FileError(fmt::format("{}: cannot {}: {}; look at its disk and the space there, or copy it again",
                                path.string(), doing, nc_strerror(status)));
}

int open_for_sync(const std::filesystem::path& path) {
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

}  // namespace

NetcdfFile::NetcdfFile(std::filesystem::path path, int id) : path_(std::move(path)), id_(id) {}

NetcdfFile NetcdfFile::create(const std::filesystem::path& path, int format) {
    // A link of that name, left there by someone else, must not lead the bytes elsewhere.
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    int id = -1;
    const int status = nc_create(path.c_str(), NC_NOCLOBBER | format, &id);
    // The library leaves what it could not begin.
    if (status != NC_NOERR) std::filesystem::remove(path, ignored);
    check_status(path, status, "make the file");
    NetcdfFile file(path, id);
    file.whole_records_ = 0;
    file.check(nc_set_fill(id, NC_NOFILL, nullptr), "make the file");
    file.remember_place();
    return file;
}

NetcdfFile NetcdfFile::open(const std::filesystem::path& path, Access access) {
    const auto layout = check_classic_layout(path);
    if (!layout && !check_structure(path)) require_survivable(path);
    NetcdfFile file = open_unchecked(path, access);
    if (layout) {
        file.records_ = layout->records;
        file.whole_records_ = layout->whole_records;
    }
    return file;
}

NetcdfFile NetcdfFile::open_unchecked(const std::filesystem::path& path, Access access) {
    int id = -1;
    const bool writing = access == Access::write;
    const int status = nc_open(path.c_str(), writing ? NC_WRITE : NC_NOWRITE, &id);
    // HDF5 says no more than that it could not.
    if (status == NC_EHDFERR) refuse_damaged_file(path);
    check_status(path, status, writing ? "open for writing" : "open");
    NetcdfFile file(path, id);
    if (writing) file.check(nc_set_fill(id, NC_NOFILL, nullptr), "open for writing");
    return file;
}

NetcdfFile::NetcdfFile(NetcdfFile&& other) noexcept
    : path_(std::move(other.path_)),
      id_(std::exchange(other.id_, -1)),
      place_(other.place_),
      records_(other.records_),
      whole_records_(other.whole_records_) {}

NetcdfFile& NetcdfFile::operator=(NetcdfFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(id_, other.id_);
    std::swap(place_, other.place_);
    std::swap(records_, other.records_);
    std::swap(whole_records_, other.whole_records_);
    return *this;
}

NetcdfFile::~NetcdfFile() {
    // No nc_abort after a close that failed: the library has let go of the file by then, and would crash.
    if (id_ >= 0) nc_close(id_);
}

void NetcdfFile::require_whole_records() const {
    if (whole_records_ < records_) {
        refuse(fmt::format("the file is cut off: {} of its {} planes are there; copy it again",
                           whole_records_, records_));
    }
}

void NetcdfFile::check(int status, std::string_view doing) const {
    check_status(path_, status, doing);
}

void NetcdfFile::refuse(std::string_view what) const {
    throw FileError(fmt::format("{}: {}", path_.string(), what));
}

void NetcdfFile::define(const std::function<void(netCDF::NcGroup&)>& define) const {
    try {
        netCDF::NcGroup header(id_);
        define(header);
    } catch (const netCDF::exceptions::NcException& error) {
        check(error.errorCode(), writing_header);
        refuse("cannot write the header");
    }
}

void NetcdfFile::end_define() {
    check(nc__enddef(id_, header_slack_bytes, alignment_bytes, 0, alignment_bytes), writing_header);
}

void NetcdfFile::keep_no_pieces(int variable) const {
    // Without effect on a variable that does not lie in pieces.
    nc_set_var_chunk_cache(id_, variable, 0, 0, 0.0F);
}

void NetcdfFile::sync() {
    check(nc_sync(id_), "write");
}

void NetcdfFile::sync_to_disk() {
    sync();
    // Whatever its descriptor, all that was written to the file goes to the disk.
    const int file = open_for_sync(path_);
    if (file < 0 && errno == ENOENT) require_place();
    const int status = file < 0 ? -1 : fsync(file);
    const int reason = errno;
    if (file >= 0) ::close(file);
    if (status != 0) throw system_error(path_, "write", reason);
}

void NetcdfFile::remember_place() {
    struct stat status {};
    if (stat(path_.c_str(), &status) != 0) {
        const int reason = errno;
        require_place();
        throw system_error(path_, "write", reason);
    }
    place_ = Place{status.st_dev, status.st_ino, status.st_size};
}

void NetcdfFile::require_place() const {
    if (!place_) return;
    struct stat status {};
    if (stat(path_.c_str(), &status) != 0) {
        if (errno != ENOENT && errno != ENOTDIR) throw system_error(path_, "write", errno);
        refuse(
            "was removed, or its folder was renamed, while it was written: what was written to it is lost; "
            "start again");
    }
    if (status.st_dev != place_->device || status.st_ino != place_->number) {
        refuse(
            "was replaced by another file while it was written: what was written to it is lost; start again");
    }
    if (status.st_size < place_->bytes) {
        refuse(
            "was cut off by another program while it was written: what was written to it is lost; start "
            "again");
    }
}

void NetcdfFile::rename(const std::filesystem::path& to) {
    require_place();
    std::error_code error;
    std::filesystem::rename(path_, to, error);
    if (error) throw system_error(to, "make the file", error.value());
    path_ = to;
}

void NetcdfFile::close() {
    if (id_ < 0) return;
    check(nc_close(std::exchange(id_, -1)), "write");
}

int NetcdfFile::find_variable(const std::string& name) const {
    int variable = -1;
    return nc_inq_varid(id_, name.c_str(), &variable) == NC_NOERR ? variable : -1;
}

std::optional<std::size_t> NetcdfFile::dimension_length(const std::string& name) const {
    int dimension = -1;
    std::size_t length = 0;
    if (nc_inq_dimid(id_, name.c_str(), &dimension) != NC_NOERR) return std::nullopt;
    check(nc_inq_dimlen(id_, dimension, &length), "read the header");
    return length;
}

std::vector<std::size_t> NetcdfFile::shape(int variable) const {
    int dimension_count = 0;
    check(nc_inq_varndims(id_, variable, &dimension_count), "read the header");
    std::vector<int> dimensions(static_cast<std::size_t>(dimension_count));
    check(nc_inq_vardimid(id_, variable, dimensions.data()), "read the header");
    std::vector<std::size_t> lengths(dimensions.size());
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
        check(nc_inq_dimlen(id_, dimensions[i], &lengths[i]), "read the header");
    }
    return lengths;
}

int NetcdfFile::type(int variable) const {
    nc_type type = NC_NAT;
    check(nc_inq_vartype(id_, variable, &type), "read the header");
    return type;
}

std::optional<std::int64_t> NetcdfFile::scalar(const std::string& name) const {
    const int variable = find_variable(name);
    if (variable < 0 || type(variable) == NC_CHAR || !shape(variable).empty()) return std::nullopt;
    long long value = 0;
    return nc_get_var_longlong(id_, variable, &value) == NC_NOERR ? std::optional<std::int64_t>(value)
                                                                  : std::nullopt;
}

std::optional<std::size_t> NetcdfFile::attribute_length(const std::string& name, bool text) const {
    nc_type type = NC_NAT;
    std::size_t length = 0;
    if (nc_inq_att(id_, NC_GLOBAL, name.c_str(), &type, &length) != NC_NOERR) return std::nullopt;
    const bool fits = text ? type == NC_CHAR : type != NC_CHAR && type <= NC_UINT64;
    return fits ? std::optional(length) : std::nullopt;
}

std::optional<std::string> NetcdfFile::text_attribute(const std::string& name) const {
    const auto length = attribute_length(name, true);
    if (!length) return std::nullopt;
    std::string text(*length, '\0');
    if (*length > 0)
        check(nc_get_att_text(id_, NC_GLOBAL, name.c_str(), text.data()), "read attribute " + name);
    text.erase(text.find_last_not_of('\0') + 1);
    return text;
}

std::optional<std::int64_t> NetcdfFile::integer_attribute(const std::string& name) const {
    long long value = 0;
    if (attribute_length(name, false) != 1) return std::nullopt;
    const int status = nc_get_att_longlong(id_, NC_GLOBAL, name.c_str(), &value);
    return status == NC_NOERR ? std::optional<std::int64_t>(value) : std::nullopt;
}

std::optional<std::uint64_t> NetcdfFile::unsigned_attribute(const std::string& name) const {
    unsigned long long value = 0;
    if (attribute_length(name, false) != 1) return std::nullopt;
    const int status = nc_get_att_ulonglong(id_, NC_GLOBAL, name.c_str(), &value);
    return status == NC_NOERR ? std::optional<std::uint64_t>(value) : std::nullopt;
}

double NetcdfFile::number_attribute(const std::string& name) const {
    double value = std::numeric_limits<double>::quiet_NaN();
    if (attribute_length(name, false) == 1) nc_get_att_double(id_, NC_GLOBAL, name.c_str(), &value);
    return value;
}

std::vector<double> NetcdfFile::numbers_attribute(const std::string& name) const {
    std::vector<double> values(attribute_length(name, false).value_or(0));
    if (values.empty()) return {};
    check(nc_get_att_double(id_, NC_GLOBAL, name.c_str(), values.data()), "read attribute " + name);
    return values;
}

std::vector<std::int64_t> NetcdfFile::integers_attribute(const std::string& name) const {
    std::vector<long long> values(attribute_length(name, false).value_or(0));
    if (values.empty()) return {};
    check(nc_get_att_longlong(id_, NC_GLOBAL, name.c_str(), values.data()), "read attribute " + name);
    return {values.begin(), values.end()};
}

void NetcdfFile::put_attribute(const std::string& name, std::string_view text, std::size_t room) const {
    std::string padded(text);
    padded.resize(std::max(room, padded.size()), '\0');
    check(nc_put_att_text(id_, NC_GLOBAL, name.c_str(), padded.size(), padded.data()), writing_header);
}

void NetcdfFile::put_numbers(const std::string& name, int type, std::size_t count, const void* values) const {
    check(nc_put_att(id_, NC_GLOBAL, name.c_str(), type, count, values), writing_header);
}

std::size_t NetcdfFile::text_room(const std::string& name) const {
    return attribute_length(name, true).value_or(0);
}

void NetcdfFile::replace_text(const std::string& name, const std::string& text) const {
    const std::size_t room = text_room(name);
    if (text.size() > room) refuse(fmt::format("the header has no room for the {} '{}'", name, text));
    if (room > 0) put_attribute(name, text, room);
}

void NetcdfFile::read(int variable, std::span<const std::size_t> start, std::span<const std::size_t> count,
                      double* values) const {
    check(nc_get_vara_double(id_, variable, start.data(), count.data(), values), "read");
}

void NetcdfFile::write(int variable, std::span<const std::size_t> start, std::span<const std::size_t> count,
                       const double* values) const {
    check(nc_put_vara_double(id_, variable, start.data(), count.data(), values), "write");
}

std::size_t NetcdfFile::size_of(int variable) const {
    std::size_t size = 1;
    for (const std::size_t length : shape(variable)) {
        if (length != 0 && size > std::numeric_limits<std::size_t>::max() / 16 / length)
            refuse("the header is damaged");
        size *= length;
    }
    return size;
}

std::vector<std::int64_t> NetcdfFile::read_integers(int variable) const {
    std::vector<long long> values(size_of(variable));
    if (!values.empty()) check(nc_get_var_longlong(id_, variable, values.data()), "read");
    return {values.begin(), values.end()};
}

std::vector<double> NetcdfFile::read_doubles(int variable) const {
    std::vector<double> values(size_of(variable));
    if (!values.empty()) check(nc_get_var_double(id_, variable, values.data()), "read");
    return values;
}

std::string NetcdfFile::read_text(int variable) const {
    std::string text(size_of(variable), '\0');
    if (!text.empty()) check(nc_get_var_text(id_, variable, text.data()), "read");
    return text;
}

}  // namespace fabricmap
