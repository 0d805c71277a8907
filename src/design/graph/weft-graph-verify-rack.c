/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rack units: whole ones, within the rack, the first ones given to one item each, and room for all
 * instances from there on upward. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

#include "design/graph/weft-graph-verify-private.h"
#include "design/weft-members-private.h"
#include "design/weft-rules-private.h"

/* The units of an item's first instance, both ends included. */
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

static void
add_outside (WeftVerifier *self, const WeftGraphDefinition *definition, guint index, double last_u,
             const WeftComponent *rack)
{
  g_autofree char *last = weft_rules_number (last_u);
  g_autofree char *top = weft_rules_number (rack->u_space);
  g_autofree char *message
      = g_strdup_printf (_("“%s” reaches up to rack unit %s of %s, %s has %s."),
                         definition->items[index].id, last, weft_graph_verify_title (definition),
                         rack->name, top);

  add_position (self, definition, index, "rack_position", last_u, rack->u_space, message,
                _("Place it lower, take fewer of them, or take a taller rack."));
}

/* Between what has a unit of its own above it. */
static void
add_squeezed (WeftVerifier *self, const WeftGraphDefinition *definition, guint index, double placed)
{
  const WeftGraphItem *item = &definition->items[index];
  g_autofree char *count = weft_rules_number (item->count);
  g_autofree char *fitting = weft_rules_number (placed);
  g_autofree char *unit = weft_rules_number (item->u);
  g_autofree char *message
      = g_strdup_printf (_("Of %s “%s” from rack unit %s of %s upward only %s find a place beside "
                           "the items that have a unit of their own there."),
                         count, item->id, unit, weft_graph_verify_title (definition), fitting);

  add_position (self, definition, index, "rack_overlap", item->count, placed, message,
                _("Place it lower, move the others, or take fewer of them."));
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
check_overlaps (WeftVerifier *self, const WeftGraphDefinition *definition, const GArray *slots)
{
  guint highest = 0;

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

/* Whether all instances found a place; when only the top of the rack is in their way, they reach
 * past it. */
static void
check_room (WeftVerifier *self, const WeftGraphDefinition *definition, const WeftRackFill *fill,
            const Slot *slot, double highest_u, const WeftComponent *rack)
{
  double count = definition->items[slot->item].count;
  double placed = count - weft_rack_fill_count_unplaced (fill, slot->item);
  double height = slot->last - slot->first + 1;
  double last = placed > 0 ? slot->first + count * height - 1 : slot->last;

  if (placed == count)
    return;
  if (placed > 0 && slot->first < highest_u)
    add_squeezed (self, definition, slot->item, placed);
  else if (rack != NULL && last > rack->u_space)
    add_outside (self, definition, slot->item, last, rack);
}

/* (transfer full): [n] the items with a whole unit of their own. What stands on a board takes
 * none; of what has an unknown height the lowest unit is known. */
static GArray *
list_slots (WeftVerifier *self, const WeftGraphDefinition *definition, const double *heights)
{
  GArray *slots = g_array_new (FALSE, FALSE, sizeof (Slot));

  for (guint i = 0; i < definition->n_items; i++)
    {
      double u = definition->items[i].u;
      guint height_u = weft_rack_whole_units (heights[i]);
      Slot slot = { i, u, u + height_u - 1 };

      if (!isnan (u) && check_whole (self, definition, i) && height_u > 0)
        g_array_append_val (slots, slot);
    }
  g_array_sort (slots, compare_slots_cb);
  return slots;
}

void
weft_graph_verify_positions (WeftVerifier *self, guint index, const WeftComponent *rack)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  g_autofree double *heights = weft_graph_list_units (self->flat, self->catalog, index);
  g_autoptr (GArray) slots = list_slots (self, definition, heights);
  g_auto (WeftRackFill) fill = { 0 };
  double highest_u;

  weft_graph_rack_fill (&fill, definition, heights, rack != NULL ? rack->u_space : NAN);
  highest_u = slots->len > 0 ? g_array_index (slots, Slot, slots->len - 1).first : NAN;
  for (guint i = 0; i < slots->len; i++)
    check_room (self, definition, &fill, &g_array_index (slots, Slot, i), highest_u, rack);
  check_overlaps (self, definition, slots);
}
