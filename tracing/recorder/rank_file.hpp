// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/layout.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>
#include <zstd.h>

namespace fabricmap::tracing {

/// The file of this rank. After the first error, such as a full disk, nothing more is written, and the file
/// ends with its last whole frame.
class RankFile {
  public:
    RankFile() = default;
    RankFile(const RankFile&) = delete;
    RankFile& operator=(const RankFile&) = delete;
    ~RankFile();

    /// Makes the file, which is empty. False where that fails: error() says why.
    bool create(const std::string& path);
    /// Writes its header. False where that fails, and there is no file any more.
    bool begin(const FileHeader& header, bool compresses, double bytes_per_second);
    /// Adds a frame, whose header is completed. False where it is not in the file.
    bool write(FrameHeader header, std::span<const unsigned char> bytes);
    /// Writes into the header that the process was alive then.
    void beat(const Moment& moment) noexcept;
    /// Writes the header anew, which needs no more room.
    void rewrite(const FileHeader& header) noexcept;

    /// Nothing is written from now on, for that reason.
    void give_up(std::string_view reason) { error_ = path_ + ": " + std::string(reason); }

    [[nodiscard]] bool is_broken() const noexcept { return !error_.empty(); }
    /// "PATH: No space left on device".
    [[nodiscard]] const std::string& error() const noexcept { return error_; }

  private:
    struct FreeContext {
        void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
    };

    [[nodiscard]] std::span<const unsigned char> compressed(std::span<const unsigned char> bytes);
    bool append(std::span<const unsigned char> bytes);
    void keep_rate(std::size_t bytes) const noexcept;
    void fail(int error_number);

    std::string path_;
    int file_ = -1;
    std::int64_t end_ = 0;
    bool compresses_ = true;
    double bytes_per_second_ = 0;
    std::unique_ptr<ZSTD_CCtx, FreeContext> context_;
    std::vector<unsigned char> packed_;
    std::string error_;
};

}  // namespace fabricmap::tracing
