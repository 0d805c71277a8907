/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of checking claims: words of a text, its figures, what a figure is about, and the facts it is held to. */
#pragma once

#include "agent/weft-claim.h"
#include "model/weft-evaluation.h"

G_BEGIN_DECLS

/* --- lists of marks, weft-claim-json.c --- */

GPtrArray *weft_claims_new (void);
WeftClaim *weft_claims_add (GPtrArray       *claims,
                            const WeftClaim *claim);

/* --- figures, weft-claim-figure.c --- */

/* What a figure is measured in. */
typedef enum
{
  WEFT_FIGURE_NUMBER,
  WEFT_FIGURE_TIMES, /* × */
  WEFT_FIGURE_PERCENT,
  WEFT_FIGURE_W,
  WEFT_FIGURE_S,
  WEFT_FIGURE_BYTES,
  WEFT_FIGURE_BYTES_S,
  WEFT_FIGURE_FLOPS,
  WEFT_FIGURE_USD,
  WEFT_FIGURE_TOKENS_S,
  WEFT_FIGURE_REQUESTS_S,
  WEFT_FIGURE_OTHER,
} WeftFigureUnit;

/* A number as it is written: what it can stand for is [low, high) in SI units. */
typedef struct
{
  WeftFigureUnit unit;
  double value;
  double low;
  double high;
  guint digits;      /* significant ones */
  gboolean decimals; /* a fraction is written */
  gboolean foreign;  /* its comma may be a decimal one */
  gboolean grouped;  /* and it was taken for one that parts thousands */
  gboolean sign;     /* it has one */
  guint lead;        /* bytes of sign and currency before it */
  gboolean per;      /* of something that stands in its unit: tokens/s/user */
} WeftFigure;

gsize weft_figure_read (const char *text,
                        const char *at,
                        const char *end,
                        WeftFigure *figure);

/* --- words, weft-claim-word.c --- */

/* What a figure may be about. From WEFT_ABOUT_FRACTION on nothing that an evaluation says. */
typedef enum
{
  WEFT_ABOUT_NOTHING,
  WEFT_ABOUT_SCORE,
  WEFT_ABOUT_WORKLOAD,
  WEFT_ABOUT_LAST_WORKLOAD = WEFT_ABOUT_WORKLOAD + WEFT_N_WORKLOADS - 1,
  WEFT_ABOUT_POWER,
  WEFT_ABOUT_COST,
  WEFT_ABOUT_CHIPS,
  WEFT_ABOUT_FRACTION, /* of the budget: a choice, not a result */
  WEFT_ABOUT_NAME,     /* B200: most likely its fraction */
  WEFT_ABOUT_PART,     /* memory, latency: a share of time where it is in percent */
  WEFT_ABOUT_OTHER,    /* weight, bandwidth: nothing that is known of results */
} WeftAbout;

/* What else a word does to a figure beside it. */
typedef enum
{
  WEFT_WORD_FILLER = 1 << 0,   /* does not part a figure from what it is about */
  WEFT_WORD_HEDGE = 1 << 1,    /* about */
  WEFT_WORD_CHANGE = 1 << 2,   /* the figure is a difference */
  WEFT_WORD_ABOVE = 1 << 3,
  WEFT_WORD_BELOW = 1 << 4,
  WEFT_WORD_BETWEEN = 1 << 5,
  WEFT_WORD_OTHERS = 1 << 6,   /* from, than: not of the evaluation that is spoken of */
  WEFT_WORD_TOWARDS = 1 << 7,  /* on, for: what follows is what the figure is about */
  WEFT_WORD_JOINS = 1 << 8,    /* and */
  WEFT_WORD_BREAKS = 1 << 9,   /* but, so: another thought begins */
  WEFT_WORD_ORDINAL = 1 << 10, /* a number after it counts, it does not measure */
  WEFT_WORD_EVALUATION = 1 << 11,
  WEFT_WORD_EACH = 1 << 12,    /* of a part of the machine */
  WEFT_WORD_WHOLE = 1 << 13,   /* of the whole machine */
  WEFT_WORD_REFERENCE = 1 << 14,
  WEFT_WORD_LEVEL = 1 << 15,     /* to, at: no difference, whatever stands before it */
  WEFT_WORD_ABBREVIATION = 1 << 16, /* its full stop ends no sentence */
} WeftWordRole;

typedef struct
{
  const char *text; /* in lower case */
  WeftAbout about;
  guint roles;
} WeftWord;

const WeftWord *weft_word_find (const char *text,
                                gsize       length);

/* --- sentences, weft-claim-scan.c --- */

typedef enum
{
  WEFT_TOKEN_WORD,   /* one that is not known has no word */
  WEFT_TOKEN_FIGURE,
  WEFT_TOKEN_NUMBER, /* counts something: "evaluation 9" */
  WEFT_TOKEN_BREAK,  /* a comma, a dash */
} WeftTokenKind;

typedef struct
{
  WeftTokenKind kind;
  guint start;
  guint end;
  const WeftWord *word; /* (nullable) */
  WeftFigure figure;
  guint number;         /* an evaluation's, 0 for none */
} WeftToken;

typedef struct
{
  const char *text;
  const char *at;
  const char *end;
  gboolean line_start; /* nothing but white space since the line began */
} WeftClaimScanner;

gboolean weft_claim_scan_sentence (WeftClaimScanner *self,
                                   GArray           *tokens);

/* --- facts, weft-claim-facts.c --- */

/* What facts are of. Those of workloads come in the order of the workloads. */
typedef enum
{
  WEFT_POOL_SCORE,
  WEFT_POOL_RATIO,
  WEFT_POOL_VALUE = WEFT_POOL_RATIO + WEFT_N_WORKLOADS, /* rates and times */
  WEFT_POOL_SHARE = WEFT_POOL_VALUE + WEFT_N_WORKLOADS, /* of the time */
  WEFT_POOL_POWER = WEFT_POOL_SHARE + WEFT_N_WORKLOADS,
  WEFT_POOL_COST,
  WEFT_POOL_CHIPS,
  WEFT_POOL_GIVEN,
  WEFT_POOL_FRACTION,
  WEFT_N_POOLS,
} WeftPool;

typedef struct
{
  double value;
  guint evaluation;
  WeftFigureUnit unit;
  const char *what; /* lives as long as the facts */
} WeftFact;

const WeftFact *weft_claim_facts_match  (WeftClaimFacts   *self,
                                         WeftPool          pool,
                                         const WeftFigure *figure,
                                         guint             evaluation);
const WeftFact *weft_claim_facts_last   (WeftClaimFacts   *self,
                                         WeftPool          pool,
                                         const WeftFigure *figure,
                                         guint             evaluation);
gboolean        weft_claim_facts_differ (WeftClaimFacts   *self,
                                         WeftPool          pool,
                                         const WeftFigure *figure);
gboolean        weft_claim_facts_bound  (WeftClaimFacts   *self,
                                         WeftPool          pool,
                                         const WeftFigure *figure,
                                         gboolean          above);

G_END_DECLS
