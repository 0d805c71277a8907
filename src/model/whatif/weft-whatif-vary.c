/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From inputs and values to a machine, an inventory and a document with these numbers, and to what comes of them. */
#include "model/whatif/weft-whatif-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/weft-design-private.h"
#include "design/weft-design-workload.h"
#include "design/weft-partition-private.h"
#include "model/weft-evaluator-private.h"

/* What a question changes, collected before anything is made. */
typedef struct
{
  GArray *facts;     /* WeftFactChange */
  GArray *constants; /* WeftConstantChange */
  double amount;
  double fractions[WEFT_MAX_PARTITIONS]; /* NAN: shares what is left */
  double weights[WEFT_N_WORKLOADS];      /* likewise */
  gboolean has_fractions;
  gboolean has_weights;
  JsonObject *values; /* (nullable): of the workload */
} Changes;

static void
begin (Changes    *self,
       WeftWhatif *whatif)
{
  *self = (Changes) {
    .facts = g_array_sized_new (FALSE, FALSE, sizeof (WeftFactChange), 64),
    .constants = g_array_new (FALSE, FALSE, sizeof (WeftConstantChange)),
    .amount = whatif->machine.amount,
  };
  for (guint i = 0; i < WEFT_MAX_PARTITIONS; i++)
    self->fractions[i] = NAN;
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    self->weights[i] = NAN;
}

static void
end (Changes *self)
{
  g_array_unref (self->facts);
  g_array_unref (self->constants);
  g_clear_pointer (&self->values, json_object_unref);
}

static void
add_facts (Changes   *self,
           WeftInput *input,
           double     value,
           gboolean   relative)
{
  for (guint i = 0; i < input->targets->len; i++)
    {
      const WeftInputTarget *target = &g_array_index (input->targets, WeftInputTarget, i);
      double to = relative ? target->base * value : value;
      WeftFactChange fact = { target->kind, target->index, target->key, to };

      if ((relative && isnan (target->base)) || (target->raise && !(to > target->base)))
        continue;
      g_array_append_val (self->facts, fact);
    }
}

static void
add (Changes   *self,
     WeftInput *input,
     double     value,
     gboolean   relative)
{
  WeftConstantChange constant = { input->key, relative ? input->value * value : value };

  switch (input->set)
    {
    case WEFT_SET_FACT:
      add_facts (self, input, value, relative);
      break;
    case WEFT_SET_CONSTANT:
      g_array_append_val (self->constants, constant);
      break;
    case WEFT_SET_BUDGET:
      self->amount = constant.value;
      break;
    case WEFT_SET_FRACTION:
      self->fractions[input->index] = constant.value;
      self->has_fractions = TRUE;
      break;
    case WEFT_SET_WEIGHT:
      self->weights[input->index] = constant.value;
      self->has_weights = TRUE;
      break;
    case WEFT_SET_WORKLOAD:
    default:
      if (self->values == NULL)
        self->values = json_object_new ();
      json_object_set_double_member (self->values, input->key, constant.value);
    }
}

static gboolean
check_value (WeftInput *input,
             double     value,
             GError   **error)
{
  g_autofree char *shown = NULL;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;

  if (isfinite (value) && value >= input->least && value <= input->most && (!input->is_whole || value == round (value)))
    return TRUE;

  shown = weft_input_format (input, value);
  least = weft_input_format (input, input->least);
  most = isfinite (input->most) ? weft_input_format (input, input->most) : g_strdup ("∞");
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("%s cannot be %s, expected %s from %s to %s"),
               input->path, shown, input->is_whole ? _("a whole number") : _("a number"), least, most);
  return FALSE;
}

/* Parts that are not set share what the set ones leave, in their proportions. */
static gboolean
share_rest (double       *parts,
            const double *base,
            guint         n,
            double        total,
            const char   *what,
            GError      **error)
{
  double set = 0, others = 0;

  for (guint i = 0; i < n; i++)
    if (isnan (parts[i]))
      others += base[i];
    else
      set += parts[i];
  if (set > total * (1 + 1e-12) && others > 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("%s: %g is set, which leaves nothing of %g for the others"), what, set, total);
      return FALSE;
    }

  for (guint i = 0; i < n; i++)
    if (isnan (parts[i]))
      parts[i] = others > 0 ? base[i] / others * MAX (0, total - set) : 0;
  return TRUE;
}

static gboolean
share_fractions (Changes    *self,
                 WeftWhatif *whatif,
                 GError    **error)
{
  guint n = whatif->machine.n_partitions;
  double base[WEFT_MAX_PARTITIONS], total = 0;

  for (guint i = 0; i < n; i++)
    total += base[i] = whatif->machine.partitions[i].power_frac;
  return share_rest (self->fractions, base, n, total, _("fractions of the budget"), error);
}

static gboolean
share_weights (Changes    *self,
               WeftWhatif *whatif,
               GError    **error)
{
  double total = 0;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    total += whatif->weights[i];
  return share_rest (self->weights, whatif->weights, WEFT_N_WORKLOADS, total, _("weights of the workloads"), error);
}

/* --- the document --- */

/* What the document says of the workload, with other weights and values. */
static JsonNode *
write_workload (const Changes *self,
                WeftDesign    *design)
{
  JsonObject *old = weft_design_get_workload (design), *object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  json_node_take_object (node, object);
  if (old != NULL)
    {
      json_object_iter_init_ordered (&iter, old);
      while (json_object_iter_next_ordered (&iter, &key, &member))
        json_object_set_member (object, key, json_node_copy (member));
    }
  if (self->has_weights)
    {
      JsonObject *weights = json_object_new ();

      for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
        json_object_set_double_member (weights, weft_workload_nick (i), self->weights[i]);
      json_object_set_object_member (object, "weights", weights);
    }
  if (self->values != NULL)
    {
      JsonObject *values = json_object_has_member (object, "values")
                             ? json_object_ref (json_object_get_object_member (object, "values"))
                             : json_object_new ();

      json_object_iter_init_ordered (&iter, self->values);
      while (json_object_iter_next_ordered (&iter, &key, &member))
        json_object_set_member (values, key, json_node_copy (member));
      json_object_set_object_member (object, "values", values);
    }
  return node;
}

static JsonNode *
write_facility (const WeftMachine *machine)
{
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_object_set_double_member (object, weft_design_budget_keys[machine->budget == WEFT_BUDGET_COST], machine->amount);
  json_node_take_object (node, object);
  return node;
}

static WeftDesign *
write_design (const Changes     *self,
              WeftWhatif        *whatif,
              const WeftMachine *machine)
{
  WeftDesign *design;

  g_mutex_lock (&whatif->copying);
  design = weft_design_copy (whatif->design);
  g_mutex_unlock (&whatif->copying);

  if (self->has_weights || self->values != NULL)
    {
      g_autoptr (JsonNode) workload = write_workload (self, design);

      weft_design_set_field (design, WEFT_DESIGN_WORKLOAD, workload);
    }
  if (machine->amount != whatif->machine.amount)
    {
      g_autoptr (JsonNode) facility = write_facility (machine);

      weft_design_set_field (design, WEFT_DESIGN_FACILITY, facility);
    }
  for (guint i = 0; i < weft_design_get_n_partitions (design) && self->has_fractions; i++)
    {
      g_autoptr (JsonNode) fraction = json_node_init_double (json_node_alloc (), machine->partitions[i].power_frac);

      weft_partition_set_field (weft_design_get_partition (design, i), WEFT_PARTITION_POWER_FRAC, fraction);
    }
  return design;
}

/* --- the variant --- */

/* Links of a graph that carry less than the fabric are set along with it: the link is what is asked about. */
static void
set_links (WeftMachine   *machine,
           WeftWhatif    *whatif,
           WeftInput     *input,
           WeftInventory *inventory)
{
  if (input->set != WEFT_SET_FACT || !g_str_equal (input->key, "gbs"))
    return;

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      WeftMachinePartition *part = &machine->partitions[i];
      const WeftInputTarget *target = &g_array_index (input->targets, WeftInputTarget, 0);

      if (input->index != G_MAXUINT && input->index != i)
        continue;
      if (target->kind == WEFT_RECORD_SCALEUP && part->scaleup_bw_bytes_s > 0)
        part->scaleup_bw_bytes_s = weft_inventory_scaleup_on_chip (inventory, part->scaleup, part->chip)->bw_bytes_s;
      else if (target->kind == WEFT_RECORD_SCALEOUT && part->scaleout_bw_bytes_s > 0)
        part->scaleout_bw_bytes_s = weft_inventory_scaleout (inventory, part->scaleout)->bw_bytes_s;
    }
}

static gboolean
make (const Changes *self,
      WeftWhatif    *whatif,
      gboolean       document,
      WeftVariant   *variant,
      GError       **error)
{
  variant->machine = whatif->machine;
  variant->machine.amount = self->amount;
  for (guint i = 0; i < variant->machine.n_partitions && self->has_fractions; i++)
    variant->machine.partitions[i].power_frac = self->fractions[i];

  variant->inventory = weft_inventory_vary (whatif->inventory, (const WeftFactChange *) self->facts->data,
                                            self->facts->len, (const WeftConstantChange *) self->constants->data,
                                            self->constants->len, error);
  if (variant->inventory == NULL)
    return FALSE;
  if (document || self->has_weights || self->values != NULL)
    variant->design = write_design (self, whatif, &variant->machine);
  return TRUE;
}

gboolean
weft_whatif_vary (WeftWhatif       *self,
                  WeftInput *const *inputs,
                  const double     *values,
                  const gboolean   *relative,
                  guint             n,
                  gboolean          document,
                  WeftVariant      *variant,
                  GError          **error)
{
  Changes changes;
  gboolean done = TRUE;

  *variant = (WeftVariant) { 0 };
  begin (&changes, self);
  for (guint i = 0; i < n && done; i++)
    {
      gboolean is_factor = relative != NULL && relative[i];

      done = is_factor || check_value (inputs[i], values[i], error);
      if (done)
        add (&changes, inputs[i], values[i], is_factor);
    }
  if (done && changes.has_fractions)
    done = share_fractions (&changes, self, error);
  if (done && changes.has_weights)
    done = share_weights (&changes, self, error);
  done = done && make (&changes, self, document, variant, error);
  for (guint i = 0; i < n && done && self->is_graph; i++)
    set_links (&variant->machine, self, inputs[i], variant->inventory);
  end (&changes);
  return done;
}

void
weft_variant_clear (WeftVariant *self)
{
  g_clear_object (&self->inventory);
  g_clear_object (&self->design);
}

gboolean
weft_whatif_score (WeftWhatif        *self,
                   const WeftVariant *variant,
                   WeftModel         *model,
                   WeftScore         *score)
{
  WeftDesign *design = variant->design != NULL ? variant->design : self->design;
  WeftModelFault fault;

  if (!weft_model_init_for_design (model, design, variant->inventory, variant->machine.budget, variant->machine.amount,
                                   NULL, &fault, NULL))
    return FALSE;
  weft_kernel_evaluate_fresh (model, &variant->machine, NULL, score);
  return TRUE;
}

static double
sum_shares (const WeftVariant *variant,
            const WeftScore   *score,
            WeftBudget         budget)
{
  double sum = 0;

  for (guint i = 0; i < variant->machine.n_partitions; i++)
    {
      const WeftMachinePartition *part = &variant->machine.partitions[i];

      sum += score->n[i] * weft_chip_share_of (variant->inventory, budget, part->chip, part->scaleup, part->scaleout,
                                               score->n[i]);
    }
  return sum;
}

double
weft_whatif_read_score (const WeftOutput  *output,
                        const WeftVariant *variant,
                        const WeftScore   *score)
{
  switch (output->kind)
    {
    case WEFT_OUTPUT_SCORE:
      return score->score;
    case WEFT_OUTPUT_VALUE:
      return score->value[output->index] > 0 ? score->value[output->index] : NAN;
    case WEFT_OUTPUT_SPEEDUP:
      return score->ratio[output->index];
    case WEFT_OUTPUT_COUNT:
      return output->index < variant->machine.n_partitions ? score->n[output->index] : NAN;
    case WEFT_OUTPUT_POWER:
      return sum_shares (variant, score, WEFT_BUDGET_POWER);
    case WEFT_OUTPUT_COST:
      return sum_shares (variant, score, WEFT_BUDGET_COST);
    case WEFT_OUTPUT_OTHER:
    default:
      return NAN;
    }
}

WeftEvaluation *
weft_whatif_evaluate_variant (WeftWhatif        *self,
                              const WeftVariant *variant,
                              GError           **error)
{
  return weft_evaluator_evaluate_in (self->evaluator, variant->design, variant->inventory,
                                     self->is_graph ? &variant->machine : NULL, error);
}
