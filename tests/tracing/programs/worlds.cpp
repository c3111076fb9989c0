// SPDX-License-Identifier: Apache-2.0
// Two ranks and four processes that they spawn, whose messages are known. Rank 1 spawns one process alone,
// then both spawn three, so that the ranks have met different processes.
//   rank 1 to the one: 1 message of 100 bytes;
//   rank r to child c of three: r + 1 messages of c + 1 bytes, and back 1 of 50;
//   merged, ranks before children: a ring of messages of 10 (i + 1) bytes from member i to the next;
//   the merged split into even and odd members: each sends its last member's first member 7 bytes;
//   the one connects to the three by a port, whose name goes by way of the ranks (300 bytes): it sends 3
//   bytes to each.
// With the argument "port" nothing is spawned: rank 0 accepts all others at one port, one after another as
// they come, and rank r sends it their number (4 bytes), r messages of 5 and gets one of 9.
// With "accept FILE" and "connect FILE" two jobs meet at a port whose name the file hands on: rank r of those
// that connect sends r + 1 messages of 6 bytes to each that accepts.
#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr int port_bytes = 300;
using PortName = std::array<char, port_bytes>;

void send(int bytes, int to, MPI_Comm comm) {
    const std::vector<char> data(static_cast<std::size_t>(bytes));
    MPI_Send(data.data(), bytes, MPI_CHAR, to, 0, comm);
}

void receive(int bytes, int from, MPI_Comm comm) {
    std::vector<char> data(static_cast<std::size_t>(bytes));
    MPI_Recv(data.data(), bytes, MPI_CHAR, from, 0, comm, MPI_STATUS_IGNORE);
}

int rank_in(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

void pass_around(MPI_Comm comm) {
    const int rank = rank_in(comm);
    int size = 0;
    MPI_Comm_size(comm, &size);
    const int next = (rank + 1) % size;
    const int before = (rank + size - 1) % size;
    const std::vector<char> out(static_cast<std::size_t>(10 * (rank + 1)));
    std::vector<char> in(static_cast<std::size_t>(10 * (before + 1)));
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(in.data(), 10 * (before + 1), MPI_CHAR, MPI_ANY_SOURCE, 1, comm, &request);
    MPI_Send(out.data(), 10 * (rank + 1), MPI_CHAR, next, 1, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// What ranks and children do together, on either side of `others`.
void meet_in_one(MPI_Comm others, bool is_child) {
    int value = 1;
    int sum = 0;
    MPI_Comm merged = MPI_COMM_NULL;
    MPI_Intercomm_merge(others, is_child ? 1 : 0, &merged);
    pass_around(merged);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, merged);
    if (sum != 5) std::printf("%d instead of 5\n", sum);
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(merged, rank_in(merged) % 2, 0, &part);
    int size = 0;
    MPI_Comm_size(part, &size);
    if (rank_in(part) == size - 1) send(7, 0, part);
    if (rank_in(part) == 0) receive(7, size - 1, part);
    MPI_Comm_free(&part);
    MPI_Comm_free(&merged);
}

void be_rank(char* program) {
    const int rank = rank_in(MPI_COMM_WORLD);
    std::array<char*, 2> arguments{const_cast<char*>("one"), nullptr};
    MPI_Comm one = MPI_COMM_NULL;
    if (rank == 1) {
        MPI_Comm_spawn(program, arguments.data(), 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &one,
                       MPI_ERRCODES_IGNORE);
        send(100, 0, one);
    }
    arguments[0] = const_cast<char*>("three");
    MPI_Comm three = MPI_COMM_NULL;
    MPI_Comm_spawn(program, arguments.data(), 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &three,
                   MPI_ERRCODES_IGNORE);
    for (int child = 0; child < 3; ++child) {
        for (int message = 0; message <= rank; ++message) send(child + 1, child, three);
        receive(50, child, three);
    }
    int value = 3;
    MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, three);
    meet_in_one(three, false);
    if (rank == 1) {
        PortName port{};
        MPI_Recv(port.data(), port_bytes, MPI_CHAR, 0, 2, three, MPI_STATUS_IGNORE);
        MPI_Send(port.data(), port_bytes, MPI_CHAR, 0, 2, one);
        MPI_Comm_disconnect(&one);
    }
    MPI_Comm_disconnect(&three);
}

void be_one_of_three(MPI_Comm parent) {
    const int rank = rank_in(MPI_COMM_WORLD);
    for (int from = 0; from < 2; ++from) {
        for (int message = 0; message <= from; ++message) receive(rank + 1, from, parent);
        send(50, from, parent);
    }
    int value = 0;
    MPI_Bcast(&value, 1, MPI_INT, 0, parent);
    if (value != 3) std::printf("%d instead of 3\n", value);
    meet_in_one(parent, true);
    PortName port{};
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port.data());
        MPI_Send(port.data(), port_bytes, MPI_CHAR, 1, 2, parent);
    }
    MPI_Comm one = MPI_COMM_NULL;
    MPI_Comm_accept(port.data(), MPI_INFO_NULL, 0, MPI_COMM_WORLD, &one);
    receive(3, 0, one);
    MPI_Comm_disconnect(&one);
    if (rank == 0) MPI_Close_port(port.data());
    MPI_Comm_disconnect(&parent);
}

void be_the_one(MPI_Comm parent) {
    receive(100, 0, parent);
    PortName port{};
    MPI_Recv(port.data(), port_bytes, MPI_CHAR, 0, 2, parent, MPI_STATUS_IGNORE);
    MPI_Comm three = MPI_COMM_NULL;
    MPI_Comm_connect(port.data(), MPI_INFO_NULL, 0, MPI_COMM_SELF, &three);
    for (int child = 0; child < 3; ++child) send(3, child, three);
    MPI_Comm_disconnect(&three);
    MPI_Comm_disconnect(&parent);
}

void be_at_port() {
    const int rank = rank_in(MPI_COMM_WORLD);
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    PortName port{};
    if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port.data());
    MPI_Bcast(port.data(), port_bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Comm other = MPI_COMM_NULL;
    for (int client = 1; rank == 0 && client < size; ++client) {
        MPI_Comm_accept(port.data(), MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        for (int message = 0; message < client; ++message) receive(5, 0, other);
        send(9, 0, other);
        MPI_Comm_disconnect(&other);
    }
    if (rank > 1) receive(1, rank - 1, MPI_COMM_WORLD);
    if (rank > 0) {
        MPI_Comm_connect(port.data(), MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        for (int message = 0; message < rank; ++message) send(5, 0, other);
        receive(9, 0, other);
        MPI_Comm_disconnect(&other);
    }
    if (rank > 0 && rank + 1 < size) send(1, rank + 1, MPI_COMM_WORLD);
    if (rank == 0) MPI_Close_port(port.data());
}

std::string read_port(const std::string& path) {
    std::string port;
    for (;;) {
        std::ifstream file(path);
        if (std::getline(file, port)) return port;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

void write_port(const std::string& path, const char* port) {
    std::ofstream(path + ".begun") << port << '\n';
    std::filesystem::rename(path + ".begun", path);
}

void be_job(bool accepts, const std::string& path) {
    const int rank = rank_in(MPI_COMM_WORLD);
    PortName port{};
    MPI_Comm others = MPI_COMM_NULL;
    if (accepts) {
        if (rank == 0) {
            MPI_Open_port(MPI_INFO_NULL, port.data());
            write_port(path, port.data());
        }
        MPI_Comm_accept(port.data(), MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others);
    } else {
        if (rank == 0) read_port(path).copy(port.data(), port.size() - 1);
        MPI_Comm_connect(port.data(), MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others);
    }
    int size = 0;
    MPI_Comm_remote_size(others, &size);
    for (int other = 0; other < size; ++other) {
        for (int message = 0; message <= (accepts ? other : rank); ++message) {
            if (accepts) {
                receive(6, other, others);
            } else {
                send(6, other, others);
            }
        }
    }
    MPI_Comm_disconnect(&others);
}

}  // namespace

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm parent = MPI_COMM_NULL;
    MPI_Comm_get_parent(&parent);
    const std::string_view role = count > 1 ? arguments[1] : "";
    if (role == "port") {
        be_at_port();
    } else if (role == "accept" || role == "connect") {
        be_job(role == "accept", arguments[2]);
    } else if (parent == MPI_COMM_NULL) {
        be_rank(arguments[0]);
    } else if (role == "one") {
        be_the_one(parent);
    } else {
        be_one_of_three(parent);
    }
    MPI_Finalize();
    return 0;
}
