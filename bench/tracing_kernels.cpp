// SPDX-License-Identifier: Apache-2.0
// Programs with the traffic of five of the NAS Parallel Benchmarks (Bailey et al., RNR-94-007, 1994), and one
// that makes the cheapest calls: tracing_kernels NAME. Rank 0 prints the seconds between two barriers. What
// they compute is as much arithmetic as the values that they send would take, and no physics.
#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

using Values = std::vector<double>;

int rank = 0;
int size = 0;

/// Arithmetic on all values, so many times.
double work(Values& values, int times) {
    double sum = 0;
    for (int time = 0; time < times; ++time) {
        for (double& value : values) {
            value = value * 0.999 + 0.001;
            sum += value;
        }
    }
    return sum;
}

/// As the reference codes do it: a receive is posted, sent to, and waited for.
void exchange(Values& out, Values& in, int count, int partner, int tag) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(in.data(), count, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD, &request);
    MPI_Send(out.data(), count, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// CG: in each of its steps a vector is summed over a row of processes and transposed, and two scalars are
/// summed by exchanges of one value.
void conjugate_gradient() {
    constexpr int rows = 1400;
    Values vector(rows, 1);
    Values other(rows, 0);
    Values scalar(1, 1);
    Values other_scalar(1, 0);
    for (int step = 0; step < 8000; ++step) {
        work(vector, 80);
        for (int distance = 1; distance < size; distance *= 2) {
            exchange(vector, other, rows / 2, rank ^ distance, 1);
            exchange(scalar, other_scalar, 1, rank ^ distance, 2);
            exchange(scalar, other_scalar, 1, rank ^ distance, 3);
        }
        exchange(vector, other, rows, rank ^ 1, 4);
    }
}

/// IS: sizes of buckets are summed, counts and keys go from all to all.
void integer_sort() {
    constexpr int buckets = 1024;
    const int keys = 65536 / size;
    std::vector<int> sizes(buckets, 1);
    std::vector<int> sums(buckets, 0);
    std::vector<int> counts(static_cast<std::size_t>(size), keys);
    std::vector<int> other_counts(counts);
    std::vector<int> starts(counts.size(), 0);
    std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
    std::vector<int> out(static_cast<std::size_t>(keys) * counts.size());
    std::vector<int> in(out);
    Values values(65536, 1);
    for (int step = 0; step < 4000; ++step) {
        work(values, 4);
        MPI_Allreduce(sizes.data(), sums.data(), buckets, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Alltoall(counts.data(), 1, MPI_INT, other_counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Alltoallv(out.data(), counts.data(), starts.data(), MPI_INT, in.data(), counts.data(),
                      starts.data(), MPI_INT, MPI_COMM_WORLD);
    }
}

/// FT: a transposition of the whole in each step, and a sum of two values.
void fourier_transform() {
    const int block = 262144 / size;
    Values out(static_cast<std::size_t>(block * size), 1);
    Values in(out);
    std::array<double, 2> check{1, 1};
    std::array<double, 2> sum{};
    for (int step = 0; step < 1200; ++step) {
        work(out, 4);
        MPI_Alltoall(out.data(), block, MPI_DOUBLE, in.data(), block, MPI_DOUBLE, MPI_COMM_WORLD);
        MPI_Reduce(check.data(), sum.data(), 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    }
}

/// MG: on each of the grids of a V-cycle the faces go to both neighbours in three directions.
void multigrid() {
    constexpr int levels = 6;
    Values face(64 * 64, 1);
    Values other(face);
    Values grid(64 * 64 * 16, 1);
    double norm = 0;
    for (int cycle = 0; cycle < 700; ++cycle) {
        work(grid, 30);
        for (int leg = 0; leg < 2; ++leg) {
            for (int level = 0; level < levels; ++level) {
                const int depth = leg == 0 ? level : levels - 1 - level;
                const int side = 64 >> depth;
                for (int direction = 0; direction < 6; ++direction) {
                    exchange(face, other, side * side, rank ^ 1, direction);
                }
            }
        }
        const double own = face[0];
        MPI_Allreduce(&own, &norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

/// EP: arithmetic alone, and three sums at the end.
void embarrassingly_parallel() {
    Values values(100'000, 1);
    work(values, 60'000);
    std::array<double, 10> own{};
    std::array<double, 10> sum{};
    for (int time = 0; time < 3; ++time) {
        MPI_Allreduce(own.data(), sum.data(), 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

/// Ten million calls of all ranks together: a halo on a ring, whose residual is summed each tenth step.
void halo() {
    constexpr int calls_of_ten_steps = 51;
    const int steps = 10'000'000 / size / calls_of_ten_steps * 10;
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    Values out(2048, 1);
    Values in(4096, 0);
    const double own = 1;
    double sum = 0;
    for (int step = 0; step < steps; ++step) {
        const int count = 1 + step % 16;
        std::array<MPI_Request, 4> requests{};
        MPI_Irecv(in.data(), 2048, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, requests.data());
        MPI_Irecv(in.data() + 2048, 2048, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(out.data(), count, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(out.data(), count, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[3]);
        MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
        if (step % 10 == 0) MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

/// The cheapest calls that are recorded one by one.
void cheapest_calls() {
    const char byte = 0;
    for (int call = 0; call < 5'000'000; ++call) {
        MPI_Send(&byte, 1, MPI_CHAR, MPI_PROC_NULL, call % 8, MPI_COMM_WORLD);
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    const std::map<std::string_view, void (*)()> kernels{
        {"CG", conjugate_gradient},      {"IS", integer_sort}, {"FT", fourier_transform}, {"MG", multigrid},
        {"EP", embarrassingly_parallel}, {"halo", halo},       {"calls", cheapest_calls}};
    const auto kernel = kernels.find(argument_count > 1 ? arguments[1] : "");
    if (kernel == kernels.end()) return 2;
    MPI_Init(&argument_count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    kernel->second();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) std::printf("%.6f\n", MPI_Wtime() - start);
    MPI_Finalize();
    return 0;
}
