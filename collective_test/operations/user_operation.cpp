// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/user_operation.hpp"

#include "base/errors.hpp"
#include "collective_test/operations/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <dlfcn.h>
#include <filesystem>
#include <map>

namespace fabricmap::collective_test {
namespace {

template <typename Function>
Function function_in(void* library, const char* name, const std::string& path) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
    const auto function = reinterpret_cast<Function>(dlsym(library, name));
    if (function != nullptr) return function;
    throw UsageError(fmt::format(
        "-t {}: it has no function {}; an operation of your own needs fabricmap_prepare, fabricmap_run and "
        "fabricmap_bytes, see the man page",
        path, name));
}

class UserCall final : public Call {
  public:
    explicit UserCall(const CallShape& shape) : user_(*shape.user) {
        user_.prepare(shape.comm, shape.message_length);
    }

    void run(const Buffers& buffers) override { user_.run(buffers); }
    void start(const Buffers& buffers, MPI_Request& request) override {
        user_.run(buffers);
        request = MPI_REQUEST_NULL;
    }
    void fill(const Buffers& /*buffers*/, std::uint64_t /*key*/) const override {}
    [[nodiscard]] bool holds_result(const Buffers& /*buffers*/, std::uint64_t /*key*/) const override {
        return true;
    }

  private:
    const UserOperation& user_;
};

struct Loaded {
    explicit Loaded(const std::string& from) : path(from), functions(from) {}

    std::string path;
    UserOperation functions;
    Operation operation = moving({}, rootless, one, nullptr);
};

/// By name; entries stay where they are.
std::map<std::string, Loaded, std::less<>>& loaded_operations() {
    static std::map<std::string, Loaded, std::less<>> loaded;
    return loaded;
}

/// Of the file, which may have been loaded before.
std::string name_for(const std::string& path) {
    constexpr std::string_view prefix = "lib";
    std::string name = std::filesystem::path(path).stem();
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
    const auto known = loaded_operations().find(name);
    if (known != loaded_operations().end() && known->second.path == path) return name;
    const auto is_plain = [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '_'; };
    if (!name.empty() && std::all_of(name.begin(), name.end(), is_plain) && find_operation(name) == nullptr)
        return name;
    throw UsageError(fmt::format(
        "-t {}: its operation would be called '{}'; give the file a name of letters, digits and _ that no "
        "other operation has",
        path, name));
}

}  // namespace

UserOperation::UserOperation(const std::string& path) : path_(path) {
    // Without a slash dlopen would look in the system's folders alone.
    void* const library = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw UsageError(fmt::format("-t {}: {}", path, dlerror()));
    prepare_ = function_in<Prepare>(library, "fabricmap_prepare", path);
    run_ = function_in<Run>(library, "fabricmap_run", path);
    bytes_ = function_in<Bytes>(library, "fabricmap_bytes", path);
}

void UserOperation::prepare(MPI_Comm comm, std::int64_t message_length) const {
    const int answer = prepare_(comm, message_length);
    if (answer != 0) {
        throw RunError(fmt::format("{}: fabricmap_prepare answers {} for {} bytes; 0 is fine", path_, answer,
                                   message_length));
    }
}

BufferNeed UserOperation::buffers(std::int64_t message_length, int ranks) const {
    long long out = 0;
    long long in = 0;
    bytes_(message_length, ranks, &out, &in);
    return {static_cast<double>(std::max(out, 0LL)), static_cast<double>(std::max(in, 0LL))};
}

bool is_shared_object(const std::string& word) {
    return std::filesystem::path(word).extension() == ".so";
}

const Operation& load_user_operation(const std::string& path) {
    const std::string name = name_for(path);
    const auto [entry, is_new] = loaded_operations().try_emplace(name, path);
    Operation& operation = entry->second.operation;
    operation.name = entry->first;
    operation.user = &entry->second.functions;
    operation.make = [](const CallShape& shape) -> std::unique_ptr<Call> {
        return std::make_unique<UserCall>(shape);
    };
    return operation;
}

const Operation* find_user_operation(std::string_view name) {
    const auto found = loaded_operations().find(name);
    return found == loaded_operations().end() ? nullptr : &found->second.operation;
}

}  // namespace fabricmap::collective_test
