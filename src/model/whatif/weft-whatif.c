/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design made ready for questions: its parts copied apart, its inputs listed. */
#include "model/whatif/weft-whatif-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "design/weft-design-private.h"
#include "design/weft-design-workload.h"
#include "design/weft-partition-private.h"

G_DEFINE_FINAL_TYPE (WeftWhatif, weft_whatif, G_TYPE_OBJECT)

static void
weft_whatif_finalize (GObject *object)
{
  WeftWhatif *self = WEFT_WHATIF (object);

  g_clear_object (&self->evaluator);
  g_clear_object (&self->evaluation);
  g_clear_object (&self->design);
  g_clear_object (&self->inventory);
  g_clear_object (&self->workload);
  g_clear_object (&self->inputs);
  g_hash_table_unref (self->by_path);
  g_mutex_clear (&self->copying);

  G_OBJECT_CLASS (weft_whatif_parent_class)->finalize (object);
}

static void
weft_whatif_class_init (WeftWhatifClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_whatif_finalize;
}

static void
weft_whatif_init (WeftWhatif *self)
{
  self->inputs = weft_list_new (WEFT_TYPE_INPUT);
  g_mutex_init (&self->copying);
  self->by_path = g_hash_table_new (g_str_hash, g_str_equal);
}

/* --- making one --- */

/* The first thing that keeps a design from being resolved. */
static void
refuse_design (WeftWhatif *self,
               GError    **error)
{
  const char *reason = weft_evaluation_get_reason (self->evaluation);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("%s cannot be varied: %s"),
               weft_evaluation_get_design_name (self->evaluation),
               reason != NULL ? reason : _("its parts or its budget cannot be told."));
}

static gboolean
find_reference (WeftWhatif    *self,
                WeftInventory *inventory,
                GError       **error)
{
  const char *chip, *scaleup, *scaleout;
  const WeftChip *found_chip;
  const WeftScaleup *found_scaleup;
  const WeftScaleout *found_scaleout;

  weft_profile_get_reference (weft_inventory_get_profile (inventory), &chip, &scaleup, &scaleout);
  found_chip = weft_inventory_find_chip (inventory, chip);
  found_scaleup = weft_inventory_find_scaleup (inventory, scaleup);
  found_scaleout = weft_inventory_find_scaleout (inventory, scaleout);
  if (found_chip == NULL || found_scaleup == NULL || found_scaleout == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The reference of profile %s is not in the catalog"),
                   weft_profile_get_id (weft_inventory_get_profile (inventory)));
      return FALSE;
    }

  self->reference = (WeftPartSet) { .chip = found_chip->index, .scaleup = found_scaleup->index,
                                    .scaleout = found_scaleout->index };
  return TRUE;
}

/* The copies have names that nobody types, so that a document can name them. */
static void
copy_parts (WeftWhatif    *self,
            WeftInventory *inventory)
{
  for (guint i = 0; i < self->machine.n_partitions; i++)
    {
      const WeftMachinePartition *part = &self->machine.partitions[i];
      char name[64];

      self->originals[i] = (WeftPartSet) { .chip = part->chip, .scaleup = part->scaleup, .scaleout = part->scaleout };
      self->sets[i] = self->originals[i];
      g_snprintf (name, sizeof name, "\001chip %u", i);
      self->sets[i].chip_name = g_intern_string (name);
      g_snprintf (name, sizeof name, "\001scaleup %u", i);
      self->sets[i].scaleup_name = g_intern_string (name);
      g_snprintf (name, sizeof name, "\001scaleout %u", i);
      self->sets[i].scaleout_name = g_intern_string (name);
    }
  self->inventory = weft_inventory_add_sets (inventory, self->sets, self->machine.n_partitions);
  for (guint i = 0; i < self->machine.n_partitions; i++)
    {
      WeftMachinePartition *part = &self->machine.partitions[i];

      part->chip = self->sets[i].chip;
      part->scaleup = self->sets[i].scaleup;
      part->scaleout = self->sets[i].scaleout;
    }
}

static void
set_name (WeftPartition     *partition,
          WeftPartitionField field,
          const char        *name)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), name);

  weft_partition_set_field (partition, field, node);
}

/* The document of partitions names the copies. */
static void
name_copies (WeftWhatif *self)
{
  for (guint i = 0; i < weft_design_get_n_partitions (self->design); i++)
    {
      WeftPartition *partition = weft_design_get_partition (self->design, i);

      set_name (partition, WEFT_PARTITION_CHIP, self->sets[i].chip_name);
      set_name (partition, WEFT_PARTITION_SCALEUP, self->sets[i].scaleup_name);
      set_name (partition, WEFT_PARTITION_SCALEOUT, self->sets[i].scaleout_name);
    }
}

/**
 * weft_whatif_new: (skip)
 * @evaluator: judges
 * @design: a design
 * @profile: (nullable): id of a profile, instead of the document's
 * @error: return location
 *
 * Returns: (transfer full): the design made ready for questions; %NULL when it is unknown which parts it is made of, or
 *   for what budget
 */
WeftWhatif *
weft_whatif_new (WeftEvaluator *evaluator,
                 WeftDesign    *design,
                 const char    *profile,
                 GError       **error)
{
  g_autoptr (WeftWhatif) self = NULL;
  WeftInventory *inventory;
  WeftRecord *workload;

  g_return_val_if_fail (WEFT_IS_EVALUATOR (evaluator) && WEFT_IS_DESIGN (design), NULL);

  self = g_object_new (WEFT_TYPE_WHATIF, NULL);
  self->evaluator = g_object_ref (evaluator);
  self->design = weft_design_copy (design);
  self->is_graph = weft_design_get_graph (design) != NULL;
  self->evaluation = weft_evaluator_evaluate (evaluator, self->design, profile, NULL, error);
  if (self->evaluation == NULL)
    return NULL;

  inventory = weft_evaluator_get_inventory (evaluator, weft_evaluation_get_profile (self->evaluation), error);
  if (inventory == NULL || !find_reference (self, inventory, error))
    return NULL;
  if (!weft_machine_init (&self->machine, self->design, inventory)
      || !weft_design_effective_workload (self->design, inventory, &workload, self->weights))
    {
      refuse_design (self, error);
      return NULL;
    }

  self->workload = g_object_ref (workload);
  self->trust = (WeftTrust) { weft_evaluator_get_catalog (evaluator), weft_inventory_get_profile (inventory) };
  copy_parts (self, inventory);
  name_copies (self);
  weft_whatif_list_inputs (self);
  return g_steal_pointer (&self);
}

WeftEvaluation *
weft_whatif_get_evaluation (WeftWhatif *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF (self), NULL);
  return self->evaluation;
}

WeftEvaluator *
weft_whatif_get_evaluator (WeftWhatif *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF (self), NULL);
  return self->evaluator;
}

const char *
weft_whatif_get_name (WeftWhatif *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF (self), NULL);
  return weft_evaluation_get_design_name (self->evaluation);
}

GListModel *
weft_whatif_get_inputs (WeftWhatif *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF (self), NULL);
  return G_LIST_MODEL (self->inputs);
}

WeftOutput *
weft_whatif_find_output (WeftWhatif *self,
                         const char *path,
                         GError    **error)
{
  g_return_val_if_fail (WEFT_IS_WHATIF (self) && path != NULL, NULL);
  return weft_output_find (self->evaluation, path, error);
}

/**
 * weft_whatif_evaluate: (skip)
 * @self: a design
 * @inputs: (element-type WeftInput): what is set
 * @values: to what, in the inputs' units
 * @error: return location
 *
 * Returns: (transfer full): the evaluation with these numbers, or %NULL when one of them cannot be
 */
WeftEvaluation *
weft_whatif_evaluate (WeftWhatif   *self,
                      GPtrArray    *inputs,
                      const double *values,
                      GError      **error)
{
  g_auto (WeftVariant) variant = { 0 };

  g_return_val_if_fail (WEFT_IS_WHATIF (self) && inputs != NULL, NULL);

  if (!weft_whatif_vary (self, (WeftInput *const *) inputs->pdata, values, NULL, inputs->len, TRUE, &variant, error))
    return NULL;
  return weft_whatif_evaluate_variant (self, &variant, error);
}
