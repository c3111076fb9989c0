// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/rank_file.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

template <typename Header>
std::span<const unsigned char> bytes_of_header(const Header& header) noexcept {
    return {reinterpret_cast<const unsigned char*>(&header), sizeof header};
}

FileHeader sealed(FileHeader header) noexcept {
    header.checksum = checksum_of(header);
    header.sign = sign_of(header.started);
    return header;
}

/// What others have done to the file since it was that long; null where nothing.
const char* harm_to(int file, std::int64_t end) noexcept {
    struct stat status {};
    if (fstat(file, &status) != 0) return nullptr;
    if (status.st_nlink == 0) return "was removed or replaced while the program ran";
    return status.st_size < end ? "was cut off by another program" : nullptr;
}

}  // namespace

RankFile::~RankFile() {
    if (file_ >= 0) close(file_);
}

bool RankFile::create(const std::string& path) {
    path_ = path;
    file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ < 0) fail(errno);
    return file_ >= 0;
}

bool RankFile::begin(const FileHeader& header, bool compresses, double bytes_per_second) {
    compresses_ = compresses;
    bytes_per_second_ = bytes_per_second;
    if (compresses_) {
        context_.reset(ZSTD_createCCtx());
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, 1);
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }
    if (append(bytes_of_header(sealed(header)))) return true;
    // Half a header would be taken for damage.
    (void)unlink(path_.c_str());
    return false;
}

std::span<const unsigned char> RankFile::compressed(std::span<const unsigned char> bytes) {
    if (!compresses_ || bytes.empty()) return bytes;
    packed_.resize(ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress2(context_.get(), packed_.data(), packed_.size(), bytes.data(), bytes.size());
    // As many bytes as before would be read as bytes that are not compressed.
    if (ZSTD_isError(size) != 0 || size >= bytes.size()) return bytes;
    return std::span<const unsigned char>(packed_).first(size);
}

bool RankFile::write(FrameHeader header, std::span<const unsigned char> bytes) {
    if (is_broken()) return false;
    if (const char* const harm = harm_to(file_, end_)) {
        give_up(harm);
        return false;
    }
    const std::span<const unsigned char> stored = compressed(bytes);
    header.raw_bytes = static_cast<std::uint32_t>(bytes.size());
    header.stored_bytes = static_cast<std::uint32_t>(stored.size());
    header.checksum = checksum_of(header, stored);
    const std::int64_t begin = end_;
    if (append(bytes_of_header(header)) && append(stored)) return true;
    // Half a frame would be taken for damage.
    (void)!ftruncate(file_, begin);
    return false;
}

bool RankFile::append(std::span<const unsigned char> bytes) {
    while (!bytes.empty()) {
        const auto written = pwrite(file_, bytes.data(), bytes.size(), end_);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            fail(written < 0 ? errno : ENOSPC);
            return false;
        }
        end_ += written;
        keep_rate(static_cast<std::size_t>(written));
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

void RankFile::keep_rate(std::size_t bytes) const noexcept {
    if (bytes_per_second_ <= 0) return;
    const double seconds = static_cast<double>(bytes) / bytes_per_second_;
    timespec wait{static_cast<time_t>(seconds), static_cast<long>(std::fmod(seconds, 1.0) * 1e9)};
    while (nanosleep(&wait, &wait) != 0 && errno == EINTR) {
    }
}

void RankFile::beat(const Moment& moment) noexcept {
    if (file_ < 0) return;
    const LifeSign sign = sign_of(moment);
    (void)!pwrite(file_, &sign, sizeof sign, offsetof(FileHeader, sign));
}

void RankFile::rewrite(const FileHeader& header) noexcept {
    if (file_ < 0) return;
    const FileHeader whole = sealed(header);
    (void)!pwrite(file_, &whole, sizeof whole, 0);
}

void RankFile::fail(int error_number) {
    error_ = path_ + ": " + std::strerror(error_number);
}

}  // namespace fabricmap::tracing
