// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include "tests/not_measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::testing {
namespace {

using namespace diagnosis;

constexpr int hosts_a_leaf = 16;
constexpr std::int64_t eager_limit = 8192;

bool on_one_leaf(int a, int b) {
    return a / hosts_a_leaf == b / hosts_a_leaf;
}

double between_hosts_s(std::int64_t bytes, bool one_leaf) {
    const auto size = static_cast<double>(bytes);
    const double latency_s = one_leaf ? 1.8e-6 : 2.6e-6;
    return bytes <= eager_limit ? latency_s + size / 3e9 : latency_s + 5e-6 + size / 6e9;
}

/// About 2 % up or down, the same in every run of the tests.
double noise(int sender, int receiver) {
    return 1 + 0.02 * std::sin(12.9898 * sender + 78.233 * receiver);
}

HostPlane plane_of(std::int64_t bytes, int hosts) {
    HostPlane plane{bytes, Eigen::MatrixXf(hosts, hosts), Eigen::MatrixXf(hosts, hosts)};
    for (int sender = 0; sender < hosts; ++sender) {
        for (int receiver = 0; receiver < hosts; ++receiver) {
            const double factor = sender == receiver ? not_measured : noise(sender, receiver);
            plane.factor(sender, receiver) = static_cast<float>(factor);
            plane.delay_s(sender, receiver) =
                static_cast<float>(factor * between_hosts_s(bytes, on_one_leaf(sender, receiver)));
        }
    }
    return plane;
}

/// Multiplies a block of every picture from that length on.
void slow_down(Diagnosis& diagnosis, const Finding& finding, Eigen::Index row, Eigen::Index rows,
               Eigen::Index column, Eigen::Index columns) {
    for (HostPlane& plane : diagnosis.planes) {
        if (plane.length_bytes < finding.from_length_bytes) continue;
        plane.delay_s.block(row, column, rows, columns) *= static_cast<float>(finding.effect->factor);
        plane.factor.block(row, column, rows, columns) *= static_cast<float>(finding.effect->factor);
    }
}

Finding finding_of(FindingKind kind, Side side, Part part, double factor) {
    Finding finding;
    finding.kind = kind;
    finding.side = side;
    finding.part = std::move(part);
    finding.effect = Effect{factor, {0.97 * factor, 1.03 * factor}};
    finding.confidence = 0.9991;
    finding.evidence.z = 41.5;
    finding.evidence.cells = 252;
    return finding;
}

void add_curve(Diagnosis& diagnosis, Finding& finding, std::int64_t from_length_bytes) {
    finding.from_length_bytes = from_length_bytes;
    finding.to_length_bytes = diagnosis.lengths.back();
    for (const std::int64_t bytes : diagnosis.lengths) {
        finding.evidence.curve.push_back(bytes >= from_length_bytes ? finding.effect->factor : 1.002);
    }
    finding.evidence.extra_s =
        (finding.effect->factor - 1) * between_hosts_s(diagnosis.lengths.back(), false);
}

void add_classes(Diagnosis& diagnosis, int hosts) {
    const bool levels = hosts > hosts_a_leaf;
    ClassCurve within{"within hosts", false, 12LL * hosts, {}};
    ClassCurve near{levels ? "between hosts, level 1" : "between hosts", true, 16LL * 15 * hosts, {}};
    ClassCurve far{"between hosts, level 2", true, 16LL * (hosts - 16) * hosts, {}};
    for (const std::int64_t bytes : diagnosis.lengths) {
        within.median_s.push_back(4e-7 + static_cast<double>(bytes) / 1e10);
        near.median_s.push_back(between_hosts_s(bytes, true));
        far.median_s.push_back(between_hosts_s(bytes, false));
    }
    diagnosis.classes.push_back(within);
    diagnosis.segments.push_back({within.name, {{0, diagnosis.lengths.back(), 4e-7, 1e10}}});
    std::vector<ClassCurve> between;
    if (hosts > 1) between.push_back(near);
    if (levels) between.push_back(far);
    for (ClassCurve& curve : between) {
        const double latency_s = curve.median_s.front();
        diagnosis.segments.push_back(
            {curve.name,
             {{0, 8192, latency_s, 3e9}, {16384, diagnosis.lengths.back(), latency_s + 5e-6, 6e9}}});
        diagnosis.thresholds.push_back({curve.name,
                                        8192,
                                        16384,
                                        3.7e-6,
                                        0.81,
                                        -1.67e-10,
                                        levels ? ThresholdScope::software : ThresholdScope::unknown,
                                        {}});
        diagnosis.classes.push_back(std::move(curve));
    }
}

Topology topology_of(int hosts) {
    Topology topology;
    topology.order.resize(static_cast<std::size_t>(hosts));
    std::iota(topology.order.begin(), topology.order.end(), 0);
    if (hosts <= hosts_a_leaf) return topology;
    topology.shape = Shape::hierarchy;
    topology.cophenetic_correlation = 0.97;
    TopologyLevel leaves{1.8e-6, {}};
    for (int first = 0; first < hosts; first += hosts_a_leaf) {
        std::vector<int> group(static_cast<std::size_t>(std::min(hosts_a_leaf, hosts - first)));
        std::iota(group.begin(), group.end(), first);
        leaves.groups.push_back(group);
    }
    topology.levels.push_back(leaves);
    return topology;
}

JudgedRun run_of(int hosts, const std::vector<std::int64_t>& lengths) {
    JudgedRun run{"results/monday", {}, Statistic::median};
    run.description.mode = Mode::one_to_one;
    run.description.message_lengths = lengths;
    run.description.ranks.resize(static_cast<std::size_t>(hosts * ranks_a_host));
    run.description.run_id = "5f1c9d4e-0000-4000-8000-000000000001";
    run.description.mpi_library = "Open MPI 4.1.4";
    run.description.started = "2026-01-02T03:04:05Z";
    run.description.finished = "2026-01-02T03:14:05Z";
    run.description.complete = true;
    return run;
}

std::vector<std::string> hosts_from(const Diagnosis& diagnosis, std::ptrdiff_t first) {
    return {diagnosis.hosts.begin() + first, diagnosis.hosts.begin() + first + hosts_a_leaf};
}

}  // namespace

std::string host_name(int host, int hosts) {
    return fmt::format("node{:0{}}", host, std::max(2, static_cast<int>(std::to_string(hosts - 1).size())));
}

Diagnosis healthy_machine(int hosts) {
    Diagnosis diagnosis;
    diagnosis.ranks = std::int64_t{ranks_a_host} * hosts;
    for (int host = 0; host < hosts; ++host) diagnosis.hosts.push_back(host_name(host, hosts));
    diagnosis.lengths.push_back(0);
    for (std::int64_t bytes = 1; bytes <= 4 << 20; bytes *= 2) diagnosis.lengths.push_back(bytes);
    diagnosis.runs.push_back(run_of(hosts, diagnosis.lengths));
    add_classes(diagnosis, hosts);
    diagnosis.topology = topology_of(hosts);
    for (const std::int64_t bytes : {0, 2048, 4 << 20}) diagnosis.planes.push_back(plane_of(bytes, hosts));
    diagnosis.not_examined.push_back({"half-duplex links", "no async_one_to_one run"});
    return diagnosis;
}

Diagnosis faulty_machine() {
    Diagnosis diagnosis = healthy_machine(64);
    Finding node = finding_of(FindingKind::slow_node, Side::receiver, part::Host{"node17"}, 3.1);
    node.ranks = {68, 69, 70, 71};
    node.severity = 0.033;
    node.evidence.notes.emplace_back("All of its ranks are affected alike.");
    node.evidence.numbers["fraction_of_pairs"] = 0.0156;
    add_curve(diagnosis, node, 16384);
    slow_down(diagnosis, node, 0, 64, 17, 1);

    Finding uplink = finding_of(FindingKind::slow_switch, Side::sender,
                                part::Path{hosts_from(diagnosis, 0), hosts_from(diagnosis, 48)}, 1.2);
    uplink.severity = 0.0126;
    add_curve(diagnosis, uplink, 1024);
    slow_down(diagnosis, uplink, 0, 16, 48, 16);

    Finding link = finding_of(FindingKind::slow_link, Side::sender, part::Link{"node03", "node22"}, 1.5);
    link.severity = 0.0001;
    add_curve(diagnosis, link, 0);
    slow_down(diagnosis, link, 3, 1, 22, 1);

    Finding noisy = finding_of(FindingKind::noisy_node, Side::both, part::Host{"node40"}, 6.5);
    noisy.severity = 0.17;
    diagnosis.findings = {noisy, node, uplink, link};
    return diagnosis;
}

Diagnosis compared_machine() {
    Diagnosis diagnosis = faulty_machine();
    diagnosis.comparison = Comparison{1, 5, 63, 24, {"node63"}, {"node64"}, 1.013, true};
    diagnosis.findings.push_back(
        finding_of(FindingKind::regression, Side::sender, part::Host{"node50"}, 1.1));
    diagnosis.findings.push_back(finding_of(FindingKind::improvement, Side::both, part::Host{"node08"}, 0.8));
    return diagnosis;
}

Diagnosis broken_machine(int hosts) {
    Diagnosis diagnosis = healthy_machine(hosts);
    for (int host = 0; host < hosts; ++host) {
        Finding finding = finding_of(FindingKind::slow_node, Side::sender,
                                     part::Host{diagnosis.hosts[static_cast<std::size_t>(host)]}, 2);
        add_curve(diagnosis, finding, 0);
        diagnosis.findings.push_back(std::move(finding));
    }
    return diagnosis;
}

std::size_t count_of(const std::string& report, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = report.find(part); at != std::string::npos; at = report.find(part, at + 1)) ++count;
    return count;
}

}  // namespace fabricmap::testing
