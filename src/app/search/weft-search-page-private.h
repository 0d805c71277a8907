/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a search page, for the files that make it up. */
#pragma once

#include "app/search/weft-search-columns.h"
#include "app/search/weft-search-page.h"
#include "app/weft-message-bar.h"

G_BEGIN_DECLS

/* Designs that can be pinned: what is compared are two. */
#define WEFT_SEARCH_PINS 2

struct _WeftSearchPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkStack *modes;
  WeftWhatifView *what_if;
  WeftMessageBar *bar;
  AdwToastOverlay *toasts;
  WeftSearchSetup *setup;
  GtkStack *middle;
  WeftSearchCharts *charts;
  WeftSearchDesign *design;
  GtkWidget *pins_bar;
  GtkLabel *pins_label;
  GtkWidget *compare_button;

  WeftSession *session;
  WeftSearchJob *job;
  guint round;        /* of the job, that @selected belongs to */
  int selected;       /* point, -1 for none */
  gboolean picked;    /* by somebody: else the best is chosen */
  WeftDesign *pins[WEFT_SEARCH_PINS]; /* (nullable) */
};

/* In weft-search-page-actions.c */
void weft_search_page_install_actions (GtkWidgetClass *widget_class);
void weft_search_page_update_actions  (WeftSearchPage *self);
void weft_search_page_enable_controls (WeftSearchPage *self);
void weft_search_page_show_pins       (WeftSearchPage *self);

G_END_DECLS
