// SPDX-License-Identifier: Apache-2.0
#include "statistics/random.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace fabricmap {
namespace {

using Polynomial = std::array<double, 8>;

/// Coefficients of the lowest power first.
double value_of(const Polynomial& polynomial, double x) noexcept {
    double value = 0;
    for (std::size_t power = polynomial.size(); power-- > 0;) value = value * x + polynomial[power];
    return value;
}

struct Quotient {
    Polynomial above;
    Polynomial below;

    [[nodiscard]] double at(double x) const noexcept { return value_of(above, x) / value_of(below, x); }
};

// |probability - 1/2| up to 0.425
constexpr Quotient central_quotient{
    {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
     4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
    {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
     3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3}};
// tails down to exp(-25)
constexpr Quotient outer{{1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
                          3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
                          2.27238449892691845833e-2, 7.74545014278341407640e-4},
                         {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
                          1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
                          1.05075007164441684324e-9}};
// beyond
constexpr Quotient far{{6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
                        2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                        2.71155556874348757815e-5, 2.01033439929228813265e-7},
                       {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
                        7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
                        2.04426310338993978564e-15}};

}  // namespace

double normal_quantile(double probability) noexcept {
    const double distance = probability - 0.5;
    if (std::fabs(distance) <= 0.425) return distance * central_quotient.at(0.180625 - distance * distance);
    const double depth = std::sqrt(-std::log(distance < 0 ? probability : 1 - probability));
    const double magnitude = depth <= 5 ? outer.at(depth - 1.6) : far.at(depth - 5);
    return distance < 0 ? -magnitude : magnitude;
}

double student_t4_quantile(double probability) noexcept {
    const double root = std::sqrt(4 * probability * (1 - probability));
    const double q = std::cos(std::acos(root) / 3) / root;
    const double t = 2 * std::sqrt(std::fmax(0, q - 1));
    return (probability < 0.5 ? -t : t) / std::numbers::sqrt2;
}

}  // namespace fabricmap
