// SPDX-License-Identifier: Apache-2.0
#include "site/check/judging.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"
#include "site/store/host_states.hpp"
#include "site/store/median_of_known.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::site {
namespace {

double number_or_nan(const Json& json) {
    return json.is_number() ? json.get<double>() : not_known;
}

HostDirection direction_in(const Json& values, const std::string& verb) {
    HostDirection direction;
    direction.factor = number_or_nan(values.at(verb + "_factor"));
    direction.rate_bytes_per_s = number_or_nan(values.at(verb + "_rate_bytes_per_s"));
    for (const Json& delay : values.at(verb + "_delays_s"))
        direction.delays_s.push_back(number_or_nan(delay));
    return direction;
}

bool names_host(const Json& finding, const std::string& host) {
    const auto has = [&](const Json& hosts) {
        return std::find(hosts.begin(), hosts.end(), Json(host)) != hosts.end();
    };
    return has(finding.at("hosts")) || has(finding.at("to_hosts"));
}

/// With what it carries, where that is known: "node05 receives 9.97 times slower (12.4 of 126 MB/s)".
std::string sentence_of(const Json& finding) {
    std::string sentence = finding.at("sentence").get<std::string>();
    const Json& evidence = finding.at("evidence");
    const bool has_rates =
        evidence.contains("rate_bytes_per_s") && evidence.contains("healthy_rate_bytes_per_s");
    if (!has_rates || sentence.find("B/s") != std::string::npos) return sentence;
    const double rate = number_or_nan(evidence.at("rate_bytes_per_s"));
    const double healthy = number_or_nan(evidence.at("healthy_rate_bytes_per_s"));
    if (!std::isfinite(rate) || !std::isfinite(healthy)) return sentence;
    return fmt::format("{} ({})", sentence, format_rate_of(rate, healthy));
}

/// What a healthy verdict rests on; empty where no part is stated.
std::string would_find_text(const Json& diagnosis) {
    std::vector<std::string> parts;
    for (const Json& part : diagnosis.at("detectable")) {
        const double factor = number_or_nan(part.at("factor"));
        if (!std::isfinite(factor)) continue;
        parts.push_back(fmt::format("{} {} {} times slower", part.at("part") == "uplink" ? "an" : "a",
                                    part.at("part").get<std::string>(), format_factor(factor)));
    }
    return joined_by(parts, ", ");
}

/// The sentences of those that name the host.
std::string sentences_about(const std::string& host, const Json& findings, bool faults_only) {
    std::string text;
    for (const Json& finding : findings) {
        if (!names_host(finding, host) || (faults_only && !finding.at("fault").get<bool>())) continue;
        if (finding.at("part_type") == "machine") continue;
        text += (text.empty() ? "" : "; ") + sentence_of(finding);
    }
    return text;
}

HostRecord judged_host(const Json& values, const Json& diagnosis) {
    HostRecord host;
    host.host = values.at("host").get<std::string>();
    host.sends = direction_in(values, "send");
    host.receives = direction_in(values, "receive");
    host.text = sentences_about(host.host, diagnosis.at("findings"), true);
    if (values.at("faulty").get<bool>()) {
        host.verdict = HostVerdict::faulty;
    } else if (!host.text.empty()) {
        host.verdict = HostVerdict::involved;
    } else if (std::string suspected = sentences_about(host.host, diagnosis.at("suspects"), false);
               !suspected.empty()) {
        host.verdict = HostVerdict::suspect;
        host.text = std::move(suspected);
    } else {
        const bool is_open = diagnosis.at("verdict") == "undecided";
        host.verdict = is_open ? HostVerdict::undecided : HostVerdict::healthy;
    }
    return host;
}

/// A host that was left out has a finding of its own where the run knows it.
void add_left_out(CheckRecord& check, const std::map<std::string, std::string>& left_out) {
    for (const auto& [name, why] : left_out) {
        const std::string sentence = fmt::format("{}: {}", name, why);
        if (const HostRecord* const known = check.find_host(name)) {
            HostRecord& host = check.hosts[static_cast<std::size_t>(known - check.hosts.data())];
            if (host.verdict == HostVerdict::faulty) continue;
            host.verdict = HostVerdict::faulty;
            host.text = sentence;
        } else {
            check.hosts.push_back({name, HostVerdict::faulty, sentence});
        }
        check.findings.insert(check.findings.begin(),
                              {sentence, "Check whether the host is up and reached by the launcher.", true});
        check.headline = sentence + ". " + check.headline;
    }
    if (!left_out.empty()) check.verdict = "faults";
}

/// The largest ratio over the lengths; NaN where none is known.
double own_factor(const HostDirection& now, const std::vector<const HostDirection*>& then) {
    double largest = not_known;
    for (std::size_t k = 0; k < now.delays_s.size(); ++k) {
        std::vector<double> earlier;
        for (const HostDirection* const one : then) {
            if (k < one->delays_s.size()) earlier.push_back(one->delays_s[k]);
        }
        // fmax leaves out what is NaN.
        largest = std::fmax(largest, now.delays_s[k] / median_of_known(std::move(earlier)));
    }
    return largest;
}

}  // namespace

MeasuredAs measured_as(const Json& diagnosis) {
    const Json& run = diagnosis.at("run");
    MeasuredAs measured;
    measured.mode = run.value("mode", "");
    measured.timing = run.value("timing", "");
    measured.memory = run.value("memory", "");
    measured.mpi_library = run.value("mpi_library", "");
    measured.lengths_bytes = diagnosis.at("lengths_bytes").get<std::vector<std::int64_t>>();
    const auto hosts = static_cast<double>(diagnosis.at("hosts").size());
    measured.ranks_per_host = diagnosis.at("ranks").get<double>() / std::max(1.0, hosts);
    return measured;
}

void take_diagnosis(CheckRecord& check, const Json& diagnosis,
                    const std::map<std::string, std::string>& left_out) {
    check.verdict = diagnosis.at("verdict").get<std::string>();
    check.headline = diagnosis.at("verdict_text").get<std::string>();
    check.would_find = would_find_text(diagnosis);
    check.host_lengths_bytes =
        diagnosis.at("host_values").at("lengths_bytes").get<std::vector<std::int64_t>>();
    for (const Json& finding : diagnosis.at("findings")) {
        check.findings.push_back({sentence_of(finding), finding.at("advice").get<std::string>(),
                                  finding.at("fault").get<bool>(),
                                  finding.at("evidence").at("notes").get<std::vector<std::string>>()});
    }
    for (const Json& values : diagnosis.at("host_values").at("values"))
        check.hosts.push_back(judged_host(values, diagnosis));
    add_left_out(check, left_out);
}

void compare_with_own(CheckRecord& check, const Baseline& baseline) {
    for (HostRecord& host : check.hosts) {
        std::vector<const HostDirection*> sent;
        std::vector<const HostDirection*> received;
        for (const CheckRecord& earlier : baseline.checks) {
            if (const HostRecord* const then = earlier.find_host(host.host)) {
                sent.push_back(&then->sends);
                received.push_back(&then->receives);
            }
        }
        host.sends.own_factor = own_factor(host.sends, sent);
        host.receives.own_factor = own_factor(host.receives, received);
    }
}

void find_recovered(CheckRecord& check, const Store& store) {
    const StoredStates before = host_states_of(store);
    for (HostRecord& host : check.hosts) {
        const auto state = before.find(host.host);
        if (state == before.end() || state->second.verdict != name_of(HostVerdict::faulty)) continue;
        if (host.verdict == HostVerdict::healthy) host.recovered_from = state->second.check;
    }
}

}  // namespace fabricmap::site
