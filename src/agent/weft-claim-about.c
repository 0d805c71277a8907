/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what a figure is about: the nearest word before it or right after it, in its clause, that its unit fits. */
#include "agent/weft-claim-about-private.h"

#include <string.h>

/* A subject after the figure stands at most so many words behind it. */
#define MAX_AFTER 4

static const WeftToken *
token_at (GArray *tokens,
          guint   at)
{
  return &g_array_index (tokens, WeftToken, at);
}

static guint
roles_of (const WeftToken *token)
{
  return token->kind == WEFT_TOKEN_WORD && token->word != NULL ? token->word->roles : 0;
}

static WeftAbout
about_of (const WeftToken *token)
{
  return token->kind == WEFT_TOKEN_WORD && token->word != NULL ? token->word->about : WEFT_ABOUT_NOTHING;
}

static gboolean
parts (const WeftToken *token)
{
  return token->kind == WEFT_TOKEN_BREAK || (roles_of (token) & WEFT_WORD_BREAKS) != 0;
}

/* Whether a figure with this unit can be about that. What is no result fits plain numbers and percent. */
static gboolean
fits (const WeftFigure *figure,
      WeftAbout         about)
{
  switch (figure->unit)
    {
    case WEFT_FIGURE_TIMES:
      return about >= WEFT_ABOUT_SCORE && about <= WEFT_ABOUT_LAST_WORKLOAD;
    case WEFT_FIGURE_NUMBER:
      if (about == WEFT_ABOUT_NAME)
        return figure->value <= 1;
      return about != WEFT_ABOUT_NOTHING && about != WEFT_ABOUT_POWER && about != WEFT_ABOUT_COST
             && (about != WEFT_ABOUT_CHIPS || !figure->decimals);
    case WEFT_FIGURE_PERCENT:
      return about != WEFT_ABOUT_NOTHING && about != WEFT_ABOUT_CHIPS && about != WEFT_ABOUT_PART
             && about != WEFT_ABOUT_POWER && about != WEFT_ABOUT_COST;
    case WEFT_FIGURE_W:
      return about == WEFT_ABOUT_POWER || about == WEFT_ABOUT_OTHER;
    case WEFT_FIGURE_USD:
      return about == WEFT_ABOUT_COST || about == WEFT_ABOUT_OTHER;
    case WEFT_FIGURE_TOKENS_S:
    case WEFT_FIGURE_REQUESTS_S:
    case WEFT_FIGURE_S:
      return about >= WEFT_ABOUT_WORKLOAD && about <= WEFT_ABOUT_LAST_WORKLOAD;
    default:
      return FALSE;
    }
}

/* "training, serving and FFT": all of them, the nearest first. */
static void
gather (WeftClaimAbout *about,
        GArray         *tokens,
        guint           last)
{
  guint between = 0;

  about->nearest = about_of (token_at (tokens, last));
  about->all = 1u << about->nearest;
  for (guint i = last; i > 0 && between < 3; i--)
    {
      const WeftToken *token = token_at (tokens, i - 1);

      if (about_of (token) != WEFT_ABOUT_NOTHING)
        {
          about->all |= 1u << about_of (token);
          between = 0;
        }
      else if (token->kind == WEFT_TOKEN_BREAK || (roles_of (token) & WEFT_WORD_JOINS) != 0)
        between++;
      else
        return;
    }
}

/* Looks before the figure. @carried: also in clauses before its own. */
static gboolean
look_before (WeftClaimAbout *about,
             GArray         *tokens,
             guint           at,
             gboolean        carried)
{
  const WeftFigure *figure = &token_at (tokens, at)->figure;
  gboolean parted = FALSE;

  about->gap = 0;
  for (guint i = at; i > 0; i--)
    {
      const WeftToken *token = token_at (tokens, i - 1);

      parted = parted || parts (token);
      if (parted && !carried)
        return FALSE;
      if (fits (figure, about_of (token)))
        {
          about->carried = parted;
          gather (about, tokens, i - 1);
          return TRUE;
        }
      if ((roles_of (token) & WEFT_WORD_FILLER) == 0 || token->kind == WEFT_TOKEN_FIGURE)
        about->gap++;
    }
  return FALSE;
}

/* Looks right behind the figure: "4.77x on HPCG", "1,312 chips". */
static gboolean
look_after (WeftClaimAbout *about,
            GArray         *tokens,
            guint           at)
{
  const WeftFigure *figure = &token_at (tokens, at)->figure;

  for (guint i = at + 1; i < tokens->len && i <= at + MAX_AFTER; i++)
    {
      const WeftToken *token = token_at (tokens, i);

      if (parts (token) || token->kind != WEFT_TOKEN_WORD || (roles_of (token) & WEFT_WORD_JOINS) != 0)
        return FALSE;
      if (about_of (token) != WEFT_ABOUT_NOTHING)
        {
          about->nearest = about_of (token);
          about->all = 1u << about->nearest;
          about->gap = i - at - 1;
          return fits (figure, about->nearest);
        }
      if ((roles_of (token) & (WEFT_WORD_FILLER | WEFT_WORD_TOWARDS)) == 0)
        return FALSE;
    }
  return FALSE;
}

/* --- how it is meant --- */

/* Words right before the figure, without those that make no difference. */
static guint
lead_in (GArray *tokens,
         guint   at)
{
  guint roles = 0;

  for (guint i = at; i > 0 && at - i < 3; i--)
    {
      const WeftToken *token = token_at (tokens, i - 1);

      roles |= roles_of (token);
      if ((roles_of (token) & WEFT_WORD_FILLER) == 0)
        break;
      if ((roles_of (token) & ~(guint) (WEFT_WORD_FILLER | WEFT_WORD_HEDGE)) != 0)
        break; /* the nearest word with a meaning decides */
    }
  return roles;
}

/* All words of the clause, and which evaluations it names. */
static void
look_around (WeftClaimAbout *about,
             GArray         *tokens,
             guint           at)
{
  guint first = at, last = at;

  while (first > 0 && !parts (token_at (tokens, first - 1)))
    first--;
  while (last + 1 < tokens->len && !parts (token_at (tokens, last + 1)))
    last++;
  for (guint i = first; i <= last; i++)
    {
      const WeftToken *token = token_at (tokens, i);

      about->around |= roles_of (token);
      about->has_part = about->has_part || about_of (token) == WEFT_ABOUT_PART;
      about->has_limit = about->has_limit || about_of (token) == WEFT_ABOUT_OTHER;
      about->n_figures += token->kind == WEFT_TOKEN_FIGURE;
    }
}

/* The evaluation that is named nearest before the figure, else right after it. */
static void
find_evaluation (WeftClaimAbout *about,
                 GArray         *tokens,
                 guint           at)
{
  for (guint i = at + 1; i < tokens->len && i <= at + 4 && about->evaluation == 0; i++)
    {
      const WeftToken *token = token_at (tokens, i);

      if (token->kind == WEFT_TOKEN_FIGURE || parts (token))
        break;
      about->evaluation = token->kind == WEFT_TOKEN_NUMBER ? token->number : 0;
    }
  for (guint i = 0; i < tokens->len; i++)
    {
      const WeftToken *token = token_at (tokens, i);

      if (token->kind != WEFT_TOKEN_NUMBER || token->number == 0)
        continue;
      about->n_evaluations++;
      if (i < at && about->evaluation == 0)
        about->evaluation = token->number;
    }
}

/* Whether the next word says what is counted: "1.9 partitions". */
static gboolean
counts_something (GArray *tokens,
                  guint   at)
{
  const WeftToken *next = at + 1 < tokens->len ? token_at (tokens, at + 1) : NULL;

  return next != NULL && next->kind == WEFT_TOKEN_WORD
         && (next->word == NULL || (next->word->roles & (WEFT_WORD_ORDINAL | WEFT_WORD_EACH)) != 0);
}

/**
 * weft_claim_about_find: (skip)
 * @tokens: (element-type WeftToken): a sentence
 * @at: a figure in it
 * @about: (out): what it is about
 */
void
weft_claim_about_find (GArray         *tokens,
                       guint           at,
                       WeftClaimAbout *about)
{
  WeftClaimAbout before = { 0 };
  WeftClaimAbout after = { 0 };
  gboolean has_before = look_before (&before, tokens, at, FALSE);
  gboolean has_after = look_after (&after, tokens, at);

  if (has_after && (!has_before || before.gap > 0))
    *about = after;
  else if (has_before)
    *about = before;
  else
    {
      memset (about, 0, sizeof *about);
      if (!look_before (about, tokens, at, TRUE))
        about->nearest = WEFT_ABOUT_NOTHING;
    }
  about->lead_in = lead_in (tokens, at);
  about->counts = counts_something (tokens, at);
  if (at + 1 < tokens->len && (roles_of (token_at (tokens, at + 1)) & WEFT_WORD_TOWARDS) == 0)
    about->follows = roles_of (token_at (tokens, at + 1)); /* "by" and the like speak of what comes */
  if (at + 2 < tokens->len && (about->follows & WEFT_WORD_FILLER) != 0)
    about->follows |= roles_of (token_at (tokens, at + 2));
  look_around (about, tokens, at);
  find_evaluation (about, tokens, at);
}
