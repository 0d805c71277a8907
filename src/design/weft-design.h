/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document: name, notes, profile, budget, workload, and partitions or a graph, read from and written to a .weft file.
 * Members that Weft does not know are kept as they were and reported. Changes go through WeftHistory only. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "design/graph/weft-graph.h"
#include "design/weft-partition.h"
#include "design/weft-violation.h"

G_BEGIN_DECLS

#define WEFT_DESIGN_ERROR (weft_design_error_quark ())

typedef enum
{
  WEFT_DESIGN_ERROR_STRUCTURE, /* JSON, but not a design: the violations say why */
} WeftDesignError;

typedef enum
{
  WEFT_BUDGET_DEFAULT, /* no facility in the document: the profile's default power */
  WEFT_BUDGET_POWER,   /* watts */
  WEFT_BUDGET_COST,    /* US dollars */
} WeftBudget;

#define WEFT_TYPE_BUDGET (weft_budget_get_type ())
WEFT_API GType       weft_budget_get_type        (void) G_GNUC_CONST;

/* The profile that judges a document which names none (so the paper's own JSON too). */
#define WEFT_DESIGN_DEFAULT_PROFILE "archagent-2026"
/* The profile that a document names which a person begins. */
#define WEFT_DESIGN_NEW_PROFILE "measured"

#define WEFT_TYPE_DESIGN (weft_design_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftDesign, weft_design, WEFT, DESIGN, GObject)

WEFT_API GQuark      weft_design_error_quark     (void);

/* Reading. Text that is not JSON is an error (WEFT_JSON_ERROR, exit status 2 of the command line). JSON whose structure is wrong (a fraction that is a
 * string, no chip) appends violations with severity error to @violations and sets WEFT_DESIGN_ERROR_STRUCTURE, whose message is the first
 * violation with the file's name; nothing half-loads. Unknown members append warnings. @violations (element-type WeftViolation) may be NULL. */
WEFT_API WeftDesign *weft_design_new             (void); /* name "Untitled", no partitions */
WEFT_API WeftDesign *weft_design_new_under       (const char *profile); /* the same, and names a profile */
WEFT_API WeftDesign *weft_design_new_from_json   (JsonNode *root, const char *file, GPtrArray *violations, GError **error);
WEFT_API WeftDesign *weft_design_load            (const char *path, GPtrArray *violations, GError **error);

/* Writing: known members in a fixed order, unknown ones after them; the same design gives the same bytes. */
WEFT_API JsonNode   *weft_design_to_json         (WeftDesign *self);
WEFT_API char       *weft_design_to_text         (WeftDesign *self);
WEFT_API gboolean    weft_design_save            (WeftDesign *self, const char *path, GError **error);
WEFT_API char       *weft_design_digest          (WeftDesign *self); /* SHA-256 of the canonical JSON */

WEFT_API WeftDesign *weft_design_copy            (WeftDesign *self); /* a snapshot for another thread */
WEFT_API gboolean    weft_design_equal           (WeftDesign *a, WeftDesign *b);

/* Properties: name, notes, profile (nullable), budget, amount. Signal "changed" after every change. */
WEFT_API const char    *weft_design_get_name       (WeftDesign *self);
WEFT_API const char    *weft_design_get_notes      (WeftDesign *self);
WEFT_API const char    *weft_design_get_profile    (WeftDesign *self); /* "archagent-2026" when the document names none */
WEFT_API WeftBudget     weft_design_get_budget     (WeftDesign *self, double *amount); /* W or USD; NAN for DEFAULT */
WEFT_API JsonObject    *weft_design_get_workload   (WeftDesign *self); /* (nullable): what the document says about the workload */
WEFT_API GListModel    *weft_design_get_partitions (WeftDesign *self); /* of WeftPartition */
WEFT_API guint          weft_design_get_n_partitions (WeftDesign *self);
WEFT_API WeftPartition *weft_design_get_partition  (WeftDesign *self, guint index); /* (transfer none) */
WEFT_API WeftGraph     *weft_design_get_graph      (WeftDesign *self); /* (nullable) (transfer none) */

G_END_DECLS
