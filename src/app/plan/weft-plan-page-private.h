/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind the plan page, for the files that make it up. */
#pragma once

#include "app/plan/weft-dialogue-view.h"
#include "app/plan/weft-plan-bar.h"
#include "app/plan/weft-plan-page.h"
#include "app/plan/weft-plan-setup.h"
#include "app/plan/weft-run-panel.h"
#include "app/weft-message-bar.h"

G_BEGIN_DECLS

struct _WeftPlanPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftMessageBar *bar;
  AdwToastOverlay *toasts;
  GtkStack *states;
  WeftPlanSetup *setup;
  GtkWidget *body;
  WeftDialogueView *view;
  WeftPlanBar *foot;
  GtkWidget *side;
  WeftRunPanel *panel;

  WeftSession *session;
  WeftPlanJob *job;
  gboolean narrow;       /* no room for the panel beside the dialogue */
  gboolean details;      /* the panel is shown where there is no room for it */
  gboolean was_busy;
  guint layout_source;
  guint update_source;
};

/* In weft-plan-page-actions.c */
void weft_plan_page_install_actions (GtkWidgetClass *widget_class);
void weft_plan_page_add_shortcuts   (WeftPlanPage   *self);
void weft_plan_page_update_actions  (WeftPlanPage   *self);

G_END_DECLS
