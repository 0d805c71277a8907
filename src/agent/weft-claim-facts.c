/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What figures are held to: results of the evaluator, parts of proposed designs, and what was given. */
#include "agent/weft-claim-private.h"

#include <math.h>
#include <string.h>

#include "agent/weft-dialogue-data-private.h"

/* Of each kind the newest are kept. */
#define MAX_FACTS 4096

/* Differences are looked for between so many of the newest. */
#define MAX_PAIRED 64

/* What can be asked of one design. */
#define MAX_PARTITIONS 32

struct _WeftClaimFacts
{
  GArray *pools[WEFT_N_POOLS]; /* of WeftFact, the oldest first */
  GStringChunk *names;
};

/**
 * weft_claim_facts_new: (skip)
 *
 * Returns: (transfer full): no facts
 */
WeftClaimFacts *
weft_claim_facts_new (void)
{
  WeftClaimFacts *self = g_new0 (WeftClaimFacts, 1);

  self->names = g_string_chunk_new (256);
  for (guint i = 0; i < WEFT_N_POOLS; i++)
    self->pools[i] = g_array_new (FALSE, FALSE, sizeof (WeftFact));
  return self;
}

/**
 * weft_claim_facts_free: (skip)
 * @self: (nullable): facts
 */
void
weft_claim_facts_free (WeftClaimFacts *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < WEFT_N_POOLS; i++)
    g_array_unref (self->pools[i]);
  g_string_chunk_free (self->names);
  g_free (self);
}

/* --- taking them in --- */

static void
add (WeftClaimFacts *self,
     guint           pool,
     double          value,
     WeftFigureUnit  unit,
     guint           evaluation,
     const char     *what)
{
  WeftFact fact = { value, evaluation, unit, what };

  if (!isfinite (value))
    return;
  if (self->pools[pool]->len >= 2 * MAX_FACTS)
    g_array_remove_range (self->pools[pool], 0, MAX_FACTS);
  fact.what = g_string_chunk_insert_const (self->names, what);
  g_array_append_val (self->pools[pool], fact);
}

static WeftFigureUnit
unit_of_value (guint kind)
{
  return kind == WEFT_WORKLOAD_TRAINING  ? WEFT_FIGURE_TOKENS_S
         : kind == WEFT_WORKLOAD_SERVING ? WEFT_FIGURE_REQUESTS_S
                                         : WEFT_FIGURE_S;
}

static void
add_workload (WeftClaimFacts *self,
              guint           kind,
              JsonObject     *result,
              guint           evaluation)
{
  const char *nick = weft_workload_nick (kind);
  JsonObject *workload = weft_json_find_object (weft_json_find_object (result, "workloads"), nick);
  JsonObject *shares = weft_json_find_object (workload, "shares");
  g_autofree char *ratio = g_strdup_printf ("%s speed-up", nick);
  g_autofree char *value = g_strdup_printf ("%s %s", nick, kind <= WEFT_WORKLOAD_SERVING ? "rate" : "time");

  add (self, WEFT_POOL_RATIO + kind, weft_json_find_number (weft_json_find_object (result, "ratios"), nick),
       WEFT_FIGURE_TIMES, evaluation, ratio);
  add (self, WEFT_POOL_VALUE + kind, weft_json_find_number (workload, "value"), unit_of_value (kind), evaluation,
       value);
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    {
      g_autofree char *share = g_strdup_printf ("%s %s share", nick, weft_time_part_nick (i));

      add (self, WEFT_POOL_SHARE + kind, weft_json_find_number (shares, weft_time_part_nick (i)),
           WEFT_FIGURE_PERCENT, evaluation, share);
    }
}

/* Rates of what runs on a mapping: its own, and those of the two phases of serving. */
static void
add_mapping (WeftClaimFacts *self,
             JsonObject     *mapping,
             guint           evaluation)
{
  static const struct
  {
    const char *nick;
    guint kind;
    const char *what;
  } phases[] = {
    { "training", WEFT_WORKLOAD_TRAINING, "training rate" },
    { "prefill", WEFT_WORKLOAD_SERVING, "prefill rate" },
    { "decode", WEFT_WORKLOAD_SERVING, "decode rate" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (phases); i++)
    add (self, WEFT_POOL_VALUE + phases[i].kind,
         weft_json_find_number (weft_json_find_object (mapping, phases[i].nick), "rate"), WEFT_FIGURE_TOKENS_S,
         evaluation, phases[i].what);
}

static void
add_counts (WeftClaimFacts *self,
            JsonArray      *counts,
            guint           evaluation)
{
  double sum = 0;
  guint n = counts == NULL ? 0 : MIN (json_array_get_length (counts), MAX_PARTITIONS);

  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (counts, i);
      double value = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : NAN;

      add (self, WEFT_POOL_CHIPS, value, WEFT_FIGURE_NUMBER, evaluation, "chips of a partition");
      sum += value;
    }
  if (n > 0)
    add (self, WEFT_POOL_CHIPS, sum, WEFT_FIGURE_NUMBER, evaluation, "chips");
}

/**
 * weft_claim_facts_add_result: (skip)
 * @self: facts
 * @result: the data of an eval.result
 */
void
weft_claim_facts_add_result (WeftClaimFacts *self,
                             JsonObject     *result)
{
  guint64 number = weft_json_find_count (result, "evaluation");
  guint evaluation = number <= G_MAXUINT32 ? (guint) number : 0;

  g_return_if_fail (self != NULL);

  add (self, WEFT_POOL_SCORE, weft_json_find_number (result, "score"), WEFT_FIGURE_TIMES, evaluation, "score");
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    add_workload (self, i, result, evaluation);
  add_mapping (self, weft_json_find_object (result, "mapping"), evaluation);
  add (self, WEFT_POOL_POWER, weft_json_find_number (result, "power_w"), WEFT_FIGURE_W, evaluation, "power");
  add (self, WEFT_POOL_COST, weft_json_find_number (result, "cost_usd"), WEFT_FIGURE_USD, evaluation, "cost");
  add_counts (self, weft_json_find_array (result, "counts"), evaluation);
}

/**
 * weft_claim_facts_add_design: (skip)
 * @self: facts
 * @partitions: those of a design that was proposed
 */
void
weft_claim_facts_add_design (WeftClaimFacts *self,
                             JsonArray      *partitions)
{
  static const char *const members[] = { "power_frac", "cost_frac" };

  g_return_if_fail (self != NULL);

  for (guint i = 0; i < MIN (json_array_get_length (partitions), MAX_PARTITIONS); i++)
    {
      JsonNode *node = json_array_get_element (partitions, i);
      JsonObject *partition = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      g_autofree char *chip = weft_data_word (partition, "chip", 40);
      g_autofree char *what = g_strdup_printf ("%s share", chip != NULL ? chip : "partition");

      for (guint j = 0; j < G_N_ELEMENTS (members); j++)
        add (self, WEFT_POOL_FRACTION, weft_json_find_number (partition, members[j]), WEFT_FIGURE_PERCENT, 0, what);
    }
}

/**
 * weft_claim_facts_add_given: (skip)
 * @self: facts
 * @what: what it is, in a few words
 * @value: in SI units
 * @unit: the SI unit, "" for a plain number
 */
void
weft_claim_facts_add_given (WeftClaimFacts *self,
                            const char     *what,
                            double          value,
                            const char     *unit)
{
  static const struct
  {
    const char *text;
    WeftFigureUnit unit;
  } units[] = {
    { "W", WEFT_FIGURE_W },           { "USD", WEFT_FIGURE_USD },     { "B/s", WEFT_FIGURE_BYTES_S },
    { "FLOP/s", WEFT_FIGURE_FLOPS },  { "B", WEFT_FIGURE_BYTES },     { "s", WEFT_FIGURE_S },
    { "tokens/s", WEFT_FIGURE_TOKENS_S },
  };
  WeftFigureUnit known = WEFT_FIGURE_NUMBER;

  g_return_if_fail (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_strcmp0 (units[i].text, unit) == 0)
      known = units[i].unit;
  add (self, WEFT_POOL_GIVEN, value, known, 0, what != NULL ? what : "given");
}

/* --- holding figures to them --- */

/* Whether a figure that is written with its unit can mean a fact that has its own. */
static gboolean
is_comparable (const WeftFigure *figure,
               WeftFigureUnit    unit)
{
  if (figure->unit == unit)
    return !figure->per;
  switch (unit)
    {
    case WEFT_FIGURE_TIMES:
      return figure->unit == WEFT_FIGURE_NUMBER;
    case WEFT_FIGURE_PERCENT:
      return figure->unit == WEFT_FIGURE_NUMBER && figure->decimals && figure->value <= 1;
    case WEFT_FIGURE_NUMBER:
      return figure->unit == WEFT_FIGURE_TIMES || figure->unit == WEFT_FIGURE_PERCENT;
    default:
      return FALSE;
    }
}

static gboolean
is_within (const WeftFigure *figure,
           double            value)
{
  return value >= figure->low && value < figure->high;
}

/* (nullable): the newest fact that @figure can stand for; of that evaluation, unless it is 0. */
const WeftFact *
weft_claim_facts_match (WeftClaimFacts   *self,
                        WeftPool          pool,
                        const WeftFigure *figure,
                        guint             evaluation)
{
  for (guint i = self->pools[pool]->len; i > 0; i--)
    {
      const WeftFact *fact = &g_array_index (self->pools[pool], WeftFact, i - 1);

      if (is_within (figure, fact->value) && (evaluation == 0 || fact->evaluation == evaluation)
          && is_comparable (figure, fact->unit))
        return fact;
    }
  return NULL;
}

/* (nullable): the newest fact that @figure could be compared with. */
const WeftFact *
weft_claim_facts_last (WeftClaimFacts   *self,
                       WeftPool          pool,
                       const WeftFigure *figure,
                       guint             evaluation)
{
  for (guint i = self->pools[pool]->len; i > 0; i--)
    {
      const WeftFact *fact = &g_array_index (self->pools[pool], WeftFact, i - 1);

      if ((evaluation == 0 || fact->evaluation == evaluation) && is_comparable (figure, fact->unit))
        return fact;
    }
  return NULL;
}

/* Whether two facts differ by @figure: by its percent, its factor or its amount. */
gboolean
weft_claim_facts_differ (WeftClaimFacts   *self,
                         WeftPool          pool,
                         const WeftFigure *figure)
{
  GArray *facts = self->pools[pool];
  guint first = facts->len > MAX_PAIRED ? facts->len - MAX_PAIRED : 0;

  for (guint i = first; i < facts->len; i++)
    for (guint j = first; j < facts->len; j++)
      {
        double a = g_array_index (facts, WeftFact, i).value;
        double b = g_array_index (facts, WeftFact, j).value;
        double change = figure->unit == WEFT_FIGURE_PERCENT ? (b - a) / a
                        : figure->unit == WEFT_FIGURE_TIMES ? b / a
                                                            : b - a;

        if (i != j && (is_within (figure, change)
                       || (figure->unit != WEFT_FIGURE_TIMES && !figure->sign && is_within (figure, -change))))
          return TRUE;
      }
  return FALSE;
}

/* Whether a fact lies above (below) @figure. */
gboolean
weft_claim_facts_bound (WeftClaimFacts   *self,
                        WeftPool          pool,
                        const WeftFigure *figure,
                        gboolean          above)
{
  for (guint i = self->pools[pool]->len; i > 0; i--)
    {
      const WeftFact *fact = &g_array_index (self->pools[pool], WeftFact, i - 1);

      if (is_comparable (figure, fact->unit) && (above ? fact->value > figure->value
                                                       : fact->value < figure->value))
        return TRUE;
    }
  return FALSE;
}
