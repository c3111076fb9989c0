// SPDX-License-Identifier: Apache-2.0
// The grammar for PEGTL, for syntax_reader.cpp alone. Leaves take nothing where they fail, so that the place
// of the furthest failure is that of a whole word; `description` is what a message calls them, empty where it
// leaves them out.
#pragma once

#include "rules/language/words.hpp"

#include <tao/pegtl.hpp>

namespace fabricmap::rules::grammar {

namespace peg = tao::pegtl;

template <std::size_t Size>
struct Letters {
    char characters[Size]{};
    consteval Letters(const char (&text)[Size]) { std::copy_n(text, Size, characters); }
    [[nodiscard]] constexpr std::string_view view() const { return {characters, Size - 1}; }
};

template <typename Input>
std::string_view rest_of(const Input& input) {
    return {input.current(), input.size()};
}

/// Takes so many bytes, of which there is at least one.
template <typename Input>
bool take(Input& input, std::size_t length) {
    if (length == 0) return false;
    input.bump(length);
    return true;
}

template <typename Self>
struct leaf {
    using rule_t = Self;
    using subs_t = peg::empty_list;
};

/// A word of the language.
template <Letters Text>
struct word : leaf<word<Text>> {
    static constexpr std::string_view description = Text.view();
    template <typename Input>
    static bool match(Input& input) {
        const std::string_view rest = rest_of(input);
        const std::size_t length = length_of_name(rest);
        return rest.substr(0, length) == Text.view() && take(input, length);
    }
};

/// Any other sign.
template <Letters Text>
struct sign : leaf<sign<Text>> {
    static constexpr std::string_view description = Text.view();
    template <typename Input>
    static bool match(Input& input) {
        return rest_of(input).starts_with(Text.view()) && take(input, Text.view().size());
    }
};

struct identifier : leaf<identifier> {
    static constexpr std::string_view description = "a name";
    template <typename Input>
    static bool match(Input& input) {
        const std::string_view name = rest_of(input).substr(0, length_of_name(rest_of(input)));
        return !is_reserved(name) && take(input, name.size());
    }
};

struct digits : leaf<digits> {
    static constexpr std::string_view description = "a number";
    template <typename Input>
    static bool match(Input& input) {
        return take(input, length_of_number(rest_of(input)));
    }
};

struct quoted : leaf<quoted> {
    static constexpr std::string_view description = "a string in quotes";
    template <typename Input>
    static bool match(Input& input) {
        return take(input, length_of_string(rest_of(input)));
    }
};

struct unit : leaf<unit> {
    static constexpr std::string_view description{};
    template <typename Input>
    static bool match(Input& input) {
        const std::string_view rest = rest_of(input);
        const std::size_t length = rest.starts_with('%') ? 1 : length_of_name(rest);
        return is_unit(rest.substr(0, length)) && take(input, length);
    }
};

struct comment : peg::seq<peg::sor<peg::one<'#'>, peg::two<'/'>>, peg::until<peg::eolf>> {};
struct space : peg::star<peg::sor<peg::space, comment>> {};
/// A leaf and the space after it.
template <typename Leaf>
struct t : peg::seq<Leaf, space> {};
template <Letters Text>
struct w : t<word<Text>> {};
template <Letters Text>
struct s : t<sign<Text>> {};

struct expression;
struct arguments : peg::list<expression, s<",">> {};
struct filter : peg::seq<s<"|">, expression> {};
struct function_name : identifier {};
struct input_name : identifier {};
struct call : peg::seq<t<function_name>, s<"(">, peg::opt<arguments>, peg::opt<w<"in">, t<input_name>>,
                       peg::opt<filter>, s<")">> {};
/// Any word, since none of the language's can stand after the point: findings have a severity.
struct field_name : leaf<field_name> {
    static constexpr std::string_view description = identifier::description;
    template <typename Input>
    static bool match(Input& input) {
        return take(input, length_of_name(rest_of(input)));
    }
};
struct path_name : identifier {};
struct path : peg::seq<t<path_name>, peg::opt<s<".">, t<field_name>>> {};
struct number : peg::seq<t<digits>, peg::opt<t<unit>>> {};
struct text : quoted {};
struct parentheses : peg::seq<s<"(">, expression, s<")">> {};
struct minus : sign<"-"> {};
struct signed_value : peg::seq<peg::opt<t<minus>>, peg::sor<number, t<text>, call, path, parentheses>> {};
struct multiplication : peg::sor<sign<"*">, sign<"/">> {};
struct product : peg::list<signed_value, t<multiplication>> {};
struct addition : peg::sor<sign<"+">, sign<"-">> {};
struct sum : peg::list<product, t<addition>> {};
struct comparator : peg::sor<sign<"==">, sign<"=">, sign<"!=">, sign<"<>">, sign<"<=">, sign<"<">, sign<">=">,
                             sign<">">, word<"eq">, word<"ne">> {};
struct comparison : peg::seq<sum, peg::opt<t<comparator>, sum>> {};
struct not_word : word<"not"> {};
struct negation : peg::seq<peg::star<t<not_word>>, comparison> {};
struct and_word : word<"and"> {};
struct conjunction : peg::list<negation, t<and_word>> {};
struct or_word : word<"or"> {};
struct expression : peg::list<conjunction, t<or_word>> {};

struct problem_name : peg::sor<quoted, identifier> {};
struct description_text : quoted {};
struct exists : peg::seq<w<"exists">, peg::at<identifier>> {};
struct operation : peg::seq<w<"operation">, peg::at<identifier>> {};
struct variable_name : identifier {};
struct type_name : identifier {};
struct find : peg::seq<w<"find">, peg::opt<exists>, t<variable_name>, w<"type">, peg::opt<operation>,
                       t<type_name>, peg::opt<w<"in">, t<input_name>>> {};
struct within : peg::seq<w<"within">, expression> {};
struct let_name : identifier {};
struct let : peg::seq<w<"let">, t<let_name>, s<"=">, expression> {};
struct where : peg::seq<w<"where">, expression> {};
struct having : peg::seq<w<"having">, expression> {};
struct group : peg::seq<w<"group">, w<"by">, peg::list<expression, s<",">>> {};
struct lost : peg::seq<w<"lost">, w<"on">, expression, w<"from">, expression, w<"to">, expression> {};
struct severity : peg::seq<w<"severity">, expression> {};
struct advice_text : quoted {};
struct problem
    : peg::seq<w<"problem">, t<problem_name>, w<"description">, t<description_text>, peg::plus<find>,
               peg::opt<within>, peg::star<let>, where, peg::opt<group, peg::opt<having>>,
               peg::sor<peg::plus<lost>, severity>, peg::opt<w<"advice">, t<advice_text>>, s<";">> {};

}  // namespace fabricmap::rules::grammar
