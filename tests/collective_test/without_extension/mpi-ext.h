// SPDX-License-Identifier: Apache-2.0
// The header of an MPI library that has no extensions; found in place of the one that is installed.
#pragma once
