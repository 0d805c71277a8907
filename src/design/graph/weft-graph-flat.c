/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a flattened graph is asked for: names, ancestors, rates, ports. */
#include "design/graph/weft-graph-flatten.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-pointer.h"
#include "design/weft-rules-private.h"

/* Short words that people write in capitals. */
static const char *const capitals[] = {
  "cdu", "cpu", "cxl", "dpu", "gpu", "hbm", "ib", "nic", "npu", "ocs", "psu", "tor", "tpu", NULL,
};

/* "gpu" is GPU, "io-die" is Io die. */
static void
append_label (GString *name, const WeftGraphItem *item, guint32 ordinal)
{
  gsize start = name->len;

  if (g_strv_contains (capitals, item->id))
    {
      g_autofree char *upper = g_ascii_strup (item->id, -1);

      g_string_append (name, upper);
    }
  else
    {
      g_string_append (name, item->id);
      for (char *at = name->str + start; *at != '\0'; at++)
        if (*at == '-' || *at == '_')
          *at = ' ';
      name->str[start] = g_ascii_toupper (name->str[start]);
    }
  if (item->count > 1)
    g_string_append_printf (name, " %u", ordinal + 1);
}

static const WeftGraphDefinition *
definition_of (const WeftFlat *self, guint32 instance)
{
  return weft_graph_definition (self->graph, self->instances[instance].definition);
}

static GString *
name_instance (const WeftFlat *self, guint32 instance)
{
  guint32 path[WEFT_LEVEL_CLUSTER + 1];
  GString *name = g_string_new (NULL);
  guint n = 0;

  for (guint32 at = instance; self->instances[at].parent != WEFT_FLAT_NONE;
       at = self->instances[at].parent)
    {
      g_assert (n < G_N_ELEMENTS (path));
      path[n++] = at;
    }
  while (n-- > 0)
    {
      const WeftFlatInstance *at = &self->instances[path[n]];

      if (name->len > 0)
        g_string_append (name, " > ");
      append_label (name, &definition_of (self, at->parent)->items[at->item], at->ordinal);
    }
  return name;
}

/* The definition that a refusal begins with, or the graph. (transfer full) */
static char *
place_of (const WeftGraph *graph, const char *message)
{
  const char *colon = strstr (message, ": ");
  g_autofree char *id = colon != NULL ? g_strndup (message, colon - message) : NULL;
  g_autofree char *escaped = NULL;

  if (id == NULL || weft_graph_find (graph, id) < 0)
    return g_strdup ("/graph");
  escaped = weft_json_pointer_escape (id);
  return g_strconcat ("/graph/definitions/", escaped, NULL);
}

/**
 * weft_flat_error_to_violation: (skip)
 * @graph: a graph
 * @error: what weft_flat_new() said of it
 *
 * Returns: (transfer full): the same as an error of the document
 */
WeftViolation *
weft_flat_error_to_violation (WeftGraph *graph, const GError *error)
{
  g_autofree char *path = NULL;
  g_autofree char *message = NULL;

  g_return_val_if_fail (graph != NULL && error != NULL, NULL);

  path = place_of (graph, error->message);
  message = g_strdup_printf ("%s.", error->message);
  return weft_violation_new ("graph_unsound", WEFT_SEVERITY_ERROR, path, NULL, NULL, message,
                             _("Mend the definition, or make its counts smaller."));
}

/**
 * weft_flat_free: (skip)
 * @self: (nullable) (transfer full): a flattened graph
 */
void
weft_flat_free (WeftFlat *self)
{
  if (self == NULL)
    return;
  g_free (self->kinds);
  g_free (self->parts);
  g_free (self->owners);
  g_free (self->items);
  g_free (self->ordinals);
  for (guint i = 0; i < weft_graph_n_definitions (self->graph) && self->item_parts != NULL; i++)
    g_free (self->item_parts[i]);
  g_free (self->item_parts);
  g_free (self->enclosures);
  g_free (self->instances);
  g_free (self->first);
  g_free (self->from);
  g_free (self->to);
  g_free (self->cables);
  g_free (self->bundles);
  g_free (self->bundle);
  weft_graph_unref (self->graph);
  g_free (self);
}

/**
 * weft_flat_is_chip: (skip)
 * @self: a flattened graph
 * @device: a device
 *
 * Returns: whether @device is a chip, so that its part is an index of the inventory's chips
 */
gboolean
weft_flat_is_chip (const WeftFlat *self, guint32 device)
{
  g_return_val_if_fail (self != NULL && device < self->n_devices, FALSE);

  return definition_of (self, self->owners[device])->items[self->items[device]].kind
         == WEFT_GRAPH_CHIP;
}

/**
 * weft_flat_link_bw_bytes_s: (skip)
 * @self: a flattened graph
 * @link: a directed link
 *
 * Returns: rate of all its cables together in bytes a second, NAN when unknown
 */
double
weft_flat_link_bw_bytes_s (const WeftFlat *self, guint32 link)
{
  g_return_val_if_fail (self != NULL && link < self->n_links, NAN);

  return self->bundle[self->bundles[link]].bw_bytes_s * self->cables[link];
}

/**
 * weft_flat_item_component: (skip)
 * @self: a flattened graph
 * @catalog: its catalog
 * @definition: one that the machine has
 * @item: one of its items
 *
 * Returns: (transfer none) (nullable): the item's component, %NULL for chips and definitions
 */
const WeftComponent *
weft_flat_item_component (const WeftFlat *self, WeftCatalog *catalog, guint32 definition,
                          guint32 item)
{
  g_return_val_if_fail (self != NULL && self->item_parts[definition] != NULL, NULL);

  if (weft_graph_definition (self->graph, definition)->items[item].kind != WEFT_GRAPH_COMPONENT)
    return NULL;
  return weft_component_at (catalog, self->item_parts[definition][item]);
}

/**
 * weft_flat_enclosure: (skip)
 * @self: a flattened graph
 * @catalog: its catalog
 * @definition: a definition
 *
 * Returns: (transfer none) (nullable): the chassis or rack around it, %NULL when it has none or the
 *   machine does not have it
 */
const WeftComponent *
weft_flat_enclosure (const WeftFlat *self, WeftCatalog *catalog, guint32 definition)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->enclosures[definition] == WEFT_FLAT_NONE)
    return NULL;
  return weft_component_at (catalog, self->enclosures[definition]);
}

/**
 * weft_flat_ports: (skip)
 * @self: a flattened graph
 * @device: a device
 *
 * Returns: how many cables are plugged into it
 */
guint64
weft_flat_ports (const WeftFlat *self, guint32 device)
{
  guint64 n = 0;

  g_return_val_if_fail (self != NULL && device < self->n_devices, 0);

  for (guint32 i = self->first[device]; i < self->first[device + 1]; i++)
    n += self->cables[i];
  return n;
}

/**
 * weft_flat_ancestor: (skip)
 * @self: a flattened graph
 * @device: a device
 * @level: a level
 *
 * Returns: the instance of that level around it, %WEFT_FLAT_NONE when there is none
 */
guint32
weft_flat_ancestor (const WeftFlat *self, guint32 device, WeftLevel level)
{
  g_return_val_if_fail (self != NULL && device < self->n_devices, WEFT_FLAT_NONE);

  for (guint32 at = self->owners[device]; at != WEFT_FLAT_NONE; at = self->instances[at].parent)
    if (definition_of (self, at)->level == level)
      return at;
  return WEFT_FLAT_NONE;
}

/**
 * weft_flat_device_name: (skip)
 * @self: a flattened graph
 * @device: a device
 *
 * Returns: (transfer full): its name for people, such as "Rack 3 > Tray 7 > GPU 2"
 */
char *
weft_flat_device_name (const WeftFlat *self, guint32 device)
{
  GString *name;

  g_return_val_if_fail (self != NULL && device < self->n_devices, NULL);

  name = name_instance (self, self->owners[device]);
  if (name->len > 0)
    g_string_append (name, " > ");
  append_label (name, &definition_of (self, self->owners[device])->items[self->items[device]],
                self->ordinals[device]);
  return g_string_free (name, FALSE);
}

/**
 * weft_flat_instance_name: (skip)
 * @self: a flattened graph
 * @instance: an instance of a definition
 *
 * Returns: (transfer full): its name for people, such as "Rack 3 > Tray 7"; that of its definition
 *   for the machine
 */
char *
weft_flat_instance_name (const WeftFlat *self, guint32 instance)
{
  GString *name;

  g_return_val_if_fail (self != NULL && instance < self->n_instances, NULL);

  name = name_instance (self, instance);
  if (name->len == 0)
    g_string_append (name, definition_of (self, instance)->id);
  return g_string_free (name, FALSE);
}

/**
 * weft_device_kind_nick: (skip)
 * @kind: a kind of device
 *
 * Returns: its name, such as "compute"
 */
const char *
weft_device_kind_nick (WeftDeviceKind kind)
{
  static const char *const nicks[WEFT_N_DEVICE_KINDS]
      = { "compute", "switch", "memory", "nic", "other" };

  g_return_val_if_fail ((guint) kind < WEFT_N_DEVICE_KINDS, NULL);

  return nicks[kind];
}
