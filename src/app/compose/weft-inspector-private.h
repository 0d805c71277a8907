/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of the inspector and what they share: what is being edited, and how an entry becomes
 * one step of the history. */
#pragma once

#include "app/canvas/weft-stage.h"
#include "app/compose/weft-inspector-row.h"
#include "app/compose/weft-part-chooser.h"
#include "design/graph/weft-graph-totals.h"

G_BEGIN_DECLS

typedef struct _WeftSurvey WeftSurvey;

/* What the fields of a section show: it stays the same while something is typed, whatever is
 * selected meanwhile. */
typedef struct
{
  WeftStage *stage;         /* borrowed */
  WeftGraph *graph;         /* (nullable): as it is shown */
  guint definition;
  WeftGraphMembers members;
  guint *indices;           /* none: the definition itself */
  guint n;
} WeftInspectorTarget;

/* @chosen is connected as long as @object lives, which is handed to it first. */
WeftPartChooser  *weft_inspector_chooser_new   (const char          *label,
                                                GCallback            chosen,
                                                gpointer             object);

void              weft_inspector_target_set    (WeftInspectorTarget *target,
                                                WeftStage           *stage,
                                                WeftGraphMembers     members,
                                                GtkBitset           *indices);
void              weft_inspector_target_clear  (WeftInspectorTarget *target);
/* FALSE when the document has become another one meanwhile. */
gboolean          weft_inspector_target_holds  (const WeftInspectorTarget *target);
const WeftGraphDefinition *
                  weft_inspector_target_owner  (const WeftInspectorTarget *target);
const WeftGraphItem *
                  weft_inspector_target_item   (const WeftInspectorTarget *target,
                                                guint                      nth);
const WeftGraphLink *
                  weft_inspector_target_link   (const WeftInspectorTarget *target,
                                                guint                      nth);
WeftInventory    *weft_inspector_target_inventory (const WeftInspectorTarget *target);

/* Sets @key of all that is selected to @value (transfer full) (nullable) in one step; a refusal
 * stands in @row, and what has no effect is explained there. */
gboolean          weft_inspector_set           (WeftInspectorTarget *target,
                                                WeftInspectorRow    *row,
                                                const char          *key,
                                                JsonNode            *value,
                                                gboolean             continues);
/* The same with an edit that is ready; @edit and @error are (transfer full), one of them NULL. */
gboolean          weft_inspector_do            (WeftInspectorTarget *target,
                                                WeftInspectorRow    *row,
                                                const char          *key,
                                                WeftEdit            *edit,
                                                GError              *error);
/* What is typed as a whole number; refuses in @row. @least and @most bound it. */
gboolean          weft_inspector_parse_count   (WeftInspectorRow    *row,
                                                const char          *text,
                                                double               least,
                                                double               most,
                                                double              *value);
gboolean          weft_inspector_parse         (WeftInspectorRow    *row,
                                                const char          *text,
                                                WeftUnit             unit,
                                                double               least,
                                                double               most,
                                                double              *value);
JsonNode         *weft_inspector_number        (double               value);
JsonNode         *weft_inspector_text          (const char          *text);

/* Where a link or a port of the level may end, of WeftGraphChoice; empty when there are too many
 * parts for a list. @current (nullable) is in it in any case. (transfer full) */
GPtrArray        *weft_inspector_list_sockets  (const WeftInspectorTarget *target,
                                                const char          *current);

/* Puts @choices (element-type WeftGraphChoice) on a button. @current (nullable): none is chosen;
 * @none (nullable): how an entry for nothing is called. */
void              weft_inspector_show_choices  (WeftPartChooser     *chooser,
                                                GPtrArray           *choices,
                                                const char          *current,
                                                const char          *none,
                                                gboolean             is_mixed);

/* --- sections --- */

#define WEFT_TYPE_INSPECTOR_ITEM (weft_inspector_item_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspectorItem, weft_inspector_item, WEFT, INSPECTOR_ITEM, GtkWidget)
#define WEFT_TYPE_INSPECTOR_LINK (weft_inspector_link_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspectorLink, weft_inspector_link, WEFT, INSPECTOR_LINK, GtkWidget)
#define WEFT_TYPE_INSPECTOR_ENDS (weft_inspector_ends_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspectorEnds, weft_inspector_ends, WEFT, INSPECTOR_ENDS, GtkWidget)
#define WEFT_TYPE_INSPECTOR_WIRING (weft_inspector_wiring_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspectorWiring, weft_inspector_wiring, WEFT, INSPECTOR_WIRING, GtkWidget)
#define WEFT_TYPE_INSPECTOR_AMOUNTS (weft_inspector_amounts_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspectorAmounts, weft_inspector_amounts, WEFT, INSPECTOR_AMOUNTS, GtkWidget)
#define WEFT_TYPE_INSPECTOR_LEVEL (weft_inspector_level_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspectorLevel, weft_inspector_level, WEFT, INSPECTOR_LEVEL, GtkWidget)
#define WEFT_TYPE_INSPECTOR_TOTALS (weft_inspector_totals_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspectorTotals, weft_inspector_totals, WEFT, INSPECTOR_TOTALS, GtkWidget)

/* Each shows what is selected of @stage now; NULL lets go of it. */
void              weft_inspector_item_show     (WeftInspectorItem   *self,
                                                WeftStage           *stage);
void              weft_inspector_link_show     (WeftInspectorLink   *self,
                                                WeftStage           *stage);
/* What only a count of the whole machine tells; @flat (nullable). */
void              weft_inspector_link_show_flat (WeftInspectorLink  *self,
                                                const WeftFlat      *flat);
void              weft_inspector_ends_show     (WeftInspectorEnds   *self,
                                                WeftStage           *stage);
void              weft_inspector_amounts_show  (WeftInspectorAmounts *self,
                                                WeftStage           *stage);
void              weft_inspector_amounts_show_flat (WeftInspectorAmounts *self,
                                                const WeftFlat      *flat);
void              weft_inspector_wiring_show   (WeftInspectorWiring *self,
                                                WeftStage           *stage);
void              weft_inspector_level_show    (WeftInspectorLevel  *self,
                                                WeftStage           *stage);
void              weft_inspector_totals_show   (WeftInspectorTotals *self,
                                                WeftStage           *stage,
                                                WeftSurvey          *survey);

/* --- a machine written out --- */

/* The graph of a document, its devices and totals, and those of the level in view. */
struct _WeftSurvey
{
  gatomicrefcount refs;
  WeftGraph *graph;
  int definition;             /* whose totals are beside those of the machine; -1 for none */
  WeftFlat *flat;             /* NULL: the graph breaks a rule, @failure says which */
  WeftGraphTotals *totals;
  WeftGraphTotals *own;       /* (nullable): of one instance of @definition */
  char *failure;
};

WeftSurvey       *weft_survey_ref              (WeftSurvey          *self);
void              weft_survey_unref            (WeftSurvey          *self);
void              weft_survey_make_async       (WeftStage           *stage,
                                                GCancellable        *cancellable,
                                                GAsyncReadyCallback  callback,
                                                gpointer             data);
WeftSurvey       *weft_survey_make_finish      (GAsyncResult        *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSurvey, weft_survey_unref)

G_END_DECLS
