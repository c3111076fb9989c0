// SPDX-License-Identifier: Apache-2.0
// How small a run becomes as clusters, and how far off its values are then, against what compresses numbers
// without knowing of pairs: float32 with shuffle and deflate, and the logarithm rounded to steps and zstd at
// the same largest error. Synthetic medians of 64 hosts with 16 ranks each, 100 lengths.
#include "clusterizer/clustering.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/open_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <thread>
#include <unistd.h>
#include <vector>
#include <zlib.h>
#include <zstd.h>

using namespace fabricmap;

namespace {

/// What the clusters came to, seen from outside: every value read again.
struct Compressed {
    double ratio = 0;
    double largest_error = 0;
    double rms_error = 0;
    std::size_t faults_lost = 0;
};

double plain_bytes(const DelayStack& stack) {
    const auto ranks = static_cast<double>(stack.rank_count());
    return ranks * ranks * static_cast<double>(stack.message_lengths().size()) * sizeof(double);
}

Compressed cluster(const Run& run, const DelayStack& truth, const std::filesystem::path& path) {
    clusterizer::Settings settings;
    settings.threads = std::thread::hardware_concurrency();
    Progress progress(true);
    const ArchiveHeader header =
        clusterizer::write_archive(run, Statistic::median, settings, {path, true, "bench"}, progress);
    const Archive archive(path);
    Compressed result;
    const DelayStack& stack = *run.stack(Statistic::median);
    result.ratio = plain_bytes(stack) / static_cast<double>(std::filesystem::file_size(path));
    double squares = 0;
    double values = 0;
    for (std::size_t k = 0; k < stack.message_lengths().size(); ++k) {
        const Matrix plane = stack.plane(k);
        const Matrix healthy = truth.plane(k);
        for (Eigen::Index i = 0; i < plane.rows(); ++i) {
            for (Eigen::Index j = 0; j < plane.cols(); ++j) {
                if (i == j) continue;
                const double stored = archive.value(k, i, j);
                const double error = std::abs(stored - plane(i, j)) / plane(i, j);
                result.largest_error = std::max(result.largest_error, error);
                squares += error * error;
                values += 1;
                const bool faulty = plane(i, j) > 1.25 * healthy(i, j);
                if (faulty && error > header.facts.threshold) ++result.faults_lost;
            }
        }
    }
    result.rms_error = std::sqrt(squares / values);
    return result;
}

std::vector<unsigned char> shuffled(const Matrix& plane) {
    const auto count = static_cast<std::size_t>(plane.size());
    std::vector<unsigned char> bytes(count * sizeof(float));
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = static_cast<float>(plane.data()[i]);
        unsigned char one[sizeof(float)];
        std::memcpy(one, &number, sizeof number);
        for (std::size_t b = 0; b < sizeof(float); ++b) bytes[b * count + i] = one[b];
    }
    return bytes;
}

double deflated_ratio(const DelayStack& stack) {
    double size = 0;
    for (std::size_t k = 0; k < stack.message_lengths().size(); ++k) {
        const std::vector<unsigned char> bytes = shuffled(stack.plane(k));
        uLongf deflated = compressBound(bytes.size());
        std::vector<unsigned char> out(deflated);
        compress2(out.data(), &deflated, bytes.data(), bytes.size(), 6);
        size += static_cast<double>(deflated);
    }
    return plain_bytes(stack) / size;
}

/// One byte a value: how many steps its logarithm lies above the least one of the plane; 0 for none.
double quantised_ratio(const DelayStack& stack, double largest_error) {
    const double step = 2 * std::log1p(largest_error);
    double size = 0;
    for (std::size_t k = 0; k < stack.message_lengths().size(); ++k) {
        const Matrix plane = stack.plane(k);
        const double least = (plane > 0).select(plane, 1e9).minCoeff();
        std::vector<unsigned char> codes(static_cast<std::size_t>(plane.size()));
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const double value = plane.data()[i];
            codes[i] =
                value > 0 ? static_cast<unsigned char>(1 + std::lround(std::log(value / least) / step)) : 0;
        }
        std::vector<unsigned char> out(ZSTD_compressBound(codes.size()));
        size += static_cast<double>(ZSTD_compress(out.data(), out.size(), codes.data(), codes.size(), 12));
    }
    return plain_bytes(stack) / size;
}

/// One percent of the pairs between hosts, each pair of hosts with a factor and a length of its own.
std::string faults() {
    std::string text;
    for (int i = 0; i < 41; ++i) {
        text += fmt::format(";fault,slow-link,sender={},receiver={},factor={:.2f},from={}", 11 * i % 64,
                            (11 * i + 1 + i) % 64, 1.3 + 0.07 * i, i % 3 == 0 ? "16K" : "1");
    }
    return text;
}

}  // namespace

int main() {
    const auto path = std::filesystem::temp_directory_path() / fmt::format("fabricmap_bench_{}.nc", getpid());
    const std::string fabric = "synthetic:fat-tree,hosts=64,leaf=8x4,ranks-per-host=16";
    fmt::print("{:<28} {:>9} {:>9} {:>7} {:>12} {:>10} {:>10} {:>9}\n", "run", "clusters", "largest", "rms",
               "faults lost", "float32", "quantised", "to it");
    for (const auto& [name, noise, with_faults] :
         {std::tuple("noise 1 %", "1%", false), std::tuple("noise 3 %", "3%", false),
          std::tuple("noise 1 %, 1 % faulty pairs", "1%", true),
          std::tuple("noise 2 %, heavy tails", "2%,tails=heavy", false)}) {
        const std::string sweep = fmt::format(";noise,{};sweep,lengths=count:100", noise);
        const Run run = open_run(fabric + sweep + (with_faults ? faults() : ""));
        const Run healthy = open_run(fabric + ";noise,0%;sweep,lengths=count:100");
        const DelayStack& stack = *run.stack(Statistic::median);
        const Compressed clustered = cluster(run, *healthy.stack(Statistic::median), path);
        const double quantised = quantised_ratio(stack, clustered.largest_error);
        fmt::print("{:<28} {:>9.0f} {:>7.2f} % {:>5.2f} % {:>12} {:>10.1f} {:>10.1f} {:>7.1f} x\n", name,
                   clustered.ratio, 100 * clustered.largest_error, 100 * clustered.rms_error,
                   clustered.faults_lost, deflated_ratio(stack), quantised, clustered.ratio / quantised);
    }
    fmt::print(
        "ratios: size of the float64 planes over the size of the compressed; to it: clusters over "
        "quantised\n");
    std::filesystem::remove(path);
}
