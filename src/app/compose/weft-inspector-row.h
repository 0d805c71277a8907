/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the inspector: what it is, the control that changes it, and below these what is wrong
 * with the entry or why it has no effect. Also the rows that only show a figure. */
#pragma once

#include <gtk/gtk.h>

#include "app/compose/weft-value-entry.h"
#include "design/graph/weft-graph-facts.h"

G_BEGIN_DECLS

#define WEFT_TYPE_INSPECTOR_ROW (weft_inspector_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspectorRow, weft_inspector_row, WEFT, INSPECTOR_ROW, GtkListBoxRow)

WeftInspectorRow *weft_inspector_row_new         (const char       *title,
                                                  GtkWidget        *control);
const char       *weft_inspector_row_get_title   (WeftInspectorRow *self);
/* (nullable) (transfer none) */
GtkWidget        *weft_inspector_row_get_control (WeftInspectorRow *self);
void              weft_inspector_row_set_note    (WeftInspectorRow *self,
                                                  const char       *note);
void              weft_inspector_row_set_words   (WeftInspectorRow *self,
                                                  const char       *words);
void              weft_inspector_row_set_refusal (WeftInspectorRow *self,
                                                  const char       *message);
/* (nullable): what stands below the control now. */
const char       *weft_inspector_row_get_message (WeftInspectorRow *self);

/* A list of rows with the look of a card. */
GtkWidget        *weft_inspector_list_new        (const char       *label);
GtkWidget        *weft_inspector_heading_new     (const char       *text);
void              weft_inspector_list_clear      (GtkListBox       *list,
                                                  guint             keep);

/* An entry with buttons for one less and one more; "commit" of the entry brings what is typed. */
GtkWidget        *weft_inspector_entry_new       (const char       *label,
                                                  int               width_chars);
GtkWidget        *weft_inspector_stepper_new     (WeftValueEntry   *entry);
/* @value is NAN for one that has none, or several: then there is nothing to count from. */
void              weft_inspector_stepper_show    (WeftValueEntry   *entry,
                                                  double            value,
                                                  double            least,
                                                  double            most);

GtkWidget        *weft_inspector_fact_new        (const WeftGraphFact *fact);
GtkWidget        *weft_inspector_plain_new       (const char       *label,
                                                  const char       *value,
                                                  const char       *more);

G_END_DECLS
