/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a bundle amounts to: the switches, links, distances and cut of a network of its own, which a
 * worker measures, and its cables in the machine. */
#include "config.h"

#include "app/compose/weft-inspector-private.h"

#include <glib/gi18n.h>
#include <math.h>

struct _WeftInspectorAmounts
{
  GtkWidget parent_instance;

  GtkListBox *list;
  guint n_measured; /* rows of the network; those of the machine stand below */
  double n_cables;  /* NAN: not counted yet */
  GCancellable *cancellable;
  WeftInspectorTarget target;
};

G_DEFINE_FINAL_TYPE (WeftInspectorAmounts, weft_inspector_amounts, GTK_TYPE_WIDGET)

/* What a worker measures. */
typedef struct
{
  WeftGraph *graph;
  guint definition;
  guint link;
} Bundle;

static void
free_bundle (gpointer data)
{
  Bundle *bundle = data;

  weft_graph_unref (bundle->graph);
  g_free (bundle);
}

static const char *
describe_method (WeftBisectionMethod method)
{
  switch (method)
    {
    case WEFT_BISECTION_EXACT:
      return _("no split in halves cuts fewer");
    case WEFT_BISECTION_CLOSED_FORM:
      return _("by the topology’s formula");
    case WEFT_BISECTION_COORDINATE_SPLIT:
      return _("split by the topology’s coordinates");
    case WEFT_BISECTION_BEST_CUT:
    default:
      return _("the best split that was found");
    }
}

static void
add (WeftInspectorAmounts *self, const char *label, double value, const char *more)
{
  g_autofree char *text = weft_quantity_format (value, WEFT_UNIT_COUNT);

  gtk_list_box_append (self->list, weft_inspector_plain_new (label, text, more));
}

static void
show_cables (WeftInspectorAmounts *self)
{
  weft_inspector_list_clear (self->list, self->n_measured);
  if (!isnan (self->n_cables))
    add (self, _("Cables in the machine"), self->n_cables, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), self->n_measured > 0 || !isnan (self->n_cables));
}

static void
show_metrics (WeftInspectorAmounts *self, const WeftTopologyMetrics *metrics)
{
  add (self, _("Endpoints"), (double) metrics->endpoints, NULL);
  add (self, _("Switches"), (double) metrics->switches, NULL);
  add (self, _("Links"), (double) metrics->links, NULL);
  add (self, _("Diameter"), metrics->diameter < 0 ? NAN : (double) metrics->diameter,
       _("links of the longest way"));
  add (self, _("Bisection"), (double) metrics->bisection, describe_method (metrics->method));
}

static void
measure_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Bundle *bundle = data;
  g_autofree WeftTopologyMetrics *metrics = g_new (WeftTopologyMetrics, 1);
  GError *error = NULL;

  if (weft_graph_link_measure (bundle->graph, bundle->definition, bundle->link, metrics, &error))
    g_task_return_pointer (task, g_steal_pointer (&metrics), g_free);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, NULL, NULL);
}

static void
measured_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftInspectorAmounts *self = WEFT_INSPECTOR_AMOUNTS (source);
  g_autoptr (GError) error = NULL;
  g_autofree WeftTopologyMetrics *metrics = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->list == NULL)
    return;
  weft_inspector_list_clear (self->list, 0);
  if (metrics != NULL)
    show_metrics (self, metrics);
  else if (error != NULL)
    gtk_list_box_append (self->list,
                         weft_inspector_plain_new (_("Network"), _("none"), error->message));
  self->n_measured = 0;
  while (gtk_list_box_get_row_at_index (self->list, (int) self->n_measured) != NULL)
    self->n_measured++;
  show_cables (self);
}

static void
stop (WeftInspectorAmounts *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

void
weft_inspector_amounts_show (WeftInspectorAmounts *self, WeftStage *stage)
{
  g_autoptr (GTask) task = NULL;
  Bundle *bundle;

  g_return_if_fail (WEFT_IS_INSPECTOR_AMOUNTS (self));

  stop (self);
  weft_inspector_target_set (&self->target, stage, WEFT_GRAPH_LINKS,
                             stage != NULL ? weft_stage_get_links (stage) : NULL);
  self->n_measured = 0;
  self->n_cables = NAN;
  show_cables (self);
  if (self->target.n != 1)
    return;
  bundle = g_new (Bundle, 1);
  *bundle = (Bundle){ weft_graph_ref (self->target.graph), self->target.definition,
                      self->target.indices[0] };
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, measured_cb, NULL);
  g_task_set_source_tag (task, weft_inspector_amounts_show);
  g_task_set_task_data (task, bundle, free_bundle);
  g_task_run_in_thread (task, measure_in_thread);
}

/* @flat is nullable: the machine has not been written out yet. */
void
weft_inspector_amounts_show_flat (WeftInspectorAmounts *self, const WeftFlat *flat)
{
  WeftGraphCables cables;

  g_return_if_fail (WEFT_IS_INSPECTOR_AMOUNTS (self));

  self->n_cables = NAN;
  if (self->target.n == 1 && flat != NULL && flat->graph == self->target.graph
      && weft_graph_link_cables (flat, self->target.definition, self->target.indices[0], &cables))
    self->n_cables = cables.n_cables;
  show_cables (self);
}

static void
weft_inspector_amounts_dispose (GObject *object)
{
  WeftInspectorAmounts *self = WEFT_INSPECTOR_AMOUNTS (object);

  stop (self);
  weft_inspector_target_clear (&self->target);
  g_clear_pointer ((GtkWidget **) &self->list, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_inspector_amounts_parent_class)->dispose (object);
}

static void
weft_inspector_amounts_class_init (WeftInspectorAmountsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_inspector_amounts_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspectoramounts");
}

static void
weft_inspector_amounts_init (WeftInspectorAmounts *self)
{
  self->list = GTK_LIST_BOX (weft_inspector_list_new (_("What it amounts to")));
  self->n_cables = NAN;
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
}
