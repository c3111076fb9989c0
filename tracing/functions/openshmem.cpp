// SPDX-License-Identifier: Apache-2.0
// OpenSHMEM 1.4, with what it has deprecated.
#include "tracing/functions/functions.hpp"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <string>

namespace fabricmap::tracing {
namespace {

/// "int64" and "int64_t".
struct ElementType {
    std::string_view name;
    std::string_view of_c;
};

constexpr std::array whole_types{ElementType{"int", "int"},
                                 ElementType{"long", "long"},
                                 ElementType{"longlong", "long long"},
                                 ElementType{"uint", "unsigned int"},
                                 ElementType{"ulong", "unsigned long"},
                                 ElementType{"ulonglong", "unsigned long long"},
                                 ElementType{"int32", "int32_t"},
                                 ElementType{"int64", "int64_t"},
                                 ElementType{"uint32", "uint32_t"},
                                 ElementType{"uint64", "uint64_t"},
                                 ElementType{"size", "size_t"},
                                 ElementType{"ptrdiff", "ptrdiff_t"}};
constexpr std::array bit_types{ElementType{"int", "int"},
                               ElementType{"uint", "unsigned int"},
                               ElementType{"long", "long"},
                               ElementType{"ulong", "unsigned long"},
                               ElementType{"longlong", "long long"},
                               ElementType{"ulonglong", "unsigned long long"},
                               ElementType{"int32", "int32_t"},
                               ElementType{"int64", "int64_t"},
                               ElementType{"uint32", "uint32_t"},
                               ElementType{"uint64", "uint64_t"}};
constexpr std::array float_types{ElementType{"float", "float"}, ElementType{"double", "double"}};
constexpr std::array small_types{ElementType{"short", "short"}, ElementType{"ushort", "unsigned short"}};
/// Those of transfers that are not among the types above.
constexpr std::array further_types{ElementType{"longdouble", "long double"},
                                   ElementType{"char", "char"},
                                   ElementType{"schar", "signed char"},
                                   ElementType{"uchar", "unsigned char"},
                                   ElementType{"int8", "int8_t"},
                                   ElementType{"int16", "int16_t"},
                                   ElementType{"uint8", "uint8_t"},
                                   ElementType{"uint16", "uint16_t"}};
constexpr std::array deprecated_types{ElementType{"int", "int"}, ElementType{"long", "long"},
                                      ElementType{"longlong", "long long"}};
constexpr std::array reduced_types{ElementType{"short", "short"}, ElementType{"int", "int"},
                                   ElementType{"long", "long"}, ElementType{"longlong", "long long"}};
constexpr std::array reduced_reals{ElementType{"float", "float"}, ElementType{"double", "double"},
                                   ElementType{"longdouble", "long double"}};
constexpr std::array reduced_complex{ElementType{"complexf", "float _Complex"},
                                     ElementType{"complexd", "double _Complex"}};
constexpr std::array widths{8, 16, 32, 64, 128};

constexpr std::string_view of_set = "int PE_start, int logPE_stride, int PE_size";

/// Puts the table together; what it refers to lives as long as the program.
class Table {
  public:
    void add(std::string name, CallKind kind, std::string_view op_type, std::string_view result,
             std::string parameters, std::string after) {
        FunctionInfo info;
        info.name = keep(fmt::format("shmem_{}", name));
        info.kind = kind;
        info.op_type = op_type;
        info.parameters = keep(std::move(parameters));
        info.after = keep(std::move(after));
        info.fortran_arguments = 0;
        info.result = keep(std::string(result));
        functions_.push_back(info);
    }

    /// With a form that takes a context first.
    void add_both(const std::string& name, std::string_view op_type, std::string_view result,
                  const std::string& parameters, const std::string& after) {
        add(name, CallKind::one_sided, op_type, result, parameters, after);
        add(fmt::format("ctx_{}", name), CallKind::one_sided, op_type, result,
            fmt::format("void* ctx, {}", parameters), fmt::format("{} call.in_context(ctx);", after));
    }

    /// Transfers of any number of elements. `end`: of the names, behind the verb.
    void add_transfers(const std::string& begin, std::string_view end, std::string_view type,
                       const std::string& bytes) {
        const std::string from_to = fmt::format("{0}* target, const {0}* source, ", type);
        const std::string strides = from_to + "ptrdiff_t tst, ptrdiff_t sst, ";
        const std::string last = "size_t nelems, int pe";
        const std::string puts = fmt::format("call.puts(pe, nelems * {}, target);", bytes);
        const std::string gets = fmt::format("call.gets(pe, nelems * {});", bytes);
        add_both(fmt::format("{}put{}", begin, end), "put", "void", from_to + last, puts);
        add_both(fmt::format("{}put{}_nbi", begin, end), "put", "void", from_to + last, puts);
        add_both(fmt::format("{}get{}", begin, end), "get", "void", from_to + last, gets);
        add_both(fmt::format("{}get{}_nbi", begin, end), "get", "void", from_to + last, gets);
        if (end == "mem") return;
        add_both(fmt::format("{}iput{}", begin, end), "put", "void", strides + last, puts);
        add_both(fmt::format("{}iget{}", begin, end), "get", "void", strides + last, gets);
    }

    void add_transfers(const ElementType& type) {
        const std::string begin = std::string(type.name) + '_';
        const std::string bytes = fmt::format("sizeof({})", type.of_c);
        add_transfers(begin, "", type.of_c, bytes);
        add_both(begin + "p", "put", "void", fmt::format("{0}* target, {0} value, int pe", type.of_c),
                 fmt::format("call.puts(pe, {}, target);", bytes));
        add_both(begin + "g", "get", type.of_c, fmt::format("const {}* source, int pe", type.of_c),
                 fmt::format("call.gets(pe, {});", bytes));
    }

    /// One atomic operation; `operands`: what stands between the target and the PE. `is_old`: it has no form
    /// with a context.
    void add_atomic(const ElementType& type, const std::string& name, bool fetches, std::string_view operands,
                    bool is_old = false) {
        std::string parameters = fmt::format("{}* target, ", type.of_c);
        for (const char letter : operands) parameters += fmt::format("{} {}, ", type.of_c, letter);
        parameters += "int pe";
        const std::string whole_name = fmt::format("{}_{}", type.name, name);
        const std::string_view result = fetches ? type.of_c : "void";
        const std::string after = fmt::format("call.puts(pe, sizeof({}), target);", type.of_c);
        if (is_old) return add(whole_name, CallKind::one_sided, "atomic", result, parameters, after);
        add_both(whole_name, "atomic", result, parameters, after);
    }

    /// What reads alone.
    void add_atomic_fetch(const ElementType& type, const std::string& name, bool is_old = false) {
        const std::string parameters = fmt::format("const {}* target, int pe", type.of_c);
        const std::string whole_name = fmt::format("{}_{}", type.name, name);
        const std::string after = fmt::format("call.gets(pe, sizeof({}));", type.of_c);
        if (is_old) return add(whole_name, CallKind::one_sided, "atomic", type.of_c, parameters, after);
        add_both(whole_name, "atomic", type.of_c, parameters, after);
    }

    void add_waits(const ElementType& type) {
        const std::string parameters = fmt::format("volatile {0}* ivar, int cmp, {0} value", type.of_c);
        add(fmt::format("{}_wait_until", type.name), CallKind::signal, "", "void", parameters,
            "call.watches(ivar);");
        add(fmt::format("{}_test", type.name), CallKind::signal, "", "int", parameters,
            "if (call.polled(result)) call.watches(ivar);");
    }

    void add_collective(const std::string& name, std::string_view op_type, const std::string& parameters,
                        const std::string& root, const std::string& bytes) {
        add(name, CallKind::collective, op_type, "void", parameters,
            fmt::format("call.of_pes(PE_start, logPE_stride, PE_size, {}, {});", root, bytes));
    }

    void add_reduction(const ElementType& type, std::string_view operation) {
        add_collective(fmt::format("{}_{}_to_all", type.name, operation), "all-to-all",
                       fmt::format("{0}* target, const {0}* source, int nreduce, {1}, {0}* pWrk, long* pSync",
                                   type.of_c, of_set),
                       "no_root", fmt::format("nreduce * sizeof({})", type.of_c));
    }

    void add_sized_collectives(int bits) {
        const std::string size = fmt::format("{}", bits);
        const std::string bytes = fmt::format("nelems * {}", bits / 8);
        const std::string from_to = "void* target, const void* source, ";
        const std::string set = fmt::format("{}, long* pSync", of_set);
        add_collective("broadcast" + size, "one-to-all", from_to + "size_t nelems, int PE_root, " + set,
                       "PE_root", bytes);
        const std::string contribution = fmt::format("{}size_t nelems, {}", from_to, set);
        add_collective("collect" + size, "all-to-all", contribution, "no_root", bytes);
        add_collective("fcollect" + size, "all-to-all", contribution, "no_root", bytes);
        add_collective("alltoall" + size, "all-to-all", contribution, "no_root", bytes + " * PE_size");
        add_collective("alltoalls" + size, "all-to-all",
                       from_to + "ptrdiff_t dst, ptrdiff_t sst, size_t nelems, " + set, "no_root",
                       bytes + " * PE_size");
    }

    [[nodiscard]] std::vector<FunctionInfo> take() { return std::move(functions_); }

  private:
    static std::string_view keep(std::string text) {
        static std::deque<std::string> kept;
        return kept.emplace_back(std::move(text));
    }

    std::vector<FunctionInfo> functions_;
};

void add_transfers(Table& table) {
    for (const ElementType& type : whole_types) table.add_transfers(type);
    for (const ElementType& type : float_types) table.add_transfers(type);
    for (const ElementType& type : small_types) table.add_transfers(type);
    for (const ElementType& type : further_types) table.add_transfers(type);
    for (const int bits : widths) {
        table.add_transfers("", fmt::format("{}", bits), "void", fmt::format("{}", bits / 8));
    }
    table.add_transfers("", "mem", "void", "1");
}

void add_atomics(Table& table) {
    for (const ElementType& type : whole_types) {
        table.add_atomic(type, "atomic_compare_swap", true, "cv");
        table.add_atomic(type, "atomic_fetch_inc", true, "");
        table.add_atomic(type, "atomic_inc", false, "");
        table.add_atomic(type, "atomic_fetch_add", true, "v");
        table.add_atomic(type, "atomic_add", false, "v");
    }
    const auto add_exchanges = [&](const ElementType& type) {
        table.add_atomic_fetch(type, "atomic_fetch");
        table.add_atomic(type, "atomic_set", false, "v");
        table.add_atomic(type, "atomic_swap", true, "v");
    };
    for (const ElementType& type : whole_types) add_exchanges(type);
    for (const ElementType& type : float_types) add_exchanges(type);
    for (const ElementType& type : bit_types) {
        for (const std::string operation : {"and", "or", "xor"}) {
            table.add_atomic(type, "atomic_fetch_" + operation, true, "v");
            table.add_atomic(type, "atomic_" + operation, false, "v");
        }
    }
}

void add_deprecated_atomics(Table& table) {
    const auto add_exchanges = [&](const ElementType& type) {
        table.add_atomic_fetch(type, "fetch", true);
        table.add_atomic(type, "set", false, "v", true);
        table.add_atomic(type, "swap", true, "v", true);
    };
    for (const ElementType& type : float_types) add_exchanges(type);
    for (const ElementType& type : deprecated_types) {
        add_exchanges(type);
        table.add_atomic(type, "cswap", true, "cv", true);
        table.add_atomic(type, "finc", true, "", true);
        table.add_atomic(type, "inc", false, "", true);
        table.add_atomic(type, "fadd", true, "v", true);
        table.add_atomic(type, "add", false, "v", true);
    }
}

void add_waits(Table& table) {
    for (const ElementType& type : whole_types) table.add_waits(type);
    for (const ElementType& type : small_types) table.add_waits(type);
    const std::string watches = "call.watches(ivar);";
    for (const ElementType& type :
         {ElementType{"short_", "short"}, ElementType{"int_", "int"}, ElementType{"long_", "long"},
          ElementType{"longlong_", "long long"}, ElementType{"", "long"}}) {
        table.add(fmt::format("{}wait", type.name), CallKind::signal, "", "void",
                  fmt::format("volatile {0}* ivar, {0} value", type.of_c), watches);
    }
    table.add("wait_until", CallKind::signal, "", "void", "volatile long* ivar, int cmp, long value",
              watches);
}

void add_collectives(Table& table) {
    constexpr std::string_view barrier_type = "barrier";
    for (const std::string name : {"barrier_all", "sync_all"}) {
        table.add(name, CallKind::collective, barrier_type, "void", "", "call.of_all_pes(0);");
    }
    for (const std::string name : {"barrier", "sync"}) {
        table.add_collective(name, barrier_type, fmt::format("{}, long* pSync", of_set), "no_root", "0");
    }
    for (const int bits : {32, 64}) table.add_sized_collectives(bits);
    for (const ElementType& type : reduced_types) {
        for (const auto* const operation : {"and", "or", "xor", "max", "min", "sum", "prod"}) {
            table.add_reduction(type, operation);
        }
    }
    for (const ElementType& type : reduced_reals) {
        for (const auto* const operation : {"max", "min", "sum", "prod"})
            table.add_reduction(type, operation);
    }
    for (const ElementType& type : reduced_complex) {
        for (const auto* const operation : {"sum", "prod"}) table.add_reduction(type, operation);
    }
}

void add_memory(Table& table) {
    constexpr auto allocates = CallKind::collective;
    constexpr std::string_view allocation = "allocation";
    table.add("malloc", allocates, allocation, "void*", "size_t size", "call.of_all_pes(size);");
    table.add("calloc", allocates, allocation, "void*", "size_t count, size_t size",
              "call.of_all_pes(count * size);");
    table.add("align", allocates, allocation, "void*", "size_t alignment, size_t size",
              "call.of_all_pes(size);");
    table.add("realloc", allocates, allocation, "void*", "void* ptr, size_t size", "call.of_all_pes(size);");
    table.add("free", allocates, allocation, "void", "void* ptr", "call.of_all_pes(0);");
}

void add_order(Table& table) {
    constexpr auto sync = CallKind::window_sync;
    for (const std::string name : {"quiet", "fence"}) {
        table.add(name, sync, "", "void", "", "call.of_all_pes(0);");
        table.add(fmt::format("ctx_{}", name), sync, "", "void", "void* ctx",
                  "call.of_all_pes(0); call.in_context(ctx);");
    }
    table.add("ctx_create", CallKind::other, "", "int", "long options, void* ctx", "");
    table.add("ctx_destroy", sync, "", "void", "void* ctx", "call.of_all_pes(0); call.in_context(ctx);");
    table.add("set_lock", CallKind::lock, "exclusive", "void", "volatile long* lock", "call.watches(lock);");
    table.add("test_lock", CallKind::lock, "exclusive", "int", "volatile long* lock",
              "if (call.polled(result == 0)) call.watches(lock);");
    table.add("clear_lock", CallKind::lock, "exclusive", "void", "volatile long* lock",
              "call.watches(lock);");
}

}  // namespace

std::span<const FunctionInfo> openshmem_functions() {
    static const std::vector<FunctionInfo> all = [] {
        Table table;
        add_transfers(table);
        add_atomics(table);
        add_deprecated_atomics(table);
        add_waits(table);
        add_collectives(table);
        add_memory(table);
        add_order(table);
        return table.take();
    }();
    return all;
}

}  // namespace fabricmap::tracing
