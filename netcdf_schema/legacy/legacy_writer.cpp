// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/legacy/legacy_writer.hpp"

#include "base/output_file.hpp"
#include "base/unfinished_files.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"

#include <netcdf.h>

#include <array>
#include <utility>

namespace fabricmap {

struct LegacyWriter::State {
    explicit State(const std::filesystem::path& path_wanted)
        : path(path_wanted),
          file(NetcdfFile::create(partial_path(path), NC_64BIT_OFFSET)),
          unfinished({partial_path(path)}) {}

    std::filesystem::path path;
    NetcdfFile file;
    UnfinishedFiles unfinished;
    int data = -1;
    std::size_t planes = 0;
};

namespace {

constexpr std::size_t unused_strings_length = 101;

struct Scalar {
    const char* name;
    std::int64_t value;
};

std::array<Scalar, 10> header_of(const RunDescription& run, Statistic statistic) {
    const ArithmeticRow row = arithmetic_row(run.message_lengths);
    // The older tester wrote its defaults where there was no noise.
    const NoiseParameters noise = run.noise.value_or(NoiseParameters{});
    return {{{"proc_num", run.rank_count()},
             {"test_type", run.mode ? static_cast<int>(*run.mode) : 0},
             {"data_type", static_cast<int>(statistic)},
             {"begin_mes_length", row.begin},
             {"end_mes_length", row.end},
             {"step_length", row.step},
             {"noise_mes_length", noise.message_length},
             {"num_noise_mes", noise.messages},
             {"num_noise_proc", noise.processes},
             {"num_repeates", run.repeats}}};
}

/// Dimensions and variables in the older toolkit's order; returns the variable of the matrices.
int define_header(const NetcdfFile& file, std::size_t ranks, const std::array<Scalar, 10>& header) {
    const auto dimension = [&](const char* name, std::size_t length) {
        int id = -1;
        file.check(nc_def_dim(file.id(), name, length, &id), "define the header");
        return id;
    };
    const int x = dimension("x", ranks);
    const int y = dimension("y", ranks);
    const int n = dimension("n", NC_UNLIMITED);
    dimension("strings", unused_strings_length);
    const auto variable = [&](const char* name, int type, std::span<const int> dimensions) {
        int id = -1;
        file.check(
            nc_def_var(file.id(), name, type, static_cast<int>(dimensions.size()), dimensions.data(), &id),
            "define the header");
        return id;
    };
    for (const Scalar& scalar : header) variable(scalar.name, NC_INT, {});
    const int data = variable("data", NC_DOUBLE, std::array{n, x, y});
    file.check(nc_enddef(file.id()), "define the header");
    return data;
}

}  // namespace

LegacyWriter::LegacyWriter(const std::filesystem::path& path, const RunDescription& run,
                           Statistic statistic) {
    state_ = std::make_unique<State>(path);
    const auto header = header_of(run, statistic);
    state_->data = define_header(state_->file, run.ranks.size(), header);
    for (const Scalar& scalar : header) {
        const auto value = static_cast<long long>(scalar.value);
        state_->file.check(
            nc_put_var_longlong(state_->file.id(), state_->file.find_variable(scalar.name), &value), "write");
    }
}

LegacyWriter::~LegacyWriter() = default;

void LegacyWriter::append_plane(const Matrix& rows) {
    const auto ranks = static_cast<std::size_t>(rows.rows());
    state_->file.write(state_->data, std::array{state_->planes, std::size_t{0}, std::size_t{0}},
                       std::array{std::size_t{1}, ranks, ranks}, rows.data());
    ++state_->planes;
}

void LegacyWriter::finish() {
    state_->file.sync_to_disk();
    state_->file.rename(state_->path);
    state_->unfinished.keep();
    state_->file.close();
    sync_names_beside(state_->path);
}

}  // namespace fabricmap
