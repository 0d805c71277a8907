/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a document on which designs are searched, compared and taken over. */
#pragma once

#include <adwaita.h>

#include "app/search/weft-search-charts.h"
#include "app/search/weft-search-design.h"
#include "app/search/weft-search-job.h"
#include "app/search/weft-search-setup.h"
#include "app/whatif/weft-whatif-view.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SEARCH_PAGE (weft_search_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchPage, weft_search_page, WEFT, SEARCH_PAGE, GtkWidget)

/* Property "mode": "search" or "what-if", the part that is shown. Actions: "search.mode"; "search.start", "search.pause", "search.go-on", "search.resume", "search.resume-run" (path),
 * "search.stop"; of the chosen design
 * "search.open", "search.apply", "search.show-event", "search.pin"; "search.compare" and "search.unpin". */
GtkWidget        *weft_search_page_new        (WeftSession    *session);
WeftSearchJob    *weft_search_page_get_job    (WeftSearchPage *self);
WeftSearchCharts *weft_search_page_get_charts (WeftSearchPage *self);
WeftSearchDesign *weft_search_page_get_design (WeftSearchPage *self);
/* A point of the job's tally; -1 for none. */
void              weft_search_page_select     (WeftSearchPage *self,
                                               int             index);
int               weft_search_page_get_selected (WeftSearchPage *self);
void              weft_search_page_set_mode   (WeftSearchPage *self,
                                               const char     *mode);
const char       *weft_search_page_get_mode   (WeftSearchPage *self);
WeftWhatifView   *weft_search_page_get_what_if (WeftSearchPage *self);

G_END_DECLS
