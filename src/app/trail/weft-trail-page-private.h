/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind the audit page, for the files that make it up. */
#pragma once

#include "app/trail/weft-chain-bar.h"
#include "app/trail/weft-event-details.h"
#include "app/trail/weft-events-pane.h"
#include "app/trail/weft-lineage-pane.h"
#include "app/trail/weft-runs-pane.h"
#include "app/trail/weft-trail-page.h"
#include "app/weft-message-bar.h"

G_BEGIN_DECLS

#define WEFT_TRAIL_WORK_STEPS 1000

struct _WeftTrailPage
{
  GtkWidget parent_instance;

  GtkWidget *toasts;
  GtkStack *states;
  AdwStatusPage *empty;
  WeftRunsPane *runs;
  GtkWidget *middle;
  GtkWidget *rest;
  GtkWidget *back_to_runs;
  GtkLabel *title;
  GtkWidget *dialogue_button;
  GtkWidget *simulation_button;
  WeftChainBar *chain;
  GtkWidget *work;
  GtkLabel *work_words;
  GtkProgressBar *work_progress;
  WeftMessageBar *message;
  GtkStack *views;
  WeftEventsPane *events;
  WeftLineagePane *lineage;
  GtkWidget *end;
  GtkWidget *back_bar;
  WeftEventDetails *details;

  WeftSession *session;
  char *view; /* "events", "lineage", "why" */
  WeftRunList *list;
  WeftRunFollower *follower; /* (nullable): no run is selected */
  WeftChainCheck *check;     /* (nullable): of the same run */
  WeftEventRow *first;       /* (nullable): run.start, which says what was searched */
  guint64 difference;        /* event that a replay has found to differ */
  gboolean was_written;      /* as the chain was last checked */

  GCancellable *working; /* (nullable): what the work bar shows */
  int work_done;         /* of WEFT_TRAIL_WORK_STEPS, below 0 when nobody knows; atomic, a worker sets it */
  guint work_source;

  int room;  /* how many columns have room: 1, 2, 3 */
  int depth; /* where the user is: 0 runs, 1 events, 2 one event */
  guint room_source;
};

/* In weft-trail-page-actions.c */
void weft_trail_page_install_actions (GtkWidgetClass *widget_class);
void weft_trail_page_add_shortcuts   (WeftTrailPage  *self);
void weft_trail_page_update_actions  (WeftTrailPage  *self);

/* In weft-trail-page.c */
void weft_trail_page_set_depth       (WeftTrailPage  *self,
                                      int             depth);

G_END_DECLS
