/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules about the partitions: names, fits, fractions, and that each buys at least one node. */
#include "design/weft-rules-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-name.h"
#include "base/weft-quantity.h"
#include "base/weft-quote-private.h"
#include "design/weft-design-private.h"
#include "design/weft-members-private.h"

static char *
path_of (guint       index,
         const char *key)
{
  return g_strdup_printf ("/partitions/%u/%s", index, key);
}

static JsonNode *
gb_s (double bytes_s)
{
  return weft_members_number (bytes_s / 1e9);
}

static const char *
nearest_part (WeftRules      *rules,
              WeftRecordKind  kind,
              const char     *name)
{
  if (strlen (name) > WEFT_DESIGN_NEAREST_MAX_BYTES)
    return NULL;

  return weft_inventory_nearest (rules->inventory, kind, name);
}

/* (transfer full): the ids of the scale-up fabrics that @chip takes, by comma; "" for none. */
static char *
fitting_scaleups (WeftRules      *rules,
                  const WeftChip *chip)
{
  GString *ids = g_string_new (NULL);
  guint n = weft_inventory_n_scaleups (rules->inventory);

  for (guint i = 0; i < n; i++)
    {
      const WeftScaleupOnChip *on_chip;

      on_chip = weft_inventory_scaleup_on_chip (rules->inventory, i, chip->index);
      if (on_chip == NULL || !on_chip->fits)
        continue;
      if (ids->len > 0)
        g_string_append (ids, ", ");
      g_string_append (ids, weft_inventory_scaleup (rules->inventory, i)->id);
    }

  return g_string_free (ids, FALSE);
}

static void
check_chip (WeftRules *rules,
            guint      index)
{
  const char *name = rules->partitions[index].chip_name;
  const WeftChip *chip = weft_inventory_find_chip (rules->inventory, name);

  if (chip == NULL)
    {
      g_autofree char *shown = weft_quote (name, -1);

      weft_rules_add_unknown (rules, "unknown_chip", path_of (index, "chip"), name,
                              nearest_part (rules, WEFT_RECORD_CHIP, name),
                              g_strdup_printf (_("There is no chip %s."), shown),
                              weft_record_kind_nick (WEFT_RECORD_CHIP));
    }
  else if (chip->refused != NULL)
    weft_rules_add (rules, WEFT_SEVERITY_ERROR, "chip_refused", path_of (index, "chip"),
                    weft_members_string (name), NULL,
                    g_strdup_printf (_("%s cannot be the chip of a partition: %s."),
                                     chip->id, chip->refused),
                    g_strdup (_("Take another chip, or give what is unknown in a catalog of "
                                "your own.")));
}

static void
check_role (WeftRules     *rules,
            guint          index,
            WeftPartition *partition)
{
  const char *name = weft_partition_get_role (partition);
  const char *roles[WEFT_N_ROLES + 1] = { NULL };
  g_autofree char *shown = NULL;
  g_autofree char *all = NULL;
  const char *nearest;

  if (weft_role_parse (name, NULL))
    return;

  for (guint i = 0; i < WEFT_N_ROLES; i++)
    roles[i] = weft_role_nick (i);
  shown = weft_quote (name, -1);
  all = g_strjoinv (", ", (char **) roles);
  nearest = weft_design_nearest (name, roles);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "unknown_role", path_of (index, "role"),
                  weft_members_string (name), weft_members_string (nearest),
                  g_strdup_printf (_("There is no role %s."), shown),
                  nearest != NULL ? g_strdup_printf (_("Did you mean %s?"), nearest)
                                  : g_strdup_printf (_("The roles are: %s."), all));
}

static void
check_fraction (WeftRules *rules,
                guint      index)
{
  double fraction = rules->partitions[index].power_frac;
  g_autofree char *shown = NULL;
  g_autofree char *by = NULL;
  gboolean low = !(fraction > 0.0);

  if (rules->partitions[index].fraction_ok)
    return;

  shown = weft_rules_number_beside (fraction, low ? 0.0 : 1.0);
  by = weft_rules_by (fraction, 1.0);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "fraction_range", path_of (index, "power_frac"),
                  weft_members_number (fraction), weft_members_number (low ? 0.0 : 1.0),
                  low ? g_strdup_printf (_("The fraction of partition %u is %s, it must be "
                                           "above 0."), index + 1, shown)
                      : g_strdup_printf (_("The fraction of partition %u is %s, at most 1 is "
                                           "allowed: %s too much."), index + 1, shown, by),
                  g_strdup (_("Give a number above 0 and at most 1.")));
}

/* Whether the list under @key names the part of that index. */
static gboolean
names_part (WeftRules      *rules,
            WeftRecord     *record,
            const char     *key,
            WeftRecordKind  kind,
            guint           index)
{
  JsonArray *array;
  WeftValue value;

  if (!weft_record_lookup (record, key, &value) || !JSON_NODE_HOLDS_ARRAY (value.node))
    return FALSE;

  array = json_node_get_array (value.node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const WeftChip *chip = NULL;
      const WeftScaleup *scaleup = NULL;

      if (json_node_get_value_type (node) != G_TYPE_STRING)
        continue;
      if (kind == WEFT_RECORD_CHIP)
        chip = weft_inventory_find_chip (rules->inventory, json_node_get_string (node));
      else
        scaleup = weft_inventory_find_scaleup (rules->inventory, json_node_get_string (node));
      if ((chip != NULL && chip->index == index) || (scaleup != NULL && scaleup->index == index))
        return TRUE;
    }
  return FALSE;
}

/* Only a fabric that is the chip's own can be said to run below its rate; one that follows the chip
 * has no rate of its own. */
static gboolean
is_native (WeftRules         *rules,
           const WeftScaleup *scaleup,
           const WeftChip    *chip)
{
  if (weft_record_get_flag (scaleup->record, "rate_follows_chip"))
    return FALSE;

  return names_part (rules, scaleup->record, "takes_chips", WEFT_RECORD_CHIP, chip->index)
         || names_part (rules, chip->record, "scaleup_fabrics", WEFT_RECORD_SCALEUP,
                        scaleup->index);
}

static void
check_derated (WeftRules                *rules,
               guint                     index,
               const WeftRulesPartition *part)
{
  double nominal_bytes_s = weft_record_get_si (part->scaleup->record, "gbs_dir");
  WeftValue value;
  g_autofree char *shown_nominal = NULL;
  g_autofree char *shown = NULL;

  /* Where the chip limits the rate, the inventory answers with the chip's own value. */
  if (!is_native (rules, part->scaleup, part->chip)
      || !weft_inventory_lookup_scaleup_on_chip (rules->inventory, part->scaleup->index,
                                                 part->chip->index, "gbs_dir", &value)
      || strcmp (value.key, "scaleup_gbs_dir") != 0
      || !(nominal_bytes_s > part->on_chip->bw_bytes_s))
    return;

  weft_rules_quantities (nominal_bytes_s, part->on_chip->bw_bytes_s, WEFT_UNIT_BYTES_S,
                         &shown_nominal, &shown);
  weft_rules_add (rules, WEFT_SEVERITY_WARNING, "scaleup_derated", path_of (index, "scaleup"),
                  gb_s (nominal_bytes_s), gb_s (part->on_chip->bw_bytes_s),
                  g_strdup_printf (_("%s gives %s, the port of %s takes %s."), part->scaleup->id,
                                   shown_nominal, part->chip->id, shown),
                  g_strdup_printf (_("The fabric is counted at %s."), shown));
}

static void
check_scaleup (WeftRules     *rules,
               guint          index,
               WeftPartition *partition)
{
  const WeftRulesPartition *part = &rules->partitions[index];
  const char *name = weft_partition_get_scaleup (partition);
  g_autofree char *fitting = NULL;

  if (part->scaleup == NULL)
    {
      g_autofree char *shown = weft_quote (name, -1);

      weft_rules_add_unknown (rules, "unknown_scaleup", path_of (index, "scaleup"), name,
                              nearest_part (rules, WEFT_RECORD_SCALEUP, name),
                              g_strdup_printf (_("There is no scale-up fabric %s."), shown),
                              weft_record_kind_nick (WEFT_RECORD_SCALEUP));
      return;
    }
  if (part->chip == NULL)
    return;
  if (part->on_chip != NULL)
    {
      check_derated (rules, index, part);
      return;
    }

  fitting = fitting_scaleups (rules, part->chip);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "scaleup_does_not_fit", path_of (index, "scaleup"),
                  weft_members_string (name), weft_members_string (fitting),
                  g_strdup_printf (_("%s does not fit %s."), part->scaleup->id, part->chip->id),
                  fitting[0] != '\0'
                    ? g_strdup_printf (_("These fit %s: %s."), part->chip->id, fitting)
                    : g_strdup_printf (_("No scale-up fabric of the catalog fits %s; take "
                                         "another chip."), part->chip->id));
}

static void
check_scaleout (WeftRules     *rules,
                guint          index,
                WeftPartition *partition)
{
  const WeftRulesPartition *part = &rules->partitions[index];
  const char *name = weft_partition_get_scaleout (partition);
  g_autofree char *shown = NULL;
  g_autofree char *shown_port = NULL;

  if (part->scaleout == NULL)
    {
      g_autofree char *quoted = weft_quote (name, -1);

      weft_rules_add_unknown (rules, "unknown_scaleout", path_of (index, "scaleout"), name,
                              nearest_part (rules, WEFT_RECORD_SCALEOUT, name),
                              g_strdup_printf (_("There is no scale-out fabric %s."), quoted),
                              weft_record_kind_nick (WEFT_RECORD_SCALEOUT));
      return;
    }
  /* An unknown port capacity forbids nothing. */
  if (part->chip == NULL
      || !(part->scaleout->bw_bytes_s > part->chip->scaleout_bw_bytes_s * (1.0 + 1e-9)))
    return;

  weft_rules_quantities (part->scaleout->bw_bytes_s, part->chip->scaleout_bw_bytes_s,
                         WEFT_UNIT_BYTES_S, &shown, &shown_port);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "scaleout_exceeds_port",
                  path_of (index, "scaleout"), gb_s (part->scaleout->bw_bytes_s),
                  gb_s (part->chip->scaleout_bw_bytes_s),
                  g_strdup_printf (_("%s gives %s, the scale-out port of %s takes %s."),
                                   part->scaleout->id, shown, part->chip->id, shown_port),
                  g_strdup_printf (_("Take a scale-out fabric of at most %s."), shown_port));
}

static gboolean
check_price (WeftRules  *rules,
             guint       index,
             const char *key,
             const char *id,
             double      price_usd)
{
  g_autofree char *shown = NULL;

  if (price_usd >= 0.0)
    return TRUE;

  shown = weft_quantity_format (price_usd, WEFT_UNIT_USD);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "no_price", path_of (index, key),
                  weft_members_string (id), NULL,
                  g_strdup_printf (_("The price of %s is %s, a cost budget needs it."), id, shown),
                  g_strdup_printf (_("Give %s a price in a catalog of your own, or set a power "
                                     "budget."), id));
  return FALSE;
}

/* With a cost budget every part of what a chip takes must have a price. The catalog vouches for the
 * watts: it refuses fabrics without them, and chips without them are refused above. */
static gboolean
check_prices (WeftRules *rules,
              guint      index)
{
  const WeftRulesPartition *part = &rules->partitions[index];
  gboolean known;

  if (rules->machine.budget != WEFT_BUDGET_COST)
    return TRUE;

  known = check_price (rules, index, "chip", part->chip->id,
                       part->chip->price_usd > 0.0 ? part->chip->price_usd : NAN);
  known &= check_price (rules, index, "scaleup", part->scaleup->id, part->on_chip->cost_usd);
  known &= check_price (rules, index, "scaleout", part->scaleout->id, part->scaleout->cost_usd);
  return known;
}

/* Rounds up to three significant digits, so that the shown fraction is enough. */
static double
round_up (double value)
{
  double scale = pow (10.0, 2.0 - floor (log10 (value)));

  return ceil (value * scale - 1e-9) / scale;
}

static void
check_size (WeftRules *rules,
            guint      index)
{
  const WeftRulesPartition *part = &rules->partitions[index];
  WeftUnit unit = rules->machine.budget == WEFT_BUDGET_COST ? WEFT_UNIT_USD : WEFT_UNIT_W;
  WeftMachine machine = rules->machine;
  g_autofree char *gets = NULL;
  g_autofree char *needs = NULL;
  g_autofree char *least = NULL;
  double node;

  machine.n_partitions = 1;
  machine.partitions[0].chip = part->chip->index;
  machine.partitions[0].scaleup = part->scaleup->index;
  machine.partitions[0].scaleout = part->scaleout->index;
  machine.partitions[0].power_frac = part->power_frac;
  if (weft_provision (rules->inventory, &machine, 0) > 0)
    return;

  node = part->chip->node_chips * weft_chip_share_of (rules->inventory, machine.budget,
                                                      part->chip->index, part->scaleup->index,
                                                      part->scaleout->index,
                                                      part->chip->node_chips);
  weft_rules_quantities (part->power_frac * machine.amount, node, unit, &gets, &needs);
  least = weft_rules_number (round_up (node / machine.amount));
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "partition_too_small",
                  path_of (index, "power_frac"),
                  weft_members_number (part->power_frac * machine.amount),
                  weft_members_number (node),
                  g_strdup_printf (_("Partition %u gets %s, one node of %u %s needs %s."),
                                   index + 1, gets, part->chip->node_chips, part->chip->id, needs),
                  node <= machine.amount
                    ? g_strdup_printf (_("A fraction of %s buys one node."), least)
                    : g_strdup_printf (_("Raise the budget: one node alone needs %s."), needs));
}

/* Two partitions that are shown by one name cannot be told apart, whether the document gives the
 * name or the place does. */
static void
check_name (WeftRules     *rules,
            guint          index,
            WeftPartition *partition,
            GHashTable    *names)
{
  g_autofree char *name = weft_partition_dup_shown_name (partition, index);
  g_autofree char *folded = weft_name_fold (name);
  g_autofree char *shown = NULL;
  gpointer first;
  guint named;

  if (!g_hash_table_lookup_extended (names, folded, NULL, &first))
    {
      g_hash_table_insert (names, g_steal_pointer (&folded), GUINT_TO_POINTER (index));
      return;
    }

  /* The name that can be changed is the one that is written. */
  named = weft_partition_get_name (partition) != NULL ? index : GPOINTER_TO_UINT (first);
  shown = weft_quote (name, -1);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "duplicate_name", path_of (named, "name"),
                  weft_members_string (name), NULL,
                  g_strdup_printf (_("Partitions %u and %u are both called %s."),
                                   GPOINTER_TO_UINT (first) + 1, index + 1, shown),
                  g_strdup (_("Give each partition a name of its own; case, spaces and hyphens "
                              "do not count, and one without a name is called by its place.")));
}

static void
check_count (WeftRules *rules)
{
  if (rules->n_partitions == 0 && weft_design_get_graph (rules->design) == NULL)
    weft_rules_add (rules, WEFT_SEVERITY_ERROR, "no_partitions", g_strdup ("/partitions"),
                    weft_members_number (0), weft_members_number (1),
                    g_strdup (_("There are 0 partitions, at least 1 is needed.")),
                    g_strdup (_("Add a partition.")));
  else if (rules->n_partitions > WEFT_MAX_PARTITIONS)
    weft_rules_add (rules, WEFT_SEVERITY_ERROR, "too_many_partitions", g_strdup ("/partitions"),
                    weft_members_number (rules->n_partitions),
                    weft_members_number (WEFT_MAX_PARTITIONS),
                    g_strdup_printf (_("There are %u partitions, at most %u are allowed."),
                                     rules->n_partitions, WEFT_MAX_PARTITIONS),
                    g_strdup (_("Join partitions of the same chip and fabrics.")));
}

static void
check_fraction_sum (WeftRules *rules)
{
  WeftProfile *profile = weft_inventory_get_profile (rules->inventory);
  g_autofree char *shown = NULL;
  g_autofree char *by = NULL;
  double tolerance = 0.0;
  double sum = 0.0;

  for (guint i = 0; i < rules->n_partitions; i++)
    {
      if (!rules->partitions[i].fraction_ok)
        return;
      sum += rules->partitions[i].power_frac;
    }
  /* Without the constant the sum may not exceed 1 at all. */
  if (!weft_profile_get_number (profile, "power_frac_sum_tolerance", &tolerance, NULL))
    tolerance = 0.0;
  if (sum <= 1.0 + tolerance)
    return;

  shown = weft_rules_number_beside (sum, 1.0);
  by = weft_rules_by (sum, 1.0);
  weft_rules_add (rules, WEFT_SEVERITY_ERROR, "fraction_sum", g_strdup ("/partitions"),
                  weft_members_number (sum), weft_members_number (1.0),
                  g_strdup_printf (_("The fractions sum to %s, at most 1 is allowed: %s too "
                                     "much."), shown, by),
                  g_strdup (_("Lower one of the fractions.")));
}

void
weft_rules_check_partitions (WeftRules *rules)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  check_count (rules);
  for (guint i = 0; i < rules->n_partitions; i++)
    {
      WeftPartition *partition = weft_design_get_partition (rules->design, i);
      const WeftRulesPartition *part = &rules->partitions[i];

      check_name (rules, i, partition, names);
      check_chip (rules, i);
      check_role (rules, i, partition);
      check_fraction (rules, i);
      check_scaleup (rules, i, partition);
      check_scaleout (rules, i, partition);
      if (part->chip != NULL && part->on_chip != NULL && part->scaleout != NULL
          && rules->has_budget && check_prices (rules, i) && part->fraction_ok)
        check_size (rules, i);
    }
  check_fraction_sum (rules);
}
