/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a budget buys for one partition: object and getters. */
#include "model/weft-evaluation-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

G_DEFINE_FINAL_TYPE (WeftPartitionResult, weft_partition_result, G_TYPE_OBJECT)

static void
weft_partition_result_finalize (GObject *object)
{
  WeftPartitionResult *self = WEFT_PARTITION_RESULT (object);

  g_free (self->name);
  g_free (self->realised);
  g_free (self->domains_text);
  g_clear_object (&self->inventory);

  G_OBJECT_CLASS (weft_partition_result_parent_class)->finalize (object);
}

static void
weft_partition_result_class_init (WeftPartitionResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_partition_result_finalize;
}

static void
weft_partition_result_init (WeftPartitionResult *self)
{
}

/* "training, serving, coupled: AI" */
static char *
list_realised (const WeftFindings *findings,
               int                 partition)
{
  static const char *const phases[2][2] = {
    { N_ ("serving: prefill"), N_ ("serving: decode") },
    { N_ ("coupled: solver"), N_ ("coupled: AI") },
  };
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const gint8 (*site)[2] = findings->score->site;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      gboolean two = i == WEFT_WORKLOAD_SERVING || i == WEFT_WORKLOAD_COUPLED;
      gboolean first = site[i][0] == partition;
      gboolean second = two && site[i][1] == partition;

      if (first && (second || !two))
        g_ptr_array_add (words, (gpointer) weft_workload_label (i));
      else if (first || second)
        g_ptr_array_add (words, (gpointer) _ (phases[i == WEFT_WORKLOAD_COUPLED][second]));
    }

  if (words->len == 0)
    return g_strdup (_("nothing"));

  g_ptr_array_add (words, NULL);
  return g_strjoinv (", ", (char **) words->pdata);
}

static char *
describe_domains (guint count,
                  guint domain)
{
  g_autofree char *chips = weft_quantity_format (count, WEFT_UNIT_COUNT);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  guint whole = count / domain;

  if (domain == 0)
    return g_steal_pointer (&chips);
  if (count % domain == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s = %u domain of %u",
                                         "%s = %u domains of %u", whole),
                            chips, whole, domain);

  g_ascii_formatd (number, sizeof number, "%.2f", (double) count / domain);
  return g_strdup_printf (_("%s = %s domains of %u"), chips, number, domain);
}

/**
 * weft_partition_result_build: (skip)
 * @findings: what the kernel found
 * @partition: index of the partition
 *
 * Returns: (transfer full): the result
 */
WeftPartitionResult *
weft_partition_result_build (const WeftFindings *findings,
                             guint               partition)
{
  WeftPartitionResult *self = g_object_new (WEFT_TYPE_PARTITION_RESULT, NULL);
  const WeftMachinePartition *part = &findings->machine->partitions[partition];
  WeftInventory *inventory = findings->inventory;

  self->inventory = g_object_ref (inventory);
  self->name = g_strdup (g_ptr_array_index (findings->names, partition));
  self->chip = weft_inventory_chip (inventory, part->chip);
  self->role = weft_role_nick (part->role);
  self->scaleup = weft_inventory_scaleup (inventory, part->scaleup)->id;
  self->scaleout = weft_inventory_scaleout (inventory, part->scaleout)->id;
  self->count = findings->score->n[partition];
  self->nodes = self->count / self->chip->node_chips;
  self->domain_chips = weft_machine_domain_chips (inventory, part);
  self->domains_text = describe_domains (self->count, self->domain_chips);
  self->realised = list_realised (findings, (int) partition);
  self->chip_w = weft_chip_share_of (inventory, WEFT_BUDGET_POWER, part->chip, part->scaleup,
                                     part->scaleout, self->count);
  self->chip_usd = weft_chip_share_of (inventory, WEFT_BUDGET_COST, part->chip, part->scaleup,
                                       part->scaleout, self->count);
  return self;
}

/**
 * weft_partition_result_get_name:
 * @self: a result
 *
 * Returns: (transfer none): the document's name for the partition, or "Partition 1"
 */
const char *
weft_partition_result_get_name (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NULL);
  return self->name;
}

/**
 * weft_partition_result_get_chip:
 * @self: a result
 *
 * Returns: (transfer none): the resolved chip's id
 */
const char *
weft_partition_result_get_chip (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NULL);
  return self->chip->id;
}

/**
 * weft_partition_result_get_count:
 * @self: a result
 *
 * Returns: chips that the budget buys, whole nodes only
 */
guint
weft_partition_result_get_count (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), 0);
  return self->count;
}

/**
 * weft_partition_result_get_nodes:
 * @self: a result
 *
 * Returns: nodes
 */
guint
weft_partition_result_get_nodes (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), 0);
  return self->nodes;
}

/**
 * weft_partition_result_get_domain_chips:
 * @self: a result
 *
 * Returns: chips that share a scale-up domain
 */
guint
weft_partition_result_get_domain_chips (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), 0);
  return self->domain_chips;
}

/**
 * weft_partition_result_get_domains:
 * @self: a result
 *
 * Returns: scale-up domains, a fraction when the last one is not full
 */
double
weft_partition_result_get_domains (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NAN);
  return self->domain_chips > 0 ? (double) self->count / self->domain_chips : NAN;
}

/**
 * weft_partition_result_get_domains_text:
 * @self: a result
 *
 * Returns: (transfer none): "896 = 12.44 domains of 72"
 */
const char *
weft_partition_result_get_domains_text (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NULL);
  return self->domains_text;
}

/**
 * weft_partition_result_get_chip_w:
 * @self: a result
 *
 * Returns: W that one chip takes with its ports
 */
double
weft_partition_result_get_chip_w (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NAN);
  return self->chip_w;
}

/**
 * weft_partition_result_get_power_w:
 * @self: a result
 *
 * Returns: W of all chips with their ports
 */
double
weft_partition_result_get_power_w (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NAN);
  return self->chip_w * self->count;
}

/**
 * weft_partition_result_get_cost_usd:
 * @self: a result
 *
 * Returns: US dollars for chips and fabrics, NAN when a price is unknown
 */
double
weft_partition_result_get_cost_usd (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NAN);
  return self->chip_usd * self->count;
}

/**
 * weft_partition_result_get_role:
 * @self: a result
 *
 * Returns: (transfer none): the label of the document
 */
const char *
weft_partition_result_get_role (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NULL);
  return self->role;
}

/**
 * weft_partition_result_get_realised:
 * @self: a result
 *
 * Returns: (transfer none): what really runs there, translated
 */
const char *
weft_partition_result_get_realised (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NULL);
  return self->realised;
}

/**
 * weft_partition_result_get_scaleup:
 * @self: a result
 *
 * Returns: (transfer none): the resolved scale-up fabric's id
 */
const char *
weft_partition_result_get_scaleup (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NULL);
  return self->scaleup;
}

/**
 * weft_partition_result_get_scaleout:
 * @self: a result
 *
 * Returns: (transfer none): the resolved scale-out fabric's id
 */
const char *
weft_partition_result_get_scaleout (WeftPartitionResult *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION_RESULT (self), NULL);
  return self->scaleout;
}
