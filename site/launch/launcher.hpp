// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fabricmap::site {

/// Whether this program runs inside an allocation of Slurm.
[[nodiscard]] bool is_in_allocation();

/// The line of a user, as a shell parts it, with its places filled.
[[nodiscard]] std::vector<std::string> words_of_launcher(const std::string& line, const std::string& hosts,
                                                         const std::string& ranks);

/// How an MPI program is started, with one rank on each host.
class Launcher {
  public:
    /// `line`: what a user gave as the launcher, else empty; {hosts} in it is replaced by the hosts, joined
    /// by commas, and {ranks} by their number. Without a line it is srun inside an allocation of Slurm, else
    /// mpirun on the hosts. Throws UsageError where the hosts are not known, or the line has no place for
    /// them.
    Launcher(std::string line, std::vector<std::string> hosts);

    /// Empty where the launcher alone knows them.
    [[nodiscard]] const std::vector<std::string>& hosts() const noexcept { return hosts_; }
    /// Throws UsageError where there is no launcher here, so that nothing is started.
    void require_installed() const;
    /// Whether it can be told on which hosts to start.
    [[nodiscard]] bool takes_hosts() const noexcept;
    /// How many it starts on; nothing where only the launcher knows.
    [[nodiscard]] std::optional<std::size_t> host_count() const noexcept;

    /// What starts the program on all hosts but those.
    [[nodiscard]] std::vector<std::string> command(const std::vector<std::string>& program,
                                                   const std::set<std::string>& left_out) const;
    /// The same on one host alone.
    [[nodiscard]] std::vector<std::string> command_on(const std::string& host,
                                                      const std::vector<std::string>& program) const;

  private:
    [[nodiscard]] std::vector<std::string> words_for(const std::vector<std::string>& hosts) const;

    std::string line_;
    std::vector<std::string> hosts_;
};

}  // namespace fabricmap::site
