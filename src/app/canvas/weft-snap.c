/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Left, middle and right edges are compared with those of the boxes around; the nearest wins. */
#include "app/canvas/weft-snap.h"

#include <math.h>

/* Only what lies this near can be seen to be in line. */
#define NEIGHBOURHOOD 400.0
/* More neighbours than these no eye compares. */
#define MAX_NEIGHBOURS 200

typedef struct
{
  double off;   /* what is missing to be in line */
  double line;  /* where that is */
  const WeftBox *with;
} Match;

/* Begin, middle and end of one side against those of another. */
static void
compare (double at, double size, double other_at, double other_size, const WeftBox *other,
         Match *best)
{
  for (int i = 0; i <= 2; i++)
    {
      double line = other_at + other_size * i / 2;
      double off = line - (at + size * i / 2);

      if (fabs (off) < fabs (best->off))
        *best = (Match){ off, line, other };
    }
}

static double
to_grid (double at)
{
  return round (at / WEFT_CANVAS_GRID) * WEFT_CANVAS_GRID;
}

static void
add_guide (WeftSnap *snap, double x0, double y0, double x1, double y1)
{
  double *guide = &snap->guides[4 * snap->n_guides++];

  guide[0] = x0;
  guide[1] = y0;
  guide[2] = x1;
  guide[3] = y1;
}

static void
find_matches (WeftScene *scene, const WeftBox *box, gboolean (*moves) (guint, gpointer),
              gpointer data, Match *across, Match *down)
{
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  const WeftBox area = { box->x - NEIGHBOURHOOD, box->y - NEIGHBOURHOOD,
                         box->w + 2 * NEIGHBOURHOOD, box->h + 2 * NEIGHBOURHOOD };

  weft_scene_nodes_in (scene, &area, near);
  for (guint i = 0, n = 0; i < near->len && n < MAX_NEIGHBOURS; i++)
    {
      guint item = g_array_index (near, guint, i);
      const WeftBox *other = &weft_scene_node (scene, item)->box;

      if (moves (item, data))
        continue;
      n++;
      compare (box->x, box->w, other->x, other->w, other, across);
      compare (box->y, box->h, other->y, other->h, other, down);
    }
}

void
weft_snap (WeftScene *scene, const WeftBox *box, double dx, double dy, double tolerance,
           gboolean (*moves) (guint, gpointer), gpointer data, WeftSnap *snap)
{
  WeftBox moved = { box->x + dx, box->y + dy, box->w, box->h };
  Match across = { INFINITY, 0, NULL };
  Match down = { INFINITY, 0, NULL };

  g_return_if_fail (scene != NULL && box != NULL && snap != NULL);

  snap->n_guides = 0;
  find_matches (scene, &moved, moves, data, &across, &down);
  moved.x = fabs (across.off) <= tolerance ? moved.x + across.off : to_grid (moved.x);
  moved.y = fabs (down.off) <= tolerance ? moved.y + down.off : to_grid (moved.y);
  if (fabs (across.off) <= tolerance)
    add_guide (snap, across.line, MIN (moved.y, across.with->y), across.line,
               MAX (moved.y + moved.h, across.with->y + across.with->h));
  if (fabs (down.off) <= tolerance)
    add_guide (snap, MIN (moved.x, down.with->x), down.line,
               MAX (moved.x + moved.w, down.with->x + down.with->w), down.line);
  snap->dx = moved.x - box->x;
  snap->dy = moved.y - box->y;
}
