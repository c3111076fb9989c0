// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "base/matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace fabricmap::testing {

/// The text of the error of that type which `act` throws; a failure of the test where it throws none.
template <typename ErrorType, typename Act>
std::string error_of(const Act& act) {
    try {
        act();
    } catch (const ErrorType& error) {
        return error.what();
    }
    ADD_FAILURE() << "no error was thrown";
    return {};
}

/// A matrix of two rows.
inline Matrix two_by_two(double a, double b, double c, double d) {
    Matrix values(2, 2);
    values << a, b, c, d;
    return values;
}

/// NaN equals NaN.
inline bool same_number(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Equal numbers in equal places.
template <typename Values>
bool same_numbers(const Values& a, const Values& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
        for (Eigen::Index j = 0; j < a.cols(); ++j) {
            if (!same_number(a(i, j), b(i, j))) return false;
        }
    }
    return true;
}

}  // namespace fabricmap::testing
