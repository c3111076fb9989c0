// SPDX-License-Identifier: Apache-2.0
#include "site/reports/check_text.hpp"

#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "site/reports/host_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::site {
namespace {

std::string recovered_text(const CheckRecord& check) {
    std::vector<std::string> recovered;
    for (const HostRecord& host : check.hosts) {
        if (!host.recovered_from.empty()) recovered.push_back(printable(host.host));
    }
    if (recovered.empty()) return {};
    return fmt::format("Recovered: {} faulty in an earlier check, and {} not now.\n",
                       joined_by(recovered, ", ") + (recovered.size() == 1 ? " was" : " were"),
                       recovered.size() == 1 ? "is" : "are");
}

std::string findings_text(const CheckRecord& check, bool faults) {
    std::string text;
    for (const FindingRecord& finding : check.findings) {
        if (finding.fault != faults) continue;
        text += fmt::format("  {}\n", printable(finding.sentence));
        if (!faults) continue;
        for (const std::string& note : finding.notes) text += fmt::format("    {}\n", printable(note));
        text += fmt::format("    {}\n", printable(finding.advice));
    }
    if (text.empty()) return {};
    return fmt::format("\n{}\n{}", faults ? "Faults" : "Found, and not faults", text);
}

std::string would_have_found(const CheckRecord& check) {
    if (check.would_find.empty()) return {};
    return fmt::format("Would have found, with 95 % chance: {}.\n", check.would_find);
}

std::string compared_text(const CheckRecord& check, std::size_t accepted) {
    if (!check.baseline.empty()) {
        return fmt::format("Compared with {}: {}.\n", counted(std::ssize(check.baseline), "accepted check"),
                           joined_by(check.baseline, ", "));
    }
    constexpr std::string_view unseen =
        "What is slow on all hosts alike, or slower than it was, cannot be seen so.";
    if (accepted == 0) return fmt::format("Compared with nothing, as no check is accepted yet. {}\n", unseen);
    return fmt::format(
        "Compared with nothing: {} measured otherwise (mode, lengths, ranks on a host or MPI library). {}\n",
        accepted == 1 ? "the accepted check was" : fmt::format("the {} accepted checks were", accepted),
        unseen);
}

}  // namespace

std::string check_text(const CheckRecord& check, std::size_t accepted) {
    return fmt::format("{}\n{}\n{}{}{}\n{}{}", printable(check.headline), recovered_text(check),
                       host_table(check), findings_text(check, true), findings_text(check, false),
                       would_have_found(check), compared_text(check, accepted));
}

std::string coverage_text(const CheckRecord& check, const SiteMap& map) {
    const Coverage own = coverage_of({check});
    const Coverage all = coverage_of(map.checks);
    if (own.hosts >= all.hosts) return {};
    return fmt::format(
        "Of the {} hosts of the site it measured {}, {} of {} pairs; with earlier checks {} are known "
        "(fabricmap map).\n",
        all.hosts, own.hosts, own.pairs, all.all_pairs(), all.pairs);
}

std::string kept_text(const CheckRecord& check, const std::filesystem::path& folder) {
    std::string text = fmt::format("Kept as {}; page: {}\n", check.id, (folder / "report.html").string());
    if (check.verdict == "healthy" && check.baseline.empty())
        text += "If this is the healthy machine, say so: fabricmap accept last\n";
    const auto faulty = std::find_if(check.hosts.begin(), check.hosts.end(), [](const HostRecord& host) {
        return host.verdict == HostVerdict::faulty;
    });
    if (faulty != check.hosts.end())
        text += fmt::format("Since when: fabricmap history {}\n", printable(faulty->host));
    return text;
}

}  // namespace fabricmap::site
