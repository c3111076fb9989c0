// SPDX-License-Identifier: Apache-2.0
// Comes right after the header that SimGrid forces upon MPI programs. That makes a macro of exit, which is
// the name of a member function in CLI11.
#pragma once

#undef exit
