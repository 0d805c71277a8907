/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores of searches that others have published, to be read beside ours: files of the catalog, each with its source
 * and the spaces that it was measured on. Nothing is computed from them. */
#pragma once

#include "search/weft-problem.h"

G_BEGIN_DECLS

/**
 * WeftPublishedRow: (skip)
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
} WeftPublishedRow;

/**
 * WeftPublished: (skip)
 * @spaces: ids of the spaces, each with its default budget, workloads and profile
 * @rows: (element-type WeftPublishedRow)
 */
typedef struct
{
  char *id;
  char *name;
  char *source;
  GStrv spaces;
  GArray *rows;
} WeftPublished;

/* (transfer full) */
WEFT_API WeftPublished *weft_published_read (JsonNode *root, const char *file, GError **error);
/* All of the catalog, by file name. (transfer full) (element-type WeftPublished) */
WEFT_API GPtrArray     *weft_published_list (GError **error);
/* Whether @problem is what the figures were measured on: one of the spaces, with nothing left out or changed. */
WEFT_API gboolean       weft_published_fits (const WeftPublished *self, WeftProblem *problem);
WEFT_API void           weft_published_free (WeftPublished *self);
WEFT_API JsonObject    *weft_published_to_json (const WeftPublished *self); /* (transfer full) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPublished, weft_published_free)

G_END_DECLS
