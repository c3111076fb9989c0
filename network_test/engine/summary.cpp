// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/summary.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/progress.hpp"
#include "measuring/rank_locations.hpp"
#include "network_test/engine/clock_demand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace fabricmap::network_test {
namespace {

std::string name_pair(const RunDescription& run, const PlaneDigest::Extreme& pair) {
    const auto name = [&](int rank) {
        return fmt::format("rank {} on {}", rank, run.ranks[static_cast<std::size_t>(rank)].host);
    };
    return fmt::format("{} → {}", name(pair.sender), name(pair.receiver));
}

/// "511 µs", of streams "2.05 GB/s (511 µs a message)".
std::string speed_of(const RunDescription& run, const PlaneDigest& plane, double delay_s) {
    std::string delay = format_delay(delay_s);
    if (!has_trait(run, &ModeTraits::is_stream) || plane.length_bytes() == 0) return delay;
    return fmt::format("{} ({} a message)", format_rate(static_cast<double>(plane.length_bytes()) / delay_s),
                       delay);
}

std::string class_medians(const RunDescription& run, const PlaneDigest& plane) {
    std::string text;
    const auto same_host = plane.class_median_s(PairClass::same_host);
    const auto between = plane.class_median_s(PairClass::between_hosts);
    if (same_host) text += fmt::format("median within a host {}", speed_of(run, plane, *same_host));
    if (same_host && between) text += ", ";
    if (between) text += fmt::format("median between hosts {}", speed_of(run, plane, *between));
    return text;
}

std::string plane_lines(const RunDescription& run, const PlaneDigest& plane) {
    if (!plane.fastest()) return {};
    return fmt::format(
        "  {:>6} bytes: {}\n                fastest {:>8}  {}\n                slowest {:>8}  {}\n",
        format_size(plane.length_bytes()), class_medians(run, plane),
        speed_of(run, plane, plane.fastest()->median_s), name_pair(run, *plane.fastest()),
        speed_of(run, plane, plane.slowest()->median_s), name_pair(run, *plane.slowest()));
}

std::string corrupted_lines(const RunDescription& run, const std::vector<PlaneDigest>& planes) {
    std::string text;
    for (const PlaneDigest& plane : planes) {
        for (const auto& pair : plane.corrupted()) {
            text += fmt::format("  damaged: {}, {} bytes\n", name_pair(run, pair),
                                format_size(plane.length_bytes()));
        }
    }
    return text;
}

/// What the time or the number of samples did not suffice for.
std::string left_out_lines(const std::vector<PlaneDigest>& planes, const SweepAccount& account) {
    std::string text;
    if (account.lengths_left_out > 0 && planes.empty()) {
        text +=
            "  the time was not enough for a single length: increase --max-time, or measure some pairs only "
            "with "
            "--sample-pairs\n";
    } else if (account.lengths_left_out > 0) {
        text += fmt::format(
            "  the time was enough for {} of {}; --resume continues with the others\n", planes.size(),
            counted(static_cast<std::int64_t>(planes.size() + account.lengths_left_out), "length"));
    }
    return text;
}

/// Why medians are uncertain, and what helps. Sampling ends before -n allows only when the time has run out.
std::string_view cause_of_imprecision(const std::vector<PlaneDigest>& planes, std::int64_t max_samples) {
    bool all_taken = false;
    bool cut_short = false;
    for (const PlaneDigest& plane : planes) {
        const auto& samples = plane.samples_of_imprecise();
        all_taken |= samples && samples->most >= max_samples;
        cut_short |= samples && samples->fewest < max_samples;
    }
    if (!cut_short) {
        return "with all samples that -n allows: increase -n, reduce other load, or allow a larger "
               "--precision";
    }
    if (!all_taken) return "for lack of time: increase --max-time, or allow a larger --precision";
    return "for lack of time or of samples: increase --max-time and -n, or allow a larger --precision";
}

std::string imprecise_line(const std::vector<PlaneDigest>& planes, const SamplingRule& rule) {
    std::int64_t imprecise = 0;
    std::int64_t measured = 0;
    for (const PlaneDigest& plane : planes) {
        imprecise += plane.imprecise();
        measured += plane.measured();
    }
    if (imprecise == 0 || rule.fixed) return {};
    return fmt::format("  {} of {} are less precise than {:g} %, {}\n", imprecise,
                       counted(measured, "median"), rule.precision * 100,
                       cause_of_imprecision(planes, rule.most));
}

/// Delays so short that the clock's own steps show in them.
std::string coarse_clock_line(const RunDescription& run, const std::vector<PlaneDigest>& planes) {
    constexpr double min_steps = 10;
    const double limit_s = min_steps * run.clock_resolution_s;
    const bool coarse = std::any_of(planes.begin(), planes.end(), [&](const PlaneDigest& plane) {
        return plane.fastest() && plane.fastest()->median_s > 0 && plane.fastest()->median_s < limit_s;
    });
    if (!coarse) return {};
    return fmt::format(
        "  note: some delays are below {} (ten clock steps): compare their averages, not single samples\n",
        format_delay(limit_s));
}

/// Broadcasts between hosts that are so quick that the clocks' error shows in them.
std::string unlike_clocks_line(const RunDescription& run, const std::vector<PlaneDigest>& planes) {
    if (run.timing != Timing::synchronized) return {};
    const auto too_quick = std::count_if(planes.begin(), planes.end(), [&](const PlaneDigest& plane) {
        // A broadcast of nothing has no delay.
        return plane.length_bytes() > 0 && too_quick_for_clocks(plane, run.clock_error_bound_s, true);
    });
    if (too_quick == 0) return {};
    return fmt::format(
        "  note: the hosts' clocks may differ by {}, more than 5 % of the smallest delay between hosts at "
        "{}: "
        "smaller differences there mean nothing\n",
        format_delay(run.clock_error_bound_s), counted(too_quick, "length"));
}

/// "Files: results/run_{min,average,median}.nc": what the names have in common stands once.
std::string files_line(const std::vector<std::filesystem::path>& paths) {
    if (paths.empty()) return {};
    std::vector<std::string> names;
    names.reserve(paths.size());
    for (const auto& path : paths) names.push_back(path.string());
    const std::string& first = names.front();
    std::size_t head = first.size();
    std::size_t tail = first.size();
    for (const std::string& name : names) {
        const auto from_front = std::mismatch(first.begin(), first.end(), name.begin(), name.end()).first;
        const auto from_back = std::mismatch(first.rbegin(), first.rend(), name.rbegin(), name.rend()).first;
        head = std::min(head, static_cast<std::size_t>(from_front - first.begin()));
        tail = std::min(tail, static_cast<std::size_t>(from_back - first.rbegin()));
    }
    // Whole words differ: "{min,median}.nc" and not "{mi,media}n.nc".
    head = names.size() == 1 ? first.size() : first.rfind('_', head) + 1;
    const std::size_t dot = std::min(first.rfind('.'), first.size());
    tail = dot >= head && tail >= first.size() - dot ? first.size() - dot : 0;
    if (names.size() == 1 || head == 0) return fmt::format("Files: {}\n", joined_by(names, " "));
    std::string text = "Files: " + first.substr(0, head) + '{';
    for (const std::string& name : names)
        text += name.substr(head, name.size() - head - tail) + (&name == &names.back() ? "" : ",");
    return text + '}' + first.substr(first.size() - tail) + '\n';
}

}  // namespace

std::string summary_text(const RunDescription& run, const std::vector<PlaneDigest>& planes,
                         const SweepAccount& account, const std::vector<std::filesystem::path>& paths) {
    const std::string subject =
        fmt::format("{}{}: {} on {}", name_of(run.mode.value_or(Mode::one_to_one)),
                    memory_of(run).has_device() ? " " + memory_text(memory_of(run)) : std::string(),
                    counted(run.rank_count(), "rank"), counted(host_count(run.ranks), "host"));
    if (planes.empty() && account.lengths_left_out == 0)
        return subject + ": the run is complete, nothing is left to measure\n";
    std::int64_t samples = 0;
    for (const PlaneDigest& plane : planes) samples += plane.samples();
    std::string text = fmt::format(
        "{}, {}, {} in {}{}\n", subject, counted(static_cast<std::int64_t>(planes.size()), "length"),
        counted(samples, "sample"),
        account.elapsed_s < 1 ? format_delay(account.elapsed_s) : format_duration(account.elapsed_s),
        is_simulated() ? " of simulated time" : "");
    if (!planes.empty()) {
        const std::set<std::size_t> shown{0, planes.size() / 2, planes.size() - 1};
        for (const std::size_t index : shown) text += plane_lines(run, planes[index]);
    }
    text += account.schedule;
    text += left_out_lines(planes, account);
    text += imprecise_line(planes, account.sampling);
    text += corrupted_lines(run, planes);
    text += coarse_clock_line(run, planes);
    text += unlike_clocks_line(run, planes);
    if (!std::isnan(run.noise_fraction)) {
        text += fmt::format("  {:.0f} % of the samples overlapped with a burst of every noisy rank\n",
                            run.noise_fraction * 100);
    }
    if (!std::isnan(run.empty_epoch_s)) {
        text += fmt::format("  an epoch without a transfer takes {}\n", format_delay(run.empty_epoch_s));
    }
    return text + files_line(paths);
}

}  // namespace fabricmap::network_test
