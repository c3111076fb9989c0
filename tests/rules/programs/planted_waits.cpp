// SPDX-License-Identifier: Apache-2.0
// Usage: planted_waits CASE planted|balanced
// Processes do something together again and again. Where a wait is planted one of them comes late each time,
// or stays out of MPI meanwhile; the balanced twin does the same without. Between they sleep, by one
// timetable.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto at_once = milliseconds(0);
constexpr int long_bytes = 8 << 20;
constexpr int last_tag = 1;

int rank = 0;
bool is_planted = false;
int rounds = 20;
milliseconds late(30);
milliseconds period(60);
Clock::time_point first_round;
std::array<double, 20> entered{};  ///< when this process has entered the call that waits, or is waited for

/// Seconds in which this process did not run, or wake up, when it should have: those of a quiet machine are
/// far below a stall, and so are those of the operations of a round.
std::atomic<double> held_up = 0;
constexpr auto stall = milliseconds(5);
thread_local Clock::time_point woken = Clock::time_point::max();

void note_stall(Clock::duration time) {
    if (time > stall) held_up = held_up + std::chrono::duration<double>(time).count();
}

/// Until a moment of a round, which is the same for all: they are on one host.
void compute_until(int round, milliseconds moment) {
    const auto planned = first_round + round * period + moment;
    note_stall(Clock::now() - woken);
    std::this_thread::sleep_until(planned);
    woken = Clock::now();
    note_stall(woken - planned);
}

void note_entry(int round) {
    entered.at(static_cast<std::size_t>(round)) =
        std::chrono::duration<double>(Clock::now() - first_round).count();
}

/// Prints how long the others have waited for the one, as all have noted.
void print_waits_for(int awaited) {
    std::vector<double> all(4 * entered.size());
    const int count = static_cast<int>(entered.size());
    MPI_Gather(entered.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    double waited = 0;
    for (int other = 0; other < ranks; ++other) {
        for (int round = 0; round < rounds; ++round) {
            const double from = all[static_cast<std::size_t>(other * count + round)];
            const double to = all[static_cast<std::size_t>(awaited * count + round)];
            if (from > 0 && to > from) waited += to - from;
        }
    }
    double held_up_by = 0;
    const double own = held_up;
    MPI_Reduce(&own, &held_up_by, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) std::printf("waited %.6f held_up %.6f\n", waited, held_up_by);
}

void begin_together() {
    auto start = (Clock::now() + period).time_since_epoch().count();
    MPI_Bcast(&start, sizeof start, MPI_BYTE, 0, MPI_COMM_WORLD);
    first_round = Clock::time_point(Clock::duration(start));
}

void send(int to, int tag) {
    const double value = 1;
    MPI_Send(&value, 1, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
}
void receive(int from, int tag) {
    double value = 0;
    MPI_Recv(&value, 1, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/// Rank 1 takes what rank 0 sends: two messages. One comes late, or the other takes them late.
void take_messages(const std::function<void()>& take) {
    const milliseconds sent = is_planted ? late : at_once;
    const milliseconds taken = is_planted ? at_once : late;
    for (int round = 0; round < rounds; ++round) {
        compute_until(round, rank == 0 ? sent : taken);
        note_entry(round);
        if (rank == 1) take();
        if (rank != 0) continue;
        for (int tag = 0; tag <= last_tag; ++tag) send(1, tag);
    }
}

void take_by_probe() {
    take_messages([] {
        MPI_Probe(0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        receive(0, 0);
        receive(0, last_tag);
    });
}

void take_by_matched_probe() {
    take_messages([] {
        MPI_Message message = MPI_MESSAGE_NULL;
        double value = 0;
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
        receive(0, last_tag);
    });
}

void take_by_polling_probe() {
    take_messages([] {
        for (int flag = 0; flag == 0;) MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        receive(0, 0);
        receive(0, last_tag);
    });
}

/// Both messages, by requests.
void take_by(const std::function<void(std::array<MPI_Request, 2>&)>& complete) {
    take_messages([&] {
        std::array<double, 2> values{};
        std::array<MPI_Request, 2> requests{};
        for (int tag = 0; tag <= last_tag; ++tag) {
            const auto at = static_cast<std::size_t>(tag);
            MPI_Irecv(&values[at], 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, &requests[at]);
        }
        complete(requests);
    });
}

void take_by_test() {
    take_by([](std::array<MPI_Request, 2>& requests) {
        for (MPI_Request& request : requests)
            for (int flag = 0; flag == 0;) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    });
}

void take_by_testany() {
    take_by([](std::array<MPI_Request, 2>& requests) {
        for (int done = 0; done < 2;) {
            int flag = 0;
            int index = 0;
            MPI_Testany(2, requests.data(), &index, &flag, MPI_STATUS_IGNORE);
            done += flag;
        }
    });
}

void take_by_testsome() {
    take_by([](std::array<MPI_Request, 2>& requests) {
        for (int done = 0; done < 2;) {
            int count = 0;
            std::array<int, 2> indices{};
            MPI_Testsome(2, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
            done += count;
        }
    });
}

void take_by_persistent_request() {
    double value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1) MPI_Recv_init(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request);
    take_messages([&] {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        receive(0, last_tag);
    });
    if (rank == 1) MPI_Request_free(&request);
}

/// All wait for an operation at once; the one that all wait for starts it late.
void join(int awaited, const std::function<void(MPI_Request&)>& start) {
    for (int round = 0; round < rounds; ++round) {
        compute_until(round, is_planted && rank == awaited ? late : at_once);
        note_entry(round);
        MPI_Request request = MPI_REQUEST_NULL;
        start(request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

void join_reduction() {
    double mine = rank;
    double sum = 0;
    join(2, [&](MPI_Request& request) {
        MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    });
}

void join_broadcast() {
    double value = 0;
    join(0, [&](MPI_Request& request) { MPI_Ibcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request); });
}

void join_barrier() {
    join(2, [](MPI_Request& request) { MPI_Ibarrier(MPI_COMM_WORLD, &request); });
}

/// A long message moves on where both sides are within MPI: the one that has started it is not, or waits for
/// it.
void leave_long_message(bool sends_early) {
    std::vector<char> message(long_bytes);
    const int early = sends_early ? 0 : 1;
    for (int round = 0; round < rounds; ++round) {
        compute_until(round, at_once);
        note_entry(round);
        if (rank == early) {
            MPI_Request request = MPI_REQUEST_NULL;
            if (sends_early)
                MPI_Isend(message.data(), long_bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
            else
                MPI_Irecv(message.data(), long_bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
            if (is_planted) compute_until(round, late);
            note_entry(round);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else if (sends_early) {
            MPI_Recv(message.data(), long_bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Send(message.data(), long_bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        }
    }
}

void leave_long_send() {
    leave_long_message(true);
}
void leave_long_receive() {
    leave_long_message(false);
}

/// Rank 0 puts into the memory of rank 1, or gets from it, which calls MPI next for the barrier.
void access_memory(bool puts) {
    double memory = 0;
    double value = 0;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    for (int round = 0; round < rounds; ++round) {
        compute_until(round, is_planted && rank == 1 ? late : at_once);
        note_entry(round);
        if (rank == 0) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
            if (puts)
                MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
            else
                MPI_Get(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, window);
            MPI_Win_unlock(1, window);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&window);
}

void put() {
    access_memory(true);
}
void get() {
    access_memory(false);
}

/// Rank 0 sends to rank 1, which takes it somewhat late, and receives from rank 2, which sends late: the
/// short message to rank 1 has long left.
void shift(const std::function<void()>& exchange) {
    for (int round = 0; round < rounds; ++round) {
        compute_until(round, !is_planted || rank == 0 ? at_once : rank == 1 ? late / 2 : late);
        if (rank != 1) note_entry(round);
        if (rank == 0) exchange();
        if (rank == 1) receive(0, 0);
        if (rank == 2) send(0, 0);
    }
}

void shift_by_waitall() {
    shift([] {
        double mine = 0;
        double other = 0;
        std::array<MPI_Request, 2> requests{};
        MPI_Irecv(&other, 1, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&mine, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    });
}

void shift_by_sendrecv() {
    shift([] {
        double mine = 0;
        double other = 0;
        MPI_Sendrecv(&mine, 1, MPI_DOUBLE, 1, 0, &other, 1, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    });
}

/// A thread of rank 0 receives what is sent late; meanwhile another one receives what was sent before.
void receive_by_threads() {
    const auto of_thread = [](int tag, milliseconds moment) {
        return std::thread([tag, moment] {
            for (int round = 0; round < rounds; ++round) {
                compute_until(round, moment);
                if (tag == 0) note_entry(round);
                receive(1, tag);
            }
        });
    };
    if (rank == 0) {
        std::thread first = of_thread(0, is_planted ? at_once : late);
        std::thread second = of_thread(1, late / 2);
        first.join();
        second.join();
        return;
    }
    for (int round = 0; round < rounds; ++round) {
        compute_until(round, at_once);
        send(0, 1);
        if (is_planted) compute_until(round, late);
        note_entry(round);
        send(0, 0);
    }
}

struct Case {
    const char* name;
    void (*run)();
    int awaited = 0;       ///< rank
    bool is_slow = false;  ///< takes part of its time itself, the more on a busy machine
};

constexpr std::array cases{Case{"probe", take_by_probe},
                           Case{"matched_probe", take_by_matched_probe},
                           Case{"polling_probe", take_by_polling_probe},
                           Case{"test", take_by_test},
                           Case{"testany", take_by_testany},
                           Case{"testsome", take_by_testsome},
                           Case{"persistent", take_by_persistent_request},
                           Case{"reduction", join_reduction, 2},
                           Case{"broadcast", join_broadcast},
                           Case{"barrier", join_barrier, 2},
                           Case{"long_send", leave_long_send, 0, true},
                           Case{"long_receive", leave_long_receive, 1, true},
                           Case{"put", put, 1, true},
                           Case{"get", get, 1, true},
                           Case{"waitall", shift_by_waitall, 2},
                           Case{"sendrecv", shift_by_sendrecv, 2},
                           Case{"threads", receive_by_threads, 1}};

}  // namespace

int main(int count, char** words) {
    const auto* const chosen = std::find_if(cases.begin(), cases.end(), [&](const Case& one) {
        return count == 3 && std::strcmp(words[1], one.name) == 0;
    });
    if (chosen == cases.end()) return 2;
    const bool has_threads = chosen->run == receive_by_threads;
    int provided = 0;
    MPI_Init_thread(&count, &words, has_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    is_planted = std::strcmp(words[2], "planted") == 0;
    if (is_planted && chosen->is_slow) {
        late = milliseconds(100);
        period = milliseconds(200);
    }
    if (!is_planted) {
        // Few, as processes of a busy machine wake up at different times.
        rounds = 4;
        period = milliseconds(300);
    }
    begin_together();
    chosen->run();
    compute_until(rounds, at_once);
    print_waits_for(chosen->awaited);
    MPI_Finalize();
}
