/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces that need no file: the ones that simulators are compared on, and that people begin with. */
#pragma once

#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

/**
 * WeftSimExampleInfo: (skip)
 * @id: name to ask for
 * @title: for people, untranslated
 * @summary: what it is, untranslated
 * @n_ranks: ranks that it takes
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *summary;
  guint32 n_ranks;
} WeftSimExampleInfo;

/* The last has no id. */
WEFT_API extern const WeftSimExampleInfo weft_sim_examples[];

/* By its id; an unknown one is an error that lists what there is. (transfer full) */
WEFT_API WeftSimTrace *weft_sim_example_new (const char  *name,
                                             GError     **error);

G_END_DECLS
