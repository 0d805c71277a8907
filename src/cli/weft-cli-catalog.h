/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft catalog list` and `weft catalog show` share. */
#pragma once

#include "cli/weft-cli.h"

G_BEGIN_DECLS

/* The kind under which profiles are listed beside the kinds of records. */
#define WEFT_CLI_PROFILES "profiles"

JsonObject *weft_cli_catalog_head (const char *kind,
                                   const char *id,
                                   const char *name);
int         weft_cli_catalog_show (WeftEvaluator        *evaluator,
                                   const WeftCliOptions *options,
                                   const char           *path);

G_END_DECLS
