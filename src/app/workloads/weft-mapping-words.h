/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the page says of workloads and mappings, in rows of a name and a value. No widgets. */
#pragma once

#include "app/workloads/weft-map-outcome.h"
#include "base/weft-quantity.h"
#include "workload/weft-task-summary.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  char *value;
  char *tip; /* (nullable): what it is, or more of it */
} WeftFact;

/* (transfer full) (element-type WeftFact) */
GPtrArray *weft_facts_new         (void);
/* Takes @value. @tip: (nullable) */
void       weft_fact_add          (GPtrArray             *facts,
                                   const char            *name,
                                   char                  *value,
                                   const char            *tip);
void       weft_fact_add_quantity (GPtrArray             *facts,
                                   const char            *name,
                                   double                 value,
                                   WeftUnit               unit,
                                   const char            *tip);

/* (transfer full) (element-type WeftFact) */
GPtrArray *weft_facts_of_workload (const WeftTaskSummary *summary);
GPtrArray *weft_facts_of_mapping  (WeftMapOutcome           *mapping);
/* What was assumed, and what the result says of itself. (transfer full) (element-type utf8) */
GPtrArray *weft_notes_of_mapping  (WeftMapOutcome           *mapping);
/* "+4.1 %", "none", or NULL when there is no bound. (transfer full) */
char      *weft_words_for_gap     (const WeftMapResult   *result);

G_END_DECLS
