/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A space of machines that have all been measured: a table with a line a machine, where an edit leads to a line that
 * differs in one option. Optimisers are compared on such tables, since their optimum is known. */
#pragma once

#include "search/hardware/weft-hardware-space-private.h"

G_BEGIN_DECLS

/* More lines than any table has. */
#define WEFT_TABULATED_MAX_ROWS 500000u
/* Longest accepted text, unpacked. */
#define WEFT_TABULATED_MAX_BYTES (128 * 1024 * 1024)
/* How far the shares of a line may be from summing to 1: they are rounded. */
#define WEFT_TABULATED_SHARES_TOLERANCE 0.01

/**
 * WeftTabulatedOptions: (skip)
 * What a table does not say. @weights: those of the objective; @cost_max_usd, @power_max_w: budgets that both are
 * relative to, 0 for the largest of the table.
 */
typedef struct
{
  WeftHardwareWeights weights;
  double cost_max_usd;
  double power_max_w;
} WeftTabulatedOptions;

#define WEFT_TYPE_TABULATED_SPACE (weft_tabulated_space_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftTabulatedSpace, weft_tabulated_space, WEFT, TABULATED_SPACE, WeftHardwareSpace)

/* Weights that are usual: time 1, cost 0.6, power 0.3, idle 0.15, queueing and remote memory 0.1. */
WEFT_API extern const WeftHardwareWeights weft_hardware_default_weights;

/* @path: of CSV text, packed with gzip or not; @options: (nullable). (transfer full) */
WEFT_API WeftTabulatedSpace *weft_tabulated_space_load (const char *path, const WeftTabulatedOptions *options, GError **error);
/* The same of text in memory; @name: for messages. (transfer full) */
WEFT_API WeftTabulatedSpace *weft_tabulated_space_parse (const char *name, const char *text, gsize length,
                                                         const WeftTabulatedOptions *options, GError **error);
WEFT_API guint       weft_tabulated_space_n_rows     (WeftTabulatedSpace *self);
/* The machine of a line, by number from 0. */
WEFT_API void        weft_tabulated_space_get_choice (WeftTabulatedSpace *self, guint row, WeftHardwareChoice *choice);
/* The number of the line with this machine or this id; -1 when there is none. */
WEFT_API int         weft_tabulated_space_find       (WeftTabulatedSpace *self, const WeftHardwareChoice *choice);
WEFT_API int         weft_tabulated_space_find_id    (WeftTabulatedSpace *self, const char *id);
WEFT_API const char *weft_tabulated_space_get_id     (WeftTabulatedSpace *self, guint row);
/* "nA", and the text of one of its options. */
WEFT_API const char *weft_tabulated_space_get_column (WeftTabulatedSpace *self, guint column);
WEFT_API const char *weft_tabulated_space_get_option (WeftTabulatedSpace *self, guint column, guint option);

G_END_DECLS
