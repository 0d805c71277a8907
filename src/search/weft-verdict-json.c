/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verdicts as the trail keeps them: all that methods use, so that a run can go on from its record alone. */
#include "search/weft-problem-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"

static const char *const mapped[] = { "training", "prefill", "decode" };

/* --- writing --- */

static JsonObject *
write_workload (const WeftVerdict *verdict,
                guint              kind)
{
  JsonObject *object = json_object_new ();
  JsonObject *shares = json_object_new ();
  JsonArray *sites = json_array_new ();

  weft_json_set_number (object, "value", verdict->value[kind]);
  json_object_set_string_member (object, "bottleneck",
                                 weft_time_part_nick (verdict->bottleneck[kind]));
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    if (verdict->share[kind][i] > 0)
      weft_json_set_number (shares, weft_time_part_nick (i), (double) verdict->share[kind][i]);
  for (guint i = 0; i < 2 && verdict->site[kind][i] >= 0; i++)
    json_array_add_int_element (sites, verdict->site[kind][i]);
  json_object_set_object_member (object, "shares", shares);
  json_object_set_array_member (object, "partitions", sites);
  return object;
}

static JsonObject *
write_mapping (const WeftMapping *mapping)
{
  JsonObject *object = json_object_new ();

  weft_json_set_number (object, "rate", mapping->rate);
  json_object_set_int_member (object, "tp", mapping->tp);
  json_object_set_int_member (object, "pp", mapping->pp);
  json_object_set_int_member (object, "dp", mapping->dp);
  json_object_set_int_member (object, "batch", mapping->batch);
  return object;
}

static void
write_workloads (const WeftVerdict *verdict,
                 JsonObject        *to)
{
  JsonObject *ratios = json_object_new ();
  JsonObject *bottlenecks = json_object_new ();
  JsonObject *workloads = json_object_new ();
  JsonObject *mapping = json_object_new ();

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      weft_json_set_number (ratios, weft_workload_nick (i), verdict->ratio[i]);
      if (verdict->site[i][0] < 0)
        continue;
      json_object_set_string_member (bottlenecks, weft_workload_nick (i),
                                     weft_time_part_nick (verdict->bottleneck[i]));
      json_object_set_object_member (workloads, weft_workload_nick (i), write_workload (verdict, i));
    }
  for (guint i = 0; i < G_N_ELEMENTS (mapped); i++)
    if (verdict->mapping[i].rate > 0)
      json_object_set_object_member (mapping, mapped[i], write_mapping (&verdict->mapping[i]));

  json_object_set_object_member (to, "ratios", ratios);
  json_object_set_object_member (to, "bottlenecks", bottlenecks);
  json_object_set_object_member (to, "workloads", workloads);
  json_object_set_object_member (to, "mapping", mapping);
}

/**
 * weft_verdict_machine_to_json: (skip)
 * @problem: its problem
 * @machine: what was judged
 * @verdict: what was found out about it
 *
 * Returns: (transfer full): an object with score, feasible, ratios, bottlenecks, workloads, mapping, counts, power_w, cost_usd and
 *   broken; with "reason" when it is not feasible
 */
JsonNode *
weft_verdict_machine_to_json (WeftProblem       *problem,
                              const WeftMachine *machine,
                              const WeftVerdict *verdict)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *counts = json_array_new ();
  g_autofree char *reason = weft_verdict_explain_machine (problem, machine, verdict);

  json_node_take_object (node, object);
  weft_json_set_number (object, "score", verdict->score);
  weft_json_set_number (object, "objective", verdict->objective_score);
  json_object_set_boolean_member (object, "feasible", verdict->kind == WEFT_VERDICT_FEASIBLE);
  json_object_set_int_member (object, "broken", verdict->broken);
  if (reason != NULL)
    json_object_set_string_member (object, "reason", reason);
  write_workloads (verdict, object);
  for (guint i = 0; i < machine->n_partitions; i++)
    json_array_add_int_element (counts, verdict->n[i]);
  json_object_set_array_member (object, "counts", counts);
  weft_json_set_number (object, "power_w", verdict->power_w);
  weft_json_set_number (object, "cost_usd", verdict->cost_usd);
  return node;
}

/**
 * weft_verdict_to_json: (skip)
 * @problem: its problem
 * @candidate: the candidate
 * @verdict: what was found out about it
 *
 * Returns: (transfer full): the same of a candidate
 */
JsonNode *
weft_verdict_to_json (WeftProblem         *problem,
                      const WeftCandidate *candidate,
                      const WeftVerdict   *verdict)
{
  WeftMachine machine;

  weft_candidate_machine (problem, candidate, &machine);
  return weft_verdict_machine_to_json (problem, &machine, verdict);
}

/* --- reading --- */

static gboolean
read_count (const WeftJsonAt *object,
            const char       *key,
            guint            *value,
            GError          **error)
{
  gint64 number;

  if (!weft_json_at_get_integer (object, key, WEFT_JSON_REQUIRED, &number, error))
    return FALSE;
  *value = (guint) CLAMP (number, 0, G_MAXUINT32);
  return TRUE;
}

static gboolean
find_part (const char *nick,
           guint      *part)
{
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    if (g_str_equal (weft_time_part_nick (i), nick))
      {
        *part = i;
        return TRUE;
      }

  return FALSE;
}

static gboolean
read_shares (const WeftJsonAt *object,
             float             shares[WEFT_N_PARTS],
             GError          **error)
{
  WeftJsonAt at;

  if (!weft_json_at_get_object (object, "shares", WEFT_JSON_REQUIRED, &at, NULL, error))
    return FALSE;
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    {
      double share = 0;

      if (!weft_json_at_get_number (&at, weft_time_part_nick (i), WEFT_JSON_OPTIONAL, &share, error))
        return FALSE;
      shares[i] = (float) share;
    }

  return TRUE;
}

static gboolean
read_workload (const WeftJsonAt *at,
               guint             n_partitions,
               guint             kind,
               WeftVerdict      *verdict,
               GError          **error)
{
  const char *nick;
  WeftJsonAt sites;
  guint part;

  if (!weft_json_at_get_number (at, "value", WEFT_JSON_REQUIRED, &verdict->value[kind], error)
      || !weft_json_at_get_string (at, "bottleneck", WEFT_JSON_REQUIRED, &nick, error)
      || !weft_json_at_get_array (at, "partitions", WEFT_JSON_REQUIRED, &sites, NULL, error)
      || !read_shares (at, verdict->share[kind], error))
    return FALSE;
  if (!find_part (nick, &part))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, "a known bottleneck", error);

  verdict->bottleneck[kind] = (guint8) part;
  for (guint i = 0; i < MIN (weft_json_at_length (&sites), 2); i++)
    {
      WeftJsonAt item;
      gint64 site;

      weft_json_at_element (&sites, i, &item);
      if (!weft_json_at_integer (&item, &site, error))
        return FALSE;
      if (site < 0 || site >= n_partitions)
        return weft_json_at_refuse (&item, WEFT_JSON_ERROR_RANGE, "the number of a partition", error);
      verdict->site[kind][i] = (gint8) site;
    }

  return TRUE;
}

static gboolean
read_mapping (const WeftJsonAt *at,
              WeftMapping      *mapping,
              GError          **error)
{
  return weft_json_at_get_number (at, "rate", WEFT_JSON_REQUIRED, &mapping->rate, error)
         && read_count (at, "tp", &mapping->tp, error) && read_count (at, "pp", &mapping->pp, error)
         && read_count (at, "dp", &mapping->dp, error)
         && read_count (at, "batch", &mapping->batch, error);
}

static gboolean
read_counts (const WeftJsonAt *root,
             WeftVerdict      *verdict,
             guint            *n_partitions,
             GError          **error)
{
  WeftJsonAt counts;

  if (!weft_json_at_get_array (root, "counts", WEFT_JSON_REQUIRED, &counts, NULL, error))
    return FALSE;

  *n_partitions = weft_json_at_length (&counts);
  if (*n_partitions > WEFT_SPACE_MAX_PARTITIONS)
    return weft_json_at_refuse (&counts, WEFT_JSON_ERROR_RANGE, "at most 8 counts", error);
  for (guint i = 0; i < *n_partitions; i++)
    {
      WeftJsonAt item;
      gint64 count;

      weft_json_at_element (&counts, i, &item);
      if (!weft_json_at_integer (&item, &count, error))
        return FALSE;
      verdict->n[i] = (guint32) CLAMP (count, 0, G_MAXUINT32);
    }

  return TRUE;
}

static gboolean
read_workloads (const WeftJsonAt *root,
                guint             n_partitions,
                WeftVerdict      *verdict,
                GError          **error)
{
  WeftJsonAt ratios, workloads, mapping, at;

  if (!weft_json_at_get_object (root, "ratios", WEFT_JSON_REQUIRED, &ratios, NULL, error)
      || !weft_json_at_get_object (root, "workloads", WEFT_JSON_REQUIRED, &workloads, NULL, error)
      || !weft_json_at_get_object (root, "mapping", WEFT_JSON_REQUIRED, &mapping, NULL, error))
    return FALSE;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      verdict->site[i][0] = verdict->site[i][1] = -1;
      if (!weft_json_at_get_number (&ratios, weft_workload_nick (i), WEFT_JSON_OPTIONAL,
                                    &verdict->ratio[i], error))
        return FALSE;
      if (weft_json_at_member (&workloads, weft_workload_nick (i), &at)
          && (!weft_json_at_object (&at, error)
              || !read_workload (&at, n_partitions, i, verdict, error)))
        return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (mapped); i++)
    if (weft_json_at_member (&mapping, mapped[i], &at)
        && (!weft_json_at_object (&at, error) || !read_mapping (&at, &verdict->mapping[i], error)))
      return FALSE;

  return TRUE;
}

/**
 * weft_verdict_from_json: (skip)
 * @problem: its problem
 * @node: what weft_verdict_to_json() wrote
 * @verdict: (out): the same to the last bit, but for the shares of time, which are single precision in both
 * @error: return location
 *
 * Returns: %FALSE with an error when something is missing or senseless
 */
gboolean
weft_verdict_from_json (WeftProblem *problem,
                        JsonNode    *node,
                        WeftVerdict *verdict,
                        GError     **error)
{
  gboolean feasible = FALSE;
  guint n_partitions;
  WeftJsonAt root;

  memset (verdict, 0, sizeof *verdict);
  verdict->cost_usd = NAN;
  weft_json_at_root (&root, node, "verdict");
  if (!weft_json_at_object (&root, error)
      || !weft_json_at_get_number (&root, "score", WEFT_JSON_REQUIRED, &verdict->score, error)
      || !weft_json_at_get_number (&root, "objective", WEFT_JSON_REQUIRED,
                                   &verdict->objective_score, error)
      || !weft_json_at_get_boolean (&root, "feasible", WEFT_JSON_REQUIRED, &feasible, error)
      || !read_count (&root, "broken", &verdict->broken, error)
      || !weft_json_at_get_number (&root, "power_w", WEFT_JSON_REQUIRED, &verdict->power_w, error)
      || !weft_json_at_get_number (&root, "cost_usd", WEFT_JSON_OPTIONAL, &verdict->cost_usd, error)
      || !read_counts (&root, verdict, &n_partitions, error)
      || !read_workloads (&root, n_partitions, verdict, error))
    return FALSE;

  verdict->kind = feasible ? WEFT_VERDICT_FEASIBLE : WEFT_VERDICT_INFEASIBLE;
  return TRUE;
}

/* --- words --- */

static void
add_reason (GString    *text,
            const char *format,
            ...) G_GNUC_PRINTF (2, 3);

static void
add_reason (GString    *text,
            const char *format,
            ...)
{
  va_list arguments;

  if (text->len > 0)
    g_string_append (text, "; ");
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

static void
explain_size (WeftProblem       *problem,
              const WeftMachine *machine,
              guint              at,
              GString           *text)
{
  const WeftMachinePartition *part = &machine->partitions[at];
  const WeftChip *chip = weft_inventory_chip (problem->inventory, part->chip);
  gboolean money = machine->budget == WEFT_BUDGET_COST;
  double share = part->power_frac * machine->amount;
  double node = chip->node_chips
                * weft_chip_share (problem->inventory, machine->budget, part->chip, part->scaleup,
                                   part->scaleout);
  g_autofree char *gets = weft_quantity_format (share, money ? WEFT_UNIT_USD : WEFT_UNIT_W);
  g_autofree char *needs = weft_quantity_format (node, money ? WEFT_UNIT_USD : WEFT_UNIT_W);

  add_reason (text, "partition %u gets %s, one node of %u %s needs %s", at + 1, gets,
              chip->node_chips, chip->id, needs);
}

static void
explain_limit (GString    *text,
               const char *what,
               double      value,
               double      limit,
               WeftUnit    unit)
{
  g_autofree char *shown = weft_quantity_format (value, unit);
  g_autofree char *most = weft_quantity_format (limit, unit);

  add_reason (text, "%s %s, at most %s", what, shown, most);
}

static void
explain_limits (WeftProblem       *problem,
                const WeftMachine *machine,
                const WeftVerdict *verdict,
                GString           *text)
{
  const WeftConstraints *limits = &problem->constraints;
  double chips = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    chips += verdict->n[i];
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if ((verdict->broken & (1u << i)) != 0)
      add_reason (text, "no partition can run %s", weft_workload_nick (i));
  if ((verdict->broken & (1u << 8)) != 0)
    explain_limit (text, "takes", verdict->power_w, limits->max_power_w, WEFT_UNIT_W);
  if ((verdict->broken & (1u << 9)) != 0)
    explain_limit (text, "costs", verdict->cost_usd, limits->max_cost_usd, WEFT_UNIT_USD);
  if ((verdict->broken & (1u << 10)) != 0)
    {
      g_autofree char *shown = weft_quantity_format (chips, WEFT_UNIT_COUNT);
      g_autofree char *most = weft_quantity_format (limits->max_chips, WEFT_UNIT_COUNT);

      add_reason (text, "has %s chips, at most %s", shown, most);
    }
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if ((verdict->broken & (1u << (16 + i))) != 0)
      add_reason (text, "speeds %s up %.3g×, at least %.3g× is wanted", weft_workload_nick (i),
                  verdict->ratio[i], limits->min_speedup[i]);
}

/**
 * weft_verdict_explain_machine: (skip)
 * @problem: its problem
 * @machine: what was judged
 * @verdict: what was found out about it
 *
 * The words go into the trail, so they are the same in every language.
 *
 * Returns: (transfer full) (nullable): why it is not feasible, with both numbers
 */
char *
weft_verdict_explain_machine (WeftProblem       *problem,
                              const WeftMachine *machine,
                              const WeftVerdict *verdict)
{
  g_autoptr (GString) text = NULL;

  if (verdict->kind == WEFT_VERDICT_FEASIBLE)
    return NULL;

  text = g_string_new (NULL);
  if (verdict->kind == WEFT_VERDICT_INFEASIBLE)
    explain_limits (problem, machine, verdict, text);
  for (guint i = 0; verdict->kind == WEFT_VERDICT_INVALID && i < machine->n_partitions; i++)
    if ((verdict->broken & (1u << i)) != 0)
      explain_size (problem, machine, i, text);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * weft_verdict_explain: (skip)
 * @problem: its problem
 * @candidate: the candidate
 * @verdict: what was found out about it
 *
 * Returns: (transfer full) (nullable): the same of a candidate
 */
char *
weft_verdict_explain (WeftProblem         *problem,
                      const WeftCandidate *candidate,
                      const WeftVerdict   *verdict)
{
  WeftMachine machine;

  weft_candidate_machine (problem, candidate, &machine);
  return weft_verdict_explain_machine (problem, &machine, verdict);
}
