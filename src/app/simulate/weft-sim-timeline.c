/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run brings its charts along; only two that are compared need others, with one scale of time. */
#include "config.h"

#include "app/simulate/weft-sim-timeline.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/dialogs/weft-file-dialogs.h"
#include "draw/sim/weft-gantt-run.h"

struct _WeftSimTimeline
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *path_button;
  WeftGanttArea *area;
  GtkLabel *chosen;

  WeftSimJob *job;
  WeftMessageBar *bar;
  gboolean by_links;
  WeftSimulation *of[2]; /* (nullable): what the charts are made of */
};

G_DEFINE_FINAL_TYPE (WeftSimTimeline, weft_sim_timeline, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PATH,
  PROP_BY_LINKS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- the charts --- */

/* (transfer full) (nullable) */
static WeftGantt *
make_chart (WeftSimTimeline *self, WeftSimulation *run, WeftSimulation *beside)
{
  if (run == NULL)
    return NULL;
  if (self->by_links || beside == NULL)
    return weft_gantt_ref (weft_simulation_get_chart (run, self->by_links));
  return weft_gantt_new_for_run (weft_simulation_get_result (run), weft_simulation_get_result (beside));
}

/* (transfer full) (nullable) */
static char *
make_head (WeftSimulation *run)
{
  g_autofree char *makespan = run != NULL ? weft_simulation_dup_makespan (run) : NULL;
  g_autofree char *words = run != NULL ? weft_simulation_dup_words (run) : NULL;

  return run != NULL ? g_strjoin (" · ", weft_simulation_get_title (run), makespan, words, NULL) : NULL;
}

static void
make_charts (WeftSimTimeline *self)
{
  g_autoptr (WeftGantt) upper = make_chart (self, self->of[0], self->of[1]);
  g_autoptr (WeftGantt) lower = make_chart (self, self->of[1], self->of[0]);
  g_autofree char *upper_head = make_head (self->of[0]);
  g_autofree char *lower_head = make_head (self->of[1]);

  weft_gantt_area_set_charts (self->area, upper, upper_head, lower, lower_head);
}

/* --- the chosen task --- */

static void
task_selected_cb (WeftSimTimeline *self, guint chart, guint task)
{
  WeftGantt *gantt = weft_gantt_area_get_chart (self->area, chart);
  g_autofree char *words = task != WEFT_TASK_NONE && gantt != NULL ? weft_gantt_describe_task (gantt, task) : NULL;
  g_auto (GStrv) lines = words != NULL ? g_strsplit (words, "\n", -1) : NULL;
  g_autofree char *line = lines != NULL ? g_strjoinv (" · ", lines) : NULL;

  gtk_label_set_text (self->chosen, line != NULL ? line
                                    : self->by_links
                                      ? _("Ctrl and scrolling zooms, dragging moves, a click chooses a message.")
                                      : _("Ctrl and scrolling zooms, dragging moves, a click chooses a task."));
}

/* --- export --- */

gboolean
weft_sim_timeline_export_to (WeftSimTimeline *self, const char *path, GError **error)
{
  WeftSimResult *results[2] = { NULL, NULL };
  guint n = 0;

  g_return_val_if_fail (WEFT_IS_SIM_TIMELINE (self) && path != NULL && self->of[0] != NULL, FALSE);

  for (guint i = 0; i < 2 && self->of[i] != NULL; i++)
    results[n++] = weft_simulation_get_result (self->of[i]);
  return weft_gantt_run_export (path, results, n, self->by_links, &weft_palette_light, error);
}

static void
export_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftSimTimeline) self = data;
  g_autofree char *path = file == NULL ? NULL : g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  if (path == NULL || self->of[0] == NULL)
    return;
  if (!weft_sim_timeline_export_to (self, path, &error))
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The timeline could not be exported"), error->message,
                           NULL);
}

static void
export_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftSimTimeline *self = WEFT_SIM_TIMELINE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *file = NULL;

  if (self->of[0] == NULL)
    return;
  file = g_strconcat (weft_simulation_get_title (self->of[0]), ".", g_variant_get_string (parameter, NULL), NULL);
  g_strdelimit (file, "/", '-');
  weft_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, WEFT_FILE_DIALOG_CHART, file, NULL,
                         export_chosen_cb, g_object_ref (self));
}

/* The area has the actions; buttons beside it reach them here. */
static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *action = g_strconcat ("gantt.", name + strlen ("timeline."), NULL);

  gtk_widget_activate_action (GTK_WIDGET (WEFT_SIM_TIMELINE (widget)->area), action, NULL);
}

/* --- class --- */

static void
weft_sim_timeline_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftSimTimeline *self = WEFT_SIM_TIMELINE (object);

  if (id == PROP_PATH)
    g_value_set_boolean (value, weft_gantt_area_get_shows_path (self->area));
  else if (id == PROP_BY_LINKS)
    g_value_set_boolean (value, self->by_links);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_sim_timeline_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftSimTimeline *self = WEFT_SIM_TIMELINE (object);

  if (id == PROP_PATH)
    weft_gantt_area_set_shows_path (self->area, g_value_get_boolean (value));
  else if (id == PROP_BY_LINKS)
    {
      self->by_links = g_value_get_boolean (value);
      gtk_widget_set_visible (self->path_button, !self->by_links);
      task_selected_cb (self, 0, WEFT_TASK_NONE);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_sim_timeline_dispose (GObject *object)
{
  WeftSimTimeline *self = WEFT_SIM_TIMELINE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->of[0]);
  g_clear_object (&self->of[1]);
  g_clear_object (&self->bar);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_sim_timeline_parent_class)->dispose (object);
}

static void
weft_sim_timeline_class_init (WeftSimTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_sim_timeline_get_property;
  object_class->set_property = weft_sim_timeline_set_property;
  object_class->dispose = weft_sim_timeline_dispose;
  properties[PROP_PATH] =
    g_param_spec_boolean ("path", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_BY_LINKS] =
    g_param_spec_boolean ("by-links", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_GANTT_AREA);
  gtk_widget_class_install_property_action (widget_class, "timeline.path", "path");
  gtk_widget_class_install_action (widget_class, "timeline.export", "s", export_cb);
  gtk_widget_class_install_action (widget_class, "timeline.zoom-in", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "timeline.zoom-out", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "timeline.fit", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "timeline.zoom-task", NULL, zoom_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "simtimeline");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-sim-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSimTimeline, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSimTimeline, path_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSimTimeline, area);
  gtk_widget_class_bind_template_child (widget_class, WeftSimTimeline, chosen);
  gtk_widget_class_bind_template_callback (widget_class, task_selected_cb);
}

static void
weft_sim_timeline_init (WeftSimTimeline *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  task_selected_cb (self, 0, WEFT_TASK_NONE);
}

void
weft_sim_timeline_bind (WeftSimTimeline *self, WeftSimJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_SIM_TIMELINE (self) && WEFT_IS_SIM_JOB (job));

  g_set_object (&self->job, job);
  g_set_object (&self->bar, bar);
}

void
weft_sim_timeline_update (WeftSimTimeline *self)
{
  gboolean other;

  g_return_if_fail (WEFT_IS_SIM_TIMELINE (self));

  other = g_set_object (&self->of[0], weft_sim_job_get_shown (self->job));
  other |= g_set_object (&self->of[1], weft_sim_job_get_beside (self->job));
  if (other)
    make_charts (self);
}

WeftGanttArea *
weft_sim_timeline_get_area (WeftSimTimeline *self)
{
  g_return_val_if_fail (WEFT_IS_SIM_TIMELINE (self), NULL);

  return self->area;
}
