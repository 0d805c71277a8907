/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed-up bars above the time split, painted by the library, on paper's colours. */
#include "config.h"

#include "app/dialogs/weft-export.h"

#include <glib/gi18n.h>

#include "app/dialogs/weft-file-dialogs.h"
#include "draw/weft-speedup-chart.h"
#include "draw/weft-split-chart.h"

#define EXPORT_WIDTH 720.0
#define EXPORT_GAP 24.0
#define EXPORT_PNG_SCALE 2.0

typedef struct
{
  WeftEvaluation *a;
  WeftEvaluation *b;
} Charts;

typedef struct
{
  WeftEvaluation *a;
  WeftEvaluation *b;
  WeftMessageBar *bar;
} Request;

static void
paint_charts (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer data)
{
  const Charts *charts = data;
  WeftSpeedupChart speedup = { .a = charts->a, .b = charts->b, .hover = -1 };
  WeftSplitChart splits[2] = { { .evaluation = charts->a, .hover = -1 },
                               { .evaluation = charts->b, .hover = -1 } };
  double y = weft_speedup_chart_height (width, palette, &speedup);

  weft_speedup_chart_paint (cr, width, y, palette, &speedup);
  for (guint i = 0; i < 2 && splits[i].evaluation != NULL; i++)
    {
      double h = weft_split_chart_height (width, palette, &splits[i]);

      cairo_save (cr);
      cairo_translate (cr, 0, y + EXPORT_GAP);
      weft_split_chart_paint (cr, width, h, palette, &splits[i]);
      cairo_restore (cr);
      y += EXPORT_GAP + h;
    }
}

static double
measure_charts (const Charts *charts, const WeftPalette *palette)
{
  WeftSpeedupChart speedup = { .a = charts->a, .b = charts->b, .hover = -1 };
  WeftSplitChart split = { .evaluation = charts->a, .hover = -1 };
  double h = weft_split_chart_height (EXPORT_WIDTH, palette, &split) + EXPORT_GAP;

  return weft_speedup_chart_height (EXPORT_WIDTH, palette, &speedup)
         + (charts->b != NULL ? 2 * h : h);
}

static void
request_free (Request *request)
{
  g_clear_object (&request->a);
  g_clear_object (&request->b);
  g_object_unref (request->bar);
  g_free (request);
}

static void
chosen_cb (GFile *file, gpointer data)
{
  Request *request = data;
  g_autofree char *path = file == NULL ? NULL : g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  if (path != NULL && !weft_export_charts_to (path, request->a, request->b, &error))
    weft_message_bar_show (request->bar, WEFT_SEVERITY_ERROR,
                           _("The charts could not be exported"), error->message, NULL);
  request_free (request);
}

/* Paints the charts of @a, and of @b when given, to @path; its suffix says how. */
gboolean
weft_export_charts_to (const char *path, WeftEvaluation *a, WeftEvaluation *b, GError **error)
{
  Charts charts = { a, b };

  g_return_val_if_fail (path != NULL && WEFT_IS_EVALUATION (a), FALSE);

  return weft_paint_export (path, EXPORT_WIDTH, measure_charts (&charts, &weft_palette_light),
                            EXPORT_PNG_SCALE, &weft_palette_light, paint_charts, &charts, error);
}

/* Asks where, then writes; an error goes to @bar. */
void
weft_export_charts (GtkWindow *parent, WeftEvaluation *a, WeftEvaluation *b, WeftMessageBar *bar)
{
  Request *request;
  g_autofree char *name = NULL;

  if (a == NULL)
    return;
  request = g_new0 (Request, 1);
  request->a = g_object_ref (a);
  request->b = b == NULL ? NULL : g_object_ref (b);
  request->bar = g_object_ref (bar);
  name = g_strconcat (weft_evaluation_get_design_name (a), ".svg", NULL);
  g_strdelimit (name, "/", '-');
  weft_file_dialog_save (parent, WEFT_FILE_DIALOG_CHART, name, NULL, chosen_cb, request);
}
