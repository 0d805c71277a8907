/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The left column of a search: what is searched how, its control, how far it is, and the best designs. */
#pragma once

#include <gtk/gtk.h>

#include "app/search/weft-search-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SEARCH_SETUP (weft_search_setup_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchSetup, weft_search_setup, WEFT, SEARCH_SETUP, GtkWidget)

/* Signal "picked" (uint): the point of a best design that somebody chose. */
void weft_search_setup_bind   (WeftSearchSetup *self,
                               WeftSearchJob   *job);
void weft_search_setup_show   (WeftSearchSetup *self);
/* Marks a point's design in the list, when it is there; -1 for none. */
void weft_search_setup_select (WeftSearchSetup *self,
                               int              index);

G_END_DECLS
