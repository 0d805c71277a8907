/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds follow the entities of the catalog's components and the levels of definitions. */
#include "config.h"

#include "app/compose/weft-kind.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *entity; /* how it begins */
  const char *kind;
} WeftKindEntity;

static const WeftKindEntity entities[] = {
  { "Switch.", "switch" },   { "Mem.", "memory" },      { "Chassis.JBOM", "memory" },
  { "Chassis.", "node" },    { "Die.", "chip" },        { "Socket.", "package" },
  { "Rack.Limit", "rack" },  { "Rack.", "power" },      { "NIC", "nic" },
  { "Link.", "cable" },
};

const char *
weft_kind_of_component (const WeftComponent *component)
{
  for (guint i = 0; component != NULL && i < G_N_ELEMENTS (entities); i++)
    if (g_str_has_prefix (component->entity, entities[i].entity))
      return entities[i].kind;
  return "other";
}

const char *
weft_kind_of_chip (const WeftChip *chip)
{
  const char *class = chip != NULL ? weft_record_get_text (chip->record, "class") : NULL;

  return g_strcmp0 (class, "cpu") == 0 ? "cpu" : "chip";
}

const char *
weft_kind_of_level (WeftLevel level)
{
  switch (level)
    {
    case WEFT_LEVEL_PACKAGE:
      return "package";
    case WEFT_LEVEL_NODE:
      return "node";
    case WEFT_LEVEL_RACK:
      return "rack";
    case WEFT_LEVEL_CLUSTER:
      return "cluster";
    case WEFT_LEVEL_ANY:
    default:
      return "other";
    }
}

const char *
weft_kind_of_item (const WeftGraph *graph, const WeftGraphItem *item, WeftInventory *inventory)
{
  if (item->kind == WEFT_GRAPH_DEFINITION)
    return item->definition >= 0
             ? weft_kind_of_level (weft_graph_definition (graph, item->definition)->level)
             : "other";
  if (item->kind == WEFT_GRAPH_CHIP)
    return weft_kind_of_chip (inventory != NULL && item->of != NULL
                                ? weft_inventory_find_chip (inventory, item->of)
                                : NULL);
  return weft_kind_of_component (
    inventory != NULL && item->of != NULL
      ? weft_component_find (weft_inventory_get_catalog (inventory), item->of)
      : NULL);
}

const char *
weft_kind_label (const char *kind)
{
  static const struct
  {
    const char *kind;
    const char *label;
  } labels[] = {
    { "chip", N_("Chip") },        { "switch", N_("Switch") },   { "nic", N_("Network card") },
    { "memory", N_("Memory") },    { "cpu", N_("Host processor") },
    { "power", N_("Power or cooling") },
    { "package", N_("Package") },  { "node", N_("Node") },       { "rack", N_("Rack") },
    { "cluster", N_("Cluster") },  { "cable", N_("Cable") },     { "link", N_("Link") },
    { "template", N_("Template") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (g_str_equal (labels[i].kind, kind))
      return _(labels[i].label);
  return _("Part");
}

/* An icon on a coloured tile; the words beside it say the same, so it is presentation. */
GtkWidget *
weft_kind_tile_new (void)
{
  GtkWidget *tile = g_object_new (GTK_TYPE_IMAGE, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_set_halign (tile, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (tile, GTK_ALIGN_CENTER);
  return tile;
}

void
weft_kind_tile_set (GtkWidget *tile, const char *kind)
{
  g_autofree char *icon = g_strdup_printf ("weft-kind-%s-symbolic", kind);
  g_autofree char *css_class = g_strdup_printf ("kind-%s", kind);

  gtk_image_set_from_icon_name (GTK_IMAGE (tile), icon);
  gtk_widget_set_css_classes (tile, (const char *[]) { "kind-tile", css_class, NULL });
}
