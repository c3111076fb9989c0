// SPDX-License-Identifier: Apache-2.0
#include "tests/netcdf_schema/legacy/legacy_files.hpp"

#include <netcdf.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace fabricmap::testing {
namespace {

void check(int status) {
    if (status != NC_NOERR) throw std::runtime_error(nc_strerror(status));
}

int define(int file, const std::string& name, int type, const std::vector<int>& dimensions = {}) {
    int variable = -1;
    check(nc_def_var(file, name.c_str(), type, static_cast<int>(dimensions.size()), dimensions.data(),
                     &variable));
    return variable;
}

int dimension(int file, const std::string& name, std::size_t length) {
    int number = -1;
    check(nc_def_dim(file, name.c_str(), length, &number));
    return number;
}

using Integers = std::vector<std::pair<std::string, int>>;

void define_integers(int file, const Integers& integers) {
    for (const auto& [name, value] : integers) define(file, name, NC_INT);
}

void put_integers(int file, const Integers& integers) {
    for (const auto& [name, value] : integers) {
        int variable = -1;
        check(nc_inq_varid(file, name.c_str(), &variable));
        check(nc_put_var_int(file, variable, &value));
    }
}

Integers integers_of(const LegacyFile& file) {
    Integers integers{{"proc_num", static_cast<int>(file.ranks)},
                      {"data_type", file.data_type},
                      {"begin_mes_length", file.begin},
                      {"end_mes_length", file.end},
                      {"step_length", file.step}};
    if (file.mode_word.empty()) {
        integers.insert(integers.end(), {{"test_type", file.test_type},
                                         {"noise_mes_length", 0},
                                         {"num_noise_mes", 1},
                                         {"num_noise_proc", 0},
                                         {"num_repeates", 20}});
    } else {
        integers.insert(integers.end(), {{"num_repeats", 20}, {"some_option", 7}});
    }
    return integers;
}

}  // namespace

void write_legacy_file(const std::filesystem::path& path, const LegacyFile& legacy) {
    int file = -1;
    check(nc_create(path.c_str(), NC_CLOBBER | NC_64BIT_OFFSET, &file));
    std::vector<int> shape{-1, dimension(file, "x", legacy.ranks), dimension(file, "y", legacy.ranks)};
    if (legacy.samples > 0) shape.push_back(dimension(file, "z", legacy.samples));
    shape[0] = dimension(file, "n", NC_UNLIMITED);
    const int strings =
        dimension(file, "strings", legacy.mode_word.empty() ? 101 : legacy.mode_word.size() + 1);
    const Integers integers = integers_of(legacy);
    define_integers(file, integers);
    const int word = legacy.mode_word.empty() ? -1 : define(file, "test_type", NC_CHAR, {strings});
    const int data = define(file, legacy.data_name, NC_DOUBLE, shape);
    check(nc_enddef(file));
    put_integers(file, integers);
    if (word >= 0) check(nc_put_var_text(file, word, legacy.mode_word.c_str()));
    std::vector<std::size_t> start(shape.size(), 0);
    std::vector<std::size_t> count{0, legacy.ranks, legacy.ranks};
    const std::size_t cells = legacy.ranks * legacy.ranks * (legacy.samples > 0 ? legacy.samples : 1);
    if (legacy.samples > 0) count.push_back(legacy.samples);
    count[0] = legacy.data.size() / cells;
    check(nc_put_vara_double(file, data, start.data(), count.data(), legacy.data.data()));
    check(nc_close(file));
}

void write_legacy_archive(const std::filesystem::path& path, const LegacyArchive& archive) {
    int file = -1;
    check(nc_create(path.c_str(), NC_CLOBBER, &file));
    const int x = dimension(file, "ax", archive.ranks);
    dimension(file, "ai", archive.planes);
    const int n = dimension(file, "an", NC_UNLIMITED);
    const int d = dimension(file, "ad", archive.values.size());
    const Integers integers{{"aproc_num", static_cast<int>(archive.ranks)},
                            {"atest_type", archive.test_type},
                            {"adata_type", 2},
                            {"abegin_mes_length", 0},
                            {"aend_mes_length", static_cast<int>(archive.planes) * 100},
                            {"astep_length", 100},
                            {"anoise_mes_length", 0},
                            {"anum_noise_mes", 1},
                            {"anum_noise_proc", 0},
                            {"anum_repeates", 20}};
    define_integers(file, integers);
    const int info = define(file, "ainfo", NC_INT, {n, x, x});
    const int length = define(file, "alength", NC_INT, {n});
    const int data = define(file, "adata", NC_DOUBLE, {d});
    check(nc_enddef(file));
    put_integers(file, integers);
    const std::array<std::size_t, 3> start{};
    const std::array count{archive.ends.size(), archive.ranks, archive.ranks};
    check(nc_put_vara_int(file, info, start.data(), count.data(), archive.info.data()));
    check(nc_put_vara_int(file, length, start.data(), count.data(), archive.ends.data()));
    check(nc_put_var_double(file, data, archive.values.data()));
    check(nc_close(file));
}

}  // namespace fabricmap::testing
