/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rack units: whole ones, within the rack, and each taken once. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

#include "design/graph/weft-graph-verify-private.h"
#include "design/weft-members-private.h"
#include "design/weft-rules-private.h"

/* The units that an item takes, both ends included. */
typedef struct
{
  guint item;
  double first;
  double last;
} Slot;

static void
add_position (WeftVerifier *self, const WeftGraphDefinition *definition, guint item,
              const char *code, double actual, double limit, const char *message, const char *hint)
{
  g_autofree char *base = weft_graph_verify_path (definition);
  g_autofree char *path = g_strdup_printf ("%s/items/%u/u", base, item);

  weft_graph_found_add (&self->found,
                        weft_violation_new (code, WEFT_SEVERITY_ERROR, path,
                                            weft_members_number (actual),
                                            weft_members_number (limit), message, hint));
}

static gboolean
check_whole (WeftVerifier *self, const WeftGraphDefinition *definition, guint index)
{
  const WeftGraphItem *item = &definition->items[index];
  g_autofree char *shown = NULL;
  g_autofree char *message = NULL;

  if (item->u == floor (item->u))
    return TRUE;
  shown = weft_rules_number (item->u);
  message = g_strdup_printf (_("“%s” stands on rack unit %s of %s, expected a whole number such as "
                               "%.0f."),
                             item->id, shown, weft_graph_verify_title (definition),
                             floor (item->u));
  add_position (self, definition, index, "rack_position", item->u, floor (item->u), message,
                _("The rails of a rack have whole units."));
  return FALSE;
}

static gboolean
check_inside (WeftVerifier *self, const WeftGraphDefinition *definition, const Slot *slot,
              const WeftComponent *rack)
{
  const WeftGraphItem *item = &definition->items[slot->item];
  g_autofree char *last = NULL;
  g_autofree char *top = NULL;
  g_autofree char *message = NULL;

  if (rack == NULL || !(slot->last > rack->u_space))
    return TRUE;
  last = weft_rules_number (slot->last);
  top = weft_rules_number (rack->u_space);
  message = g_strdup_printf (_("“%s” reaches up to rack unit %s of %s, %s has %s."), item->id, last,
                             weft_graph_verify_title (definition), rack->name, top);
  add_position (self, definition, slot->item, "rack_position", slot->last, rack->u_space, message,
                _("Place it lower, take fewer of them, or take a taller rack."));
  return FALSE;
}

static int
compare_slots_cb (const void *a, const void *b)
{
  const Slot *first = a;
  const Slot *second = b;

  if (first->first != second->first)
    return first->first < second->first ? -1 : 1;
  return (first->item > second->item) - (first->item < second->item);
}

static void
add_overlap (WeftVerifier *self, const WeftGraphDefinition *definition, const Slot *below,
             const Slot *above)
{
  g_autofree char *last = weft_rules_number (below->last);
  g_autofree char *first = weft_rules_number (above->first);
  g_autofree char *message
      = g_strdup_printf (_("“%s” begins on rack unit %s of %s, where “%s” reaches up to %s."),
                         definition->items[above->item].id, first,
                         weft_graph_verify_title (definition), definition->items[below->item].id,
                         last);

  add_position (self, definition, above->item, "rack_overlap", above->first, below->last, message,
                _("Move one of them, or leave \"u\" out."));
}

static void
check_overlaps (WeftVerifier *self, const WeftGraphDefinition *definition, GArray *slots)
{
  guint highest = 0;

  g_array_sort (slots, compare_slots_cb);
  for (guint i = 1; i < slots->len; i++)
    {
      const Slot *below = &g_array_index (slots, Slot, highest);
      const Slot *slot = &g_array_index (slots, Slot, i);

      if (slot->first <= below->last)
        add_overlap (self, definition, below, slot);
      if (slot->last > below->last)
        highest = i;
    }
}

/* Of what has an unknown height only the lowest unit is known; what is on a board takes none. */
void
weft_graph_verify_positions (WeftVerifier *self, guint index, const WeftComponent *rack)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (Slot));

  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      double height = weft_graph_item_units (self->flat, self->catalog, index, i);
      Slot slot = { i, item->u, item->u };

      if (isnan (item->u) || !check_whole (self, definition, i))
        continue;
      if (height > 0)
        slot.last = item->u + item->count * height - 1;
      if (check_inside (self, definition, &slot, rack) && height > 0)
        g_array_append_val (slots, slot);
    }
  check_overlaps (self, definition, slots);
}
