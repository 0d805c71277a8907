/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bars are a picture of the first table, so only the tables speak to those who do not see. */
#include "config.h"

#include "app/simulate/weft-sim-bottlenecks.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-palette-css.h"
#include "app/charts/weft-table-view.h"
#include "draw/sim/weft-bottleneck-chart.h"
#include "draw/sim/weft-sim-table.h"

/* Links that are listed: the busiest. */
#define MOST_LINKS 200

struct _WeftSimBottlenecks
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkDrawingArea *bars;
  WeftTableView *shares;
  WeftTableView *links;
  WeftTableView *ranks;
  GtkWidget *memories_heading;
  WeftTableView *memories;
  GtkWidget *comparison_heading;
  WeftTableView *comparison;

  WeftSimJob *job;
  WeftSimulation *of[2]; /* (nullable): what is shown */
};

G_DEFINE_FINAL_TYPE (WeftSimBottlenecks, weft_sim_bottlenecks, GTK_TYPE_WIDGET)

/* --- bars --- */

static void
fill_chart (WeftSimBottlenecks *self, WeftBottleneckChart *chart)
{
  *chart = (WeftBottleneckChart){ .hover = -1 };
  for (guint i = 0; i < G_N_ELEMENTS (self->of) && self->of[i] != NULL; i++)
    {
      chart->results[i] = weft_simulation_get_result (self->of[i]);
      chart->names[i] = weft_simulation_get_title (self->of[i]);
      chart->n_runs++;
    }
}

static void
draw_bars_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  WeftBottleneckChart chart;
  WeftPalette palette;
  g_autofree char *font = NULL;

  fill_chart (WEFT_SIM_BOTTLENECKS (data), &chart);
  weft_palette_from_css (GTK_WIDGET (area), &palette, &font);
  weft_bottleneck_chart_paint (cr, width, height, &palette, &chart);
}

static gboolean
bars_tooltip_cb (GtkWidget *bars, int x, int y, gboolean keyboard, GtkTooltip *tooltip, WeftSimBottlenecks *self)
{
  WeftBottleneckChart chart;
  WeftPalette palette;
  g_autofree char *font = NULL, *words = NULL;
  int share = -1, run;

  fill_chart (self, &chart);
  weft_palette_from_css (bars, &palette, &font);
  run = weft_bottleneck_chart_pick (x, y, gtk_widget_get_width (bars), gtk_widget_get_height (bars), &palette, &chart,
                                    &share);
  if (run < 0)
    return FALSE;
  words = weft_bottleneck_chart_describe (&chart, (guint) run, share);
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

static void
size_bars (WeftSimBottlenecks *self)
{
  WeftBottleneckChart chart;
  WeftPalette palette;
  g_autofree char *font = NULL;
  int width = gtk_widget_get_width (GTK_WIDGET (self->bars));

  fill_chart (self, &chart);
  weft_palette_from_css (GTK_WIDGET (self->bars), &palette, &font);
  gtk_drawing_area_set_content_height (
    self->bars, (int) ceil (weft_bottleneck_chart_height (width > 0 ? width : 600, &palette, &chart)));
  gtk_widget_queue_draw (GTK_WIDGET (self->bars));
}

static void
bars_resize_cb (WeftSimBottlenecks *self)
{
  size_bars (self);
}

/* --- class --- */

static void
weft_sim_bottlenecks_dispose (GObject *object)
{
  WeftSimBottlenecks *self = WEFT_SIM_BOTTLENECKS (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->of[0]);
  g_clear_object (&self->of[1]);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_sim_bottlenecks_parent_class)->dispose (object);
}

static void
weft_sim_bottlenecks_class_init (WeftSimBottlenecksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_sim_bottlenecks_dispose;
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "simbottlenecks");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-sim-bottlenecks.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, bars);
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, shares);
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, links);
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, ranks);
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, memories_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, memories);
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, comparison_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftSimBottlenecks, comparison);
  gtk_widget_class_bind_template_callback (widget_class, bars_resize_cb);
}

static void
weft_sim_bottlenecks_init (WeftSimBottlenecks *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->shares, _("What the time goes to"));
  weft_table_view_set_label (self->links, _("Links"));
  weft_table_view_set_label (self->ranks, _("Ranks"));
  weft_table_view_set_label (self->memories, _("Remote memories"));
  weft_table_view_set_label (self->comparison, _("Both runs"));
  gtk_drawing_area_set_draw_func (self->bars, draw_bars_cb, self, NULL);
  g_signal_connect (self->bars, "query-tooltip", G_CALLBACK (bars_tooltip_cb), self);
}

void
weft_sim_bottlenecks_bind (WeftSimBottlenecks *self, WeftSimJob *job)
{
  g_return_if_fail (WEFT_IS_SIM_BOTTLENECKS (self) && WEFT_IS_SIM_JOB (job));

  g_set_object (&self->job, job);
}

static void
fill (WeftSimBottlenecks *self)
{
  const WeftSimResult *result = weft_simulation_get_result (self->of[0]);
  const WeftSimResult *beside = self->of[1] != NULL ? weft_simulation_get_result (self->of[1]) : NULL;
  gboolean has_memories = result->trace->n_providers > 0;

  weft_table_view_set_table (self->shares, weft_table_bottlenecks (result, beside));
  weft_table_view_set_table (self->links, weft_table_sim_links (result, MOST_LINKS));
  weft_table_view_set_table (self->ranks, weft_table_sim_ranks (result));
  weft_table_view_set_table (self->memories, has_memories ? weft_table_sim_providers (result) : NULL);
  weft_table_view_set_table (self->comparison, beside != NULL ? weft_table_sim_compare (result, beside) : NULL);
  gtk_widget_set_visible (self->memories_heading, has_memories);
  gtk_widget_set_visible (GTK_WIDGET (self->memories), has_memories);
  gtk_widget_set_visible (self->comparison_heading, beside != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->comparison), beside != NULL);
  size_bars (self);
}

void
weft_sim_bottlenecks_update (WeftSimBottlenecks *self)
{
  gboolean other;

  g_return_if_fail (WEFT_IS_SIM_BOTTLENECKS (self));

  other = g_set_object (&self->of[0], weft_sim_job_get_shown (self->job));
  other |= g_set_object (&self->of[1], weft_sim_job_get_beside (self->job));
  if (other && self->of[0] != NULL)
    fill (self);
}
