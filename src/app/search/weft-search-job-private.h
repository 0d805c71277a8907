/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a search of a document, for the files that make it up. */
#pragma once

#include "app/search/weft-search-job.h"

G_BEGIN_DECLS

struct _WeftSearchJob
{
  GObject parent_instance;

  WeftSession *session;
  char *space;
  GStrv methods;
  guint budget;
  char *seeds;
  gboolean records;
  char *folder; /* (nullable) */

  WeftJobState state;
  char *message;             /* (nullable) */
  guint serial;              /* of the start whose answers count */
  GCancellable *cancellable; /* of making the problem and of the optimum */
  GArray *todo_seeds;        /* (nullable): of the start */
  GStrv todo_paths;          /* (nullable): of the resumption */
  gboolean asked;            /* for the problem: the evaluator was there */
  WeftProblem *problem;      /* (nullable) */
  WeftSearch *search;        /* (nullable): while its worker runs */
  GArray *places;            /* (element-type guint): run of the search to run of the tally; empty until it runs */
  WeftTally *tally;
  guint round;               /* grows with every new tally */
  WeftOptimum *optimum;      /* (nullable) */
  char *optimum_digest;      /* (nullable): of its problem */
  guint tick_source;
  gboolean wants_pause;
  gint64 since_us;           /* when it began to run, 0 while it does not */
  gint64 ran_us;             /* before that */
  guint64 done_before;       /* of the budget, when the worker began */
};

G_END_DECLS
