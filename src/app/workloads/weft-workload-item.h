/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One workload of a page: a recipe or a file, the graph that comes of it, and what mappers have found for it. Graphs
 * are made in a worker. No widgets. */
#pragma once

#include <gio/gio.h>

#include "workload/weft-generator.h"
#include "workload/weft-task-summary.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_WORKLOAD_WAITING, /* for the catalog */
  WEFT_WORKLOAD_MAKING,
  WEFT_WORKLOAD_READY,
  WEFT_WORKLOAD_FAILED, /* the message says why */
} WeftWorkloadState;

#define WEFT_TYPE_WORKLOAD_ITEM (weft_workload_item_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkloadItem, weft_workload_item, WEFT, WORKLOAD_ITEM, GObject)

/* Signal "changed": state, parameters, graph or mappings are others. */

/* @params: (nullable): those that are given. */
WeftWorkloadItem    *weft_workload_item_new        (const WeftGenerator  *generator,
                                                    JsonObject           *params);
WeftWorkloadItem    *weft_workload_item_new_file   (const char           *path);
/* One line that weft_workload_item_write() has written. (transfer full) (nullable) */
WeftWorkloadItem    *weft_workload_item_read       (const char           *line,
                                                    GError              **error);
char                *weft_workload_item_write      (WeftWorkloadItem     *self);

/* What a form asks for: of a file that a generator takes, its generator; NULL for other files. */
const WeftGenerator *weft_workload_item_get_generator (WeftWorkloadItem  *self);
const char          *weft_workload_item_get_path   (WeftWorkloadItem     *self); /* (nullable) */
/* The value that counts: what is given, else the usual one. (transfer full) */
JsonNode            *weft_workload_item_get_param  (WeftWorkloadItem     *self,
                                                    const WeftParameter  *param);
/* Takes @value; NULL for the usual one. The graph is made again. */
void                 weft_workload_item_set_param  (WeftWorkloadItem     *self,
                                                    const WeftParameter  *param,
                                                    JsonNode             *value);
/* The generator's parameters as they count. (transfer full) (nullable) */
JsonObject          *weft_workload_item_fill       (WeftWorkloadItem     *self,
                                                    GError              **error);

/* Several at once, of another object; @ranks (nullable) (element-type guint32): the device of each rank of the graph
 * that comes of them, until a parameter is changed. */
void                 weft_workload_item_set_params (WeftWorkloadItem     *self,
                                                    JsonObject           *params,
                                                    GArray               *ranks);
GArray              *weft_workload_item_get_ranks  (WeftWorkloadItem     *self); /* (nullable) (transfer none) */

/* From here on the graph is made, and again after each change. */
void                 weft_workload_item_start      (WeftWorkloadItem     *self,
                                                    WeftCatalog          *catalog);
WeftWorkloadState    weft_workload_item_get_state  (WeftWorkloadItem     *self);
const char          *weft_workload_item_get_message (WeftWorkloadItem    *self); /* (nullable) */
WeftTaskGraph       *weft_workload_item_get_graph  (WeftWorkloadItem     *self); /* (nullable) (transfer none) */
WeftTaskSummary     *weft_workload_item_get_summary (WeftWorkloadItem    *self); /* (nullable) (transfer none) */
const char *const   *weft_workload_item_get_notes  (WeftWorkloadItem     *self); /* (nullable) */
/* "HPCG", "matrix.mtx"; and "n 64, iterations 50" or what is wrong. (transfer full) */
char                *weft_workload_item_dup_title  (WeftWorkloadItem     *self);
char                *weft_workload_item_dup_words  (WeftWorkloadItem     *self);

/* Of WeftMapOutcome, the newest first; emptied when the graph becomes another. (transfer none) */
GListStore          *weft_workload_item_get_mappings (WeftWorkloadItem   *self);

G_END_DECLS
