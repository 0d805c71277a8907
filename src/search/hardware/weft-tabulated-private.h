/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table as it was read, before it is a space. */
#pragma once

#include "search/hardware/weft-tabulated-space.h"

G_BEGIN_DECLS

/* A line. */
typedef struct
{
  WeftHardwareChoice choice;
  char *id;
  double objective;
  double estimate;
  double cost_usd;
  double power_w;
  double share[WEFT_N_BOTTLENECKS];
  double resource[WEFT_N_BOTTLENECKS];
} WeftTabulatedRow;

/**
 * WeftTabulated: (skip)
 * @columns: (element-type utf8): names of the option columns
 * @options: [columns] (element-type utf8): texts of each one's options
 * @rows: (element-type WeftTabulatedRow)
 * @by_choice: choice (of @rows) to row + 1
 * @by_id: likewise
 */
typedef struct
{
  GPtrArray *columns;
  GPtrArray *options[WEFT_HARDWARE_MAX_COLUMNS];
  GArray *rows;
  GHashTable *by_choice;
  GHashTable *by_id;
} WeftTabulated;

/* Errors name line and column. (transfer full) */
WeftTabulated *weft_tabulated_read (const char *name, const char *text, gsize length, GError **error);
void           weft_tabulated_free (WeftTabulated *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTabulated, weft_tabulated_free)

G_END_DECLS
