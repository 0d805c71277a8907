/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind the job, for the files that make it up. */
#pragma once

#include "app/weft-worker.h"
#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

struct _WeftWhatifJob
{
  GObject parent_instance;

  WeftSession *session;
  gboolean active;
  gboolean behind;       /* the document is another than that of the whatif */
  WeftWorker maker;      /* of the whatif */
  WeftWhatif *whatif;    /* (nullable) */
  char *failure;         /* (nullable) */
  GListStore *rows;      /* WeftWhatifRow */
  GHashTable *by_path;   /* char * to WeftWhatifRow, borrowed */
  GListStore *outputs;   /* WeftWhatifChoice */
  char *output;          /* path */
  char *selected;        /* (nullable): path */
  GListStore *knobs;     /* WeftWhatifKnob */

  WeftEvaluation *answer; /* (nullable) */
  char *refusal;          /* (nullable) */
  WeftWorker asker;       /* of the answer */
  gboolean again;         /* the knobs have moved since it was asked */
  guint quiet_source;     /* until nothing has moved for a while */

  WeftSession *other;     /* (nullable) */
  WeftDesign *other_design; /* (nullable): as it was when it was asked for last */
  double low[WEFT_N_WHATIF_STUDIES];
  double high[WEFT_N_WHATIF_STUDIES];
  double target;
  gboolean in_both;
  gboolean all_inputs;
  WeftWhatifStudy *studies[WEFT_N_WHATIF_STUDIES];
};

/* Something above is another. */
void weft_whatif_job_emit_changed (WeftWhatifJob *self);
/* Design, output or a knob is another. */
void weft_whatif_job_touch        (WeftWhatifJob *self);

/* In weft-whatif-job-answer.c */
void weft_whatif_job_answer       (WeftWhatifJob *self);
void weft_whatif_job_emit_answered (WeftWhatifJob *self);

/* In weft-whatif-job-knobs.c */
/* The knobs of another design. */
void weft_whatif_job_follow_knobs (WeftWhatifJob *self);
/* Those that are moved: @inputs (element-type WeftInput), borrowed, and @values. */
void weft_whatif_job_list_moved   (WeftWhatifJob *self,
                                   GPtrArray     *inputs,
                                   GArray        *values);

G_END_DECLS
