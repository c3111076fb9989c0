// SPDX-License-Identifier: Apache-2.0
// Reading and matching a recording beside unpacking its calls alone, on one core, and the memory that it
// takes: bench_tracing_reading DIR, a folder that network_trace record wrote. bench/run makes one of ten
// million calls.
#include "bench/measuring.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/reading/call_sequence.hpp"

#include <fmt/format.h>

#include <exception>

namespace fabricmap::bench {
namespace {

/// How many calls there are.
std::uint64_t unpack(const std::filesystem::path& folder) {
    std::uint64_t calls = 0;
    const tracing::Recording recording = tracing::read_recording(folder);
    for (const tracing::RankRecording& rank : recording.ranks) {
        for (const tracing::ThreadRecording& thread : rank.threads) {
            tracing::CallSequence sequence(thread.calls);
            while (sequence.next()) calls += sequence.call().count;
        }
    }
    return calls;
}

void compare(const std::filesystem::path& folder) {
    std::uint64_t calls = 0;
    const double unpacked = processor_seconds_of([&] { calls = unpack(folder); });
    std::uint64_t messages = 0;
    std::size_t columns = 0;
    const double matched = processor_seconds_of([&] {
        const tracing::Operations operations = tracing::open_trace(folder);
        messages = operations.report.messages;
        for (const tracing::RecordTable& table : operations.trace.tables()) columns += table.memory();
    });
    const auto count = static_cast<double>(calls);
    fmt::print(
        "{} calls, {} messages: unpacked in {:.2f} s of a core, read and matched in {:.2f} s: {:.1f} times "
        "as "
        "long\n{:.2f} s for ten million calls (bound 5)\n"
        "memory at most {:.0f} MiB, {:.0f} bytes a call, of which the trace's columns {:.0f} MiB\n",
        calls, messages, unpacked, matched, matched / unpacked, matched / count * 1e7, peak_mib(),
        peak_mib() * 1048576 / count, static_cast<double>(columns) / 1048576);
}

}  // namespace
}  // namespace fabricmap::bench

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        fmt::print(stderr, "usage: bench_tracing_reading DIR\n");
        return 2;
    }
    try {
        fabricmap::bench::compare(arguments[1]);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_tracing_reading: {}\n", error.what());
        return 3;
    }
}
