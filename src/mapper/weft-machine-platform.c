/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a design to a platform: its chips, and what a transfer between each two of them costs, found once for all pairs
 * that the machine cannot tell apart. */
#include "mapper/weft-machine-platform.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quantity.h"
#include "design/graph/weft-graph-expand.h"
#include "design/weft-rules.h"
#include "mapper/weft-platform-private.h"
#include "mapper/weft-twins-private.h"
#include "mapper/weft-way-cost-private.h"

/* No way was looked at yet. */
#define NO_LINK G_MAXUINT16

/* How many names a sentence lists. */
#define MAX_NAMED 4

typedef struct
{
  const WeftFlat *flat;
  WeftInventory *inventory;
  WeftPlatform *platform;
  WeftTwins *twins;
  WeftWayCosts *ways;
  guint32 *place;     /* [devices of the machine] its number in the platform, WEFT_FLAT_NONE */
  GHashTable *known;  /* WeftLink -> index + 1 */
  GArray *links;      /* of WeftLink */
} Maker;

/* --- the machine --- */

static WeftFlat *
expand (WeftDesign *design, WeftInventory *inventory, GError **error)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftGraph) graph = NULL;
  WeftMachine machine;

  if (weft_machine_init (&machine, design, inventory))
    {
      graph = weft_graph_expand (inventory, &machine, error);
      return graph != NULL ? weft_flat_new (graph, inventory, error) : NULL;
    }
  weft_rules_check (design, inventory, violations);
  for (guint i = 0; i < violations->len; i++)
    if (weft_violation_get_severity (violations->pdata[i]) == WEFT_SEVERITY_ERROR)
      {
        g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID, _("the design is no machine yet: %s"),
                     weft_violation_get_message (violations->pdata[i]));
        return NULL;
      }
  g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID, _("the design has no machine"));
  return NULL;
}

/**
 * weft_machine_flatten: (skip)
 * @design: a design
 * @inventory: the catalog as a profile sees it
 * @error: return location for a #WeftMapperError, a #WeftGraphError or a #WeftTopologyError
 *
 * The graph of a design as it is; partitions are expanded by templates first.
 *
 * Returns: (transfer full) (nullable): the machine
 */
WeftFlat *
weft_machine_flatten (WeftDesign *design, WeftInventory *inventory, GError **error)
{
  WeftGraph *graph;

  g_return_val_if_fail (WEFT_IS_DESIGN (design) && WEFT_IS_INVENTORY (inventory), NULL);

  graph = weft_design_get_graph (design);
  if (graph != NULL && weft_design_get_n_partitions (design) > 0)
    {
      g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                           _("the design has a graph and partitions: it is not clear which machine to map on"));
      return NULL;
    }
  return graph != NULL ? weft_flat_new (graph, inventory, error) : expand (design, inventory, error);
}

/* --- devices --- */

/* [devices] the first device of the part that cables join each to. (transfer full) */
static guint32 *
find_parts (const WeftFlat *flat)
{
  guint32 *part = g_new (guint32, flat->n_devices + 1);
  g_autofree guint32 *queue = g_new (guint32, flat->n_devices + 1);

  for (guint32 d = 0; d < flat->n_devices; d++)
    part[d] = WEFT_FLAT_NONE;
  for (guint32 d = 0; d < flat->n_devices; d++)
    {
      guint32 n = 0;

      if (part[d] != WEFT_FLAT_NONE)
        continue;
      part[d] = d;
      queue[n++] = d;
      for (guint32 i = 0; i < n; i++)
        for (guint32 k = flat->first[queue[i]]; k < flat->first[queue[i] + 1]; k++)
          if (part[flat->to[k]] == WEFT_FLAT_NONE)
            {
              part[flat->to[k]] = d;
              queue[n++] = flat->to[k];
            }
    }
  return part;
}

/* The part with the most chips; of equal ones the first. */
static guint32
choose_part (const WeftFlat *flat, const guint32 *part)
{
  g_autofree guint32 *n_chips = g_new0 (guint32, flat->n_devices + 1);
  guint32 best = 0;

  for (guint32 d = 0; d < flat->n_devices; d++)
    n_chips[part[d]] += weft_flat_is_chip (flat, d);
  for (guint32 d = 0; d < flat->n_devices; d++)
    if (n_chips[d] > n_chips[best])
      best = d;
  return best;
}

static void
note_left_out (const WeftFlat *flat, const GArray *left_out, GPtrArray *notes)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (left_out->len == 0 || notes == NULL)
    return;
  for (guint i = 0; i < MIN (left_out->len, MAX_NAMED); i++)
    {
      g_autofree char *name = weft_flat_device_name (flat, g_array_index (left_out, guint32, i));

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  if (left_out->len > MAX_NAMED)
    g_string_append (names, ", …");
  g_ptr_array_add (notes, g_strdup_printf (ngettext ("No cables join %u chip to the others; it is left out: %s.",
                                                     "No cables join %u chips to the others; they are left out: %s.",
                                                     left_out->len),
                                           left_out->len, names->str));
}

/* The chips to map on. (transfer full) (element-type guint32) */
static GArray *
find_devices (const WeftFlat *flat, GPtrArray *notes, GError **error)
{
  g_autoptr (GArray) devices = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) left_out = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *part = find_parts (flat);
  guint32 chosen = choose_part (flat, part);

  for (guint32 d = 0; d < flat->n_devices; d++)
    if (weft_flat_is_chip (flat, d))
      g_array_append_val (part[d] == chosen ? devices : left_out, d);
  if (devices->len == 0)
    {
      g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE,
                           _("the machine has no chip that a task could run on"));
      return NULL;
    }
  if (devices->len > WEFT_MAX_PLATFORM_DEVICES)
    {
      g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_LIMIT,
                   _("the machine has %u chips that tasks could run on; at most %u are mapped on: map on a part of it"),
                   devices->len, WEFT_MAX_PLATFORM_DEVICES);
      return NULL;
    }
  note_left_out (flat, left_out, notes);
  return g_steal_pointer (&devices);
}

/* Classes in the order in which their first devices come. (transfer full) (element-type guint) */
static GArray *
find_classes (const WeftFlat *flat, const GArray *devices, guint16 *class_of)
{
  GArray *chips = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < devices->len; i++)
    {
      guint chip = flat->parts[g_array_index (devices, guint32, i)];
      guint c = 0;

      while (c < chips->len && g_array_index (chips, guint, c) != chip)
        c++;
      if (c == chips->len)
        g_array_append_val (chips, chip);
      class_of[i] = (guint16) c;
    }
  return chips;
}

static WeftPlatform *
make_devices (const WeftFlat *flat, WeftInventory *inventory, const GArray *devices, GPtrArray *notes)
{
  g_autofree guint16 *class_of = g_new (guint16, devices->len);
  g_autoptr (GArray) chips = find_classes (flat, devices, class_of);
  WeftPlatform *platform = weft_platform_new (devices->len, chips->len, 0);

  platform->device = g_new (guint32, devices->len);
  platform->device_name = g_new0 (char *, devices->len);
  for (guint i = 0; i < devices->len; i++)
    {
      guint32 device = g_array_index (devices, guint32, i);

      platform->class_of[i] = class_of[i];
      platform->device[i] = device;
      platform->device_name[i] = weft_flat_device_name (flat, device);
    }
  for (guint c = 0; c < chips->len; c++)
    {
      const WeftChip *chip = weft_inventory_chip (inventory, g_array_index (chips, guint, c));

      platform->class_name[c] = g_strdup (chip->id);
      platform->capacity_bytes[c] = isnan (chip->mem_bytes) ? INFINITY : chip->mem_bytes;
      if (isnan (chip->mem_bytes) && notes != NULL)
        g_ptr_array_add (notes, g_strdup_printf (_("How much memory %s has is not known: anything fits there."),
                                                 chip->name));
    }
  return platform;
}

/* --- pairs --- */

static guint
hash_link_cb (gconstpointer key)
{
  const WeftLink *link = key;

  return g_double_hash (&link->alpha_s) ^ (g_double_hash (&link->bw_bytes_s) * 31);
}

static gboolean
equal_link_cb (gconstpointer a, gconstpointer b)
{
  const WeftLink *one = a;
  const WeftLink *other = b;

  return one->alpha_s == other->alpha_s && one->bw_bytes_s == other->bw_bytes_s;
}

/* The number of a cost among those that there are; NO_LINK and an error when there are too many. */
static guint16
number_link (Maker *self, const WeftLink *cost, GError **error)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, cost));

  if (known > 0)
    return (guint16) (known - 1);
  if (self->links->len == NO_LINK)
    {
      g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_LIMIT,
                   _("the pairs of chips have more than %u different costs of a transfer"), (guint) NO_LINK);
      return NO_LINK;
    }
  g_array_append_val (self->links, *cost);
  g_hash_table_insert (self->known, g_memdup2 (cost, sizeof *cost), GUINT_TO_POINTER (self->links->len));
  return (guint16) (self->links->len - 1);
}

/* The pair's own cell, and that of the pair which stands for it. */
static gboolean
take_pair (Maker *self, guint from, guint to, GError **error)
{
  WeftPlatform *platform = self->platform;
  guint32 canon_from, canon_to;
  guint16 *canon;
  WeftLink cost;

  weft_twins_pair (self->twins, platform->device[from], platform->device[to], &canon_from, &canon_to);
  canon = &platform->link_of[(gsize) self->place[canon_from] * platform->n_devices + self->place[canon_to]];
  if (*canon == NO_LINK)
    {
      if (!weft_way_costs_pair (self->ways, canon_from, canon_to, &cost, error))
        return FALSE;
      *canon = number_link (self, &cost, error);
      if (*canon == NO_LINK)
        return FALSE;
    }
  platform->link_of[(gsize) from * platform->n_devices + to] = *canon;
  return TRUE;
}

/* By the device that the way leads to, since a search for shortest ways begins there. */
static gboolean
take_pairs (Maker *self, GCancellable *cancellable, GError **error)
{
  guint n = self->platform->n_devices;

  for (gsize i = 0; i < (gsize) n * n; i++)
    self->platform->link_of[i] = NO_LINK;
  for (guint to = 0; to < n; to++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint from = 0; from < n; from++)
        if (from != to && !take_pair (self, from, to, error))
          return FALSE;
    }
  for (guint i = 0; i < n; i++)
    self->platform->link_of[(gsize) i * n + i] = 0;
  return TRUE;
}

static gboolean
make_links (Maker *self, GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  WeftPlatform *platform = self->platform;

  for (guint32 d = 0; d < self->flat->n_devices; d++)
    self->place[d] = WEFT_FLAT_NONE;
  for (guint i = 0; i < platform->n_devices; i++)
    self->place[platform->device[i]] = i;
  if (!take_pairs (self, cancellable, error))
    return FALSE;
  platform->n_links = self->links->len;
  g_free (platform->links);
  platform->links = g_new0 (WeftLink, MAX (1, self->links->len));
  memcpy (platform->links, self->links->data, self->links->len * sizeof (WeftLink));
  weft_platform_finish (platform);
  if (notes != NULL)
    weft_link_costs_note (weft_way_costs_links (self->ways), notes);
  return TRUE;
}

/**
 * weft_platform_from_flat: (skip)
 * @flat: a machine
 * @inventory: the catalog as a profile sees it
 * @notes: (nullable) (element-type utf8): where sentences go about what was assumed and what is left out
 * @cancellable: (nullable): a cancellable
 * @error: return location for a #WeftMapperError or G_IO_ERROR_CANCELLED
 *
 * Every chip is a device, and a class is a chip. The start-up time of a transfer is the sum of base latency and
 * protocol overhead of all cables and switches on its way (the tuple of CHASE, section 4.1), and what the start-up time
 * of each fabric on it has over the fabric's usual cables and switch. Its rate is that of the narrowest link on the
 * way; where several ways up and down a tree are equal, that of the narrowest stage of all of them together.
 *
 * Returns: (transfer full) (nullable): the platform
 */
WeftPlatform *
weft_platform_from_flat (const WeftFlat *flat, WeftInventory *inventory, GPtrArray *notes, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GArray) devices = NULL;
  g_autoptr (WeftPlatform) platform = NULL;
  Maker maker = { .flat = flat, .inventory = inventory };
  gboolean done;

  g_return_val_if_fail (flat != NULL && WEFT_IS_INVENTORY (inventory), NULL);

  devices = find_devices (flat, notes, error);
  if (devices == NULL)
    return NULL;
  platform = make_devices (flat, inventory, devices, notes);
  maker.platform = platform;
  maker.twins = weft_twins_new (flat);
  maker.ways = weft_way_costs_new (flat, inventory);
  maker.place = g_new (guint32, flat->n_devices + 1);
  maker.known = g_hash_table_new_full (hash_link_cb, equal_link_cb, g_free, NULL);
  maker.links = g_array_new (FALSE, FALSE, sizeof (WeftLink));
  done = make_links (&maker, notes, cancellable, error);
  weft_twins_free (maker.twins);
  weft_way_costs_free (maker.ways);
  g_free (maker.place);
  g_hash_table_unref (maker.known);
  g_array_unref (maker.links);
  return done ? g_steal_pointer (&platform) : NULL;
}
