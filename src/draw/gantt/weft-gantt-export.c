/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sheets at most: the whole, and a part of it in which the bars of the busiest device can be told apart. */
#include "config.h"

#include "draw/gantt/weft-gantt-export.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/gantt/weft-gantt-plan.h"
#include "draw/gantt/weft-gantt-private.h"
#include "draw/gantt/weft-gantt-scale-private.h"
#include "draw/gantt/weft-gantt-sheet.h"
#include "draw/weft-paint-private.h"
#include "draw/workload/weft-mapping-table.h"

#define WIDTH 1400.0
/* Rows of one chart together, about, and a row at least and at most. */
#define ROWS_HEIGHT 560.0
#define LEAST_ROW 5.0
#define MOST_ROW 36.0
#define GAP 12.0
#define PNG_SCALE 2.0
/* Pixels of a PNG a side at most, and what a picture that is higher is still worth. */
#define MOST_PIXELS 32000.0
/* A device with more bars than this has a part of them shown larger: so many of them. */
#define CROWDED 220
#define DETAIL 56

typedef struct
{
  WeftGanttSheet sheet;
  double height;
} Part;

typedef struct
{
  WeftGantt *charts[WEFT_GANTT_MOST_CHARTS];
  char *heads[WEFT_GANTT_MOST_CHARTS];
  char *title;
  char *detail_title;
  WeftGanttView *views[2];
  Part parts[2];
  guint n_parts;
  double from_s; /* of the detail, NAN without one */
  double to_s;
} Picture;

static void
picture_clear (Picture *self)
{
  for (guint i = 0; i < WEFT_GANTT_MOST_CHARTS; i++)
    {
      g_clear_pointer (&self->charts[i], weft_gantt_unref);
      g_free (self->heads[i]);
    }
  for (guint i = 0; i < 2; i++)
    g_clear_object (&self->views[i]);
  g_free (self->title);
  g_free (self->detail_title);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Picture, picture_clear)

/* "1.23 ms", or "123" without a unit. (transfer full) */
static char *
format_makespan (const WeftMapProblem *problem, double time_s)
{
  return problem->platform->device != NULL ? weft_quantity_format (time_s, WEFT_UNIT_S)
                                           : g_strdup_printf ("%.10g", time_s);
}

/* (transfer full) */
static char *
write_gap (const WeftMapResult *result)
{
  double gap = result->bound_s > 0 ? result->schedule->makespan_s / result->bound_s - 1 : NAN;

  if (result->is_proved)
    return g_strdup (_("proved to be the shortest"));
  if (!isfinite (gap))
    return NULL;
  if (gap < 5e-5)
    return g_strdup (_("as short as the bound"));
  /* Translators: how far a time is above the least that is possible */
  return gap < 0.0995 ? g_strdup_printf (_("at most %.2f %% above the bound"), 100 * gap)
                      : g_strdup_printf (_("at most %.0f %% above the bound"), 100 * gap);
}

/**
 * weft_gantt_head: (skip)
 * @problem: what was mapped
 * @result: what a mapper found
 *
 * Returns: (transfer full): algorithm, makespan, distance from the bound and time of the mapper, in a line
 */
char *
weft_gantt_head (const WeftMapProblem *problem, const WeftMapResult *result)
{
  g_autofree char *makespan = format_makespan (problem, result->schedule->makespan_s);
  g_autofree char *gap = write_gap (result);
  g_autofree char *mapper = weft_quantity_format (result->mapper_s, WEFT_UNIT_S);
  /* Translators: how long a mapper took */
  g_autofree char *mapped = g_strdup_printf (_("mapped in %s"), mapper);
  g_autofree char *title = weft_map_result_title (result);

  return gap != NULL ? g_strjoin (" · ", title, makespan, gap, mapped, NULL)
                     : g_strjoin (" · ", title, makespan, mapped, NULL);
}

/* (transfer full) */
static char *
write_title (const WeftMapProblem *problem)
{
  g_autofree char *tasks = weft_quantity_format (problem->graph->n_tasks, WEFT_UNIT_COUNT);
  guint n = problem->platform->n_devices;

  /* Translators: name of a workload, number of its tasks, number of devices */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s tasks on %u device", "%s: %s tasks on %u devices", n),
                          problem->graph->name, tasks, n);
}

/* The bars in the middle of the busiest row, when it has more than can be told apart. */
static gboolean
find_detail (const WeftGantt *chart, double *from_s, double *to_s)
{
  const WeftGanttRow *crowded = weft_gantt_row (chart, 0);
  guint32 middle;

  for (guint r = 1; r < weft_gantt_n_rows (chart); r++)
    if (weft_gantt_row (chart, r)->end - weft_gantt_row (chart, r)->first > crowded->end - crowded->first)
      crowded = weft_gantt_row (chart, r);
  if (crowded->end - crowded->first < CROWDED)
    return FALSE;
  middle = crowded->first + (crowded->end - crowded->first) / 2;
  *from_s = chart->start[middle - DETAIL / 2];
  *to_s = chart->finish[middle + DETAIL / 2];
  return *to_s > *from_s;
}

static void
add_part (Picture *self, double row_height, const WeftPalette *palette)
{
  Part *part = &self->parts[self->n_parts];
  WeftGanttView *view = weft_gantt_view_new ();
  guint n_rows = weft_gantt_n_rows (self->charts[0]);

  self->views[self->n_parts++] = view;
  part->sheet = (WeftGanttSheet){ .view = view, .shows_path = TRUE, .lit_kernel = -1 };
  for (guint i = 0; i < WEFT_GANTT_MOST_CHARTS; i++)
    {
      part->sheet.charts[i] = self->charts[i];
      part->sheet.heads[i] = self->heads[i];
    }
  weft_gantt_view_set_extent (view, weft_gantt_get_end_s (self->charts[0]), n_rows);
  part->height = weft_gantt_sheet_height (&part->sheet, WIDTH, row_height, palette);
}

static void
add_detail (Picture *self, double row_height, const WeftPalette *palette)
{
  g_autofree char *from = NULL, *to = NULL;
  WeftGanttScale scale;
  Part *part;

  if (!find_detail (self->charts[0], &self->from_s, &self->to_s))
    {
      self->from_s = self->to_s = NAN;
      return;
    }
  add_part (self, row_height, palette);
  weft_gantt_scale_init (&scale, self->from_s, self->to_s, 10, weft_gantt_is_plain (self->charts[0]));
  from = weft_gantt_scale_format (&scale, self->from_s);
  to = weft_gantt_scale_format (&scale, self->to_s);
  /* Translators: two times; the first chart has a mark around them */
  self->detail_title = g_strdup_printf (_("The part that is marked above, from %s to %s"), from, to);
  part = &self->parts[1];
  part->sheet.title = self->detail_title;
  part->sheet.shows_path = TRUE;
  part->sheet.hides_legend = TRUE;
  part->height = weft_gantt_sheet_height (&part->sheet, WIDTH, row_height, palette);
  weft_gantt_view_show_range (self->views[1], self->from_s, self->to_s);
}

static void
picture_init (Picture *self, WeftMapProblem *problem, const WeftGanttPlan *plans, guint n_plans,
              const WeftPalette *palette)
{
  double row_height;

  for (guint i = 0; i < n_plans; i++)
    {
      const WeftSchedule *beside = n_plans > 1 ? plans[1 - i].result->schedule : NULL;

      self->charts[i] = weft_gantt_new (problem, plans[i].result->schedule, plans[i].report, beside);
      self->heads[i] = weft_gantt_head (problem, plans[i].result);
    }
  self->title = write_title (problem);
  row_height = CLAMP (ROWS_HEIGHT / n_plans / weft_gantt_n_rows (self->charts[0]), LEAST_ROW, MOST_ROW);
  add_part (self, floor (row_height), palette);
  self->parts[0].sheet.title = self->title;
  self->parts[0].height = weft_gantt_sheet_height (&self->parts[0].sheet, WIDTH, floor (row_height), palette);
  add_detail (self, floor (row_height), palette);
  self->parts[0].sheet.shows_path = isnan (self->from_s);
}

static void
paint_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer data)
{
  const Picture *self = data;
  WeftGanttMarks marks = { .hover = WEFT_TASK_NONE, .selected = WEFT_TASK_NONE, .cursor_s = NAN,
                           .from_s = self->from_s, .to_s = self->to_s };

  weft_paint_background (cr, width, height, palette);
  weft_gantt_sheet_paint (&self->parts[0].sheet, cr, width, self->parts[0].height, palette);
  weft_gantt_sheet_paint_marks (&self->parts[0].sheet, cr, width, self->parts[0].height, palette, &marks);
  if (self->n_parts < 2)
    return;
  cairo_translate (cr, 0, self->parts[0].height + GAP);
  weft_gantt_sheet_paint (&self->parts[1].sheet, cr, width, self->parts[1].height, palette);
}

/**
 * weft_gantt_export: (skip)
 * @path: of the file; its suffix says how
 * @problem: what was mapped
 * @plans: one or two plans of it
 * @n_plans: how many
 * @palette: colours and text
 * @error: return location for an error
 *
 * Writes a picture of the schedules. The same plans give the same bytes but for the mapper's time in the heads.
 *
 * Returns: %FALSE with @error set when the file cannot be written
 */
gboolean
weft_gantt_export (const char *path, WeftMapProblem *problem, const WeftGanttPlan *plans, guint n_plans,
                   const WeftPalette *palette, GError **error)
{
  g_auto (Picture) picture = { .from_s = NAN, .to_s = NAN };
  double height;

  g_return_val_if_fail (path != NULL && problem != NULL && palette != NULL, FALSE);
  g_return_val_if_fail (n_plans >= 1 && n_plans <= WEFT_GANTT_MOST_CHARTS, FALSE);

  if (!weft_paint_check_suffix (path, error))
    return FALSE;
  picture_init (&picture, problem, plans, n_plans, palette);
  height = picture.parts[0].height + (picture.n_parts > 1 ? GAP + picture.parts[1].height : 0);
  return weft_paint_export_titled (path, WIDTH, height, MIN (PNG_SCALE, MOST_PIXELS / height), palette, picture.title,
                                   paint_cb, &picture, error);
}
