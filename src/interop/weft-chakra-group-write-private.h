/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Process groups of a trace for its files. */
#pragma once

#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

/* [groups] Numbers for all but group 0, which needs none; those that are called by one keep it. (transfer full), as are
 * the texts */
char   **weft_chakra_group_names (const WeftSimTrace  *trace);
/* What the first record has. (transfer full) (nullable) */
char    *weft_chakra_groups_show (const WeftSimTrace  *trace,
                                  char               **names);
/* PREFIX.groups.json, the file that peers read groups from. */
gboolean weft_chakra_groups_save (const WeftSimTrace  *trace,
                                  char               **names,
                                  const char          *prefix,
                                  GError             **error);

G_END_DECLS
