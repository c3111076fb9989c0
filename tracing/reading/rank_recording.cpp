// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/rank_recording.hpp"

#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "tracing/model/record_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <sstream>
#include <zstd.h>

namespace fabricmap::tracing {
namespace {

constexpr std::uint32_t max_frame_bytes = 64U << 20U;
constexpr std::uint32_t max_threads = 1U << 16U;

std::span<const unsigned char> as_bytes(std::string_view text) noexcept {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

template <std::size_t Size>
std::string text_in(const std::array<char, Size>& field) {
    return {field.data(), std::find(field.begin(), field.end(), '\0')};
}

FileHeader read_header(std::string_view bytes, const std::filesystem::path& path) {
    const auto refuse = [&](std::string_view why) {
        return FileError(fmt::format("{}: {}", path.string(), why));
    };
    FileHeader header;
    if (bytes.size() < min_header_bytes ||
        std::memcmp(bytes.data(), file_magic.data(), file_magic.size()) != 0) {
        throw refuse("no file of a recorded rank");
    }
    std::memcpy(static_cast<void*>(&header), bytes.data(), min_header_bytes);
    if (header.version != file_version) {
        throw refuse(fmt::format("written by {} network_trace (version {} of the file, this one reads {})",
                                 header.version > file_version ? "a newer" : "an older", header.version,
                                 file_version));
    }
    const bool is_sound = header.header_bytes >= min_header_bytes && header.header_bytes <= sizeof header &&
                          header.header_bytes <= bytes.size() && header.rank >= 0 &&
                          header.rank < header.rank_count && header.rank_count <= max_processes &&
                          header.clock_parent >= -1 && header.clock_parent < header.rank_count;
    if (!is_sound) throw refuse("its header is damaged");
    std::memcpy(static_cast<void*>(&header), bytes.data(), header.header_bytes);
    const bool is_as_written =
        !has_checksum(header) || (header.checksum == checksum_of(header) &&
                                  header.sign.checksum == sign_of(header.sign.moment).checksum);
    if (!is_as_written) throw refuse("its header is damaged: its checksum differs");
    return header;
}

/// The unpacked bytes of a frame; nothing where it is damaged.
std::optional<std::string> unpack(const FrameHeader& header, std::string_view stored) {
    if (checksum_of(header, as_bytes(stored)) != header.checksum) return std::nullopt;
    if (header.raw_bytes == header.stored_bytes) return std::string(stored);
    std::string raw(header.raw_bytes, '\0');
    const std::size_t size = ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size());
    if (ZSTD_isError(size) != 0 || size != raw.size()) return std::nullopt;
    return raw;
}

std::vector<std::string> lines_in(const std::string& text) {
    std::vector<std::string> lines = split(text, '\n');
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

std::vector<LoadedModule> modules_in(const std::string& text) {
    std::vector<LoadedModule> modules;
    for (const std::string& line : lines_in(text)) {
        std::istringstream words(line);
        LoadedModule module;
        std::string path;
        words >> std::hex >> module.begin >> module.end >> module.build_id >> std::ws;
        std::getline(words, path);
        module.path = path;
        if (module.build_id == "-") module.build_id.clear();
        modules.push_back(std::move(module));
    }
    return modules;
}

ScriptPlace script_place_in(const std::string& line) {
    const std::size_t tabulator = std::min(line.find('\t'), line.size());
    return {line.substr(0, tabulator), line.substr(std::min(tabulator + 1, line.size()))};
}

/// Nothing of a damaged line.
std::optional<Link> link_in(const std::string& line) {
    std::istringstream words(line);
    Link link;
    std::uint64_t kind = 0;
    std::size_t members = 0;
    words >> link.identity >> kind >> link.token >> link.start >> link.end >> link.first_met >> members;
    if (!words || kind > static_cast<std::uint64_t>(LinkKind::connects)) return std::nullopt;
    link.kind = static_cast<LinkKind>(kind);
    for (int member = 0; words >> member;)
        (link.members.size() < members ? link.members : link.remote).push_back(member);
    return link;
}

/// Takes one frame after another into a recording.
class FrameTaker {
  public:
    explicit FrameTaker(RankRecording& recording) : recording_(recording) {}

    /// False where the frame does not fit to those before it.
    bool take(const FrameHeader& header, std::string&& bytes) {
        recording_.moments.push_back(header.moment);
        if (header.kind == FrameKind::names) recording_.functions = lines_in(bytes);
        if (header.kind == FrameKind::modules) recording_.modules = modules_in(bytes);
        if (header.kind == FrameKind::scripts) {
            for (const std::string& line : lines_in(bytes))
                recording_.script_places.push_back(script_place_in(line));
        }
        if (header.kind == FrameKind::links) {
            for (const std::string& line : lines_in(bytes))
                if (auto link = link_in(line)) recording_.links.push_back(*std::move(link));
        }
        if (header.kind != FrameKind::calls) return true;
        if (header.thread >= max_threads) return false;
        if (recording_.threads.size() <= header.thread) recording_.threads.resize(header.thread + 1);
        ThreadRecording& thread = recording_.threads[header.thread];
        // Calls are read in one sequence: one that is missing would make the rest unreadable.
        if (thread.frames++ != header.number) return false;
        if (header.provisional_bytes > bytes.size()) return false;
        thread.calls.resize(thread.calls.size() - thread.provisional_bytes);
        thread.provisional_bytes = header.provisional_bytes;
        thread.calls += bytes;
        thread.call_count = header.calls;
        note_open_call(header);
        return true;
    }

  private:
    void note_open_call(const FrameHeader& header) {
        auto& open = recording_.open_calls;
        std::erase_if(open, [&](const OpenCall& call) { return call.thread == header.thread; });
        if (header.open_function == no_open_call) return;
        open.push_back({header.thread, static_cast<std::uint32_t>(header.open_function), header.open_place,
                        header.open_since, header.open_group});
    }

    RankRecording& recording_;
};

void read_frames(std::string_view bytes, RankRecording& recording) {
    FrameTaker taker(recording);
    while (!bytes.empty()) {
        recording.is_cut_off = true;
        FrameHeader header;
        if (bytes.size() < sizeof header) return;
        std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof header);
        bytes.remove_prefix(sizeof header);
        const bool is_sound = header.magic == frame_magic && header.raw_bytes <= max_frame_bytes &&
                              header.stored_bytes <= header.raw_bytes && header.stored_bytes <= bytes.size();
        if (!is_sound) return;
        auto unpacked = unpack(header, bytes.substr(0, header.stored_bytes));
        if (!unpacked || !taker.take(header, std::move(*unpacked))) return;
        bytes.remove_prefix(header.stored_bytes);
        recording.is_cut_off = false;
    }
    // Cut off between two frames it looks like a whole one.
    std::uint64_t calls = 0;
    for (const ThreadRecording& thread : recording.threads) calls += thread.call_count;
    recording.is_cut_off = recording.header.is_complete != 0 && calls < recording.header.recorded_calls;
}

}  // namespace

std::string RankRecording::host() const {
    return text_in(header.host);
}

std::string RankRecording::program() const {
    return text_in(header.program);
}

std::string_view RankRecording::function(std::uint32_t number) const noexcept {
    return number < functions.size() ? std::string_view(functions[number]) : "unknown function";
}

const LoadedModule* module_at(const RankRecording& rank, std::uint64_t place) noexcept {
    const auto module = std::find_if(rank.modules.begin(), rank.modules.end(), [&](const LoadedModule& one) {
        return place > one.begin && place <= one.end;
    });
    return module == rank.modules.end() ? nullptr : &*module;
}

const ScriptPlace* script_place_at(const RankRecording& rank, std::uint64_t place) noexcept {
    const std::uint64_t number = place & ~script_place;
    if (number == place || number >= rank.script_places.size()) return nullptr;
    return &rank.script_places[number];
}

MemoryPlace place_in_memory(const RankRecording& rank, std::uint64_t address) {
    for (const LoadedModule& module : rank.modules) {
        if (address < module.begin || address >= module.end) continue;
        return {std::hash<std::string>()(module.path.filename().string()), address - module.begin};
    }
    return {0, address};
}

std::string name_of_memory(const RankRecording& rank, std::uint64_t address) {
    for (const LoadedModule& module : rank.modules) {
        if (address < module.begin || address >= module.end) continue;
        return fmt::format("{}+{:#x}", module.path.filename().string(), address - module.begin);
    }
    return fmt::format("{:#x}", address);
}

bool ends_within_header(const std::filesystem::path& path) {
    std::error_code problem;
    if (!std::filesystem::is_regular_file(path, problem)) return false;
    std::ifstream file(path, std::ios::binary);
    std::string bytes(sizeof(FileHeader), '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    const std::string_view magic(file_magic.data(), file_magic.size());
    if (bytes.substr(0, magic.size()) != magic.substr(0, bytes.size())) return false;
    if (bytes.size() < min_header_bytes) return true;
    FileHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data(), min_header_bytes);
    return header.header_bytes <= sizeof header && bytes.size() < header.header_bytes;
}

RankRecording read_rank_file(const std::filesystem::path& path) {
    std::ifstream file = open_regular_file(path);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    RankRecording recording;
    recording.path = path;
    recording.header = read_header(bytes, path);
    recording.file_bytes = bytes.size();
    recording.moments.push_back(recording.header.started);
    read_frames(std::string_view(bytes).substr(recording.header.header_bytes), recording);
    // What is behind the last calls that can be read is not known.
    if (recording.is_cut_off) return recording;
    const Moment& sign =
        has_checksum(recording.header) ? recording.header.sign.moment : recording.header.last_sign;
    if (sign.counter > recording.moments.back().counter) recording.moments.push_back(sign);
    if (recording.header.is_complete != 0) {
        recording.moments.push_back(recording.header.ended);
        recording.open_calls.clear();
    }
    return recording;
}

}  // namespace fabricmap::tracing
