/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a simulate page, for the files that make it up. */
#pragma once

#include "app/calibration/weft-calibration-view.h"
#include "app/simulate/weft-simulate-page.h"
#include "app/weft-message-bar.h"

G_BEGIN_DECLS

struct _WeftSimulatePage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkStack *modes;
  GtkWidget *simulation;
  WeftCalibrationView *calibration;
  WeftMessageBar *bar;
  WeftSimPane *pane;
  GtkStack *middle;
  GtkMenuButton *add_button;
  WeftSimViews *views;
  WeftSimPanel *panel;

  WeftSession *session;
  WeftSimJob *job;
};

/* In weft-simulate-page-actions.c */
void weft_simulate_page_install_actions (GtkWidgetClass   *widget_class);
void weft_simulate_page_update_actions  (WeftSimulatePage *self);
void weft_simulate_page_add_shortcuts   (WeftSimulatePage *self);

G_END_DECLS
