// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "diagnosis/model/verdict.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "diagnosis/reports/reports.hpp"
#include "slurm/drain_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace fabricmap::diagnosis {
namespace {

/// What is wrong without the part's name.
std::string reason_of(const Finding& finding) {
    return fmt::format("{} {}", own_reason, plain_reason(predicate_of(finding)));
}

}  // namespace

std::string slurm_drain_lines(const Diagnosis& diagnosis, std::size_t max_hosts) {
    std::string lines;
    std::unordered_set<std::string> drained;
    std::unordered_set<std::string> left_out;
    std::unordered_set<std::string> unusable;
    std::string names_left_out;
    const std::vector<std::string> nodes = node_names(diagnosis.hosts, diagnosis.known_nodes);
    const auto indices = host_indices(diagnosis);
    const auto node_of = [&](const std::string& host) {
        const auto found = indices.find(host);
        return found == indices.end() ? host : nodes[found->second];
    };
    for (const Finding& finding : diagnosis.findings) {
        if (!lies_in_host(finding)) continue;
        for (const std::string& host : hosts_of(finding.part)) {
            if (!is_plain_host_name(host)) {
                unusable.insert(host);
            } else if (drained.contains(host) || left_out.contains(host)) {
                continue;
            } else if (drained.size() == max_hosts) {
                left_out.insert(host);
                names_left_out += (names_left_out.empty() ? "" : ",") + node_of(host);
            } else {
                drained.insert(host);
                lines += drain_line(node_of(host), reason_of(finding));
            }
        }
    }
    const auto size = [](const auto& set) { return static_cast<std::int64_t>(set.size()); };
    if (!left_out.empty()) {
        lines += fmt::format("# {} more than the {} allowed (--max-drain): {}\n",
                             counted(size(left_out), "host"), max_hosts, names_left_out);
    }
    if (!unusable.empty()) {
        lines += fmt::format("# skipped {} with a fault: not a plain host name\n",
                             counted(size(unusable), "host"));
    }
    if (!lines.empty()) return lines;
    return verdict_of(diagnosis) == Verdict::undecided
               ? "# undecided: the run cannot show whether a host is at fault; the report says why\n"
               : "# no host has a fault of its own\n";
}

}  // namespace fabricmap::diagnosis
