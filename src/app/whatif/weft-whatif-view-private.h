/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a What-if view, for the files that make it up. */
#pragma once

#include <adwaita.h>

#include "app/whatif/weft-whatif-view.h"

G_BEGIN_DECLS

struct _WeftWhatifView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftMessageBar *bar;
  AdwToastOverlay *toasts;
  GtkStack *stack;
  AdwStatusPage *failed;
  WeftWhatifPane *pane;
  WeftWhatifViews *views;
  WeftWhatifPanel *panel;

  WeftWhatifJob *job;
  GListModel *presets; /* (nullable): read when the view is first shown */
};

/* In weft-whatif-view-actions.c */
void weft_whatif_view_install_actions (GtkWidgetClass *widget_class);
void weft_whatif_view_update_actions  (WeftWhatifView *self);
void weft_whatif_view_add_shortcuts   (WeftWhatifView *self);
void weft_whatif_view_list_presets    (WeftWhatifView *self);

G_END_DECLS
