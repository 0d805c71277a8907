/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cables inside of a rack: how many of each link end at each slot. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/rack/weft-elevation-private.h"
#include "draw/rack/weft-rack-link-private.h"

typedef struct
{
  WeftElevation *self;
  int *slots;    /* [n_devices] where each device is, -1 nowhere */
  double *stubs; /* [n_slots], NULL when the run has no trunk */
  double channels;
  double cables;
} Walk;

static void
plug_in (Walk *walk, guint32 device, double cables)
{
  int slot = walk->slots[device];

  if (slot < 0)
    return;
  g_array_index (walk->self->slots, WeftElevationSlot, slot).cables += cables;
  if (walk->stubs != NULL)
    walk->stubs[slot] += cables;
}

static void
add_cables_cb (guint32 a, guint32 b, guint32 cables, gpointer data)
{
  Walk *walk = data;
  double n = cables * walk->channels;

  walk->cables += n;
  plug_in (walk, a, n);
  plug_in (walk, b, n);
}

static int *
find_slots (const WeftElevation *self, const WeftRackLink *link)
{
  int *slots = g_new (int, link->n_devices);

  for (guint i = 0; i < link->groups->len; i++)
    {
      const WeftRackGroup *group = &g_array_index (link->groups, WeftRackGroup, i);
      guint last = G_MAXUINT;
      int slot = -1;

      for (guint32 device = group->first; device < group->first + group->n; device++)
        {
          guint instance = weft_rack_group_instance (group, device);

          if (instance != last)
            slot = weft_elevation_find_slot (self, (guint) group->end->item, instance);
          last = instance;
          slots[device] = slot;
        }
    }
  return slots;
}

static const char *
end_words (const WeftElevation *self, const WeftGraphEnd *end)
{
  if (end->item >= 0 && self->titles[end->item] != NULL)
    return self->titles[end->item];
  return end->text;
}

static WeftElevationRun
describe (const WeftElevation *self, const WeftRackParts *parts, guint index)
{
  const WeftGraphLink *link
      = &weft_graph_definition (self->graph, self->definition)->links[index];
  WeftElevationRun run = { .link = index, .cables = NAN };

  run.label = weft_rack_link_label (parts, link);
  if (run.label == NULL)
    run.label = g_strdup (_("Cable"));
  run.ends = link->n_to > 0 ? g_strdup_printf ("%s – %s", end_words (self, &link->from),
                                               end_words (self, &link->to[0]))
                            : g_strdup (end_words (self, &link->from));
  return run;
}

void
weft_elevation_add_runs (WeftElevation *self, WeftRackParts *parts)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, self->definition);
  double steps = WEFT_RACK_MAX_STEPS;

  self->runs = g_array_new (FALSE, FALSE, sizeof (WeftElevationRun));
  self->stubs = g_new0 (double, (gsize) WEFT_ELEVATION_MAX_TRUNKS * self->slots->len + 1);
  for (guint i = 0; i < definition->n_links; i++)
    {
      WeftElevationRun run = describe (self, parts, i);
      WeftRackLink link;

      if (weft_rack_link_init (&link, self->graph, definition, &definition->links[i], &steps))
        {
          Walk walk = { self, find_slots (self, &link), NULL, definition->links[i].channels, 0 };

          if (i < WEFT_ELEVATION_MAX_TRUNKS)
            walk.stubs = self->stubs + (gsize) i * self->slots->len;
          if (weft_rack_link_foreach (&link, add_cables_cb, &walk))
            run.cables = walk.cables;
          g_free (walk.slots);
          weft_rack_link_clear (&link);
        }
      g_array_append_val (self->runs, run);
    }
}
