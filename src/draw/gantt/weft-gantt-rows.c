/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a chart with their lanes, and what their names leave out. */
#include "draw/gantt/weft-gantt-private.h"

#include <string.h>

/* Makes room for one more; arrays double. */
#define GROW(array, n) \
  do \
    if (((n) & ((n) - 1)) == 0) \
      (array) = g_renew (__typeof__ (*(array)), (array), (n) > 0 ? 2 * (gsize) (n) : 1); \
  while (0)

static void
add_lane (WeftGantt *self, double top, double bottom)
{
  GROW (self->lanes, self->n_lanes);
  self->lanes[self->n_lanes++] =
    (WeftGanttLane){ .row = self->n_rows - 1, .top = (float) top, .bottom = (float) bottom };
}

WeftGanttRow *
weft_gantt_add_row (WeftGantt *self, guint device, guint n_devices, char *name, const double *heights, guint n_lanes)
{
  double whole = 0, above = 0;

  GROW (self->rows, self->n_rows);
  self->rows[self->n_rows++] = (WeftGanttRow){ .device = device, .n_devices = n_devices, .name = name,
                                               .lane = self->n_lanes, .n_lanes = n_lanes };
  for (guint i = 0; i < n_lanes; i++)
    whole += heights != NULL ? heights[i] : 1;
  for (guint i = 0; i < n_lanes; i++)
    {
      double height = (heights != NULL ? heights[i] : 1) / whole;

      add_lane (self, above, i + 1 < n_lanes ? above + height : 1);
      above += height;
    }
  return &self->rows[self->n_rows - 1];
}

#define STEP " > "

/* Whether a step ends there, and not the last but one. */
static gboolean
ends_step (const char *name, gsize at)
{
  return at >= strlen (STEP) && strncmp (name + at - strlen (STEP), STEP, strlen (STEP)) == 0
         && strstr (name + at, STEP) != NULL;
}

/* What all names begin with, up to the end of a step of the way to a device; two steps stay. */
static gsize
find_common (const WeftGantt *self)
{
  const char *first = NULL;
  gsize common = G_MAXSIZE;

  for (guint r = 0; r < self->n_rows; r++)
    {
      const char *name = self->rows[r].name;
      gsize same = 0;

      if (self->rows[r].n_devices > 1)
        continue;
      if (first == NULL)
        first = name;
      while (name[same] != '\0' && name[same] == first[same])
        same++;
      common = first == name ? common : MIN (common, same);
    }
  if (first == NULL || common == G_MAXSIZE)
    return 0;
  while (common > 0 && !ends_step (first, common))
    common--;
  return common;
}

void
weft_gantt_shorten_names (WeftGantt *self)
{
  gsize common = find_common (self);

  for (guint r = 0; r < self->n_rows && common > 0; r++)
    if (self->rows[r].n_devices == 1)
      {
        char *shorter = g_strdup (self->rows[r].name + common);

        g_free (self->rows[r].name);
        self->rows[r].name = shorter;
      }
}
