/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workloads that are made of a few parameters: HPCG, language models, sparse factorisation, stencil, CG, FFT, coupled
 * loops. A recipe is {"generator": ID, "params": {...}}; a command line or a form is built from the table. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/weft-parameter.h"
#include "catalog/weft-catalog.h"
#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/**
 * WeftGenerator: (skip)
 * @id: its name on the command line: "hpcg"
 * @title: its name for people, not translated yet
 * @summary: what it makes, one sentence, not translated yet
 * @params: its parameters
 * @n_params: how many
 * @make: makes a graph of complete and checked parameters
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *summary;
  const WeftParameter *params;
  guint n_params;
  WeftTaskGraph *(*make) (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error);
} WeftGenerator;

WEFT_API guint                weft_generator_count (void);
WEFT_API const WeftGenerator *weft_generator_get   (guint                 index);
/* NULL and a WEFT_WORKLOAD_ERROR_INVALID that names the nearest one. */
WEFT_API const WeftGenerator *weft_generator_find  (const char           *id,
                                                    GError              **error);
/* @params: (nullable): those that are given; the others count as the table has them. (transfer full) */
WEFT_API WeftTaskGraph       *weft_generator_make  (const WeftGenerator  *self,
                                                    JsonObject           *params,
                                                    WeftCatalog          *catalog,
                                                    GCancellable         *cancellable,
                                                    GError              **error);
/* The recipe's {"generator", "params"}. (transfer full) */
WEFT_API WeftTaskGraph       *weft_recipe_make     (JsonNode             *recipe,
                                                    WeftCatalog          *catalog,
                                                    GCancellable         *cancellable,
                                                    GError              **error);

G_END_DECLS
