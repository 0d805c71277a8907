/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem in words for a prompt: budget, limits, weights and the facts of the parts that its space has. The same problem
 * gives the same bytes in every language, and nothing in it has been computed by the evaluator. */
#include "agent/weft-kit-private.h"

#include <math.h>

#include "base/weft-plain.h"

/* Longest name of a part, in characters: the catalog's may be the user's own. */
#define NAME_CHARS 64

static const char *const role_words[WEFT_N_ROLES] = {
  "general runs anything", "prefill reads prompts", "decode writes answers",
  "solver computes in FP64", "ai runs surrogate models",
};

/* Four significant digits at most; "-" for what is unknown. */
static void
append_number (GString *text,
               double   value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (value))
    g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, "%.4g", value));
  else
    g_string_append_c (text, '-');
}

static void
append_numbers (GString      *text,
                const double *values,
                guint         n)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, " | ");
      append_number (text, values[i]);
    }
}

/* --- the catalog --- */

static void
append_chip (GString        *text,
             const WeftChip *chip,
             gboolean        money)
{
  g_autofree char *name = weft_plain_text (chip->name, WEFT_PLAIN_ONE_LINE, NAME_CHARS);
  const double values[] = {
    chip->peak_bf16_flops / 1e12, chip->peak_fp8_flops / 1e12, chip->peak_fp64_flops / 1e12,
    chip->mem_bytes / 1e9, chip->mem_bw_bytes_s / 1e12, chip->tdp_w, chip->node_chips,
    chip->generation_year, chip->price_usd,
  };

  g_string_append_printf (text, "%s | %s", chip->id, name);
  append_numbers (text, values, G_N_ELEMENTS (values) - (money ? 0 : 1));
  g_string_append (text, chip->dataflow ? " | dataflow, memory on chip\n" : " |\n");
}

static char *
write_chips (WeftProblem *problem)
{
  gboolean money = problem->model.budget == WEFT_BUDGET_COST;
  GString *text = g_string_new ("chip | name | BF16 | FP8 | FP64 | memory | bandwidth | W | chips a node | year");

  g_string_append (text, money ? " | USD | kind\n" : " | kind\n");
  for (guint i = 0; i < problem->n_chips; i++)
    {
      const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit,
                                                  problem->chip_first[i]);

      append_chip (text, weft_inventory_chip (problem->inventory, unit->chip), money);
    }

  return g_string_free (text, FALSE);
}

static void
append_scaleup (GString             *text,
                WeftProblem         *problem,
                const WeftSpaceUnit *unit)
{
  const WeftScaleupOnChip *on_chip = weft_inventory_scaleup_on_chip (problem->inventory,
                                                                     unit->scaleup, unit->chip);
  const double values[] = {
    on_chip->bw_bytes_s / 1e9, on_chip->alpha_s * 1e6, on_chip->domain_chips, on_chip->power_w,
  };

  g_string_append_printf (text, "%s | %s", weft_inventory_chip (problem->inventory, unit->chip)->id,
                          weft_inventory_scaleup (problem->inventory, unit->scaleup)->id);
  append_numbers (text, values, G_N_ELEMENTS (values));
  g_string_append_c (text, '\n');
}

/* "B200 NVLink5 2250/4500/40 180 8 1000" */
static char *
write_chips_brief (WeftProblem    *problem,
                   const gboolean *chosen)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < problem->n_chips; i++)
    {
      const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit,
                                                  problem->chip_first[i]);
      const WeftChip *chip = weft_inventory_chip (problem->inventory, unit->chip);

      if (!chosen[i])
        continue;
      g_string_append_printf (text, "%s%s %s ", text->len > 0 ? "\n" : "", chip->id,
                              weft_inventory_scaleup (problem->inventory, unit->scaleup)->id);
      append_number (text, chip->peak_bf16_flops / 1e12);
      g_string_append_c (text, '/');
      append_number (text, chip->peak_fp8_flops / 1e12);
      g_string_append_c (text, '/');
      append_number (text, chip->peak_fp64_flops / 1e12);
      g_string_append_c (text, ' ');
      append_number (text, chip->mem_bytes / 1e9);
      g_string_append_c (text, ' ');
      append_number (text, chip->mem_bw_bytes_s / 1e12);
      g_string_append_c (text, ' ');
      append_number (text, chip->tdp_w);
    }
  return g_string_free (text, FALSE);
}

static char *
write_scaleups_brief (WeftProblem    *problem,
                      const gboolean *chosen)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < problem->n_chips; i++)
    {
      const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit,
                                                  problem->chip_first[i]);
      const WeftScaleupOnChip *on_chip = weft_inventory_scaleup_on_chip (problem->inventory,
                                                                         unit->scaleup, unit->chip);

      if (!chosen[i])
        continue;
      g_string_append_printf (text, "%s%s %s ", text->len > 0 ? "\n" : "",
                              weft_inventory_chip (problem->inventory, unit->chip)->id,
                              weft_inventory_scaleup (problem->inventory, unit->scaleup)->id);
      append_number (text, on_chip->bw_bytes_s / 1e9);
      g_string_append_c (text, ' ');
      append_number (text, on_chip->alpha_s * 1e6);
      g_string_append_printf (text, " %u ", on_chip->domain_chips);
      append_number (text, on_chip->power_w);
    }
  return g_string_free (text, FALSE);
}

/* Units are in the order of chip, scale-up, scale-out: a line where one of the first two changes. */
static char *
write_scaleups (WeftProblem *problem)
{
  GString *text = g_string_new ("chip | scale-up | GB/s | us | chips of a domain | W\n");
  const WeftSpaceUnit *last = NULL;

  for (guint i = 0; i < problem->units->len; i++)
    {
      const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit, i);

      if (last == NULL || last->chip != unit->chip || last->scaleup != unit->scaleup)
        append_scaleup (text, problem, unit);
      last = unit;
    }

  return g_string_free (text, FALSE);
}

static char *
write_scaleouts (WeftProblem *problem,
                 const char  *heading,
                 const char  *separator)
{
  GString *text = g_string_new (heading);

  for (guint j = 0; j < weft_inventory_n_scaleouts (problem->inventory); j++)
    {
      const WeftScaleout *fabric = weft_inventory_scaleout (problem->inventory, j);
      const double values[] = { fabric->bw_bytes_s / 1e9, fabric->alpha_s * 1e6, fabric->power_w };
      gboolean used = FALSE;

      for (guint i = 0; !used && i < problem->units->len; i++)
        used = g_array_index (problem->units, WeftSpaceUnit, i).scaleout == j;
      if (!used)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", fabric->id);
      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        {
          g_string_append (text, separator);
          append_number (text, values[k]);
        }
    }

  return g_string_free (text, FALSE);
}

/* --- the objective --- */

static char *
write_budget (WeftProblem *problem)
{
  GString *text = g_string_new (NULL);
  double amount = problem->model.amount;

  if (problem->model.budget == WEFT_BUDGET_COST)
    {
      append_number (text, amount / 1e6);
      g_string_append (text, " million US dollars for chips and fabrics");
    }
  else
    {
      append_number (text, amount / 1e3);
      g_string_append (text, " kW for chips and ports");
    }
  return g_string_free (text, FALSE);
}

static void
append_limit (GString    *text,
              const char *what,
              double      value,
              const char *unit)
{
  if (!isfinite (value))
    return;
  g_string_append (text, what);
  append_number (text, value);
  g_string_append (text, unit);
}

static char *
write_limits (WeftProblem *problem)
{
  const WeftConstraints *limits = &problem->constraints;
  GString *text = g_string_new (NULL);

  append_limit (text, "The design may take at most ", limits->max_power_w, " W. ");
  append_limit (text, "It may cost at most ", limits->max_cost_usd, " US dollars. ");
  append_limit (text, "It may have at most ", limits->max_chips, " chips. ");
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (limits->min_speedup[i] > 0)
      {
        g_string_append_printf (text, "The speed-up of %s must be at least ", weft_workload_nick (i));
        append_number (text, limits->min_speedup[i]);
        g_string_append (text, ". ");
      }
  return g_strchomp (g_string_free (text, FALSE));
}

static char *
write_weights (WeftProblem *problem)
{
  static const char *const words[WEFT_N_WORKLOADS] = {
    "training a large language model in BF16",
    "serving it in FP8, prefill and decode",
    "a 27-point stencil in FP64",
    "conjugate gradients with small all-reduces (HPCG)",
    "a 3D FFT with two all-to-alls",
    "a solver phase in FP64 that alternates with an AI surrogate",
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (problem->model.w.weights[i] > 0)
      {
        g_string_append_printf (text, "%s- %s ", text->len > 0 ? "\n" : "", weft_workload_nick (i));
        append_number (text, problem->model.w.weights[i]);
        g_string_append_printf (text, ": %s", words[i]);
      }
  return g_string_free (text, FALSE);
}

static char *
write_weights_brief (WeftProblem *problem)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (problem->model.w.weights[i] > 0)
      {
        g_string_append_printf (text, "%s%s ", text->len > 0 ? ", " : "", weft_workload_nick (i));
        append_number (text, problem->model.w.weights[i]);
      }
  return g_string_free (text, FALSE);
}

static char *
write_reference (WeftProblem *problem)
{
  const WeftMachinePartition *part = &problem->model.reference.partitions[0];

  return g_strdup_printf ("all of the budget in %s with %s and %s",
                          weft_inventory_chip (problem->inventory, part->chip)->id,
                          weft_inventory_scaleup (problem->inventory, part->scaleup)->id,
                          weft_inventory_scaleout (problem->inventory, part->scaleout)->id);
}

static char *
write_roles (WeftProblem *problem)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < problem->n_roles; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", role_words[problem->roles[i]]);
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

static void
take (GHashTable *values,
      const char *name,
      char       *value)
{
  g_hash_table_insert (values, (gpointer) name, value);
}

/**
 * weft_briefing_values: (skip)
 * @problem: what is planned
 * @briefing: what else is said
 *
 * Returns: (transfer full) (element-type utf8 utf8): the values of the prompts' placeholders
 */
GHashTable *
weft_briefing_values (WeftProblem        *problem,
                      const WeftBriefing *briefing)
{
  GHashTable *values = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autofree gboolean *chosen = weft_briefing_choose (problem, briefing->chips);

  take (values, "reference", write_reference (problem));
  take (values, "budget", write_budget (problem));
  take (values, "limits", write_limits (problem));
  take (values, "weights", write_weights (problem));
  take (values, "evaluations", g_strdup_printf ("%u", briefing->evaluations));
  take (values, "max_partitions", g_strdup_printf ("%u", problem->max_partitions));
  take (values, "roles", write_roles (problem));
  take (values, "chips", write_chips (problem));
  take (values, "scaleups", write_scaleups (problem));
  take (values, "scaleouts", write_scaleouts (problem, "scale-out | GB/s | us | W", " | "));
  take (values, "weights_brief", write_weights_brief (problem));
  take (values, "chips_brief", write_chips_brief (problem, chosen));
  take (values, "scaleups_brief", write_scaleups_brief (problem, chosen));
  take (values, "scaleouts_brief", write_scaleouts (problem, "", " "));
  take (values, "attribution",
        g_strdup (briefing->attribution
                    ? "where its time goes, what it is bound by, where it runs, " : ""));
  return values;
}
