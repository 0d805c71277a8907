/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reasons for what differs between two profiles, below the table of `weft compare --profiles`. */
#pragma once

#include "cli/weft-cli.h"
#include "model/weft-profile-difference.h"

G_BEGIN_DECLS

/* @all: small ones too. @sources: where their numbers come from. */
void weft_cli_print_why (const WeftCliOptions *options,
                         GListModel           *differences,
                         gboolean              all,
                         gboolean              sources);

G_END_DECLS
