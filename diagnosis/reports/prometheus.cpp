// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/model/verdict.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/timestamp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::diagnosis {
namespace {

/// A value between the quotes of a label.
std::string label(std::string_view text) {
    std::string escaped;
    for (const char letter : valid_utf8(text)) {
        switch (letter) {
            case '\\':
                escaped += "\\\\";
                break;
            case '"':
                escaped += "\\\"";
                break;
            case '\n':
                escaped += "\\n";
                break;
            default:
                escaped += letter;
        }
    }
    return escaped;
}

/// The series of one metric; its head is written before the first of them.
class Gauge {
  public:
    Gauge(std::string& text, std::string_view name, std::string_view help)
        : text_(text), name_(name), help_(help) {}

    /// `labels` between the braces, or empty. What is not known has no series.
    void add(const std::string& labels, double value) {
        if (!std::isfinite(value)) return;
        const auto out = std::back_inserter(text_);
        if (!begun_) fmt::format_to(out, "# HELP {0} {1}\n# TYPE {0} gauge\n", name_, help_);
        begun_ = true;
        fmt::format_to(out, "{}{}{}{} {}\n", name_, labels.empty() ? "" : "{", labels,
                       labels.empty() ? "" : "}", value);
    }

  private:
    std::string& text_;
    std::string_view name_;
    std::string_view help_;
    bool begun_ = false;
};

void add_counts(const Diagnosis& diagnosis, std::string& text) {
    const auto add = [&](std::string_view name, std::string_view help, auto value) {
        Gauge(text, name, help).add("", static_cast<double>(value));
    };
    add("fabricmap_faults", "Faulty components of the machine.", diagnosis.fault_count());
    add("fabricmap_hosts", "Hosts that were judged.", diagnosis.hosts.size());
    add("fabricmap_ranks", "Ranks of the run that was judged.", diagnosis.ranks);
    add("fabricmap_not_examined", "Checks that could not be made.", diagnosis.not_examined.size());
    Gauge verdicts(text, "fabricmap_verdict", "1 for what the diagnosis comes to.");
    for (const Verdict verdict :
         {Verdict::healthy, Verdict::faults, Verdict::undecided, Verdict::not_sought}) {
        verdicts.add(fmt::format("verdict=\"{}\"", name_of(verdict)),
                     verdict_of(diagnosis) == verdict ? 1 : 0);
    }
    Gauge open(text, "fabricmap_open_point",
               "What is open: without a fault, why the machine is not called healthy.");
    for (const OpenPoint point : open_points_of(diagnosis))
        open.add(fmt::format("point=\"{}\"", name_of(point)), 1);
    Gauge detectable(text, "fabricmap_detectable_factor",
                     "The smallest slowdown of a part that would have been found with 95 % chance.");
    for (const Detectable& effect : diagnosis.detectable)
        detectable.add(fmt::format("part=\"{}\"", name_of(effect.part)), effect.all_messages);
    Gauge findings(text, "fabricmap_findings", "Findings of a kind; an improvement is not a fault.");
    for (const KindOfFinding& kind : all_kinds_of_findings()) {
        if (kind.meaning == Meaning::site_rule) continue;
        const auto count = std::count_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                                         [&](const Finding& finding) { return finding.kind == kind.kind; });
        findings.add(fmt::format("kind=\"{}\"", kind.name), static_cast<double>(count));
    }
}

void add_hosts(const Diagnosis& diagnosis, std::string& text) {
    const std::vector<HostState> states = host_states(diagnosis);
    const auto add = [&](std::string_view name, std::string_view help, auto value_of) {
        Gauge gauge(text, name, help);
        for (std::size_t host = 0; host < states.size(); ++host) {
            gauge.add(fmt::format("host=\"{}\"", label(diagnosis.hosts[host])),
                      static_cast<double>(value_of(states[host])));
        }
    };
    add("fabricmap_host_faulty", "1 where a fault lies in the host itself.",
        [](const HostState& state) { return state.faulty ? 1 : 0; });
    add("fabricmap_host_faults", "Faults of components that include the host, such as a link.",
        [](const HostState& state) { return state.faults; });
    add("fabricmap_host_send_factor",
        "Ratio of what the host sends to the healthy delay, the largest over the lengths.",
        [](const HostState& state) { return state.send_factor; });
    add("fabricmap_host_receive_factor",
        "Ratio of what the host receives to the healthy delay, the largest over the lengths.",
        [](const HostState& state) { return state.receive_factor; });
}

void add_thresholds(const Diagnosis& diagnosis, std::string& text) {
    Gauge bytes(text, "fabricmap_threshold_bytes",
                "Longest message below a protocol threshold of a pair class.");
    std::unordered_map<std::string, int> seen;
    for (const Threshold& threshold : diagnosis.thresholds) {
        const int number = ++seen[threshold.class_name];
        bytes.add(fmt::format("class=\"{}\",threshold=\"{}\"", label(threshold.class_name), number),
                  static_cast<double>(threshold.before_bytes));
    }
}

void add_segments(const Diagnosis& diagnosis, std::string& text, std::string_view name, std::string_view help,
                  double Segment::*value) {
    Gauge gauge(text, name, help);
    for (const ClassThresholds& thresholds : diagnosis.segments) {
        int number = 0;
        for (const Segment& segment : thresholds.segments) {
            gauge.add(fmt::format("class=\"{}\",segment=\"{}\"", label(thresholds.class_name), ++number),
                      segment.*value);
        }
    }
}

void add_rates(const Diagnosis& diagnosis, std::string& text) {
    Gauge gauge(text, "fabricmap_class_rate_bytes_per_second",
                "What long messages of a pair class carry in one direction.");
    for (const ClassCurve& curve : diagnosis.classes) {
        if (curve.rate) gauge.add(fmt::format("class=\"{}\"", label(curve.name)), *curve.rate);
    }
}

}  // namespace

std::string prometheus_report(const Diagnosis& diagnosis) {
    std::string text;
    add_counts(diagnosis, text);
    if (!diagnosis.runs.empty()) {
        const RunDescription& run = diagnosis.runs.front().description;
        Gauge(text, "fabricmap_run_timestamp_seconds", "When the run that was judged ended, else began.")
            .add("", unix_time_s(run.finished.empty() ? run.started : run.finished));
    }
    if (diagnosis.comparison) {
        Gauge(text, "fabricmap_baseline_factor", "All common pairs, now against the baseline.")
            .add("", diagnosis.comparison->overall_factor);
    }
    add_thresholds(diagnosis, text);
    add_segments(diagnosis, text, "fabricmap_class_latency_seconds",
                 "Latency of a pair class in a linear segment of its delays.", &Segment::latency_s);
    add_segments(diagnosis, text, "fabricmap_class_bandwidth_bytes_per_second",
                 "Bandwidth of a pair class in a linear segment of its delays.", &Segment::bandwidth);
    add_rates(diagnosis, text);
    add_hosts(diagnosis, text);
    return text;
}

}  // namespace fabricmap::diagnosis
