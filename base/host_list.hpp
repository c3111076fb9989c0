// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/host_name.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// Longer lists are taken for a mistake.
inline constexpr std::size_t max_listed_hosts = 1'000'000;

/// Host names as Slurm writes them: "node[00-07,12],login1". Names with the same letters and as many digits
/// are folded; each name stands once, those of one fold in the order of their numbers.
[[nodiscard]] std::string format_host_list(const std::vector<std::string>& hosts);

/// The inverse: every host of a Slurm host list, in its order; several brackets may stand in one name.
/// Throws UsageError that names the wrong part, and for lists of more than a million hosts.
[[nodiscard]] std::vector<std::string> expand_host_list(std::string_view list);

/// Whether a name means one host to Slurm and nothing to a shell. "ALL" would be every node of the cluster.
[[nodiscard]] bool is_plain_host_name(std::string_view name);

/// Throws RunError that names the first of them which is not plain, for what is written for Slurm to read.
void require_plain_host_names(const std::vector<std::string>& names);

/// What Slurm calls the hosts: a NodeName has no domain, so each is what stands before the first point of its
/// name, unless that is an address, another host is called the same without its domain, or it is among those
/// that are known to be a NodeName.
[[nodiscard]] std::vector<std::string> node_names(const std::vector<std::string>& hosts,
                                                  const std::set<std::string>& known = {});

/// The host among declared ones (a set or map by name): by its name or, where that is not among them, without
/// its domain.
template <typename Declared>
[[nodiscard]] auto find_declared(const Declared& declared, const std::string& host) {
    const auto found = declared.find(host);
    return found != declared.end() ? found : declared.find(without_domain(host));
}

}  // namespace fabricmap
