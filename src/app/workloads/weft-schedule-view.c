/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts follow the job; a search lists tasks below the toolbar, and each leads to its bar. */
#include "config.h"

#include "app/workloads/weft-schedule-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/charts/weft-table-view.h"
#include "app/dialogs/weft-file-dialogs.h"
#include "app/weft-scroll-pass.h"
#include "app/workloads/weft-task-table.h"
#include "base/weft-quantity.h"
#include "draw/gantt/weft-gantt-export.h"
#include "draw/workload/weft-mapping-table.h"

#define SEARCH_MS 200

struct _WeftScheduleView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkEditable *entry;
  GtkRevealer *found_revealer;
  GtkLabel *found_count;
  WeftTaskTable *found;
  WeftTableView *comparison;
  GtkWidget *scroller;
  WeftGanttArea *area;
  GtkLabel *chosen;

  WeftMapJob *job;
  WeftMessageBar *bar;
  WeftMapOutcome *shown; /* (nullable): what the search is in */
  guint n_compared;
  gpointer compared[2]; /* first and last of what the table compares; only to see whether it changes */
  guint search_source;
};

G_DEFINE_FINAL_TYPE (WeftScheduleView, weft_schedule_view, GTK_TYPE_WIDGET)

static guint chosen_signal;

/* --- the chosen task --- */

static void
show_chosen (WeftScheduleView *self)
{
  guint chart = 0;
  guint32 task = weft_gantt_area_get_selected (self->area, &chart);
  WeftGantt *gantt = weft_gantt_area_get_chart (self->area, chart);
  g_autofree char *words =
    task != WEFT_TASK_NONE && gantt != NULL ? weft_gantt_describe_task (gantt, task) : NULL;
  g_auto (GStrv) lines = words != NULL ? g_strsplit (words, "\n", -1) : NULL;
  g_autofree char *line = lines != NULL ? g_strjoinv (" · ", lines) : NULL;

  gtk_label_set_text (self->chosen,
                      line != NULL ? line : _("Ctrl and scrolling zooms, dragging moves, a click chooses a task."));
}

static void
task_selected_cb (WeftScheduleView *self, guint chart, guint task)
{
  show_chosen (self);
  g_signal_emit (self, chosen_signal, 0, chart, task);
}

/* --- search --- */

static void
search (WeftScheduleView *self)
{
  const char *text = gtk_editable_get_text (self->entry);
  g_autoptr (WeftTaskRows) rows =
    *text != '\0' && self->shown != NULL ? weft_task_rows_new_found (self->shown, text) : NULL;
  guint n = rows != NULL ? g_list_model_get_n_items (G_LIST_MODEL (rows)) : 0;
  g_autofree char *number = weft_quantity_format (n, WEFT_UNIT_COUNT);
  g_autofree char *count = g_strdup_printf (ngettext ("%s task", "%s tasks", n), number);

  g_clear_handle_id (&self->search_source, g_source_remove);
  weft_task_table_set_rows (self->found, rows);
  gtk_label_set_text (self->found_count, rows == NULL ? "" : n > 0 ? count : _("No task has this name"));
  gtk_widget_set_visible (GTK_WIDGET (self->found), n > 0);
  gtk_revealer_set_reveal_child (self->found_revealer, rows != NULL);
}

static gboolean
search_source_cb (gpointer data)
{
  WeftScheduleView *self = data;

  self->search_source = 0;
  search (self);
  return G_SOURCE_REMOVE;
}

static void
search_changed_cb (WeftScheduleView *self)
{
  g_clear_handle_id (&self->search_source, g_source_remove);
  self->search_source = g_timeout_add (SEARCH_MS, search_source_cb, self);
}

/* Enter in the field leads to the first task. */
static void
search_activated_cb (WeftScheduleView *self)
{
  WeftTaskRows *rows;

  search (self);
  rows = weft_task_table_get_rows (self->found);
  if (rows != NULL && g_list_model_get_n_items (G_LIST_MODEL (rows)) > 0)
    weft_gantt_area_zoom_to (self->area, 0, weft_task_rows_get_task (rows, 0));
}

static void
search_stopped_cb (WeftScheduleView *self)
{
  gtk_editable_set_text (self->entry, "");
  search (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->area));
}

static void
found_selected_cb (WeftScheduleView *self, guint task)
{
  weft_gantt_area_select (self->area, 0, task);
}

static void
found_activated_cb (WeftScheduleView *self, guint task)
{
  weft_gantt_area_zoom_to (self->area, 0, task);
}

/* --- comparison --- */

/* Mappings of the same problem as the one that is shown. (transfer full) (element-type WeftMapOutcome) */
static GPtrArray *
list_compared (WeftScheduleView *self)
{
  WeftWorkloadItem *item = weft_map_job_get_item (self->job);
  GListModel *mappings = item != NULL ? G_LIST_MODEL (weft_workload_item_get_mappings (item)) : NULL;
  GPtrArray *compared = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; mappings != NULL && self->shown != NULL && i < g_list_model_get_n_items (mappings); i++)
    {
      g_autoptr (WeftMapOutcome) mapping = g_list_model_get_item (mappings, i);

      if (weft_map_ground_matches (weft_map_outcome_get_ground (mapping), weft_map_outcome_get_ground (self->shown)))
        g_ptr_array_add (compared, g_object_ref (mapping));
    }
  return compared;
}

static void
show_comparison (WeftScheduleView *self)
{
  g_autoptr (GPtrArray) compared = list_compared (self);
  g_autofree const WeftMapResult **results = g_new (const WeftMapResult *, compared->len + 1);
  g_autofree const WeftMapReport **reports = g_new (const WeftMapReport *, compared->len + 1);
  gpointer ends[2] = { NULL, NULL };
  WeftTable *table = NULL;

  if (compared->len > 0)
    {
      ends[0] = compared->pdata[0];
      ends[1] = compared->pdata[compared->len - 1];
    }
  if (compared->len == self->n_compared && ends[0] == self->compared[0] && ends[1] == self->compared[1])
    return;
  self->n_compared = compared->len;
  self->compared[0] = ends[0];
  self->compared[1] = ends[1];
  for (guint i = 0; i < compared->len; i++)
    {
      results[i] = weft_map_outcome_get_result (compared->pdata[i]);
      reports[i] = weft_map_outcome_get_report (compared->pdata[i]);
    }
  if (compared->len >= 2)
    table = weft_table_results (weft_map_outcome_get_problem (self->shown), results, reports, compared->len);
  weft_table_view_set_table (self->comparison, table);
  gtk_widget_set_visible (GTK_WIDGET (self->comparison), compared->len >= 2);
}

/* A row of the table shows its mapping. */
static void
comparison_activated_cb (WeftScheduleView *self, guint row)
{
  g_autoptr (GPtrArray) compared = list_compared (self);

  if (row < compared->len)
    weft_map_job_show (self->job, compared->pdata[row]);
}

/* --- export --- */

gboolean
weft_schedule_view_export_to (WeftScheduleView *self, const char *path, GError **error)
{
  WeftMapOutcome *mappings[2];
  WeftGanttPlan plans[2];
  guint n = 0;

  g_return_val_if_fail (WEFT_IS_SCHEDULE_VIEW (self) && path != NULL, FALSE);

  mappings[0] = weft_map_job_get_shown (self->job);
  mappings[1] = weft_map_job_get_beside (self->job);
  for (guint i = 0; i < 2 && mappings[i] != NULL; i++)
    {
      plans[n].result = weft_map_outcome_get_result (mappings[i]);
      plans[n++].report = weft_map_outcome_get_report (mappings[i]);
    }
  g_return_val_if_fail (n > 0, FALSE);
  return weft_gantt_export (path, weft_map_outcome_get_problem (mappings[0]), plans, n, &weft_palette_light, error);
}

static void
export_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftScheduleView) self = data;
  g_autofree char *path = file == NULL ? NULL : g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  if (path == NULL || weft_map_job_get_shown (self->job) == NULL)
    return;
  if (!weft_schedule_view_export_to (self, path, &error))
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The schedule could not be exported"), error->message,
                           NULL);
}

static void
export_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftScheduleView *self = WEFT_SCHEDULE_VIEW (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *title = NULL, *file = NULL;

  if (self->shown == NULL)
    return;
  title = weft_workload_item_dup_title (weft_map_job_get_item (self->job));
  file = g_strconcat (title, ".", g_variant_get_string (parameter, NULL), NULL);
  g_strdelimit (file, "/", '-');
  weft_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, WEFT_FILE_DIALOG_CHART, file, NULL,
                         export_chosen_cb, g_object_ref (self));
}

/* The area has the actions; buttons beside it reach them here. */
static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *action = g_strconcat ("gantt.", name + strlen ("schedule."), NULL);

  gtk_widget_activate_action (GTK_WIDGET (WEFT_SCHEDULE_VIEW (widget)->area), action, NULL);
}

/* --- class --- */

enum
{
  PROP_0,
  PROP_PATH,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
weft_schedule_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PATH)
    g_value_set_boolean (value, weft_gantt_area_get_shows_path (WEFT_SCHEDULE_VIEW (object)->area));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_schedule_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftScheduleView *self = WEFT_SCHEDULE_VIEW (object);

  if (id != PROP_PATH)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  else if (weft_gantt_area_get_shows_path (self->area) != g_value_get_boolean (value))
    {
      weft_gantt_area_set_shows_path (self->area, g_value_get_boolean (value));
      g_object_notify_by_pspec (object, pspec);
    }
}

static void
weft_schedule_view_dispose (GObject *object)
{
  WeftScheduleView *self = WEFT_SCHEDULE_VIEW (object);

  g_clear_handle_id (&self->search_source, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->shown);
  g_clear_object (&self->job);
  g_clear_object (&self->bar);
  G_OBJECT_CLASS (weft_schedule_view_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, found_revealer);
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, found_count);
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, found);
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, comparison);
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, scroller);
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, area);
  gtk_widget_class_bind_template_child (widget_class, WeftScheduleView, chosen);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_stopped_cb);
  gtk_widget_class_bind_template_callback (widget_class, found_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, found_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, comparison_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, task_selected_cb);
}

static void
weft_schedule_view_class_init (WeftScheduleViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const char *const zooms[] = { "schedule.zoom-in", "schedule.zoom-out", "schedule.fit", "schedule.zoom-task" };

  object_class->get_property = weft_schedule_view_get_property;
  object_class->set_property = weft_schedule_view_set_property;
  object_class->dispose = weft_schedule_view_dispose;
  properties[PROP_PATH] =
    g_param_spec_boolean ("path", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  chosen_signal = g_signal_new ("task-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  g_type_ensure (WEFT_TYPE_GANTT_AREA);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  g_type_ensure (WEFT_TYPE_TASK_TABLE);
  gtk_widget_class_install_property_action (widget_class, "schedule.path", "path");
  gtk_widget_class_install_action (widget_class, "schedule.export", "s", export_cb);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_install_action (widget_class, zooms[i], NULL, zoom_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "scheduleview");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-schedule-view.ui");
  bind_children (widget_class);
}

static void
weft_schedule_view_init (WeftScheduleView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->comparison, _("Algorithms"));
  weft_scroll_pass_on (self->scroller);
  show_chosen (self);
}

void
weft_schedule_view_bind (WeftScheduleView *self, WeftMapJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_SCHEDULE_VIEW (self) && WEFT_IS_MAP_JOB (job));

  g_set_object (&self->job, job);
  g_set_object (&self->bar, bar);
}

/* (transfer full) (nullable) */
static char *
write_head (WeftMapOutcome *mapping)
{
  if (mapping == NULL)
    return NULL;
  return weft_gantt_head (weft_map_outcome_get_problem (mapping), weft_map_outcome_get_result (mapping));
}

void
weft_schedule_view_update (WeftScheduleView *self)
{
  WeftMapOutcome *shown;
  WeftGantt *charts[2];

  g_return_if_fail (WEFT_IS_SCHEDULE_VIEW (self));

  shown = weft_map_job_get_shown (self->job);
  for (guint i = 0; i < 2; i++)
    charts[i] = weft_map_job_get_chart (self->job, i);
  if (charts[0] != weft_gantt_area_get_chart (self->area, 0) || charts[1] != weft_gantt_area_get_chart (self->area, 1))
    {
      g_autofree char *upper = write_head (shown);
      g_autofree char *lower = write_head (weft_map_job_get_beside (self->job));

      weft_gantt_area_set_charts (self->area, charts[0], upper, charts[1], lower);
      show_chosen (self);
    }
  if (g_set_object (&self->shown, shown))
    search (self);
  show_comparison (self);
}

WeftGanttArea *
weft_schedule_view_get_area (WeftScheduleView *self)
{
  g_return_val_if_fail (WEFT_IS_SCHEDULE_VIEW (self), NULL);

  return self->area;
}

void
weft_schedule_view_find (WeftScheduleView *self)
{
  g_return_if_fail (WEFT_IS_SCHEDULE_VIEW (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

guint
weft_schedule_view_search (WeftScheduleView *self, const char *text)
{
  WeftTaskRows *rows;

  g_return_val_if_fail (WEFT_IS_SCHEDULE_VIEW (self), 0);

  gtk_editable_set_text (self->entry, text);
  search (self);
  rows = weft_task_table_get_rows (self->found);
  return rows != NULL ? g_list_model_get_n_items (G_LIST_MODEL (rows)) : 0;
}
