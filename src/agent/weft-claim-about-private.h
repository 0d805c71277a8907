/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a figure of a sentence is about, and how it is meant. */
#pragma once

#include "agent/weft-claim-private.h"

G_BEGIN_DECLS

typedef struct
{
  WeftAbout nearest;
  guint all;           /* a bit for each #WeftAbout that is named together with it */
  guint gap;           /* words between */
  gboolean carried;    /* named in a clause before */
  guint lead_in;       /* roles of the words before the figure */
  guint follows;       /* roles of the words after it */
  guint around;        /* roles of all words of the clause */
  gboolean has_part;   /* of the time, in the clause */
  gboolean has_limit;  /* a budget, or another quantity, in the clause */
  gboolean counts;     /* the next word says what is counted */
  guint n_figures;     /* in the clause */
  guint evaluation;    /* that is named, 0 for none */
  guint n_evaluations; /* that are named in the sentence */
} WeftClaimAbout;

void weft_claim_about_find (GArray         *tokens,
                            guint           at,
                            WeftClaimAbout *about);

G_END_DECLS
