/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules about the workload, and whether some partition can run each of the six. */
#include "design/weft-rules-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-pointer.h"
#include "base/weft-quote-private.h"
#include "design/weft-design-private.h"
#include "design/weft-design-workload.h"
#include "design/weft-members-private.h"

enum
{
  TRAINING,
  SERVING,
  STENCIL,
  HPCG,
  FFT,
  COUPLED,
};

static gboolean
is_rate (double flops)
{
  return flops > 0.0; /* not for NAN either */
}

/* (transfer none) (nullable): an object inside of the document's workload. */
static JsonObject *
get_object (WeftRules  *rules,
            const char *key)
{
  JsonObject *workload = weft_design_get_workload (rules->design);

  if (workload == NULL || !json_object_has_member (workload, key)
      || json_object_get_null_member (workload, key))
    return NULL;

  return json_object_get_object_member (workload, key);
}

static void
add_unknown_workload (WeftRules  *rules,
                      char       *path,
                      const char *name,
                      const char *nearest)
{
  g_autofree char *shown = weft_quote (name, -1);

  weft_rules_add_unknown (rules, "unknown_workload", path, name, nearest,
                          g_strdup_printf (_("There is no workload %s."), shown),
                          weft_record_kind_nick (WEFT_RECORD_WORKLOAD));
}

static void
check_record (WeftRules  *rules,
              WeftRecord *record)
{
  WeftCatalog *catalog = weft_inventory_get_catalog (rules->inventory);
  JsonObject *workload = weft_design_get_workload (rules->design);
  g_autoptr (GPtrArray) ids = NULL;
  GListModel *records;
  const char *name = NULL;

  if (record != NULL)
    return;

  if (workload != NULL)
    name = json_object_get_string_member_with_default (workload, "profile", NULL);
  if (name == NULL)
    name = weft_profile_get_workload (weft_inventory_get_profile (rules->inventory));

  ids = g_ptr_array_new ();
  records = weft_catalog_list (catalog, WEFT_RECORD_WORKLOAD);
  for (guint i = 0; i < g_list_model_get_n_items (records); i++)
    {
      g_autoptr (WeftRecord) known = g_list_model_get_item (records, i);

      g_ptr_array_add (ids, (gpointer) weft_record_get_id (known));
    }
  g_ptr_array_add (ids, NULL);
  add_unknown_workload (rules, g_strdup ("/workload/profile"), name != NULL ? name : "",
                        weft_design_nearest (name != NULL ? name : "",
                                             (const char *const *) ids->pdata));
}

static void
add_unknown_weight (WeftRules  *rules,
                    const char *key)
{
  const char *nearest = weft_design_nearest (key, weft_design_workload_names);
  g_autofree char *escaped = weft_json_pointer_escape (key);
  g_autofree char *shown = weft_quote (key, -1);
  g_autofree char *all = g_strjoinv (", ", (char **) weft_design_workload_names);

  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "unknown_workload",
                  g_strconcat ("/workload/weights/", escaped, NULL), weft_members_string (key),
                  weft_members_string (nearest),
                  g_strdup_printf (_("There is no workload %s."), shown),
                  nearest != NULL
                    ? g_strdup_printf (_("Did you mean %s? There are %s."), nearest, all)
                    : g_strdup_printf (_("There are %s."), all));
}

/* Whether the weights are such that their sum says something. */
static gboolean
check_weights (WeftRules *rules)
{
  JsonObject *weights = get_object (rules, "weights");
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;
  gboolean ok = TRUE;

  if (weights == NULL)
    return TRUE;

  json_object_iter_init_ordered (&iter, weights);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      g_autofree char *escaped = weft_json_pointer_escape (key);
      g_autofree char *shown = NULL;
      double weight = json_node_get_double (node);

      if (!g_strv_contains (weft_design_workload_names, key))
        {
          add_unknown_weight (rules, key);
          ok = FALSE;
          continue;
        }
      if (weight >= 0.0)
        continue;

      ok = FALSE;
      shown = weft_rules_number (weight);
      weft_rules_add (rules, WEFT_SEVERITY_ERROR, "weight_range",
                      g_strconcat ("/workload/weights/", escaped, NULL),
                      weft_members_number (weight), weft_members_number (0.0),
                      g_strdup_printf (_("The weight of %s is %s, it may not be below 0."),
                                       key, shown),
                      g_strdup (_("Give 0 to leave the workload out.")));
    }
  return ok;
}

static void
check_weights_sum (WeftRules    *rules,
                   const double *weights)
{
  g_autofree char *shown = NULL;
  g_autofree char *by = NULL;
  double sum = 0.0;

  for (guint i = 0; i < WEFT_DESIGN_N_WORKLOADS; i++)
    {
      if (!(weights[i] >= 0.0))
        return;
      sum += weights[i];
    }
  if (fabs (sum - 1.0) <= WEFT_RULES_WEIGHTS_TOLERANCE)
    return;

  shown = weft_rules_number_beside (sum, 1.0);
  by = weft_rules_by (sum, 1.0);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "weights_sum",
                  g_strdup (get_object (rules, "weights") != NULL ? "/workload/weights"
                                                                  : "/workload"),
                  weft_members_number (sum), weft_members_number (1.0),
                  sum > 1.0
                    ? g_strdup_printf (_("The weights of the workloads sum to %s, expected 1: %s "
                                         "too much."), shown, by)
                    : g_strdup_printf (_("The weights of the workloads sum to %s, expected 1: %s "
                                         "too little."), shown, by),
                  g_strdup (_("Weights that are not given count as 0; change them so that the "
                              "sum is 1.")));
}

/* (transfer container): the keys of @record that are numbers, NULL at the end. */
static GPtrArray *
list_numbers (WeftRecord *record)
{
  g_autoptr (GPtrArray) keys = weft_record_list_keys (record);
  GPtrArray *numbers = g_ptr_array_new ();

  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);

      if (!isnan (weft_record_get_number (record, key)))
        g_ptr_array_add (numbers, (gpointer) key);
    }
  g_ptr_array_add (numbers, NULL);
  return numbers;
}

static void
check_value (WeftRules         *rules,
             WeftRecord        *record,
             const char *const *known,
             const char        *key,
             double             value)
{
  g_autofree char *escaped = weft_json_pointer_escape (key);
  g_autofree char *path = g_strconcat ("/workload/values/", escaped, NULL);
  g_autofree char *shown = NULL;
  g_autofree char *shown_low = NULL;
  g_autofree char *shown_high = NULL;
  double low, high;

  if (!g_strv_contains (known, key))
    {
      const char *nearest = weft_design_nearest (key, known);

      shown = weft_quote (key, -1);
      weft_rules_add (rules, WEFT_SEVERITY_ERROR, "unknown_value", g_steal_pointer (&path),
                      weft_members_string (key), weft_members_string (nearest),
                      g_strdup_printf (_("The workload %s has no number %s."),
                                       weft_record_get_id (record), shown),
                      nearest != NULL
                        ? g_strdup_printf (_("Did you mean %s?"), nearest)
                        : g_strdup_printf (_("\"weft catalog show workloads/%s\" shows all of "
                                             "them."), weft_record_get_id (record)));
      return;
    }
  if (!weft_design_workload_range (key, &low, &high) || (value >= low && value <= high))
    return;

  shown = weft_rules_number_beside (value, value < low ? low : high);
  shown_low = weft_rules_number (low);
  shown_high = weft_rules_number (high);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "value_range", g_steal_pointer (&path),
                  weft_members_number (value), weft_members_number (value < low ? low : high),
                  value < low
                    ? g_strdup_printf (_("%s is %s, at least %s is allowed."), key, shown,
                                       shown_low)
                    : g_strdup_printf (_("%s is %s, at most %s is allowed."), key, shown,
                                       shown_high),
                  g_strdup_printf (_("Give a number from %s to %s."), shown_low, shown_high));
}

static void
check_values (WeftRules  *rules,
              WeftRecord *record)
{
  JsonObject *values = get_object (rules, "values");
  g_autoptr (GPtrArray) known = NULL;
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  if (values == NULL || record == NULL)
    return;

  known = list_numbers (record);
  json_object_iter_init_ordered (&iter, values);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    check_value (rules, record, (const char *const *) known->pdata, key,
                 json_node_get_double (node));
}

void
weft_rules_check_workload (WeftRules *rules)
{
  double weights[WEFT_DESIGN_N_WORKLOADS];
  WeftRecord *record;
  gboolean found;

  found = weft_design_effective_workload (rules->design, rules->inventory, &record, weights);
  check_record (rules, record);
  if (check_weights (rules) && (found || record != NULL))
    check_weights_sum (rules, weights);
  check_values (rules, record);
}

/* (transfer full): the chips of the design, each once, by comma. */
static char *
list_chips (WeftRules *rules)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (guint i = 0; i < rules->n_partitions; i++)
    if (!g_ptr_array_find (ids, rules->partitions[i].chip->id, NULL))
      g_ptr_array_add (ids, (gpointer) rules->partitions[i].chip->id);
  g_ptr_array_add (ids, NULL);

  return g_strjoinv (", ", (char **) ids->pdata);
}

/* (transfer full): the workloads that need FP64 and count, by comma; "" for none. */
static char *
list_fp64_workloads (const double *weights)
{
  GString *names = g_string_new (NULL);

  for (guint i = STENCIL; i <= COUPLED; i++)
    if (weights[i] > 0.0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                              weft_design_workload_names[i]);
  return g_string_free (names, FALSE);
}

/* Where the document says what the machine is made of. (transfer full) */
static char *
machine_path (const WeftRules *rules)
{
  return g_strdup (weft_design_get_graph (rules->design) != NULL ? "/graph" : "/partitions");
}

static void
check_fp64 (WeftRules    *rules,
            const double *weights)
{
  g_autofree char *needing = list_fp64_workloads (weights);
  g_autofree char *chips = NULL;
  g_autofree char *shown = NULL;
  const WeftChip *best = NULL;
  double best_ratio = 0.0;

  if (needing[0] == '\0')
    return;

  for (guint i = 0; i < rules->n_partitions; i++)
    {
      const WeftChip *chip = rules->partitions[i].chip;
      double ratio;

      if (!is_rate (chip->peak_fp64_flops))
        continue;
      ratio = is_rate (chip->peak_bf16_flops) ? chip->peak_fp64_flops / chip->peak_bf16_flops
                                              : INFINITY;
      if (best == NULL || ratio > best_ratio)
        {
          best = chip;
          best_ratio = ratio;
        }
    }

  if (best == NULL)
    {
      chips = list_chips (rules);
      weft_rules_add (rules, WEFT_SEVERITY_ERROR, "no_fp64", machine_path (rules), NULL,
                      weft_members_number (WEFT_RULES_LOW_FP64_RATIO),
                      g_strdup_printf (_("No partition has FP64, which %s need: FP64 : BF16 is "
                                         "unknown for %s."), needing, chips),
                      g_strdup (_("Add a partition whose chip has FP64.")));
    }
  else if (best_ratio < WEFT_RULES_LOW_FP64_RATIO)
    {
      shown = g_strdup_printf ("%.0f", 1.0 / best_ratio);
      weft_rules_add (rules, WEFT_SEVERITY_WARNING, "low_fp64", machine_path (rules),
                      weft_members_number (best_ratio),
                      weft_members_number (WEFT_RULES_LOW_FP64_RATIO),
                      g_strdup_printf (_("The best FP64 : BF16 ratio is 1:%s (%s), below 1:%.0f; "
                                         "%s need FP64."), shown, best->id,
                                       1.0 / WEFT_RULES_LOW_FP64_RATIO, needing),
                      g_strdup (_("Add a partition whose chip has more FP64.")));
    }
}

typedef struct
{
  gboolean trains; /* BF16 and memory that layers run from */
  gboolean bf16;
  gboolean fp8_or_bf16;
  gboolean fp64;
} Abilities;

static Abilities
find_abilities (WeftRules *rules)
{
  Abilities abilities = { FALSE };

  for (guint i = 0; i < rules->n_partitions; i++)
    {
      const WeftChip *chip = rules->partitions[i].chip;
      gboolean bf16 = is_rate (chip->peak_bf16_flops);

      abilities.trains |= bf16 && !chip->dataflow;
      abilities.bf16 |= bf16;
      abilities.fp8_or_bf16 |= bf16 || is_rate (chip->peak_fp8_flops);
      abilities.fp64 |= is_rate (chip->peak_fp64_flops);
    }
  return abilities;
}

static void
add_no_eligible (WeftRules  *rules,
                 guint       workload,
                 const char *reason,
                 const char *hint)
{
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "no_eligible_partition", machine_path (rules),
                  weft_members_string (weft_design_workload_names[workload]), NULL,
                  /* Translators: a workload's name and a clause that says why. */
                  g_strdup_printf (_("No partition can run %s: %s."),
                                   weft_design_workload_names[workload], reason),
                  g_strdup (hint));
}

/* What stencil, HPCG and FFT need is FP64 alone, so no_fp64 says it for them. */
void
weft_rules_check_eligibility (WeftRules *rules)
{
  double weights[WEFT_DESIGN_N_WORKLOADS];
  Abilities abilities;

  if (rules->n_partitions == 0
      || !weft_design_effective_workload (rules->design, rules->inventory, NULL, weights))
    return;
  for (guint i = 0; i < rules->n_partitions; i++)
    if (rules->partitions[i].chip == NULL)
      return; /* nothing can be said while a chip is unknown */

  check_fp64 (rules, weights);
  abilities = find_abilities (rules);
  if (weights[TRAINING] > 0.0 && !abilities.trains)
    add_no_eligible (rules, TRAINING,
                     _("it needs a known BF16 rate and memory outside of the chip's SRAM"),
                     _("Add a partition of GPUs, or give training the weight 0."));
  if (weights[SERVING] > 0.0 && !abilities.fp8_or_bf16)
    add_no_eligible (rules, SERVING, _("it needs a known FP8 or BF16 rate"),
                     _("Add a partition whose FP8 or BF16 rate is known, or give serving the "
                       "weight 0."));
  if (weights[COUPLED] > 0.0 && (!abilities.fp64 || !abilities.bf16))
    add_no_eligible (rules, COUPLED,
                     !abilities.fp64 ? _("its solver needs FP64")
                                     : _("its surrogate needs a known BF16 rate"),
                     _("Add a partition that has what is missing, or give coupled the weight "
                       "0."));
}
