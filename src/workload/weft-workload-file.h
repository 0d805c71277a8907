/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workloads from files, whatever their format: Weft's own graph or recipe, WfFormat, STG, DOT, a Matrix Market file
 * or the config.json of a language model. The reader is chosen by what the file holds. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "catalog/weft-catalog.h"
#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_WORKLOAD_FORMAT_GRAPH,  /* "format": "weft-workload/1" */
  WEFT_WORKLOAD_FORMAT_RECIPE, /* {"generator": ...} */
  WEFT_WORKLOAD_FORMAT_WFFORMAT,
  WEFT_WORKLOAD_FORMAT_STG,
  WEFT_WORKLOAD_FORMAT_DOT,
  WEFT_WORKLOAD_FORMAT_MATRIX_MARKET,
  WEFT_WORKLOAD_FORMAT_HF_CONFIG,
  WEFT_N_WORKLOAD_FORMATS,
} WeftWorkloadFormat;

WEFT_API const char    *weft_workload_format_nick  (WeftWorkloadFormat   format);
WEFT_API const char    *weft_workload_format_title (WeftWorkloadFormat   format);
/* What a file holds, by its first bytes and its name. */
WEFT_API gboolean       weft_workload_format_guess (const char          *path,
                                                    const char          *text,
                                                    gsize                length,
                                                    WeftWorkloadFormat  *format);

/* @params: (nullable): parameters of the generator that a matrix or a config.json is given to; @notes: (nullable)
 * (element-type utf8): sentences are appended. (transfer full) */
WEFT_API WeftTaskGraph *weft_workload_load         (const char          *path,
                                                    JsonObject          *params,
                                                    WeftCatalog         *catalog,
                                                    GPtrArray           *notes,
                                                    GCancellable        *cancellable,
                                                    GError             **error);
/* Weft's own format. */
WEFT_API gboolean       weft_workload_save         (WeftTaskGraph       *graph,
                                                    const char          *path,
                                                    GError             **error);

G_END_DECLS
