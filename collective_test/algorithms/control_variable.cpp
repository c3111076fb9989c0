// SPDX-License-Identifier: Apache-2.0
#include "collective_test/algorithms/control_variable.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace fabricmap::collective_test {
namespace {

constexpr int text_room = 256;

struct Handle {
    explicit Handle(int index) {
        int count = 0;
        MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count);
    }
    ~Handle() { MPI_T_cvar_handle_free(&handle); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
};

struct Facts {
    bool is_known = false;
    std::string name;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum choices = MPI_T_ENUM_NULL;
    int scope = MPI_T_SCOPE_CONSTANT;
};

Facts facts_of(int index) {
    Facts facts;
    std::array<char, text_room> name{};
    int length = text_room;
    int verbosity = 0;
    int bound_to = 0;
    facts.is_known = MPI_T_cvar_get_info(index, name.data(), &length, &verbosity, &facts.type, &facts.choices,
                                         nullptr, nullptr, &bound_to, &facts.scope) == MPI_SUCCESS &&
                     bound_to == MPI_T_BIND_NO_OBJECT;
    facts.name = name.data();
    return facts;
}

bool holds_whole_number(MPI_Datatype type) {
    const std::array types{MPI_C_BOOL, MPI_INT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG};
    for (const MPI_Datatype each : types) {
        if (type == each) return true;
    }
    return false;
}

}  // namespace

std::optional<ControlVariable> ControlVariable::find(const std::string& name) {
    ControlVariable variable;
    if (MPI_T_cvar_get_index(name.c_str(), &variable.index_) != MPI_SUCCESS) return std::nullopt;
    const Facts facts = facts_of(variable.index_);
    if (!facts.is_known || !holds_whole_number(facts.type)) return std::nullopt;
    variable.name_ = name;
    variable.choices_ = facts.choices;
    variable.is_writable_ = facts.scope != MPI_T_SCOPE_CONSTANT && facts.scope != MPI_T_SCOPE_READONLY;
    MPI_Type_size(facts.type, &variable.bytes_);
    return variable;
}

std::vector<std::string> ControlVariable::names() {
    int count = 0;
    MPI_T_cvar_get_num(&count);
    std::vector<std::string> all;
    for (int index = 0; index < count; ++index) {
        const Facts facts = facts_of(index);
        if (facts.is_known) all.push_back(facts.name);
    }
    return all;
}

long long ControlVariable::value() const {
    const Handle handle(index_);
    std::array<std::byte, sizeof(std::int64_t)> bytes{};
    MPI_T_cvar_read(handle.handle, bytes.data());
    if (bytes_ == sizeof(std::int32_t)) {
        std::int32_t number = 0;
        std::memcpy(&number, bytes.data(), sizeof number);
        return number;
    }
    std::int64_t number = 0;
    std::memcpy(&number, bytes.data(), static_cast<std::size_t>(bytes_));
    return number;
}

void ControlVariable::set(int value) const {
    const Handle handle(index_);
    if (MPI_T_cvar_write(handle.handle, &value) != MPI_SUCCESS || this->value() != value) {
        throw RunError(fmt::format("the MPI library does not take {} for its variable {}", value, name_));
    }
}

std::vector<ControlVariable::Choice> ControlVariable::choices() const {
    if (choices_ == MPI_T_ENUM_NULL) return {};
    int count = 0;
    std::array<char, text_room> text{};
    int length = text_room;
    MPI_T_enum_get_info(choices_, &count, text.data(), &length);
    std::vector<Choice> all;
    for (int item = 0; item < count; ++item) {
        int number = 0;
        length = text_room;
        if (MPI_T_enum_get_item(choices_, item, &number, text.data(), &length) == MPI_SUCCESS) {
            all.push_back({number, text.data()});
        }
    }
    return all;
}

}  // namespace fabricmap::collective_test
