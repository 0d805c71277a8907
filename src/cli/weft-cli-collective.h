/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft evaluate --collective`: one collective on one fabric, without a design. */
#pragma once

#include "cli/weft-cli.h"

G_BEGIN_DECLS

/* Exit status. */
int weft_cli_collective (char **argv);

G_END_DECLS
