/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is drawn of a design: facts of its parts and of the reference's, and the model's error for each workload. */
#include "model/whatif/weft-doubt-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const char *const folders[WEFT_N_OVERRIDE_KINDS] = { "chips", "scaleups", "scaleouts" };

guint
weft_doubt_add_factor (WeftDoubt  *self,
                       const char *name,
                       const char *group,
                       char       *label,
                       double      spread)
{
  gpointer place = g_hash_table_lookup (self->by_name, name);
  WeftDoubtFactor *factor;

  if (place != NULL)
    {
      g_free (label);
      return GPOINTER_TO_UINT (place) - 1;
    }
  factor = g_new (WeftDoubtFactor, 1);
  *factor = (WeftDoubtFactor) { g_strdup (name), g_strdup (group), label, spread };
  g_ptr_array_add (self->drawn, factor);
  g_hash_table_insert (self->by_name, factor->name, GUINT_TO_POINTER (self->drawn->len));
  return self->drawn->len - 1;
}

/* --- facts --- */

/* Where a fact counts: in the reference and in the partitions. The original of a part counts for nobody when only copies
 * of it stand in the design. */
static void
add_targets (WeftDoubtDesign *design,
             WeftInput       *input,
             guint            place)
{
  for (guint i = 0; i < input->targets->len; i++)
    {
      const WeftInputTarget *target = &g_array_index (input->targets, WeftInputTarget, i);
      WeftFactChange fact = { target->kind, target->index, target->key, target->base };

      if (i == 0 && input->targets->len > 1
          && target->index != weft_part_set_get (&design->whatif->reference, target->kind))
        continue;
      if (!(target->base > 0))
        continue;
      g_array_append_val (design->facts, fact);
      g_array_append_val (design->places, place);
    }
}

/* A known number whose value is in doubt. A link as a whole is no fact of its own. */
static void
add_fact (WeftDoubt       *self,
          WeftDoubtDesign *design,
          WeftRecordKind   kind,
          guint            original,
          const char      *id,
          const char      *key)
{
  g_autofree char *path = g_strdup_printf ("%s/%s/%s", folders[kind], id, key);
  g_autoptr (WeftInput) input = weft_whatif_new_fact_input (design->whatif, path, kind, original, key);
  guint place;

  if (input == NULL || isnan (input->value) || !(input->spread > 0) || !(input->value > 0))
    return;
  place = weft_doubt_add_factor (self, path, path, weft_input_dup_title (input), input->spread);
  for (guint i = 0; i < design->places->len; i++)
    if (g_array_index (design->places, guint, i) == place)
      return;
  add_targets (design, input, place);
}

static const char *
id_of (WeftWhatif    *whatif,
       WeftRecordKind kind,
       guint          index)
{
  if (kind == WEFT_RECORD_CHIP)
    return weft_inventory_chip (whatif->inventory, index)->id;
  if (kind == WEFT_RECORD_SCALEUP)
    return weft_inventory_scaleup (whatif->inventory, index)->id;
  return weft_inventory_scaleout (whatif->inventory, index)->id;
}

static void
add_facts_of (WeftDoubt         *self,
              WeftDoubtDesign   *design,
              const WeftPartSet *parts)
{
  for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
    {
      const char *const *keys = weft_whatif_fact_keys (kind);
      guint index = weft_part_set_get (parts, kind);

      for (guint i = 0; keys[i] != NULL; i++)
        add_fact (self, design, kind, index, id_of (design->whatif, kind, index), keys[i]);
    }
}

void
weft_doubt_add_facts (WeftDoubt       *self,
                      WeftDoubtDesign *design)
{
  for (guint i = 0; i < design->whatif->machine.n_partitions; i++)
    add_facts_of (self, design, &design->whatif->originals[i]);
  add_facts_of (self, design, &design->whatif->reference);
}

/* --- the model's error --- */

/* Of its variance a part is common to all machines, another to all with the same chip, and the rest to this one. */
static void
make_term (WeftDoubt            *self,
           const WeftModelError *error,
           WeftWorkloadKind      kind,
           const char           *chip,
           const char           *machine,
           WeftErrorTerm        *term)
{
  g_autofree char *group = g_strdup_printf ("model/%s", error->domain);
  g_autofree char *with_chip = g_strdup_printf ("model/%s/%s", error->domain, chip);
  g_autofree char *own = g_strdup_printf ("model/%s/%s/%s", weft_workload_nick (kind), chip, machine);
  const char *const names[] = { group, with_chip, own };
  const double shares[] = { error->common_share, error->chip_share - error->common_share, 1 - error->chip_share };

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      term->factors[i] = weft_doubt_add_factor (self, names[i], group,
                                                g_strdup_printf (_("Model’s error, %s"), error->domain), 1);
      term->weights[i] = error->spread * sqrt (MAX (0, shares[i]));
    }
}

/* The chip that a workload mostly runs on: the second phase's, decode, or the only one's. */
static int
find_site (WeftWorkloadResult *result)
{
  int site = result != NULL ? weft_workload_result_get_partition (result, 0) : -1;

  if (result != NULL && weft_workload_result_get_kind (result) == WEFT_WORKLOAD_SERVING && site >= 0)
    site = weft_workload_result_get_partition (result, 1);
  return site;
}

/* As it stands: parameters, and the chips of the reference. */
static gboolean
read_model (WeftWhatif *whatif,
            WeftModel  *model,
            guint      *n_reference)
{
  g_auto (WeftVariant) variant = { 0 };
  WeftScore score;

  if (!weft_whatif_vary (whatif, NULL, NULL, NULL, 0, FALSE, &variant, NULL)
      || !weft_whatif_score (whatif, &variant, model, &score))
    return FALSE;
  *n_reference = weft_provision (variant.inventory, &model->reference, 0);
  return TRUE;
}

/* The same for machines of the same parts in the same numbers, whatever their names: they err alike. @parts: of each
 * partition. (transfer full) */
static char *
name_machine (WeftWhatif        *whatif,
              const WeftMachine *machine,
              const WeftPartSet *parts)
{
  GString *name = g_string_new (NULL);

  g_string_append_printf (name, "%d:%.17g", (int) machine->budget, machine->amount);
  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];

      for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
        g_string_append_printf (name, " %s", id_of (whatif, kind, weft_part_set_get (&parts[i], kind)));
      g_string_append_printf (name, ":%d:%.17g:%u:%u:%.17g:%.17g:%.17g:%.17g",
                              machine->n_partitions > 1 ? (int) part->role : 0, part->power_frac, part->n_chips,
                              part->domain_chips, part->scaleup_bw_bytes_s, part->scaleout_bw_bytes_s,
                              part->scaleup_extra_s, part->scaleout_extra_s);
    }
  return g_string_free (name, FALSE);
}

void
weft_doubt_add_errors (WeftDoubt       *self,
                       WeftDoubtDesign *design)
{
  WeftWhatif *whatif = design->whatif;
  const WeftChip *reference = weft_inventory_chip (whatif->inventory, whatif->reference.chip);
  guint n_reference = 0;
  WeftModel model = { 0 };
  gboolean known = read_model (whatif, &model, &n_reference);
  g_autofree char *machine = name_machine (whatif, &whatif->machine, whatif->originals);
  g_autofree char *compared = known ? name_machine (whatif, &model.reference, &whatif->reference) : NULL;

  for (guint kind = 0; kind < WEFT_N_WORKLOADS && known; kind++)
    {
      int site = find_site (weft_evaluation_get_workload (whatif->evaluation, kind));
      const WeftMachinePartition *part = &whatif->machine.partitions[MAX (site, 0)];
      const WeftChip *chip = weft_inventory_chip (whatif->inventory, part->chip);
      g_auto (WeftModelError) of_reference = { 0 };

      weft_trust_model (&whatif->trust, kind, chip, weft_provision (whatif->inventory, &whatif->machine, MAX (site, 0)),
                        &model.w, &design->errors[kind]);
      weft_trust_model (&whatif->trust, kind, reference, n_reference, &model.w, &of_reference);
      make_term (self, &design->errors[kind], kind, chip->id, machine, &design->own[kind]);
      make_term (self, &of_reference, kind, reference->id, compared, &design->reference[kind]);
    }
  weft_model_clear (&model);
}
