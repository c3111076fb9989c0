// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::testing {

inline constexpr double to_a_microsecond = 1e-6;

/// A trace that is written down record by record; times in milliseconds.
class WrittenTrace {
  public:
    WrittenTrace(int ranks, double run_ms) {
        text_ = fmt::format("program process_count {} total_time {:.6f} total_communication_time 1.0;\n",
                            ranks, run_ms * 1e-3);
        for (int rank = 0; rank < ranks; ++rank) {
            text_ += fmt::format("process rank {} start_time 0.0 finish_time {:.6f} host \"near\";\n", rank,
                                 run_ms * 1e-3);
        }
    }

    struct Call {
        double start = 0;
        double finish = 0;
        std::string place;
    };

    void message(int sender, const Call& send, int receiver, const Call& receive) {
        text_ += fmt::format(
            "operation point_to_point send_op_name \"MPI_Send\" send_op_type \"possibly-blocking\" "
            "receive_op_name \"MPI_Recv\" receive_op_type \"blocking\" send_start_time {:.6f} "
            "send_finish_time "
            "{:.6f} receive_start_time {:.6f} receive_finish_time {:.6f} send_process_rank {} "
            "receive_process_rank {} send_source_code \"{}\" receive_source_code \"{}\" bytes 8;\n",
            send.start * 1e-3, send.finish * 1e-3, receive.start * 1e-3, receive.finish * 1e-3, sender,
            receiver, send.place, receive.place);
    }

    /// All ranks enter at these times, and leave when the last has come.
    void barrier(const std::vector<double>& entered, const std::string& place) {
        operation("MPI_Barrier", "barrier", 0, entered, 0, place);
    }

    /// As before; all leave so much after the last has come.
    void operation(const std::string& function, const std::string& op_type, int bytes,
                   const std::vector<double>& entered, double lasts, const std::string& place) {
        const auto last = std::max_element(entered.begin(), entered.end());
        const double left = *last + lasts;
        const double first = *std::min_element(entered.begin(), entered.end());
        for (std::size_t rank = 0; rank < entered.size(); ++rank) {
            text_ += fmt::format(
                "operation collective op_name \"{}\" op_type \"{}\" bytes {} process_rank {} "
                "root_process_rank 0 start_time_min {:.6f} start_time_max {:.6f} finish_time_min {:.6f} "
                "finish_time_max {:.6f} start_time {:.6f} finish_time {:.6f} root_start_time {:.6f} "
                "root_finish_time {:.6f} source_code \"{}\" instance {} last_process_rank {} "
                "last_source_code \"{}\";\n",
                function, op_type, bytes, rank, first * 1e-3, *last * 1e-3, left * 1e-3, left * 1e-3,
                entered[rank] * 1e-3, left * 1e-3, entered[0] * 1e-3, left * 1e-3, place, instances_,
                last - entered.begin(), place);
        }
        ++instances_;
    }

    void call_site(int rank, const std::string& function, const std::string& place, double inside_ms) {
        text_ += fmt::format(
            "call_site op_name \"{}\" process_rank {} source_code \"{}\" count 1 inside_time {:.6f};\n",
            function, rank, place, inside_ms * 1e-3);
    }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] tracing::Trace read() const { return tracing::read_text(text_, "written.trace"); }

  private:
    std::string text_;
    int instances_ = 0;
};

}  // namespace fabricmap::testing
