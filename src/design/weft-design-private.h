/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing to a design, which only reading and edits may do, and what the rules need to see. */
#pragma once

#include "base/weft-json-at.h"
#include "design/weft-design.h"

G_BEGIN_DECLS

/* Reading stops at this many partitions: far above what the rules allow (WEFT_MAX_PARTITIONS). */
#define WEFT_DESIGN_READ_PARTITIONS 1000

/* The most characters of the names that people give, of notes, and of names in the catalog. */
#define WEFT_DESIGN_TITLE_CHARS 1000
#define WEFT_DESIGN_NOTES_CHARS 100000
#define WEFT_DESIGN_NAME_CHARS 200

/* Unknown members that are named one by one; the rest is summed up. */
#define WEFT_DESIGN_READ_UNKNOWN 100

/* Longer names are no slips of the pen, and comparing them with all known ones would take long. */
#define WEFT_DESIGN_NEAREST_MAX_BYTES 100

/* The members of a document that Weft knows and that are one value, in the order in which they are
 * written; partitions or the graph follow. */
typedef enum
{
  WEFT_DESIGN_NAME,
  WEFT_DESIGN_NOTES,
  WEFT_DESIGN_PROFILE,
  WEFT_DESIGN_FACILITY,
  WEFT_DESIGN_WORKLOAD,
  WEFT_DESIGN_WAIVERS,
  WEFT_N_DESIGN_FIELDS,
} WeftDesignField;

/* Their keys in the same order and "partitions", "graph", NULL at the end. */
extern const char *const weft_design_keys[WEFT_N_DESIGN_FIELDS + 3];

/* Keys of the budget inside of facility, NULL at the end. */
extern const char *const weft_design_budget_keys[3];

/* NULL stands for an absent member. */
JsonNode   *weft_design_get_field       (WeftDesign       *self,
                                         WeftDesignField   field);
void        weft_design_set_field       (WeftDesign       *self,
                                         WeftDesignField   field,
                                         JsonNode         *value);

/* The document without its graph. */
JsonNode   *weft_design_members_to_json (WeftDesign       *self);
/* The array as the document has it, (nullable), without a copy. */
JsonNode   *weft_design_peek_waivers    (WeftDesign       *self);

void        weft_design_insert          (WeftDesign       *self,
                                         guint             at,
                                         WeftPartition    *partition);
WeftPartition *weft_design_remove       (WeftDesign       *self,
                                         guint             at);
/* (nullable). A critical message, and nothing else, outside of an edit. */
void        weft_design_set_graph       (WeftDesign       *self,
                                         WeftGraph        *graph);
/* Whether "partitions" is written when there are none; returns what it was. */
gboolean    weft_design_set_has_partitions (WeftDesign    *self,
                                            gboolean       has_partitions);
/* An edit is being applied or reverted between the two; "changed" is held back as with the next. */
void        weft_design_begin_edit      (WeftDesign       *self);
void        weft_design_end_edit        (WeftDesign       *self);
/* A member of a partition has been set from outside. */
void        weft_design_touch           (WeftDesign       *self);
/* "changed" is held back between the two and then emitted once, when anything changed. */
void        weft_design_freeze          (WeftDesign       *self);
void        weft_design_thaw            (WeftDesign       *self);

/* What facility says, NAN where it says nothing; FALSE when there is no facility. */
gboolean    weft_design_get_facility    (WeftDesign       *self,
                                         double           *power_w,
                                         double           *cost_usd);
/* The profile as the document names it. */
const char *weft_design_get_profile_raw (WeftDesign       *self);

/* @object has passed the structure check. */
WeftDesign *weft_design_new_from_object (JsonObject       *object);

/* Appends a violation for each thing that is not as a document must be; FALSE on an error. */
gboolean    weft_design_check_document  (const WeftJsonAt *root,
                                         GPtrArray        *violations);
gboolean    weft_design_check_workload  (const WeftJsonAt *workload,
                                         GPtrArray        *violations);

/* The nearest of @known, NULL when none is near or @name is too long to be a slip of the pen. */
const char *weft_design_nearest         (const char        *name,
                                         const char *const *known);
G_END_DECLS
