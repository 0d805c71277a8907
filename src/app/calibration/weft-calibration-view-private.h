/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a calibration view, for the files that make it up. */
#pragma once

#include "app/calibration/weft-calibration-view.h"

G_BEGIN_DECLS

struct _WeftCalibrationView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  WeftMessageBar *bar;
  WeftCalibrationPane *pane;
  GtkStack *middle;
  WeftCalibrationViews *views;
  WeftCalibrationPanel *panel;

  WeftCalibrationJob *job;
  char *told; /* (nullable): the message that the bar has shown */
};

/* In weft-calibration-view-actions.c */
void weft_calibration_view_install_actions (GtkWidgetClass      *widget_class);
void weft_calibration_view_update_actions  (WeftCalibrationView *self);
void weft_calibration_view_add_shortcuts   (WeftCalibrationView *self);
void weft_calibration_view_take_drops      (WeftCalibrationView *self);

G_END_DECLS
