// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/host_list.hpp"
