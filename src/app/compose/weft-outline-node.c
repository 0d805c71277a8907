/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words are made when a row shows them, not before. */
#include "config.h"

#include "app/compose/weft-outline-node.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "app/compose/weft-kind.h"
#include "base/weft-json-pointer.h"
#include "base/weft-plain.h"
#include "base/weft-quantity.h"
#include "design/graph/weft-graph-bundle.h"

#define MOST_CHARS 80

struct _WeftOutlineNode
{
  GObject parent_instance;

  GListModel *list; /* not owned */
  WeftOutlineKind kind;
  WeftGraph *graph;
  guint definition;
  guint index;
};

G_DEFINE_FINAL_TYPE (WeftOutlineNode, weft_outline_node, G_TYPE_OBJECT)

static void
weft_outline_node_finalize (GObject *object)
{
  WeftOutlineNode *self = WEFT_OUTLINE_NODE (object);

  g_clear_pointer (&self->graph, weft_graph_unref);
  G_OBJECT_CLASS (weft_outline_node_parent_class)->finalize (object);
}

static void
weft_outline_node_class_init (WeftOutlineNodeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_outline_node_finalize;
}

static void
weft_outline_node_init (WeftOutlineNode *self)
{
}

WeftOutlineNode *
weft_outline_node_new (GListModel *list, WeftOutlineKind kind)
{
  WeftOutlineNode *self = g_object_new (WEFT_TYPE_OUTLINE_NODE, NULL);

  self->list = list;
  self->kind = kind;
  return self;
}

GListModel *
weft_outline_node_get_list (WeftOutlineNode *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  return self->list;
}

void
weft_outline_node_leave (WeftOutlineNode *self)
{
  g_return_if_fail (WEFT_IS_OUTLINE_NODE (self));

  self->list = NULL;
}

void
weft_outline_node_place (WeftOutlineNode *self, WeftGraph *graph, guint definition, guint index)
{
  g_return_if_fail (WEFT_IS_OUTLINE_NODE (self) && graph != NULL);

  if (graph != self->graph)
    {
      g_clear_pointer (&self->graph, weft_graph_unref);
      self->graph = weft_graph_ref (graph);
    }
  self->definition = definition;
  self->index = index;
}

WeftOutlineKind
weft_outline_node_get_kind (WeftOutlineNode *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), WEFT_OUTLINE_ROOT);

  return self->kind;
}

WeftGraph *
weft_outline_node_get_graph (WeftOutlineNode *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  return self->graph;
}

const WeftGraphDefinition *
weft_outline_node_get_definition (WeftOutlineNode *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  return weft_graph_definition (self->graph, self->definition);
}

guint
weft_outline_node_get_index (WeftOutlineNode *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), 0);

  return self->index;
}

const WeftGraphItem *
weft_outline_node_get_item (WeftOutlineNode *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  return self->kind == WEFT_OUTLINE_ITEM
           ? &weft_outline_node_get_definition (self)->items[self->index]
           : NULL;
}

const WeftGraphLink *
weft_outline_node_get_link (WeftOutlineNode *self)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  return self->kind == WEFT_OUTLINE_LINK
           ? &weft_outline_node_get_definition (self)->links[self->index]
           : NULL;
}

const WeftGraphDefinition *
weft_outline_node_get_inside (WeftOutlineNode *self)
{
  const WeftGraphItem *item;

  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  if (self->kind == WEFT_OUTLINE_ROOT)
    return weft_outline_node_get_definition (self);
  item = weft_outline_node_get_item (self);
  return item != NULL && item->definition >= 0
           ? weft_graph_definition (self->graph, item->definition)
           : NULL;
}

static const char *
title_of (const WeftGraphDefinition *definition)
{
  return definition->title != NULL && *definition->title != '\0' ? definition->title : NULL;
}

static char *
join_ends (const WeftGraphLink *link)
{
  g_autoptr (GString) to = g_string_new (NULL);

  for (guint i = 0; i < link->n_to && to->len < MOST_CHARS; i++)
    g_string_append_printf (to, "%s%s", i > 0 ? ", " : "", link->to[i].text);
  /* Translators: a link from an item to an item: "tray:nvlink → switch" */
  return g_strdup_printf (_("%s → %s"), link->from.text, to->str);
}

char *
weft_outline_node_dup_title (WeftOutlineNode *self)
{
  g_autofree char *text = NULL;
  const char *title;

  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  switch (self->kind)
    {
    case WEFT_OUTLINE_ROOT:
      title = title_of (weft_outline_node_get_definition (self));
      text = g_strdup (title != NULL ? title : _("Cluster"));
      break;
    case WEFT_OUTLINE_ITEM:
      text = g_strdup (weft_outline_node_get_item (self)->id);
      break;
    case WEFT_OUTLINE_LINKS:
      return g_strdup (_("Links"));
    case WEFT_OUTLINE_LINK:
    default:
      text = join_ends (weft_outline_node_get_link (self));
      break;
    }
  return weft_plain_text (text, WEFT_PLAIN_ONE_LINE, MOST_CHARS);
}

char *
weft_outline_node_dup_count (WeftOutlineNode *self)
{
  const WeftGraphItem *item;
  g_autofree char *n = NULL;

  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  item = weft_outline_node_get_item (self);
  if (item == NULL || item->count == 1)
    return g_strdup ("");
  n = weft_quantity_format (item->count, WEFT_UNIT_COUNT);
  /* Translators: how many of an item there are */
  return g_strdup_printf (_("× %s"), n);
}

static char *
describe_link (WeftOutlineNode *self)
{
  const WeftGraphLink *link = weft_outline_node_get_link (self);
  double cables = weft_graph_bundle_n_cables (self->graph, self->definition, self->index);
  g_autoptr (GString) words = g_string_new (link->wiring_name);

  if (!isnan (cables))
    {
      g_autofree char *n = weft_quantity_format (cables, WEFT_UNIT_COUNT);
      g_autofree char *text = g_strdup_printf (ngettext ("%s cable", "%s cables",
                                                         (gulong) MIN (cables, 1e9)), n);

      g_string_append_printf (words, "%s%s", words->len > 0 ? " · " : "", text);
    }
  if (link->component != NULL)
    g_string_append_printf (words, "%s%s", words->len > 0 ? " · " : "", link->component);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

char *
weft_outline_node_dup_words (WeftOutlineNode *self)
{
  const WeftGraphDefinition *inside;
  g_autofree char *text = NULL;
  guint n;

  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  switch (self->kind)
    {
    case WEFT_OUTLINE_ROOT:
      text = g_strdup (title_of (weft_outline_node_get_definition (self)) != NULL
                         ? weft_outline_node_get_definition (self)->id
                         : "");
      break;
    case WEFT_OUTLINE_ITEM:
      inside = weft_outline_node_get_inside (self);
      text = g_strdup (inside != NULL && title_of (inside) != NULL
                         ? title_of (inside)
                         : weft_outline_node_get_item (self)->of);
      break;
    case WEFT_OUTLINE_LINKS:
      n = weft_outline_node_get_definition (self)->n_links;
      return g_strdup_printf (ngettext ("%u bundle", "%u bundles", n), n);
    case WEFT_OUTLINE_LINK:
    default:
      text = describe_link (self);
      break;
    }
  return weft_plain_text (text != NULL ? text : "", WEFT_PLAIN_ONE_LINE, MOST_CHARS);
}

const char *
weft_outline_node_get_icon (WeftOutlineNode *self, WeftInventory *inventory)
{
  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  switch (self->kind)
    {
    case WEFT_OUTLINE_ROOT:
      return weft_kind_of_level (weft_outline_node_get_definition (self)->level);
    case WEFT_OUTLINE_ITEM:
      return weft_kind_of_item (self->graph, weft_outline_node_get_item (self), inventory);
    case WEFT_OUTLINE_LINKS:
    case WEFT_OUTLINE_LINK:
    default:
      return "link";
    }
}

char *
weft_outline_definition_pointer (const char *id)
{
  g_autofree char *name = weft_json_pointer_escape (id);

  return g_strconcat ("/graph/definitions/", name, NULL);
}

char *
weft_outline_node_dup_pointer (WeftOutlineNode *self)
{
  g_autofree char *base = NULL;

  g_return_val_if_fail (WEFT_IS_OUTLINE_NODE (self), NULL);

  base = weft_outline_definition_pointer (weft_outline_node_get_definition (self)->id);
  switch (self->kind)
    {
    case WEFT_OUTLINE_ITEM:
      return g_strdup_printf ("%s/items/%u", base, self->index);
    case WEFT_OUTLINE_LINK:
      return g_strdup_printf ("%s/links/%u", base, self->index);
    case WEFT_OUTLINE_LINKS:
      return g_strconcat (base, "/links", NULL);
    case WEFT_OUTLINE_ROOT:
    default:
      return g_steal_pointer (&base);
    }
}
