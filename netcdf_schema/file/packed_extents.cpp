// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/packed_extents.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/file/reading_threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <hdf5.h>
#include <memory>
#include <string>

namespace fabricmap {
namespace {

/// What HDF5 gave a number to, given back at the end of its life.
class Hdf5Handle {
  public:
    Hdf5Handle(const std::filesystem::path& path, hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
        if (id < 0)
            throw FileError(fmt::format("{}: cannot read what was written; look at its disk", path.string()));
    }
    Hdf5Handle(const Hdf5Handle&) = delete;
    Hdf5Handle& operator=(const Hdf5Handle&) = delete;
    ~Hdf5Handle() { close_(id_); }

    [[nodiscard]] hid_t id() const noexcept { return id_; }

  private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

herr_t append_name(hid_t /*group*/, const char* name, const H5L_info_t* /*info*/, void* names) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

using Extents = std::vector<hsize_t>;

/// The next piece of a variable, the last dimension first; false behind the last piece.
bool advance(Extents& place, const Extents& piece, const Extents& whole) {
    for (std::size_t i = place.size(); i > 0; --i) {
        place[i - 1] += piece[i - 1];
        if (place[i - 1] < whole[i - 1]) return true;
        place[i - 1] = 0;
    }
    return false;
}

void append_pieces(const std::filesystem::path& path, hid_t variable, std::vector<PackedExtent>& extents) {
    const Hdf5Handle layout(path, H5Dget_create_plist(variable), &H5Pclose);
    if (H5Pget_layout(layout.id()) != H5D_CHUNKED) return;
    const Hdf5Handle space(path, H5Dget_space(variable), &H5Sclose);
    const int dimensions = H5Sget_simple_extent_ndims(space.id());
    Extents whole(static_cast<std::size_t>(std::max(dimensions, 0)));
    Extents piece(whole.size());
    Extents place(whole.size());
    H5Sget_simple_extent_dims(space.id(), whole.data(), nullptr);
    H5Pget_chunk(layout.id(), dimensions, piece.data());
    if (std::find(whole.begin(), whole.end(), 0U) != whole.end()) return;
    do {
        unsigned skipped_filters = 0;
        haddr_t offset = HADDR_UNDEF;
        hsize_t bytes = 0;
        const herr_t status =
            H5Dget_chunk_info_by_coord(variable, place.data(), &skipped_filters, &offset, &bytes);
        if (status < 0)
            throw FileError(fmt::format("{}: cannot read what was written; look at its disk", path.string()));
        if (offset != HADDR_UNDEF) extents.push_back({offset, bytes});
    } while (advance(place, piece, whole));
}

}  // namespace

std::vector<PackedExtent> packed_extents(const std::filesystem::path& path) {
    silence_library_in_this_thread();
    const Hdf5Handle file(path, H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose);
    std::vector<std::string> names;
    H5Literate(file.id(), H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, &append_name, &names);
    std::vector<PackedExtent> extents;
    for (const std::string& name : names) {
        const Hdf5Handle variable(path, H5Dopen2(file.id(), name.c_str(), H5P_DEFAULT), &H5Dclose);
        append_pieces(path, variable.id(), extents);
    }
    std::sort(extents.begin(), extents.end(),
              [](const PackedExtent& a, const PackedExtent& b) { return a.offset < b.offset; });
    return extents;
}

}  // namespace fabricmap
