// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace fabricmap::diagnosis {

/// What Slurm calls the hosts of a cluster (NodeName), by what they call themselves.
class NodeNames {
  public:
    enum class Kind : std::uint8_t { host_name, node_name, address };

    /// Of a slurm.conf (with includes), of what "scontrol show node" prints (also with -o), or of a list
    /// "NAME OTHER_NAME...", a node or host lists of equal length on each line, between blanks, commas or
    /// semicolons. Throws FileError "PATH:LINE: what is wrong, and the remedy".
    [[nodiscard]] static NodeNames of_file(const std::filesystem::path& path);

    /// The same of a slurm.conf alone; empty where hosts call themselves as their nodes are called.
    [[nodiscard]] static NodeNames of_slurm_conf(const std::filesystem::path& path);

    /// What the other table knows and this one does not.
    void add(NodeNames other);

    /// The NodeName of a host, which may have a domain that the table lacks, or lack one that it has. Nothing
    /// where no node has that name, or several have.
    [[nodiscard]] std::optional<std::string> node_of(const std::string& host) const;
    /// The same of a name that a user wrote, which is a NodeName first of all.
    [[nodiscard]] std::optional<std::string> node_called(const std::string& name) const;

    [[nodiscard]] bool empty() const noexcept { return path_.empty(); }
    /// Of the first file.
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    friend class NodeNamesReader;

    static constexpr std::size_t kinds = 3;
    /// NodeName by another name; empty where several nodes have that.
    using Table = std::map<std::string, std::string>;

    void add(Kind kind, const std::string& name, const std::string& node);
    [[nodiscard]] std::optional<std::string> find(const std::string& name) const;

    std::filesystem::path path_;
    std::array<Table, kinds> by_kind_;
    Table by_short_name_;  ///< of names with a domain
};

}  // namespace fabricmap::diagnosis
