// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/script_places.hpp"

#include "tracing/recorder/session.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace fabricmap::tracing {
namespace {

/// Objects of the interpreter, of which nothing is known here.
struct PyObject;

/// Its functions, which it exports to modules. All are asked with its lock held.
struct Interpreter {
    void* (*save_thread)() = nullptr;
    void (*restore_thread)(void* thread) = nullptr;
    void* (*thread)() = nullptr;
    PyObject* (*frame_of)(void* thread) = nullptr;
    PyObject* (*frame_above)(PyObject* frame) = nullptr;
    PyObject* (*code_of)(PyObject* frame) = nullptr;
    int (*instruction_of)(PyObject* frame) = nullptr;
    int (*line_of)(PyObject* frame) = nullptr;
    PyObject* (*attribute)(PyObject* object, const char* name) = nullptr;
    const char* (*text)(PyObject* object) = nullptr;
    void (*release)(PyObject* object) = nullptr;
    void (*fetch_error)(PyObject** type, PyObject** value, PyObject** trace) = nullptr;
    void (*restore_error)(PyObject* type, PyObject* value, PyObject* trace) = nullptr;

    template <typename Function>
    static bool find(const char* name, Function*& function) noexcept {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
        function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
        return function != nullptr;
    }

    bool find_all() noexcept {
        return find("PyEval_SaveThread", save_thread) && find("PyEval_RestoreThread", restore_thread) &&
               find("PyThreadState_Get", thread) && find("PyThreadState_GetFrame", frame_of) &&
               find("PyFrame_GetBack", frame_above) && find("PyFrame_GetCode", code_of) &&
               find("PyFrame_GetLasti", instruction_of) && find("PyFrame_GetLineNumber", line_of) &&
               find("PyObject_GetAttrString", attribute) && find("PyUnicode_AsUTF8", text) &&
               find("Py_DecRef", release) && find("PyErr_Fetch", fetch_error) &&
               find("PyErr_Restore", restore_error);
    }
};

constinit Interpreter python;

/// A reference that is given back.
class Reference {
  public:
    explicit Reference(PyObject* object) noexcept : object_(object) {}
    Reference(const Reference&) = delete;
    Reference& operator=(const Reference&) = delete;
    ~Reference() {
        if (object_ != nullptr) python.release(object_);
    }
    [[nodiscard]] PyObject* get() const noexcept { return object_; }
    /// Never given back.
    void keep() noexcept { object_ = nullptr; }
    void take(PyObject* object) noexcept {
        if (object_ != nullptr) python.release(object_);
        object_ = object;
    }

  private:
    PyObject* object_;
};

/// An error that the program is about to see stays what it is.
class KeptError {
  public:
    KeptError() noexcept { python.fetch_error(&type_, &value_, &trace_); }
    KeptError(const KeptError&) = delete;
    KeptError& operator=(const KeptError&) = delete;
    ~KeptError() { python.restore_error(type_, value_, trace_); }

  private:
    PyObject* type_ = nullptr;
    PyObject* value_ = nullptr;
    PyObject* trace_ = nullptr;
};

std::string text_of(PyObject* code, const char* name) {
    const Reference value(python.attribute(code, name));
    const char* const text = value.get() == nullptr ? nullptr : python.text(value.get());
    std::string line = text == nullptr ? "?" : text;
    for (char& letter : line) {
        if (letter == '\n' || letter == '\t') letter = ' ';
    }
    return line;
}

/// Places by code and instruction. The code is kept for ever, so that no other gets its address.
class ScriptPlaces {
  public:
    /// A code, and an instruction of it.
    struct Key {
        PyObject* code = nullptr;
        int instruction = 0;
        bool operator==(const Key&) const noexcept = default;
    };
    struct HashOfKey {
        std::size_t operator()(const Key& key) const noexcept {
            return reinterpret_cast<std::uintptr_t>(key.code) / 16 * 31 +
                   static_cast<std::size_t>(key.instruction);
        }
    };

    /// 0 where there are too many. `code` is kept where it is new.
    std::uint64_t number_of(const Key& key, PyObject* frame, Reference& code) {
        constexpr std::size_t max_places = 50'000;
        const std::lock_guard lock(mutex_);
        const auto found = numbers_.find(key);
        if (found != numbers_.end()) return script_place | found->second;
        if (names_.size() == max_places) return 0;
        const KeptError kept;
        const std::string path = text_of(code.get(), "co_filename");
        names_.push_back(path.substr(path.rfind('/') + 1) + ':' + std::to_string(python.line_of(frame)) +
                         '\t' + text_of(code.get(), "co_qualname") + '\n');
        code.keep();
        count_.store(names_.size(), std::memory_order_release);
        return script_place | (numbers_[key] = names_.size() - 1);
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_.load(std::memory_order_acquire); }
    std::string describe(std::size_t first) {
        const std::lock_guard lock(mutex_);
        std::string text;
        for (std::size_t number = first; number < names_.size(); ++number) text += names_[number];
        return text;
    }

  private:
    std::mutex mutex_;
    std::unordered_map<Key, std::uint64_t, HashOfKey> numbers_;
    std::vector<std::string> names_;
    std::atomic<std::size_t> count_{0};
};

/// Never destroyed: programs call until their end.
ScriptPlaces& script_places() {
    static auto* const only = new ScriptPlaces;
    return *only;
}

/// What a thread uses again and again.
struct OfThread {
    struct Known {
        ScriptPlaces::Key key;
        std::uint64_t place = 0;
    };
    ScriptStack stack;
    std::array<Known, 128> known{};
};
/// Asked for once: the compiler would look for it again and again.
[[gnu::noinline]] OfThread& memory_of_thread() noexcept {
    thread_local OfThread memory;
    return memory;
}

std::uint64_t place_of_frame(PyObject* frame, OfThread& thread) {
    Reference code(python.code_of(frame));
    const ScriptPlaces::Key key{code.get(), python.instruction_of(frame)};
    OfThread::Known& known = thread.known[ScriptPlaces::HashOfKey()(key) % thread.known.size()];
    if (!(known.key == key)) known = {key, script_places().number_of(key, frame, code)};
    return known.place;
}

void note_places() {
    OfThread& thread = memory_of_thread();
    ScriptStack& stack = thread.stack;
    stack.count = 0;
    const std::size_t max_count = std::min(session().settings().max_path + 1, stack.places.size());
    Reference frame(python.frame_of(python.thread()));
    while (frame.get() != nullptr && stack.count < max_count) {
        const std::uint64_t place = place_of_frame(frame.get(), thread);
        if (place == 0) break;
        stack.places[stack.count++] = place;
        if (stack.count < max_count) frame.take(python.frame_above(frame.get()));
    }
    if (stack.count > 0) this_thread.script = &stack;
}

void* traced_save_thread() {
    if (is_recording()) {
        try {
            note_places();
        } catch (...) {
            this_thread.script = nullptr;
        }
    }
    return python.save_thread();
}

void traced_restore_thread(void* thread) {
    this_thread.script = nullptr;
    python.restore_thread(thread);
}

}  // namespace

void* script_replacement(const char* name, void* real) noexcept {
    static const bool is_known = python.find_all();
    if (!is_known) return nullptr;
    if (std::strcmp(name, "PyEval_SaveThread") == 0 && real == reinterpret_cast<void*>(python.save_thread))
        return reinterpret_cast<void*>(&traced_save_thread);
    if (std::strcmp(name, "PyEval_RestoreThread") == 0 &&
        real == reinterpret_cast<void*>(python.restore_thread))
        return reinterpret_cast<void*>(&traced_restore_thread);
    return nullptr;
}

std::string describe_script_places(std::size_t first) {
    return script_places().describe(first);
}

std::size_t count_of_script_places() noexcept {
    return script_places().count();
}

}  // namespace fabricmap::tracing

extern "C" [[gnu::visibility("default")]] void* fabricmap_trace_script(const char* name, void* real) {
    return fabricmap::tracing::script_replacement(name, real);
}
