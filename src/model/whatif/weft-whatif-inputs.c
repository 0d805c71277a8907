/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs of a design: what the document says, the facts of its parts and of the reference's, the workload's
 * parameters, and the constants of the profile. */
#include "model/whatif/weft-whatif-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "catalog/weft-key-private.h"
#include "design/weft-design-workload.h"

/* What the formulas take of a part; further numbers of its record can be asked for by name. */
static const char *const chip_keys[] = {
  "bf16_tflops", "fp8_tflops", "fp4_tflops", "fp64_vector_tflops", "fp64_matrix_tflops", "fp32_tflops", "mem_usable_gb",
  "mem_gb", "mem_bw_gbs", "tdp_w", "idle_w", "price_usd", "scaleup_gbs_dir", "scaleout_gbs_dir", "node_chips",
  "scaleup_domain_max_chips", NULL,
};
static const char *const scaleup_keys[] = {
  "gbs", "gbs_dir", "alpha_us", "max_domain_chips", "power_w_per_chip", "cost_usd_per_chip", NULL,
};
static const char *const scaleout_keys[] = {
  "gbs", "endpoint_gbs", "alpha_us", "power_w_per_endpoint", "power_w_per_endpoint_1tier", "power_w_per_endpoint_2tier",
  "cost_usd_per_endpoint_2tier", "network_reduces", "network_scatters", NULL,
};

/* Of these one limits the other. */
static const char *const link_keys[] = { "scaleup_gbs_dir", "scaleout_gbs_dir", "gbs_dir", "endpoint_gbs", NULL };

static const char *const part_words[WEFT_N_OVERRIDE_KINDS] = { "chip", "scaleup", "scaleout" };

/* Constants that say how to count or how sure one is, and nothing about machines. */
static const char *const technical[] = {
  "power_frac_sum_tolerance", "provision_epsilon", "tie_relative", "default_power_w", NULL,
};
static const char *const technical_stems[] = { "uncertainty@", "spread", "calibrated@", "fit_distance_", NULL };

const char *const *
weft_whatif_fact_keys (WeftRecordKind kind)
{
  return kind == WEFT_RECORD_CHIP ? chip_keys : kind == WEFT_RECORD_SCALEUP ? scaleup_keys : scaleout_keys;
}

/* --- facts --- */

static WeftRecord *
find_record (WeftWhatif    *self,
             WeftRecordKind kind,
             guint          index)
{
  if (kind == WEFT_RECORD_CHIP)
    return weft_inventory_chip (self->inventory, index)->record;
  if (kind == WEFT_RECORD_SCALEUP)
    return weft_inventory_scaleup (self->inventory, index)->record;
  return weft_inventory_scaleout (self->inventory, index)->record;
}

/* The number of a key or 0 and 1; FALSE when it holds something else. Unknown ones are NAN. */
static gboolean
read_fact (WeftRecord *record,
           const char *key,
           WeftValue  *value,
           double     *number)
{
  GType type;

  static const WeftProvenance nowhere = { .confidence = WEFT_CONFIDENCE_ASSUMED, .source = (char *) "Weft" };
  const WeftKey *known;

  *number = NAN;
  if (!weft_record_lookup (record, key, value))
    {
      /* What no record of the catalog says is not so. */
      known = weft_key_find (key);
      *value = (WeftValue) { key, NULL, &nowhere };
      *number = 0;
      return known != NULL && known->type == WEFT_KEY_FLAG;
    }
  if (JSON_NODE_HOLDS_NULL (value->node))
    return TRUE;
  type = json_node_get_value_type (value->node);
  if (type == G_TYPE_BOOLEAN)
    *number = json_node_get_boolean (value->node);
  else if (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
    *number = json_node_get_double (value->node);
  return !isnan (*number);
}

static void
add_target (WeftInput     *input,
            WeftWhatif    *self,
            WeftRecordKind kind,
            guint          index,
            const char    *key,
            gboolean       raise)
{
  WeftInputTarget target = { kind, index, g_intern_string (key), NAN, raise };
  WeftValue value;

  read_fact (find_record (self, kind, index), key, &value, &target.base);
  g_array_append_val (input->targets, target);
}

/* Published ends where there are some: "alpha_low_us" and "alpha_high_us" for "alpha_us". */
static gboolean
read_published_range (WeftRecord *record,
                      const char *key,
                      double     *low,
                      double     *high)
{
  const char *suffix = strrchr (key, '_');
  g_autofree char *low_key = NULL;
  g_autofree char *high_key = NULL;

  if (suffix == NULL)
    return FALSE;
  low_key = g_strdup_printf ("%.*s_low%s", (int) (suffix - key), key, suffix);
  high_key = g_strdup_printf ("%.*s_high%s", (int) (suffix - key), key, suffix);
  *low = weft_record_get_number (record, low_key);
  *high = weft_record_get_number (record, high_key);
  return *low > 0 && *high > *low;
}

static gboolean
is_whole_key (const char *key)
{
  const WeftKey *known = weft_key_find (key);

  return known != NULL && known->type == WEFT_KEY_WHOLE;
}

static void
fill_fact (WeftInput  *input,
           WeftWhatif *self,
           WeftRecord *record,
           const char *key)
{
  WeftValue value;
  double low, high;

  read_fact (record, key, &value, &input->value);
  input->is_flag = value.node != NULL ? json_node_get_value_type (value.node) == G_TYPE_BOOLEAN
                                      : weft_key_find (key) != NULL && weft_key_find (key)->type == WEFT_KEY_FLAG;
  input->is_whole = is_whole_key (key);
  input->least = input->is_whole ? 1 : 0;
  input->is_of_link = input->group == WEFT_INPUT_PARTITION && !g_str_equal (input->key, "gbs")
                      && g_strv_contains (link_keys, key);
  weft_input_set_unit (input, key);
  weft_input_set_provenance (input, value.provenance);
  if (!input->is_flag && !input->is_whole)
    input->spread = weft_trust_fact (&self->trust, input->confidence, key);
  weft_input_set_range (input);
  if (read_published_range (record, key, &low, &high))
    {
      input->low = MIN (low, input->value);
      input->high = MAX (high, input->value);
    }
}

/* "B200, partition 1" */
static char *
describe_place (WeftWhatif    *self,
                WeftRecordKind kind,
                guint          index,
                guint          partition,
                gboolean       all)
{
  WeftRecord *record = find_record (self, kind, index);

  if (all)
    return g_strdup (_("all partitions"));
  return g_strdup_printf (_("%s, partition %u"), weft_record_get_id (record), partition + 1);
}

/* As it counts: what fabric, port and the links of a graph carry. */
static double
link_rate (WeftWhatif *self,
           guint       partition,
           gboolean    inside)
{
  const WeftPartSet *set = &self->sets[partition];
  const WeftMachinePartition *part = &self->machine.partitions[partition];
  double fabric = inside ? weft_inventory_scaleup_on_chip (self->inventory, set->scaleup, set->chip)->bw_bytes_s
                         : weft_inventory_scaleout (self->inventory, set->scaleout)->bw_bytes_s;
  double links = inside ? part->scaleup_bw_bytes_s : part->scaleout_bw_bytes_s;

  return links > 0 ? MIN (fabric, links) : fabric;
}

/* The link as a whole, as it counts: fabric and port carry what is asked for. */
static WeftInput *
new_link_input (WeftWhatif    *self,
                const char    *path,
                WeftRecordKind kind,
                guint          partition,
                gboolean       all)
{
  const WeftPartSet *set = &self->sets[partition];
  gboolean inside = kind == WEFT_RECORD_SCALEUP;
  const char *key = inside ? "gbs_dir" : "endpoint_gbs", *port = inside ? "scaleup_gbs_dir" : "scaleout_gbs_dir";
  WeftInput *input = weft_input_new (path, g_strdup (inside ? _("Scale-up link, one direction")
                                                            : _("Scale-out link, one direction")),
                                     describe_place (self, kind, weft_part_set_get (set, kind), partition, all),
                                     WEFT_INPUT_PARTITION, WEFT_SET_FACT, "gbs");
  gboolean follows = inside && weft_record_get_flag (find_record (self, kind, set->scaleup), "rate_follows_chip");

  fill_fact (input, self, find_record (self, kind, weft_part_set_get (set, kind)), key);
  input->value = link_rate (self, partition, inside) / input->to_si;
  weft_input_set_range (input);
  for (guint i = 0; i < self->machine.n_partitions; i++)
    if (all || i == partition)
      {
        add_target (input, self, kind, weft_part_set_get (&self->sets[i], kind), key, FALSE);
        add_target (input, self, WEFT_RECORD_CHIP, self->sets[i].chip, port, !follows);
      }
  return input;
}

WeftInput *
weft_whatif_new_set_input (WeftWhatif    *self,
                           const char    *path,
                           WeftRecordKind kind,
                           guint          partition,
                           gboolean       all,
                           const char    *key)
{
  guint index = weft_part_set_get (&self->sets[partition], kind);
  WeftRecord *record = find_record (self, kind, index);
  WeftInput *input;
  WeftValue value;
  double number;

  if (kind != WEFT_RECORD_CHIP && g_str_equal (key, "gbs"))
    input = new_link_input (self, path, kind, partition, all);
  else if (read_fact (record, key, &value, &number))
    {
      input = weft_input_new (path, weft_key_label (key), describe_place (self, kind, index, partition, all),
                              WEFT_INPUT_PARTITION, WEFT_SET_FACT, key);
      fill_fact (input, self, record, key);
      for (guint i = 0; i < self->machine.n_partitions; i++)
        if (all || i == partition)
          add_target (input, self, kind, weft_part_set_get (&self->sets[i], kind), key, FALSE);
    }
  else
    {
      return NULL;
    }
  input->index = all ? G_MAXUINT : partition;
  return input;
}

WeftInput *
weft_whatif_new_reference_input (WeftWhatif    *self,
                                 const char    *path,
                                 WeftRecordKind kind,
                                 const char    *key)
{
  guint index = weft_part_set_get (&self->reference, kind);
  WeftRecord *record = find_record (self, kind, index);
  WeftInput *input;
  WeftValue value;
  double number;

  if (!read_fact (record, key, &value, &number))
    return NULL;
  input = weft_input_new (path, weft_key_label (key), g_strdup_printf (_("%s, reference"), weft_record_get_id (record)),
                          WEFT_INPUT_REFERENCE, WEFT_SET_FACT, key);
  input->index = G_MAXUINT;
  fill_fact (input, self, record, key);
  add_target (input, self, kind, index, key, FALSE);
  return input;
}

WeftInput *
weft_whatif_new_fact_input (WeftWhatif    *self,
                            const char    *path,
                            WeftRecordKind kind,
                            guint          original,
                            const char    *key)
{
  WeftRecord *record = find_record (self, kind, original);
  WeftInput *input;
  WeftValue value;
  double number;

  if (!read_fact (record, key, &value, &number))
    return NULL;
  input = weft_input_new (path, weft_key_label (key), g_strdup (weft_record_get_id (record)), WEFT_INPUT_FACT,
                          WEFT_SET_FACT, key);
  input->index = G_MAXUINT;
  fill_fact (input, self, record, key);
  add_target (input, self, kind, original, key, FALSE);
  for (guint i = 0; i < self->machine.n_partitions; i++)
    if (weft_part_set_get (&self->originals[i], kind) == original)
      add_target (input, self, kind, weft_part_set_get (&self->sets[i], kind), key, FALSE);
  return input;
}

/* --- the profile --- */

static gboolean
is_technical (const char *key)
{
  if (g_strv_contains (technical, key))
    return TRUE;
  for (guint i = 0; technical_stems[i] != NULL; i++)
    if (g_str_has_prefix (key, technical_stems[i]))
      return TRUE;
  return FALSE;
}

WeftInput *
weft_whatif_new_constant_input (WeftWhatif *self,
                                const char *key)
{
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);
  const char *unit = weft_profile_get_unit (profile, key), *at = strchr (key, '@');
  g_autofree char *path = g_strconcat ("constants/", key, NULL);
  g_autofree char *stem = at != NULL ? g_strndup (key, at - key) : g_strdup (key);
  WeftInput *input;
  WeftValue value;
  double number;

  if (!weft_profile_get_number (profile, key, &number, NULL) || !weft_profile_lookup (profile, key, &value))
    return NULL;
  input = weft_input_new (path, weft_key_label (stem), g_strdup (at != NULL ? at + 1 : ""), WEFT_INPUT_CONSTANT,
                          WEFT_SET_CONSTANT, key);
  input->index = G_MAXUINT;
  input->value = number;
  weft_input_set_provenance (input, value.provenance);
  if (unit != NULL && !g_str_equal (unit, "1"))
    {
      g_free (input->unit_text);
      input->unit_text = g_strdup (unit);
    }
  /* Shares stay shares. */
  else if (number >= 0 && number <= 1)
    input->most = 1;
  input->spread = weft_trust_fact (&self->trust, input->confidence, key);
  weft_input_set_range (input);
  return input;
}

/* --- document and workload --- */

static void
add_input (WeftWhatif *self,
           WeftInput  *input)
{
  if (input == NULL)
    return;
  weft_list_append (self->inputs, input);
  g_hash_table_insert (self->by_path, input->path, input);
  g_object_unref (input);
}

static void
add_budget (WeftWhatif *self)
{
  gboolean money = self->machine.budget == WEFT_BUDGET_COST;
  WeftInput *input = weft_input_new ("budget", g_strdup (_("Budget")), g_strdup (""), WEFT_INPUT_DOCUMENT,
                                     WEFT_SET_BUDGET, money ? "cost_usd" : "power_w");

  input->index = G_MAXUINT;
  input->value = self->machine.amount;
  input->most = money ? WEFT_MAX_COST_USD : WEFT_MAX_POWER_W;
  weft_input_set_unit (input, input->key);
  weft_input_set_range (input);
  add_input (self, input);
}

/* Of a graph the fractions follow from its chips. */
static void
add_fraction (WeftWhatif *self,
              guint       partition)
{
  g_autofree char *path = g_strdup_printf ("partitions/%u/power_frac", partition);
  WeftInput *input;

  if (self->is_graph)
    return;
  input = weft_input_new (path, g_strdup (_("Part of the budget")), g_strdup_printf (_("partition %u"), partition + 1),
                          WEFT_INPUT_DOCUMENT, WEFT_SET_FRACTION, "power_frac");
  input->index = partition;
  input->value = self->machine.partitions[partition].power_frac;
  input->most = 1;
  weft_input_set_range (input);
  input->high = (1 + input->value) / 2;
  add_input (self, input);
}

static void
add_weight (WeftWhatif      *self,
            WeftWorkloadKind kind)
{
  g_autofree char *path = g_strdup_printf ("workload/weights/%s", weft_workload_nick (kind));
  WeftInput *input = weft_input_new (path, g_strdup_printf (_("Weight of %s"), weft_workload_label (kind)),
                                     g_strdup (""), WEFT_INPUT_WORKLOAD, WEFT_SET_WEIGHT, weft_workload_nick (kind));
  WeftValue value;

  input->index = kind;
  input->value = self->weights[kind];
  input->most = 1;
  if (self->workload != NULL && weft_record_lookup (self->workload, "weights", &value))
    weft_input_set_provenance (input, value.provenance);
  weft_input_set_range (input);
  add_input (self, input);
}

static void
add_workload_number (WeftWhatif *self,
                     const char *key)
{
  g_autofree char *path = g_strconcat ("workload/", key, NULL);
  WeftInput *input;
  WeftValue value;
  double low, high;

  if (!weft_design_workload_range (key, &low, &high)
      || isnan (weft_design_workload_number (self->design, self->workload, key)))
    return;
  input = weft_input_new (path, weft_key_label (key), g_strdup (""), WEFT_INPUT_WORKLOAD, WEFT_SET_WORKLOAD, key);
  input->index = G_MAXUINT;
  input->value = weft_design_workload_number (self->design, self->workload, key);
  input->least = low;
  input->most = high;
  input->is_whole = is_whole_key (key);
  if (weft_record_lookup (self->workload, key, &value))
    weft_input_set_provenance (input, value.provenance);
  weft_input_set_range (input);
  add_input (self, input);
}

/* --- all of them --- */

/* What is usable counts where it is known. */
static gboolean
is_superseded (WeftInput  *input,
               WeftWhatif *self)
{
  const WeftInputTarget *target = &g_array_index (input->targets, WeftInputTarget, 0);

  return g_str_equal (input->key, "mem_gb")
         && !isnan (weft_record_get_number (find_record (self, target->kind, target->index), "mem_usable_gb"));
}

static void
add_facts (WeftWhatif    *self,
           WeftRecordKind kind,
           int            partition)
{
  const char *const *keys = weft_whatif_fact_keys (kind);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autofree char *path = partition < 0
                                ? g_strdup_printf ("reference/%s/%s", part_words[kind], keys[i])
                                : g_strdup_printf ("partitions/%d/%s/%s", partition, part_words[kind], keys[i]);
      WeftInput *input = partition < 0
                           ? weft_whatif_new_reference_input (self, path, kind, keys[i])
                           : weft_whatif_new_set_input (self, path, kind, (guint) partition, FALSE, keys[i]);

      if (input != NULL && (isnan (input->value) || is_superseded (input, self)))
        g_clear_object (&input);
      add_input (self, input);
    }
}

void
weft_whatif_list_inputs (WeftWhatif *self)
{
  g_autoptr (GPtrArray) constants = weft_profile_list_constants (weft_inventory_get_profile (self->inventory));
  g_autoptr (GPtrArray) keys = self->workload != NULL ? weft_record_list_keys (self->workload) : g_ptr_array_new ();

  add_budget (self);
  for (guint i = 0; i < self->machine.n_partitions; i++)
    {
      add_fraction (self, i);
      for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
        add_facts (self, kind, (int) i);
    }
  for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
    add_facts (self, kind, -1);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    add_weight (self, i);
  for (guint i = 0; i < keys->len; i++)
    add_workload_number (self, keys->pdata[i]);
  for (guint i = 0; i < constants->len; i++)
    if (!is_technical (constants->pdata[i]))
      add_input (self, weft_whatif_new_constant_input (self, constants->pdata[i]));
}
