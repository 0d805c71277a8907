/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a workloads page, for the files that make it up. */
#pragma once

#include "app/weft-message-bar.h"
#include "app/workloads/weft-workloads-page.h"

G_BEGIN_DECLS

struct _WeftWorkloadsPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftMessageBar *bar;
  AdwToastOverlay *toasts;
  WeftWorkloadPane *pane;
  GtkStack *middle;
  GtkMenuButton *add_button;
  WeftMappingViews *views;
  WeftMappingPanel *panel;

  WeftSession *session;
  WeftMapJob *job;
};

/* In weft-workloads-page-actions.c */
void weft_workloads_page_install_actions (GtkWidgetClass    *widget_class);
void weft_workloads_page_update_actions  (WeftWorkloadsPage *self);
void weft_workloads_page_add_shortcuts   (WeftWorkloadsPage *self);

G_END_DECLS
