/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line a page: to add a page, add its line here and its key to the help overlay. */
#include "config.h"

#include "app/weft-document-pages.h"

#include <glib/gi18n.h>

#include "app/plan/weft-plan-page.h"
#include "app/search/weft-search-page.h"
#include "app/simulate/weft-simulate-page.h"
#include "app/trail/weft-trail-page.h"
#include "app/workloads/weft-workloads-page.h"

const WeftDocumentPageInfo weft_document_pages[] = {
  { "workloads", N_("Workloads"), "weft-workloads-symbolic", "<Control>2", weft_workloads_page_new },
  { "simulate", N_("Simulate"), "weft-simulate-symbolic", "<Control>3", weft_simulate_page_new },
  { "search", N_("Search"), "system-search-symbolic", "<Control>4", weft_search_page_new },
  { "plan", N_("Plan"), "weft-plan-symbolic", "<Control>5", weft_plan_page_new },
  { "trail", N_("Trail"), "document-open-recent-symbolic", "<Control>6", weft_trail_page_new },
  { NULL },
};
