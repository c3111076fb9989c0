// SPDX-License-Identifier: Apache-2.0
// Programs with the traffic of five of the NAS Parallel Benchmarks (Bailey et al., RNR-94-007, 1994; calls
// and lengths of NPB 3.4's reference codes), and two for times of calls: tracing_kernels NAME. Each rank does
// what a rank of class B on 64 processes does: its calls with its lengths, and between them nothing but time:
// that which NPB's count of operations takes at 0.5e9 a second and core (EP and IS: 30e6 numbers and keys).
// Partners are the other rank here. Rank 0 prints the seconds between two barriers.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

using Values = std::vector<double>;

int rank = 0;
int size = 0;

/// Takes about that long, and the same on each call: additions and products that wait for each other.
void compute(double microseconds) {
    constexpr double steps_a_microsecond = 590;
    static volatile double result = 1;
    double value = result;
    const auto steps = static_cast<std::int64_t>(microseconds * steps_a_microsecond);
    for (std::int64_t step = 0; step < steps; ++step) value = value * 0.999 + 0.001;
    result = value;
}

/// As the reference codes do it: a receive is posted, sent to, and waited for.
void exchange(Values& out, Values& in, int count, int partner, int tag) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(in.data(), count, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD, &request);
    MPI_Send(out.data(), count, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// CG: 75 x 26 products of a matrix of 75,000 rows on 8 x 8 processes, 54.9e9 operations: 880 us each. Parts
/// of a row of processes are summed in three exchanges and transposed, and two scalars are summed.
void conjugate_gradient() {
    constexpr int rows = 75000 / 8;
    Values vector(rows, 1);
    Values other(rows, 0);
    Values scalar(1, 1);
    Values other_scalar(1, 0);
    for (int step = 0; step < 75 * 26; ++step) {
        compute(880);
        for (int distance = 0; distance < 3; ++distance) exchange(vector, other, rows, rank ^ 1, 1);
        exchange(vector, other, rows, rank ^ 1, 4);
        for (int scalars = 0; scalars < 2; ++scalars) {
            for (int distance = 0; distance < 3; ++distance) {
                exchange(scalar, other_scalar, 1, rank ^ 1, 2 + scalars);
            }
        }
    }
}

/// IS: 2^25 keys, of which a rank has 2^19, ranked ten times: 17.5 ms each. Sizes of buckets are summed,
/// counts and keys go from all to all.
void integer_sort() {
    constexpr int buckets = 1024 + 5;
    const int keys = (1 << 19) / size;
    std::vector<int> sizes(buckets, 1);
    std::vector<int> sums(buckets, 0);
    std::vector<int> counts(static_cast<std::size_t>(size), keys);
    std::vector<int> other_counts(counts);
    std::vector<int> starts(counts.size(), 0);
    std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
    std::vector<int> out(static_cast<std::size_t>(keys) * counts.size());
    std::vector<int> in(out);
    for (int step = 0; step < 90; ++step) {
        compute(17500);
        MPI_Allreduce(sizes.data(), sums.data(), buckets, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Alltoall(counts.data(), 1, MPI_INT, other_counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Alltoallv(out.data(), counts.data(), starts.data(), MPI_INT, in.data(), counts.data(),
                      starts.data(), MPI_INT, MPI_COMM_WORLD);
    }
}

/// FT: 512 x 256 x 256 complex values, of which a rank has 2^19, 92e9 operations in 20 steps: 144 ms each. A
/// transposition of the whole, and a sum of one complex value.
void fourier_transform() {
    const int block = (2 << 19) / size;
    Values out(static_cast<std::size_t>(block) * static_cast<std::size_t>(size), 1);
    Values in(out);
    std::array<double, 2> check{1, 1};
    std::array<double, 2> sum{};
    for (int step = 0; step < 10; ++step) {
        compute(144'000);
        MPI_Alltoall(out.data(), block, MPI_DOUBLE, in.data(), block, MPI_DOUBLE, MPI_COMM_WORLD);
        MPI_Reduce(check.data(), sum.data(), 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    }
}

/// MG: cycles over 8 grids from 256^3 on 4 x 4 x 4 processes, 18.7e9 operations in 20 cycles: 29 ms each. On
/// each grid faces go to both neighbours in three directions, three times; the finest takes most of the time.
void multigrid() {
    Values face(66 * 66, 1);
    Values other(face);
    double norm = 0;
    for (int cycle = 0; cycle < 120; ++cycle) {
        for (int level = 0; level < 8; ++level) {
            const int side = 2 + std::max(64 >> level, 1);
            for (int visit = 0; visit < 3; ++visit) {
                compute(29'000.0 * 7 / 8 / 3 / (1 << 3 * level));
                for (int direction = 0; direction < 6; ++direction) {
                    exchange(face, other, side * side, rank ^ 1, direction);
                }
            }
        }
        const double own = face[0];
        MPI_Allreduce(&own, &norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

/// EP: 2^30 / 64 pairs of numbers, 560 ms for each 2^24, and three sums at the end.
void embarrassingly_parallel() {
    compute(1'120'000);
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
