// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/reports.hpp"
