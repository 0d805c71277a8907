/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remembering what each name of a graph has led to, or that it leads nowhere. */
#include "design/graph/weft-graph-names-private.h"

/* What stands for no part in the tables. */
static const char nothing;

static gboolean
recall (GHashTable *known, const char *name, gconstpointer *found)
{
  gpointer value = g_hash_table_lookup (known, name);

  *found = value == &nothing ? NULL : value;
  return value != NULL;
}

static gconstpointer
remember (GHashTable *known, const char *name, gconstpointer found)
{
  g_hash_table_insert (known, (gpointer) name, (gpointer) (found != NULL ? found : &nothing));
  return found;
}

void
weft_graph_names_init (WeftGraphNames *self, WeftInventory *inventory)
{
  self->inventory = inventory;
  self->components = g_hash_table_new (g_str_hash, g_str_equal);
  self->chips = g_hash_table_new (g_str_hash, g_str_equal);
  self->scaleups = g_hash_table_new (g_str_hash, g_str_equal);
  self->scaleouts = g_hash_table_new (g_str_hash, g_str_equal);
}

void
weft_graph_names_clear (WeftGraphNames *self)
{
  g_clear_pointer (&self->components, g_hash_table_unref);
  g_clear_pointer (&self->chips, g_hash_table_unref);
  g_clear_pointer (&self->scaleups, g_hash_table_unref);
  g_clear_pointer (&self->scaleouts, g_hash_table_unref);
}

const WeftComponent *
weft_graph_names_component (WeftGraphNames *self, const char *name)
{
  gconstpointer found;

  if (recall (self->components, name, &found))
    return found;
  return remember (self->components, name,
                   weft_component_find (weft_inventory_get_catalog (self->inventory), name));
}

const WeftChip *
weft_graph_names_chip (WeftGraphNames *self, const char *name)
{
  gconstpointer found;

  if (recall (self->chips, name, &found))
    return found;
  return remember (self->chips, name, weft_inventory_find_chip (self->inventory, name));
}

const WeftScaleup *
weft_graph_names_scaleup (WeftGraphNames *self, const char *name)
{
  gconstpointer found;

  if (recall (self->scaleups, name, &found))
    return found;
  return remember (self->scaleups, name, weft_inventory_find_scaleup (self->inventory, name));
}

const WeftScaleout *
weft_graph_names_scaleout (WeftGraphNames *self, const char *name)
{
  gconstpointer found;

  if (recall (self->scaleouts, name, &found))
    return found;
  return remember (self->scaleouts, name, weft_inventory_find_scaleout (self->inventory, name));
}
