/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a study, for what writes it. */
#pragma once

#include "search/weft-study.h"

G_BEGIN_DECLS

/* The same resamples for every interval, so that bands are smooth along a curve and equal runs have equal ones. */
#define WEFT_STUDY_CONFIDENCE 0.95
#define WEFT_STUDY_RESAMPLES 2000
#define WEFT_STUDY_BOOTSTRAP_SEED 1

/* A row with its runs. */
typedef struct
{
  char *method;
  char *label;
  guint budget;
  GArray *runs; /* WeftStudyRun */
  WeftStudyRow row;
} WeftStudyEntry;

struct _WeftStudy
{
  GPtrArray *entries; /* WeftStudyEntry */
  double optimum;
  double target;
  WeftStudyTarget target_kind;
};

G_END_DECLS
