/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the planner is answered: the evaluator's result with five digits, or why a design is refused; and the table that stands
 * for what it was told long ago. Made by the program alone. */
#include "agent/weft-plan-private.h"

#include <math.h>

#include "base/weft-json-write.h"
#include "base/weft-plain.h"

/* Rows of the summary; older evaluations than these are counted only. */
#define SUMMARY_ROWS 60
/* What the user has said: how many times, and characters of each. */
#define SUMMARY_WORDS 12
#define WORDS_CHARS 400

/* Five significant digits: a planner pays for every one. */
static double
shorten (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return isfinite (value) ? g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.5g", value), NULL)
                          : value;
}

static double
shorten_share (float share)
{
  return round ((double) share * 1000) / 1000;
}

static JsonObject *
write_attribution (const WeftVerdict *verdict,
                   guint              workload)
{
  JsonObject *object = json_object_new ();
  JsonObject *shares = json_object_new ();
  JsonArray *sites = json_array_new ();

  json_object_set_string_member (object, "bound_by",
                                 weft_time_part_nick (verdict->bottleneck[workload]));
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    if (verdict->share[workload][i] >= 0.0005f)
      json_object_set_double_member (shares, weft_time_part_nick (i),
                                     shorten_share (verdict->share[workload][i]));
  for (guint i = 0; i < 2 && verdict->site[workload][i] >= 0; i++)
    json_array_add_int_element (sites, verdict->site[workload][i]);
  json_object_set_object_member (object, "time_shares", shares);
  json_object_set_array_member (object, "partitions", sites);
  return object;
}

/* @in_brief: what it is bound by and no more. */
static void
add_attribution (const WeftVerdict *verdict,
                 guint              workload,
                 gboolean           in_brief,
                 JsonObject        *to)
{
  if (verdict->site[workload][0] < 0)
    return;
  if (in_brief)
    json_object_set_string_member (to, weft_workload_nick (workload),
                                   weft_time_part_nick (verdict->bottleneck[workload]));
  else
    json_object_set_object_member (to, weft_workload_nick (workload),
                                   write_attribution (verdict, workload));
}

static void
write_workloads (WeftPlan          *self,
                 const WeftVerdict *verdict,
                 JsonObject        *to)
{
  JsonObject *speedups = json_object_new ();
  JsonObject *attribution = json_object_new ();

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      if (!(self->problem->model.w.weights[i] > 0))
        continue;
      weft_json_set_number (speedups, weft_workload_nick (i), shorten (verdict->ratio[i]));
      add_attribution (verdict, i, self->chips > 0, attribution);
    }
  json_object_set_object_member (to, "speedups", speedups);
  if (self->no_attribution)
    json_object_unref (attribution);
  else
    json_object_set_object_member (to, "bottlenecks", attribution);
}

static void
write_parts (WeftPlan          *self,
             const WeftPlanned *planned,
             JsonObject        *to)
{
  JsonArray *counts = json_array_new ();

  for (guint i = 0; i < planned->machine.n_partitions; i++)
    json_array_add_int_element (counts, planned->verdict.n[i]);
  json_object_set_array_member (to, "chips", counts);
  if (self->chips > 0)
    {
      json_object_set_string_member (to, "design", planned->label);
      return;
    }
  json_object_set_member (to, "partitions", json_node_ref (planned->partitions));
  weft_json_set_number (to, "power_w", shorten (planned->verdict.power_w));
  weft_json_set_number (to, "cost_usd", shorten (planned->verdict.cost_usd));
}

static void
write_progress (WeftPlan   *self,
                JsonObject *to)
{
  guint used = self->counts.evaluations;

  if (self->best >= 0)
    {
      const WeftPlanned *best = g_ptr_array_index (self->planned, (guint) self->best);
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "evaluation", best->evaluation);
      json_object_set_double_member (object, "score", shorten (best->verdict.score));
      json_object_set_object_member (to, "best", object);
    }
  json_object_set_int_member (to, "evaluations_left",
                              used < self->budget.evaluations ? self->budget.evaluations - used : 0);
}

/**
 * weft_plan_result_json: (skip)
 * @self: a run
 * @planned: an evaluated design
 *
 * Partitions are in the order of "partitions" in the answer, the larger one first, which need not be that of the call.
 *
 * Returns: (transfer full): an object
 */
JsonNode *
weft_plan_result_json (WeftPlan          *self,
                       const WeftPlanned *planned)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  g_autofree char *reason = weft_verdict_explain_machine (self->problem, &planned->machine,
                                                          &planned->verdict);

  json_node_take_object (node, object);
  json_object_set_boolean_member (object, "ok", TRUE);
  json_object_set_int_member (object, "evaluation", planned->evaluation);
  weft_json_set_number (object, "score", shorten (planned->verdict.score));
  json_object_set_boolean_member (object, "feasible", planned->verdict.kind == WEFT_VERDICT_FEASIBLE);
  if (reason != NULL && !self->no_feedback)
    json_object_set_string_member (object, "reason", reason);
  write_workloads (self, &planned->verdict, object);
  write_parts (self, planned, object);
  write_progress (self, object);
  return node;
}

/**
 * weft_plan_refusal_json: (skip)
 * @self: a run
 * @stage: where it was refused
 * @errors: why
 *
 * Returns: (transfer full): an object; without the errors when the run withholds them
 */
JsonNode *
weft_plan_refusal_json (WeftPlan   *self,
                        const char *stage,
                        JsonArray  *errors)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_node_take_object (node, object);
  json_object_set_boolean_member (object, "ok", FALSE);
  json_object_set_string_member (object, "stage", stage);
  if (!self->no_feedback || g_str_equal (stage, "budget"))
    json_object_set_array_member (object, "errors", json_array_ref (errors));
  write_progress (self, object);
  return node;
}

/* --- the summary --- */

static void
append_row (WeftPlan          *self,
            const WeftPlanned *planned,
            GString           *text)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double worst = INFINITY;
  guint held = 0;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (self->problem->model.w.weights[i] > 0 && planned->verdict.ratio[i] < worst)
      {
        worst = planned->verdict.ratio[i];
        held = i;
      }

  g_string_append_printf (text, "%u | %s |", planned->evaluation, planned->label);
  for (guint i = 0; i < planned->machine.n_partitions; i++)
    {
      const WeftMachinePartition *part = &planned->machine.partitions[i];

      g_string_append_printf (text, " %s/%s",
                              weft_inventory_scaleup (self->problem->inventory, part->scaleup)->id,
                              weft_inventory_scaleout (self->problem->inventory, part->scaleout)->id);
    }
  g_string_append_printf (text, " | %s | %s",
                          g_ascii_formatd (number, sizeof number, "%.4g", planned->verdict.score),
                          weft_workload_nick (held));
  if (!self->no_attribution && planned->verdict.site[held][0] >= 0)
    g_string_append_printf (text, " (%s)", weft_time_part_nick (planned->verdict.bottleneck[held]));
  g_string_append_c (text, '\n');
}

/* The newest words of the user, which hold on when the exchange that they were said in is gone. */
static void
append_said (WeftPlan *self,
             GString  *text)
{
  guint first = self->told->len > SUMMARY_WORDS ? self->told->len - SUMMARY_WORDS : 0;

  if (self->told->len > 0)
    g_string_append (text, "\nWhat the user has said:");
  for (guint i = first; i < self->told->len; i++)
    {
      g_autofree char *words = weft_plain_text (g_ptr_array_index (self->told, i), WEFT_PLAIN_ONE_LINE,
                                                WORDS_CHARS);

      g_string_append_printf (text, "\n- %s", words);
    }
}

/**
 * weft_plan_summary: (skip)
 * @self: a run
 *
 * Returns: (transfer full): a table of the evaluations, the best design in full, and what the user has said
 */
char *
weft_plan_summary (WeftPlan *self)
{
  GString *text = g_string_new ("evaluation | design | fabrics | score | slowest workload\n");
  guint rows = self->summary_rows > 0 ? self->summary_rows : SUMMARY_ROWS;
  guint first = self->planned->len > rows ? self->planned->len - rows : 0;

  if (first > 0)
    g_string_append_printf (text, "(%u earlier ones are left out)\n", first);
  for (guint i = first; i < self->planned->len; i++)
    append_row (self, g_ptr_array_index (self->planned, i), text);
  if (self->best >= 0)
    {
      const WeftPlanned *planned = g_ptr_array_index (self->planned, (guint) self->best);
      g_autoptr (JsonNode) best = weft_plan_result_json (self, planned);
      g_autofree char *full = NULL;

      if (!json_object_has_member (json_node_get_object (best), "partitions"))
        json_object_set_member (json_node_get_object (best), "partitions", json_node_ref (planned->partitions));
      full = weft_json_write_compact (best);
      g_string_append_printf (text, "The best design so far, in full:\n%s", full);
    }
  append_said (self, text);
  return g_string_free (text, FALSE);
}
