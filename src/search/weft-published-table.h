/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of scores that others have published, to be read beside ours: files of the catalog, each with its source and
 * the spaces that it was measured on. Nothing is computed from them. */
#pragma once

#include "search/weft-problem.h"

G_BEGIN_DECLS

/**
 * WeftPublishedTableRow: (skip)
 * @planner: (nullable): the language model behind the method
 * @sd: NaN when there is none
 */
typedef struct
{
  char *method;
  char *planner;
  guint evaluations;
  guint runs;
  double mean;
  double sd;
} WeftPublishedTableRow;

/**
 * WeftPublishedTable: (skip)
 * @spaces: ids of the spaces, each with its default budget, workloads and profile
 * @rows: (element-type WeftPublishedTableRow)
 */
typedef struct
{
  char *id;
  char *name;
  char *source;
  GStrv spaces;
  GArray *rows;
} WeftPublishedTable;

/* (transfer full) */
WEFT_API WeftPublishedTable *weft_published_table_read (JsonNode *root, const char *file, GError **error);
/* All tables of the catalog, by file name. (transfer full) (element-type WeftPublishedTable) */
WEFT_API GPtrArray     *weft_published_table_list (GError **error);
/* Whether @problem is what the figures were measured on: one of the spaces, with nothing left out or changed. */
WEFT_API gboolean       weft_published_table_fits (const WeftPublishedTable *self, WeftProblem *problem);
WEFT_API void           weft_published_table_free (WeftPublishedTable *self);
WEFT_API JsonObject    *weft_published_table_to_json (const WeftPublishedTable *self); /* (transfer full) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPublishedTable, weft_published_table_free)

G_END_DECLS
