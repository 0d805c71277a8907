/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expanding by templates. Where the catalog has the switch and the cable of a fabric, these are
 * taken; else the paper's entity stands there, whose product is left open and whose rate is the
 * fabric's own. */
#include "design/graph/weft-graph-expand.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "catalog/weft-component.h"
#include "design/graph/weft-graph-flatten.h"
#include "design/graph/weft-graph-kit-private.h"
#include "design/graph/weft-graph-private.h"

/* What stands for a switch whose product is left open. */
#define ANY_SCALEUP "switch-nvlink-tray"
#define ANY_SCALEOUT "switch-roce-ether"

/* Equal domains of one partition: all whole ones, or the rest that is smaller. */
typedef struct
{
  const WeftMachinePartition *part;
  guint partition;
  char *id;
  guint node;   /* chips of a node */
  guint domain; /* chips of a domain */
  guint count;  /* domains */
  guint leaves;
  guint down; /* chips of a leaf */
} Group;

typedef struct
{
  WeftInventory *inventory;
  JsonBuilder *builder;
  Group groups[2 * WEFT_MAX_PARTITIONS];
  guint n_groups;
} Expansion;

/* What joins the leaves of a fabric. */
typedef struct
{
  WeftGraphKit kit;
  guint leaves;
  guint spines;
} Core;

static WeftGraphKit
open_kit (WeftInventory *inventory, const char *hub)
{
  return (WeftGraphKit) { weft_component_find (weft_inventory_get_catalog (inventory), hub), NULL,
                          1 };
}

/* The fabric's own, else the paper's entity, whose product and cable are left open. */
static WeftGraphKit
find_kit (WeftInventory *inventory, WeftRecord *fabric, const char *any)
{
  WeftGraphKit kit;

  return weft_graph_kit_find (inventory, fabric, &kit) ? kit : open_kit (inventory, any);
}

static WeftGraphKit
scaleup_kit (const Expansion *self, const Group *group)
{
  return find_kit (self->inventory,
                   weft_inventory_scaleup (self->inventory, group->part->scaleup)->record,
                   ANY_SCALEUP);
}

static WeftGraphKit
scaleout_kit (const Expansion *self, guint fabric)
{
  return find_kit (self->inventory, weft_inventory_scaleout (self->inventory, fabric)->record,
                   ANY_SCALEOUT);
}

/* The ports of a kit's switch, infinite when the product is left open. */
static double
ports_of (const WeftGraphKit *kit)
{
  return isnan (kit->hub->ports) ? INFINITY : kit->hub->ports;
}

static guint
largest_divisor (guint n, double most)
{
  guint best = 1;

  for (guint i = 1; (guint64) i * i <= n; i++)
    if (n % i == 0)
      {
        if (i <= most)
          best = MAX (best, i);
        if (n / i <= most)
          best = MAX (best, n / i);
      }
  return best;
}

/* The fewest switches of a domain among which the cables of a chip divide evenly. */
static guint
count_hubs (const WeftGraphKit *kit, guint chips)
{
  double ports = ports_of (kit);

  for (guint hubs = 1; hubs < kit->cables; hubs++)
    if (kit->cables % hubs == 0 && (double) chips * (kit->cables / hubs) <= ports)
      return hubs;
  return kit->cables;
}

static guint
greatest_common (guint a, guint b)
{
  while (b != 0)
    {
      guint rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

static void
add_group (Expansion *self, const Group *shape, const char *prefix, guint domain, guint count)
{
  Group *group;
  WeftGraphKit kit = scaleout_kit (self, shape->part->scaleout);
  double ports = ports_of (&kit);

  if (count == 0 || domain == 0)
    return;
  group = &self->groups[self->n_groups++];
  *group = *shape;
  group->id = g_strdup_printf ("%s-%u", prefix, shape->partition + 1);
  group->domain = domain;
  group->count = count;
  group->down = largest_divisor (domain * count, ports / 2);
  group->leaves = domain * count / group->down;
}

static gboolean
divide (Expansion *self, const WeftMachine *machine, guint index, GError **error)
{
  Group shape = { .part = &machine->partitions[index], .partition = index };
  guint node = weft_inventory_chip (self->inventory, shape.part->chip)->node_chips;
  guint chips = weft_provision (self->inventory, machine, index);
  guint domain;

  if (chips == 0)
    {
      g_set_error (error, WEFT_GRAPH_ERROR, WEFT_GRAPH_ERROR_UNSOUND,
                   _("Partition %u gets no chips"), index + 1);
      return FALSE;
    }
  domain = MIN (weft_machine_domain_chips (self->inventory, shape.part), chips);
  /* A domain ends with a node, and so does the partition. */
  shape.node = greatest_common (greatest_common (node, domain), chips);
  add_group (self, &shape, "domain", domain, chips / domain);
  add_group (self, &shape, "rest", chips % domain, 1);
  return TRUE;
}

/* --- writing --- */

static void
put_text (Expansion *self, const char *key, const char *value)
{
  json_builder_set_member_name (self->builder, key);
  json_builder_add_string_value (self->builder, value);
}

static void
put_number (Expansion *self, const char *key, guint value)
{
  json_builder_set_member_name (self->builder, key);
  json_builder_add_int_value (self->builder, value);
}

static void
begin (Expansion *self, const char *list)
{
  json_builder_set_member_name (self->builder, list);
  json_builder_begin_array (self->builder);
}

static void
add_item (Expansion *self, const char *id, const char *kind, const char *of, guint count,
          const char *role)
{
  json_builder_begin_object (self->builder);
  put_text (self, "id", id);
  put_text (self, kind, of);
  put_number (self, "count", count);
  if (role != NULL)
    put_text (self, "role", role);
  json_builder_end_object (self->builder);
}

static void
add_port (Expansion *self, const char *id, const char *of)
{
  json_builder_begin_object (self->builder);
  put_text (self, "id", id);
  put_text (self, "of", of);
  json_builder_end_object (self->builder);
}

static void
add_link (Expansion *self, const char *from, const char *to, const WeftGraphKit *kit,
          const char *fabric, guint channels, const char *wiring)
{
  json_builder_begin_object (self->builder);
  put_text (self, "from", from);
  put_text (self, "to", to);
  put_text (self, "wiring", wiring);
  if (kit->cable != NULL)
    put_text (self, "component", kit->cable->id);
  put_text (self, "fabric", fabric);
  put_number (self, "channels", channels);
  json_builder_end_object (self->builder);
}

static void
begin_definition (Expansion *self, const char *id, WeftLevel level)
{
  json_builder_set_member_name (self->builder, id);
  json_builder_begin_object (self->builder);
  put_text (self, "level", weft_level_nick (level));
  begin (self, "items");
}

static void
write_node (Expansion *self, const Group *group)
{
  g_autofree char *id = g_strdup_printf ("node-%u", group->partition + 1);

  begin_definition (self, id, WEFT_LEVEL_NODE);
  add_item (self, "chip", "chip", weft_inventory_chip (self->inventory, group->part->chip)->id,
            group->node, weft_role_nick (group->part->role));
  json_builder_end_array (self->builder);
  begin (self, "ports");
  add_port (self, "up", "chip");
  add_port (self, "out", "chip");
  json_builder_end_array (self->builder);
  json_builder_end_object (self->builder);
}

static void
write_domain (Expansion *self, const Group *group)
{
  WeftGraphKit kit = scaleup_kit (self, group);
  const char *fabric = weft_inventory_scaleup (self->inventory, group->part->scaleup)->id;
  guint hubs = count_hubs (&kit, group->domain);
  g_autofree char *node = g_strdup_printf ("node-%u", group->partition + 1);

  begin_definition (self, group->id, WEFT_LEVEL_RACK);
  add_item (self, "node", "definition", node, group->domain / group->node, NULL);
  add_item (self, "switch", "component", kit.hub->id, hubs, NULL);
  json_builder_end_array (self->builder);
  begin (self, "links");
  add_link (self, "node:up", "switch", &kit, fabric, kit.cables / hubs, "all");
  json_builder_end_array (self->builder);
  begin (self, "ports");
  add_port (self, "out", "node:out");
  json_builder_end_array (self->builder);
  json_builder_end_object (self->builder);
}

/* A leaf has at least as many cables to the spines as to its chips. More leaves than two tiers of
 * the product can join go to one core whose product is left open. */
static Core
plan_core (const Expansion *self, guint fabric)
{
  Core core = { .kit = scaleout_kit (self, fabric), .spines = 1 };
  guint down = 1;
  double most;

  for (guint i = 0; i < self->n_groups; i++)
    if (self->groups[i].part->scaleout == fabric)
      {
        core.leaves += self->groups[i].leaves;
        down = MAX (down, self->groups[i].down);
      }
  most = floor (ports_of (&core.kit) / core.leaves);
  if (core.kit.cable == NULL || most < 1)
    core.kit = open_kit (self->inventory, ANY_SCALEOUT);
  else
    core.spines = down / largest_divisor (down, most);
  return core;
}

static gboolean
is_first_of_fabric (const Expansion *self, guint index)
{
  for (guint i = 0; i < index; i++)
    if (self->groups[i].part->scaleout == self->groups[index].part->scaleout)
      return FALSE;
  return TRUE;
}

static void
write_machine_items (Expansion *self)
{
  for (guint i = 0; i < self->n_groups; i++)
    {
      const Group *group = &self->groups[i];
      guint fabric = group->part->scaleout;
      Core core = plan_core (self, fabric);
      g_autofree char *leaf = g_strdup_printf ("leaf-%s", group->id);
      g_autofree char *spine = g_strdup_printf ("spine-%u", fabric + 1);

      add_item (self, group->id, "definition", group->id, group->count, NULL);
      add_item (self, leaf, "component", scaleout_kit (self, fabric).hub->id, group->leaves, NULL);
      if (core.leaves > 1 && is_first_of_fabric (self, i))
        add_item (self, spine, "component", core.kit.hub->id, core.spines, NULL);
    }
}

static void
write_machine_links (Expansion *self)
{
  for (guint i = 0; i < self->n_groups; i++)
    {
      const Group *group = &self->groups[i];
      guint fabric = group->part->scaleout;
      const char *name = weft_inventory_scaleout (self->inventory, fabric)->id;
      WeftGraphKit kit = scaleout_kit (self, fabric);
      Core core = plan_core (self, fabric);
      guint channels = (group->down + core.spines - 1) / core.spines;
      g_autofree char *out = g_strdup_printf ("%s:out", group->id);
      g_autofree char *leaf = g_strdup_printf ("leaf-%s", group->id);
      g_autofree char *spine = g_strdup_printf ("spine-%u", fabric + 1);

      add_link (self, out, leaf, &kit, name, 1, "each");
      if (core.leaves > 1)
        add_link (self, leaf, spine, &core.kit, name,
                  MIN (channels, (guint) WEFT_GRAPH_MAX_CHANNELS), "all");
    }
}

static void
write_definitions (Expansion *self)
{
  for (guint i = 0; i < self->n_groups; i++)
    {
      if (i == 0 || self->groups[i - 1].partition != self->groups[i].partition)
        write_node (self, &self->groups[i]);
      write_domain (self, &self->groups[i]);
    }
  begin_definition (self, "machine", WEFT_LEVEL_CLUSTER);
  write_machine_items (self);
  json_builder_end_array (self->builder);
  begin (self, "links");
  write_machine_links (self);
  json_builder_end_array (self->builder);
  json_builder_end_object (self->builder);
}

static WeftGraph *
write_graph (Expansion *self)
{
  g_autoptr (JsonNode) root = NULL;
  WeftGraph *graph;

  self->builder = json_builder_new ();
  json_builder_begin_object (self->builder);
  put_text (self, "root", "machine");
  json_builder_set_member_name (self->builder, "definitions");
  json_builder_begin_object (self->builder);
  write_definitions (self);
  json_builder_end_object (self->builder);
  json_builder_end_object (self->builder);
  root = json_builder_get_root (self->builder);
  graph = weft_graph_new_from_object (json_node_get_object (root));
  g_clear_object (&self->builder);
  return graph;
}

/**
 * weft_graph_expand: (skip)
 * @inventory: the catalog as the profile sees it
 * @machine: a machine of partitions
 * @error: where to put a #WeftGraphError when a partition gets no chips
 *
 * Each partition becomes domains of nodes around the switches of its scale-up fabric; the part that
 * does not fill a domain is a smaller one, as 896 chips are twelve domains of 72 and one of 32.
 * Every chip has a cable to a leaf of its domains; the leaves of one scale-out fabric meet in the
 * same spines, without oversubscription. Partitions of different scale-out fabrics are not joined.
 *
 * Returns: (transfer full) (nullable): the graph, which keeps the composition rules
 */
WeftGraph *
weft_graph_expand (WeftInventory *inventory, const WeftMachine *machine, GError **error)
{
  Expansion self = { .inventory = inventory };
  WeftGraph *graph = NULL;
  guint n = 0;

  g_return_val_if_fail (WEFT_IS_INVENTORY (inventory) && machine != NULL, NULL);
  g_return_val_if_fail (machine->n_partitions <= WEFT_MAX_PARTITIONS, NULL);

  while (n < machine->n_partitions && divide (&self, machine, n, error))
    n++;
  if (machine->n_partitions == 0)
    g_set_error (error, WEFT_GRAPH_ERROR, WEFT_GRAPH_ERROR_UNSOUND,
                 _("The machine has no partitions"));
  else if (n == machine->n_partitions)
    graph = write_graph (&self);
  for (guint i = 0; i < self.n_groups; i++)
    g_free (self.groups[i].id);
  return graph;
}
