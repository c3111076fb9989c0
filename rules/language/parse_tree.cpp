// SPDX-License-Identifier: Apache-2.0
#include "rules/language/parse_tree.hpp"

#include "rules/language/grammar.hpp"

#include <algorithm>
#include <tao/pegtl/contrib/parse_tree.hpp>

namespace fabricmap::rules {
namespace {

namespace tree = tao::pegtl::parse_tree;

/// How far reading came, and what would have led further.
struct Furthest {
    const char* position = nullptr;
    std::vector<std::string_view> expected;

    void fail(const char* at, std::string_view description) {
        if (at < position) return;
        if (at > position) expected.clear();
        position = at;
        if (description.empty()) return;
        if (std::find(expected.begin(), expected.end(), description) == expected.end()) {
            expected.push_back(description);
        }
    }
};

template <typename Rule>
struct Watching : tao::pegtl::normal<Rule> {
    template <typename Input>
    static void failure(const Input& input, Furthest& furthest) {
        if constexpr (requires { Rule::description; }) furthest.fail(input.current(), Rule::description);
    }
};

/// The part that a rule of the grammar stands for; rules without one leave no trace.
template <typename Rule>
constexpr int part_for = -1;
template <Part Value>
constexpr int as_part = static_cast<int>(Value);

namespace g = grammar;
template <>
constexpr int part_for<g::problem> = as_part<Part::problem>;
template <>
constexpr int part_for<g::problem_name> = as_part<Part::problem_name>;
template <>
constexpr int part_for<g::description_text> = as_part<Part::description>;
template <>
constexpr int part_for<g::find> = as_part<Part::find>;
template <>
constexpr int part_for<g::exists> = as_part<Part::exists>;
template <>
constexpr int part_for<g::operation> = as_part<Part::operation>;
template <>
constexpr int part_for<g::variable_name> = as_part<Part::variable_name>;
template <>
constexpr int part_for<g::type_name> = as_part<Part::type_name>;
template <>
constexpr int part_for<g::input_name> = as_part<Part::input_name>;
template <>
constexpr int part_for<g::within> = as_part<Part::within>;
template <>
constexpr int part_for<g::let> = as_part<Part::let>;
template <>
constexpr int part_for<g::let_name> = as_part<Part::let_name>;
template <>
constexpr int part_for<g::where> = as_part<Part::where>;
template <>
constexpr int part_for<g::group> = as_part<Part::group>;
template <>
constexpr int part_for<g::having> = as_part<Part::having>;
template <>
constexpr int part_for<g::lost> = as_part<Part::lost>;
template <>
constexpr int part_for<g::severity> = as_part<Part::severity>;
template <>
constexpr int part_for<g::advice_text> = as_part<Part::advice>;
template <>
constexpr int part_for<g::expression> = as_part<Part::infix>;
template <>
constexpr int part_for<g::conjunction> = as_part<Part::infix>;
template <>
constexpr int part_for<g::comparison> = as_part<Part::infix>;
template <>
constexpr int part_for<g::sum> = as_part<Part::infix>;
template <>
constexpr int part_for<g::product> = as_part<Part::infix>;
template <>
constexpr int part_for<g::negation> = as_part<Part::prefix>;
template <>
constexpr int part_for<g::signed_value> = as_part<Part::prefix>;
template <>
constexpr int part_for<g::minus> = as_part<Part::operation_sign>;
template <>
constexpr int part_for<g::multiplication> = as_part<Part::operation_sign>;
template <>
constexpr int part_for<g::addition> = as_part<Part::operation_sign>;
template <>
constexpr int part_for<g::comparator> = as_part<Part::operation_sign>;
template <>
constexpr int part_for<g::not_word> = as_part<Part::operation_sign>;
template <>
constexpr int part_for<g::and_word> = as_part<Part::operation_sign>;
template <>
constexpr int part_for<g::or_word> = as_part<Part::operation_sign>;
template <>
constexpr int part_for<g::number> = as_part<Part::number>;
template <>
constexpr int part_for<g::digits> = as_part<Part::digits>;
template <>
constexpr int part_for<g::unit> = as_part<Part::unit>;
template <>
constexpr int part_for<g::text> = as_part<Part::text>;
template <>
constexpr int part_for<g::call> = as_part<Part::call>;
template <>
constexpr int part_for<g::function_name> = as_part<Part::name>;
template <>
constexpr int part_for<g::path_name> = as_part<Part::name>;
template <>
constexpr int part_for<g::filter> = as_part<Part::filter>;
template <>
constexpr int part_for<g::path> = as_part<Part::path>;
template <>
constexpr int part_for<g::field_name> = as_part<Part::field_name>;

struct Node : tree::basic_node<Node> {
    int part = -1;
    template <typename Rule, typename Input, typename... States>
    void start(const Input& input, States&&... states) {
        tree::basic_node<Node>::template start<Rule>(input, states...);
        part = part_for<Rule>;
    }
};

template <typename Rule>
struct Selected : std::bool_constant<(part_for<Rule> >= 0)> {
    /// Operators that are not there leave their only operand.
    static void transform(std::unique_ptr<Node>& node) {
        const bool is_chain = node->part == as_part<Part::infix> || node->part == as_part<Part::prefix>;
        if (is_chain && node->children.size() == 1) node = std::move(node->children.front());
    }
};

ParsedPart parsed(const Node& node, const char* base) {
    ParsedPart part{static_cast<Part>(node.part),
                    static_cast<std::size_t>(node.m_begin.data - base),
                    node.string_view(),
                    {}};
    part.parts.reserve(node.children.size());
    for (const auto& child : node.children) part.parts.push_back(parsed(*child, base));
    return part;
}

}  // namespace

ParsedProblem parse_problem(std::string_view text, std::size_t begin) {
    tao::pegtl::memory_input<tao::pegtl::tracking_mode::eager, tao::pegtl::eol::lf_crlf, const char*> input(
        text.data() + begin, text.data() + text.size(), "");
    Furthest furthest;
    furthest.position = text.data() + begin;
    const auto root =
        tree::parse<grammar::problem, Node, Selected, tao::pegtl::nothing, Watching>(input, furthest);
    if (!root) {
        return {false, {}, static_cast<std::size_t>(furthest.position - text.data()), furthest.expected};
    }
    return {true,
            parsed(*root->children.front(), text.data()),
            static_cast<std::size_t>(input.current() - text.data()),
            {}};
}

std::size_t skip_space(std::string_view text, std::size_t from) {
    tao::pegtl::memory_input<tao::pegtl::tracking_mode::eager, tao::pegtl::eol::lf_crlf, const char*> input(
        text.data() + from, text.data() + text.size(), "");
    tao::pegtl::parse<grammar::space>(input);
    return static_cast<std::size_t>(input.current() - text.data());
}

}  // namespace fabricmap::rules
