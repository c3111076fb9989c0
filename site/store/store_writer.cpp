// SPDX-License-Identifier: Apache-2.0
#include "site/store/store_writer.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"
#include "base/output_file.hpp"
#include "base/plain_file.hpp"
#include "base/unfinished_check.hpp"
#include "site/store/host_states.hpp"
#include "site/store/utc.hpp"
#include "site/store/version.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view being_removed = ".removed-";

void write_whole(const fs::path& path, const Json& json) {
    OutputFile file(path);
    file.write(json_document(json));
    file.commit();
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw system_error(folder, "make this folder", error.value(), FileUse::report);
}

std::string content_of(int file) {
    std::array<char, 200> text{};
    const ssize_t length = pread(file, text.data(), text.size(), 0);
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

/// Open and locked, with the name of the holder in it.
int locked(const fs::path& path, std::string_view command) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) throw system_error(path, "write", errno, FileUse::report);
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        const int error = errno;
        const std::string holder = content_of(file);
        close(file);
        if (error != EWOULDBLOCK) throw system_error(path, "lock this file", error, FileUse::report);
        throw FileError(fmt::format("{}: {} writes to this store; try again when it has ended",
                                    path.parent_path().string(), holder.empty() ? "another one" : holder));
    }
    const std::string holder = fmt::format("fabricmap {} (process {} on {}, since {})", command, getpid(),
                                           host_name(), utc_now_text());
    // Others are only told less where this fails.
    if (ftruncate(file, 0) == 0) (void)!pwrite(file, holder.data(), holder.size(), 0);
    return file;
}

void remove_folder(const fs::path& folder) {
    std::error_code error;
    fs::remove_all(folder, error);
    if (error) throw system_error(folder, "remove this folder", error.value(), FileUse::report);
}

}  // namespace

StoreWriter::StoreWriter(const Store& store, std::string_view command) : store_(store) {
    make_folder(store.folder());
    lock_ = locked(store.folder() / "lock", command);
    try {
        if (!fs::exists(store.folder() / "version"))
            write_whole(store.folder() / "version", {{"store_version", store_version}});
        remove_leftovers();
    } catch (...) {
        close(lock_);
        throw;
    }
}

StoreWriter::~StoreWriter() {
    (void)!ftruncate(lock_, 0);
    close(lock_);
}

void StoreWriter::remove_leftovers() {
    std::vector<fs::path> left;
    for (const fs::directory_entry& entry : entries_in(store_.folder())) {
        const std::string name = entry.path().filename();
        const bool was_begun = name.starts_with(unfinished_check);
        if (was_begun) unfinished_.push_back(name.substr(unfinished_check.size()));
        if (was_begun || name.starts_with(being_removed)) left.push_back(entry.path());
    }
    for (const fs::path& folder : left) remove_folder(folder);
}

fs::path StoreWriter::begin(const std::string& id) const {
    const fs::path folder = store_.folder() / (std::string(unfinished_check) + id);
    make_folder(folder);
    return folder;
}

void StoreWriter::publish(const CheckRecord& check) const {
    const fs::path made = store_.folder() / (std::string(unfinished_check) + check.id);
    write_whole(made / "check.json", check_json(check));
    sync_files_in(made);
    const fs::path whole = store_.folder_of(check.id);
    std::error_code error;
    fs::rename(made, whole, error);
    if (error) throw system_error(whole, "give this name to the folder", error.value(), FileUse::report);
    sync_names_beside(whole);
    write_hosts();
}

void StoreWriter::give_up(const std::string& id) const noexcept {
    std::error_code ignored;
    fs::remove_all(store_.folder() / (std::string(unfinished_check) + id), ignored);
}

void StoreWriter::write_marks(const Marks& marks) const {
    write_whole(store_.folder() / "accepted", marks_json(marks));
}

void StoreWriter::remove(const std::string& id) const {
    const fs::path doomed = store_.folder() / (std::string(being_removed) + id);
    std::error_code error;
    fs::rename(store_.folder_of(id), doomed, error);
    if (error) throw system_error(store_.folder_of(id), "remove this folder", error.value(), FileUse::report);
    remove_folder(doomed);
    write_hosts();
}

void StoreWriter::write_hosts() const {
    write_whole(store_.folder() / hosts_file, host_states_json(host_states_of(store_)));
}

}  // namespace fabricmap::site
