/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a number of an evaluation comes from: the number itself first, then what it was computed from, down to the
 * catalog's sources and the profile's assumptions. */
#include "model/weft-explain-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "design/weft-share.h"
#include "model/measured/weft-measured-items-private.h"

static void
free_origin (gpointer data)
{
  weft_origin_free (data);
}

/* --- paths --- */

static void
explain_score (GPtrArray      *origins,
               WeftEvaluation *self)
{
  weft_origins_add_number (origins, _("Score"), self->score, WEFT_UNIT_RATIO,
                           _("exp (sum of weight × ln speed-up)\nArchAgent, section IV-A"));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->workloads)); i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (self, i);
      char weight[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *text = NULL;

      g_ascii_formatd (weight, sizeof weight, "%g", result->weight);
      text = g_strdup_printf (_("weight %s"), weight);
      weft_origins_add_number (origins, weft_workload_label (i), result->speedup, WEFT_UNIT_RATIO, text);
    }
}

static void
explain_budget (GPtrArray      *origins,
                WeftEvaluation *self)
{
  WeftUnit unit = self->budget_is_cost ? WEFT_UNIT_USD : WEFT_UNIT_W;

  weft_origins_add (origins, _("Budget"), weft_quantity_format (self->budget, unit),
                    self->budget_is_default ? WEFT_CONFIDENCE_ASSUMED : WEFT_CONFIDENCE_USER,
                    self->budget_is_default ? _("the profile's default, since the document names none")
                                            : _("facility of the document"));
  if (self->budget_is_default)
    weft_origins_add_constant (origins, self, "default_power_w");
}

/* Power of a chip's surroundings, where the profile counts it: numbers and the constants that they come from. */
static void
add_surroundings (GPtrArray      *origins,
                  WeftEvaluation *self,
                  guint           index)
{
  const WeftMachinePartition *part = &self->machine.partitions[index];
  const WeftChip *chip = weft_inventory_chip (self->inventory, part->chip);
  const char *const scopes[] = { chip->id, weft_record_get_id (chip->record), NULL };
  WeftPowerShare share;

  weft_power_share_init (&share, self->inventory, part->chip, part->scaleup, part->scaleout, self->result.n[index]);
  weft_origins_add_number (origins, _("Part of the host"), share.host_w, WEFT_UNIT_W,
                           _("processors of a node, with memory and boards / chips of a node"));
  weft_origins_add_scoped (origins, self, "power_host_socket_w", scopes);
  weft_origins_add_scoped (origins, self, "power_chips_per_socket", scopes);
  weft_origins_add_number (origins, _("Fans and power supplies"), share.loss_w, WEFT_UNIT_W,
                           _("share × (chip + host + scale-up)"));
  weft_origins_add_constant (origins, self, "power_loss_share");
  weft_origins_add_number (origins, _("Service nodes"), share.service_w, WEFT_UNIT_W, _("share × all IT before them"));
  weft_origins_add_constant (origins, self, "power_service_share");
  weft_origins_add_number (origins, _("Cooling and power distribution"), share.cooling_w, WEFT_UNIT_W,
                           _("IT × (PUE − 1)"));
  weft_origins_add_constant (origins, self, "pue");
}

static void
add_share (GPtrArray      *origins,
           WeftEvaluation *self,
           guint           index,
           gboolean        money)
{
  const WeftMachinePartition *part = &self->machine.partitions[index];
  WeftRecord *scaleout = weft_inventory_scaleout (self->inventory, part->scaleout)->record;

  weft_origins_add_record_value (origins, self, weft_inventory_chip (self->inventory, part->chip)->record,
                                 money ? "price_usd" : "tdp_w");
  weft_origins_add_scaleup_value (origins, self, part, money ? "cost_usd_per_chip" : "power_w_per_chip");
  if (money || !weft_origins_add_record_value (origins, self, scaleout, "power_w_per_endpoint"))
    weft_origins_add_record_value (origins, self, scaleout,
                                   money ? "cost_usd_per_endpoint_2tier" : "power_w_per_endpoint_2tier");
  if (!money && weft_inventory_facility_power (self->inventory)->is_counted)
    add_surroundings (origins, self, index);
  if (money && weft_inventory_facility_cost (self->inventory)->is_counted)
    {
      weft_origins_add_constant (origins, self, "cost_server_factor");
      weft_origins_add_constant (origins, self, "cost_rack_usd_per_w");
    }
}

/* What a chip takes in words, by what the profile counts. */
static const char *
share_formula (WeftEvaluation *self,
               gboolean        money)
{
  if (money)
    return weft_inventory_facility_cost (self->inventory)->is_counted
             ? _("price × server factor + scale-up + scale-out + racks") : _("price + scale-up + scale-out");
  return weft_inventory_facility_power (self->inventory)->is_counted
           ? _("TDP + host + scale-up + scale-out + fans and power supplies + service nodes + cooling")
           : _("TDP + scale-up port + scale-out port");
}

static void
explain_total (GPtrArray      *origins,
               WeftEvaluation *self,
               gboolean        money)
{
  g_autofree char *formula = g_strdup_printf (_("chips × (%s), summed over the partitions"),
                                              share_formula (self, money));

  if (money)
    weft_origins_add_number (origins, self->items != NULL ? _("To buy") : _("Cost"),
                             weft_evaluation_get_cost_usd (self), WEFT_UNIT_USD, formula);
  else
    weft_origins_add_number (origins, self->items != NULL ? _("Power") : _("Power of chips and ports"),
                             weft_evaluation_get_power_w (self), WEFT_UNIT_W, formula);
  if (money)
    weft_explain_cost (origins, self, "cost");
  else
    weft_explain_power (origins, self, WEFT_N_WORKLOADS, "power");

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->partitions)); i++)
    {
      g_autoptr (WeftPartitionResult) part = g_list_model_get_item (G_LIST_MODEL (self->partitions), i);
      double sum = money ? weft_partition_result_get_cost_usd (part) : weft_partition_result_get_power_w (part);

      weft_origins_add_number (origins, part->name, sum, money ? WEFT_UNIT_USD : WEFT_UNIT_W, part->domains_text);
      add_share (origins, self, i, money);
    }
}

/* From the links of a graph, else from fabric and chip. */
static void
explain_domain (GPtrArray                  *origins,
                WeftEvaluation             *self,
                const WeftMachinePartition *spec,
                WeftPartitionResult        *part)
{
  gboolean drawn = spec->domain_chips > 0;

  weft_origins_add_number (origins, _("Chips of a domain"), part->domain_chips, WEFT_UNIT_COUNT,
                           drawn ? _("the largest group that the graph's scale-up links join")
                                 : _("the smaller of the fabric's and the chip's largest domain"));
  if (!drawn)
    weft_origins_add_scaleup_value (origins, self, spec, "max_domain_chips");
}

/* Counted in a graph, else what the share of the budget buys. */
static void
explain_count (GPtrArray                  *origins,
               WeftEvaluation             *self,
               const WeftMachinePartition *spec,
               WeftPartitionResult        *part,
               guint                       index)
{
  if (spec->n_chips > 0)
    {
      weft_origins_add (origins, part->name, weft_quantity_format (part->count, WEFT_UNIT_COUNT),
                        WEFT_CONFIDENCE_USER, _("counted in the graph of the document"));
      return;
    }

  weft_origins_add_number (origins, part->name, part->count, WEFT_UNIT_COUNT,
                           _("floor (share × budget / use of a chip / chips of a node) × chips of a node"));
  weft_origins_add (origins, _("Share of the budget"), weft_quantity_format (spec->power_frac, WEFT_UNIT_NONE),
                    WEFT_CONFIDENCE_USER, _("power_frac of the document"));
  explain_budget (origins, self);
  add_share (origins, self, index, self->budget_is_cost);
  weft_origins_add_record_value (origins, self, part->chip->record, "node_chips");
}

/* "partitions/0/KEY" */
static void
explain_partition (GPtrArray      *origins,
                   WeftEvaluation *self,
                   guint           index,
                   const char     *key)
{
  const WeftMachinePartition *spec = &self->machine.partitions[index];
  g_autoptr (WeftPartitionResult) part = g_list_model_get_item (G_LIST_MODEL (self->partitions), index);

  if (g_str_equal (key, "domain_chips"))
    explain_domain (origins, self, spec, part);
  else if (g_str_equal (key, "count") || g_str_equal (key, "nodes") || g_str_equal (key, "domains"))
    explain_count (origins, self, spec, part, index);
  else if (g_str_equal (key, "chip_w") || g_str_equal (key, "power_w"))
    {
      weft_origins_add_number (origins, _("Power of a chip with its ports"), part->chip_w, WEFT_UNIT_W,
                               share_formula (self, FALSE));
      add_share (origins, self, index, FALSE);
    }
  else if (g_str_equal (key, "cost_usd"))
    {
      weft_origins_add_number (origins, _("Cost of a chip with its fabrics"), part->chip_usd, WEFT_UNIT_USD,
                               share_formula (self, TRUE));
      add_share (origins, self, index, TRUE);
    }
  else if (g_str_has_prefix (key, "scaleup/"))
    {
      weft_origins_add_scaleup_value (origins, self, spec, key + strlen ("scaleup/"));
    }
  else if (g_str_has_prefix (key, "scaleout/"))
    {
      weft_origins_add_record_value (origins, self, weft_inventory_scaleout (self->inventory, spec->scaleout)->record,
                                     key + strlen ("scaleout/"));
    }
  else
    {
      weft_origins_add_record_value (origins, self, part->chip->record, key);
    }
}

/* "split/latency" */
static gboolean
explain_split (GPtrArray          *origins,
               WeftWorkloadResult *result,
               const char         *nick)
{
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    if (g_str_equal (nick, weft_time_part_nick (i)))
      {
        weft_origins_add_number (origins, weft_time_part_label (i), result->share[i], WEFT_UNIT_NONE,
                                 _("its part of the time that the workload takes"));
        return TRUE;
      }

  return FALSE;
}

static void
explain_weight (GPtrArray          *origins,
                WeftEvaluation     *self,
                WeftWorkloadResult *result)
{
  WeftValue value;

  weft_origins_add (origins, _("Weight"), weft_quantity_format (result->weight, WEFT_UNIT_NONE),
                    WEFT_CONFIDENCE_USER, _("workload of the document, or of the record below"));
  if (self->workload != NULL && weft_record_lookup (self->workload, "weights", &value))
    weft_origins_add_value (origins, weft_record_get_name (self->workload), &value);
}

/* "workloads/training/KEY" */
static void
explain_workload (GPtrArray          *origins,
                  WeftEvaluation     *self,
                  WeftWorkloadResult *result,
                  const char         *key)
{
  WeftUnit unit = weft_workload_value_unit (result->kind);
  const char *label = weft_workload_label (result->kind);

  if (weft_explain_power (origins, self, result->kind, key))
    return;
  if (g_str_equal (key, "weight"))
    {
      explain_weight (origins, self, result);
      return;
    }
  if (g_str_has_prefix (key, "split/"))
    {
      if (explain_split (origins, result, key + strlen ("split/")))
        weft_origins_add_basis (origins, self, result);
      return;
    }
  if (g_str_equal (key, "reference"))
    {
      weft_origins_add_number (origins, _("The reference on the same budget"), result->reference, unit,
                               _("the profile's reference, evaluated in the same way"));
      explain_budget (origins, self);
      return;
    }
  if (g_str_equal (key, "speedup") || g_str_equal (key, "value"))
    {
      if (g_str_equal (key, "speedup"))
        weft_origins_add_number (origins, label, result->speedup, WEFT_UNIT_RATIO,
                                 unit == WEFT_UNIT_S ? _("time of the reference / time")
                                                     : _("rate / rate of the reference"));
      weft_origins_add_number (origins, unit == WEFT_UNIT_S ? _("Time") : _("Rate"), result->value, unit,
                               weft_workload_result_get_mapping (result));
      weft_origins_add_number (origins, _("The reference on the same budget"), result->reference, unit,
                               _("the profile's reference, evaluated in the same way"));
      weft_origins_add_basis (origins, self, result);
      return;
    }

  for (guint i = 0; i < result->details->len; i++)
    {
      const WeftDetail *detail = g_ptr_array_index (result->details, i);

      if (!g_str_equal (detail->key, key))
        continue;
      weft_origins_add_number (origins, detail->label, detail->value, detail->unit, detail->formula);
      weft_origins_add_basis (origins, self, result);
    }
}

/* A graph's totals are explained by their items. */
static const char *
items_path (WeftEvaluation *self,
            const char     *path)
{
  if (self->items != NULL && self->items->is_graph)
    return g_str_equal (path, "power_w") ? "power" : g_str_equal (path, "cost_usd") ? "cost" : path;
  return path;
}

/**
 * weft_evaluation_explain: (skip)
 * @self: an evaluation
 * @path: which number, as in the header
 *
 * Returns: (transfer full) (element-type WeftOrigin): its origins, empty for an unknown path
 */
GPtrArray *
weft_evaluation_explain (WeftEvaluation *self,
                         const char     *path)
{
  g_autoptr (GPtrArray) origins = g_ptr_array_new_with_free_func (free_origin);
  g_auto (GStrv) parts = NULL;
  WeftWorkloadKind kind;
  guint64 index;

  g_return_val_if_fail (WEFT_IS_EVALUATION (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  if (*path == '/')
    path++;
  parts = g_strsplit (path, "/", 3);
  if (g_str_equal (path, "score"))
    explain_score (origins, self);
  else if (g_str_equal (path, "budget") || g_str_equal (path, self->budget_is_cost ? "budget_usd" : "budget_w"))
    explain_budget (origins, self);
  else if (weft_explain_power (origins, self, WEFT_N_WORKLOADS, items_path (self, path))
           || weft_explain_cost (origins, self, items_path (self, path)))
    return g_steal_pointer (&origins);
  else if (g_str_equal (path, "power_w") || g_str_equal (path, "cost_usd"))
    explain_total (origins, self, g_str_equal (path, "cost_usd"));
  else if (g_strv_length (parts) == 3 && g_str_equal (parts[0], "workloads")
           && weft_workload_parse (parts[1], &kind)
           && weft_evaluation_get_workload (self, kind) != NULL)
    explain_workload (origins, self, weft_evaluation_get_workload (self, kind), parts[2]);
  else if (g_strv_length (parts) == 3 && g_str_equal (parts[0], "partitions")
           && g_ascii_string_to_unsigned (parts[1], 10, 0, WEFT_MAX_PARTITIONS - 1, &index, NULL)
           && index < g_list_model_get_n_items (G_LIST_MODEL (self->partitions)))
    explain_partition (origins, self, (guint) index, parts[2]);

  return g_steal_pointer (&origins);
}
