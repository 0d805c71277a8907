/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict on each figure. A match is exact to the digits that are written, and a contradiction needs both: the text
 * says what the figure is, and the evaluator has said otherwise. In doubt it is unknown. */
#include "agent/weft-claim-about-private.h"

#include <math.h>
#include <string.h>

/* Nobody reads more marks than these. */
#define MAX_CLAIMS 4096

/* A shorter number is equal to something too easily. */
#define MIN_DIGITS 2

/* A score, or a speed-up without its sign, is not farther from its name. */
#define MAX_SCORE_GAP 6
#define MAX_RATIO_GAP 3

#define MIN_CHIPS 100

#define SOFT ((1u << WEFT_ABOUT_FRACTION) | (1u << WEFT_ABOUT_NAME) | (1u << WEFT_ABOUT_OTHER) \
              | (1u << WEFT_ABOUT_PART))

/* One figure with all that is known of it. */
typedef struct
{
  WeftClaimFacts *facts;
  const WeftFigure *figure;
  WeftClaimAbout about;
  guint range; /* WEFT_WORD_ABOVE or _BELOW of the two ends of a range */
} Claim;

/* --- equal to something --- */

/* The pools of what can be said of a subject, in the order they are looked into. Returns how many. */
static guint
list_pools (WeftAbout about,
            WeftPool  pools[3])
{
  guint kind = about - WEFT_ABOUT_WORKLOAD;

  if (about == WEFT_ABOUT_SCORE)
    pools[0] = WEFT_POOL_SCORE;
  else if (about >= WEFT_ABOUT_WORKLOAD && about <= WEFT_ABOUT_LAST_WORKLOAD)
    {
      pools[0] = WEFT_POOL_RATIO + kind;
      pools[1] = WEFT_POOL_VALUE + kind;
      pools[2] = WEFT_POOL_SHARE + kind;
      return 3;
    }
  else if (about == WEFT_ABOUT_POWER)
    pools[0] = WEFT_POOL_POWER;
  else if (about == WEFT_ABOUT_COST)
    pools[0] = WEFT_POOL_COST;
  else if (about == WEFT_ABOUT_CHIPS)
    pools[0] = WEFT_POOL_CHIPS;
  else if (about == WEFT_ABOUT_FRACTION || about == WEFT_ABOUT_NAME)
    pools[0] = WEFT_POOL_FRACTION;
  else if (about == WEFT_ABOUT_OTHER)
    pools[0] = WEFT_POOL_GIVEN;
  else
    return 0;
  return 1;
}

static const WeftFact *
match_about (const Claim *claim,
             WeftAbout    about,
             guint        evaluation)
{
  WeftPool pools[3];
  guint n = list_pools (about, pools);
  const WeftFact *fact = NULL;

  for (guint i = 0; i < n && fact == NULL; i++)
    fact = weft_claim_facts_match (claim->facts, pools[i], claim->figure, evaluation);
  return fact;
}

/* (nullable): a fact of what the text says the figure is. */
static const WeftFact *
match_named (const Claim *claim,
             guint        evaluation)
{
  const WeftFact *fact = match_about (claim, claim->about.nearest, evaluation);

  for (guint i = WEFT_ABOUT_SCORE; i <= WEFT_ABOUT_OTHER && fact == NULL; i++)
    if ((claim->about.all & (1u << i)) != 0)
      fact = match_about (claim, i, evaluation);
  return fact;
}

/* (nullable): any fact. */
static const WeftFact *
match_any (const Claim *claim,
           guint        evaluation)
{
  const WeftFact *fact = NULL;

  for (guint i = 0; i < WEFT_N_POOLS && fact == NULL; i++)
    fact = weft_claim_facts_match (claim->facts, i, claim->figure, evaluation);
  return fact;
}

/* --- said of a result --- */

static gboolean
is_change (const Claim *claim)
{
  const WeftClaimAbout *about = &claim->about;

  if (claim->figure->unit == WEFT_FIGURE_TIMES)
    return (about->lead_in & WEFT_WORD_CHANGE) != 0
           || ((about->around & WEFT_WORD_OTHERS) != 0 && (about->around & WEFT_WORD_REFERENCE) == 0);
  return claim->figure->sign
         || ((about->lead_in | about->follows) & WEFT_WORD_CHANGE) != 0;
}

/* A ratio that is said of a workload: with its sign, or as a decimal number close to the name. */
static gboolean
says_ratio (const Claim *claim)
{
  if (claim->figure->unit == WEFT_FIGURE_TIMES)
    return TRUE;
  return claim->figure->unit == WEFT_FIGURE_NUMBER && claim->figure->decimals
         && claim->about.gap <= MAX_RATIO_GAP && !claim->about.counts;
}

static gboolean
says_score (const Claim *claim)
{
  return claim->about.gap <= MAX_SCORE_GAP && claim->figure->unit != WEFT_FIGURE_PERCENT
         && (claim->figure->decimals || claim->figure->unit == WEFT_FIGURE_TIMES || !claim->about.counts);
}

/* Of the machine, not of a chip or a rack, and no limit. */
static gboolean
says_whole (const Claim *claim)
{
  return claim->about.gap <= MAX_RATIO_GAP && !claim->about.has_limit
         && (claim->about.around & WEFT_WORD_EACH) == 0;
}

/* The pool that the figure must be found in, since the text says that it is in there; WEFT_N_POOLS when it does not say so. */
static WeftPool
find_said (const Claim *claim)
{
  WeftAbout about = claim->about.nearest;
  guint kind = about - WEFT_ABOUT_WORKLOAD;
  WeftFigureUnit unit = claim->figure->unit;

  if (claim->about.carried || claim->figure->foreign || (claim->about.all & SOFT) != 0 || is_change (claim))
    return WEFT_N_POOLS;
  if (about == WEFT_ABOUT_SCORE)
    return says_score (claim) ? WEFT_POOL_SCORE : WEFT_N_POOLS;
  if (about >= WEFT_ABOUT_WORKLOAD && about <= WEFT_ABOUT_LAST_WORKLOAD)
    {
      if (unit == WEFT_FIGURE_PERCENT)
        return claim->about.has_part ? WEFT_POOL_SHARE + kind : WEFT_N_POOLS;
      if (unit == WEFT_FIGURE_NUMBER || unit == WEFT_FIGURE_TIMES)
        return says_ratio (claim) ? WEFT_POOL_RATIO + kind : WEFT_N_POOLS;
      return unit != WEFT_FIGURE_S && says_whole (claim) ? WEFT_POOL_VALUE + kind : WEFT_N_POOLS;
    }
  if (about == WEFT_ABOUT_POWER || about == WEFT_ABOUT_COST)
    return !says_whole (claim) ? WEFT_N_POOLS : about == WEFT_ABOUT_POWER ? WEFT_POOL_POWER : WEFT_POOL_COST;
  if (about == WEFT_ABOUT_CHIPS && (claim->about.around & WEFT_WORD_WHOLE) != 0 && says_whole (claim)
      && claim->figure->value >= MIN_CHIPS)
    return WEFT_POOL_CHIPS;
  return WEFT_N_POOLS;
}

/* --- the verdict --- */

static void
set_fact (WeftClaim       *mark,
          WeftClaimVerdict verdict,
          const WeftFact  *fact)
{
  mark->verdict = verdict;
  mark->evaluation = fact->evaluation;
  mark->what = (char *) fact->what;
  mark->actual = fact->value;
}

/* A bound that some result keeps says nothing that is wrong, and nothing that is known. */
static gboolean
is_kept_bound (const Claim *claim,
               WeftPool     pool)
{
  guint roles = claim->about.lead_in | claim->range;

  if ((roles & (WEFT_WORD_ABOVE | WEFT_WORD_BELOW | WEFT_WORD_BETWEEN)) == 0)
    return FALSE;
  return weft_claim_facts_bound (claim->facts, pool, claim->figure, (roles & WEFT_WORD_BELOW) == 0);
}

/* Whether it is no accident when the figure is equal to what it is about. */
static gboolean
is_telling (const WeftFigure *figure)
{
  return figure->digits >= MIN_DIGITS || figure->decimals || figure->unit != WEFT_FIGURE_NUMBER;
}

/* Whether a figure that is true of another evaluation is said of the one that is named. */
static gboolean
is_misplaced (const Claim    *claim,
              const WeftFact *fact,
              WeftPool        said)
{
  const WeftClaimAbout *about = &claim->about;

  return said < WEFT_N_POOLS && about->evaluation != 0 && about->n_evaluations == 1 && about->n_figures == 1
         && fact->evaluation != 0 && fact->evaluation != about->evaluation
         && ((about->lead_in | about->around) & (WEFT_WORD_OTHERS | WEFT_WORD_REFERENCE)) == 0
         && weft_claim_facts_last (claim->facts, said, claim->figure, about->evaluation) != NULL;
}

static gboolean
is_reference (const Claim *claim)
{
  return (claim->about.around & WEFT_WORD_REFERENCE) != 0 && claim->figure->value == 1
         && claim->figure->unit <= WEFT_FIGURE_TIMES;
}

/* A percentage or an amount by which two results differ. */
static gboolean
is_known_change (const Claim *claim)
{
  WeftPool pools[3];
  guint n = list_pools (claim->about.nearest, pools);

  if (!is_change (claim) && claim->figure->unit != WEFT_FIGURE_PERCENT)
    return FALSE;
  return n > 0 && weft_claim_facts_differ (claim->facts, pools[0], claim->figure);
}

static void
judge (const Claim *claim,
       WeftClaim   *mark)
{
  WeftPool said = find_said (claim);
  guint evaluation = claim->about.evaluation;
  const WeftFact *fact = evaluation != 0 ? match_named (claim, evaluation) : NULL;

  if (fact == NULL)
    fact = match_named (claim, 0);
  if (fact != NULL && (said < WEFT_N_POOLS || is_telling (claim->figure)) && !is_misplaced (claim, fact, said))
    {
      set_fact (mark, WEFT_CLAIM_MATCHES, fact);
      return;
    }
  if (is_reference (claim) || is_known_change (claim))
    {
      mark->verdict = WEFT_CLAIM_MATCHES;
      mark->what = is_reference (claim) ? (char *) "reference" : (char *) "change";
      return;
    }
  if (said < WEFT_N_POOLS && !is_kept_bound (claim, said))
    {
      fact = evaluation != 0 ? weft_claim_facts_last (claim->facts, said, claim->figure, evaluation) : NULL;
      if (fact == NULL)
        fact = weft_claim_facts_last (claim->facts, said, claim->figure, 0);
      if (fact != NULL)
        {
          set_fact (mark, WEFT_CLAIM_CONTRADICTS, fact);
          return;
        }
    }
  if (said == WEFT_N_POOLS && claim->figure->digits >= MIN_DIGITS && !is_change (claim))
    {
      fact = evaluation != 0 ? match_any (claim, evaluation) : NULL;
      fact = fact != NULL ? fact : match_any (claim, 0);
      if (fact != NULL)
        set_fact (mark, WEFT_CLAIM_MATCHES, fact);
    }
}

/* "1,883" is 1.883 where the comma is the decimal one. */
static void
judge_again (Claim     *claim,
             WeftClaim *mark)
{
  WeftFigure figure = *claim->figure;

  figure.value /= 1000;
  figure.low /= 1000;
  figure.high /= 1000;
  figure.decimals = TRUE;
  claim->figure = &figure;
  judge (claim, mark);
  if (mark->verdict == WEFT_CLAIM_MATCHES)
    mark->value = figure.value;
}

/* "1.8–1.9": the first is the lower end, the second the upper. */
static guint
find_range (const char      *text,
            const WeftToken *token)
{
  const char *after = text + token->end;
  const char *before = text + token->start;

  if (*after == '-' && g_ascii_isdigit (after[1]))
    return WEFT_WORD_ABOVE;
  if (g_str_has_prefix (after, "–") && g_ascii_isdigit (after[strlen ("–")]))
    return WEFT_WORD_ABOVE;
  if (token->start > 1 && before[-1] == '-' && g_ascii_isdigit (before[-2]))
    return WEFT_WORD_BELOW;
  if (token->start > 3 && memcmp (before - 3, "–", 3) == 0 && g_ascii_isdigit (before[-4]))
    return WEFT_WORD_BELOW;
  return 0;
}

/* "between 1.8 and 1.9": the second. */
static gboolean
ends_between (GArray *tokens,
              guint   at)
{
  const WeftToken *token = &g_array_index (tokens, WeftToken, 0);

  return at >= 3 && token[at - 1].kind == WEFT_TOKEN_WORD && token[at - 1].word != NULL
         && (token[at - 1].word->roles & WEFT_WORD_JOINS) != 0 && token[at - 2].kind == WEFT_TOKEN_FIGURE
         && token[at - 3].kind == WEFT_TOKEN_WORD && token[at - 3].word != NULL
         && (token[at - 3].word->roles & WEFT_WORD_BETWEEN) != 0;
}

static void
check_sentence (const char     *text,
                GArray         *tokens,
                WeftClaimFacts *facts,
                GPtrArray      *claims)
{
  for (guint i = 0; i < tokens->len && claims->len < MAX_CLAIMS; i++)
    {
      const WeftToken *token = &g_array_index (tokens, WeftToken, i);
      Claim claim = { facts, &token->figure };
      WeftClaim mark = { token->start, token->end, WEFT_CLAIM_UNKNOWN, 0, NULL, token->figure.value, NAN };

      if (token->kind != WEFT_TOKEN_FIGURE)
        continue;
      weft_claim_about_find (tokens, i, &claim.about);
      claim.range = ends_between (tokens, i) ? WEFT_WORD_BELOW : find_range (text, token);
      judge (&claim, &mark);
      if (mark.verdict == WEFT_CLAIM_UNKNOWN && token->figure.grouped)
        judge_again (&claim, &mark);
      weft_claims_add (claims, &mark);
    }
}

/**
 * weft_claims_check: (skip)
 * @text: valid UTF-8
 * @facts: what is known
 *
 * Takes time in proportion to the text.
 *
 * Returns: (transfer full) (element-type WeftClaim): a mark for each figure
 */
GPtrArray *
weft_claims_check (const char     *text,
                   WeftClaimFacts *facts)
{
  GPtrArray *claims = weft_claims_new ();
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (WeftToken));
  WeftClaimScanner scanner = { text, text, text + strlen (text), TRUE };

  g_return_val_if_fail (facts != NULL, claims);

  while (claims->len < MAX_CLAIMS && weft_claim_scan_sentence (&scanner, tokens))
    check_sentence (text, tokens, facts, claims);
  return claims;
}
