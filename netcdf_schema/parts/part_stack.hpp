// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/delay_stack.hpp"

#include <filesystem>
#include <list>
#include <memory>
#include <utility>

namespace fabricmap {

/// Archives of a run's parts, of which those read last stay open: a process may have few files open, and the
/// parts of a run may be many.
class OpenArchives {
  public:
    using Stack = std::shared_ptr<const DelayStack>;

    /// Takes in what is open already.
    void add(const std::filesystem::path& path, Stack stack);
    /// Throws FileError where it must be opened again and cannot be.
    [[nodiscard]] Stack stack(const std::filesystem::path& path);

  private:
    std::list<std::pair<std::filesystem::path, Stack>> last_read_first_;
};

/// One statistic of a part.
class PartStack : public DelayStack {
  public:
    /// `stack` is the one at the path; it is let go when others are read.
    PartStack(std::shared_ptr<OpenArchives> archives, std::filesystem::path path,
              const OpenArchives::Stack& stack);

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override;
    [[nodiscard]] std::vector<double> read_cells(std::size_t k, std::span<const Cell> cells) const override;
    [[nodiscard]] Matrix read_line(const Line& line) const override;

    std::shared_ptr<OpenArchives> archives_;
    std::filesystem::path path_;
};

}  // namespace fabricmap
