/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Indices are of the strongest inputs of the tornado, so that one is asked for first. */
#include "config.h"

#include "app/whatif/weft-tornado-view.h"

#include <glib/gi18n.h>

#include "app/charts/weft-table-view.h"
#include "app/dialogs/weft-file-dialogs.h"
#include "app/whatif/weft-study-bar.h"
#include "app/whatif/weft-tornado-rows.h"

/* More bars than that nobody compares; the table has all. */
#define MOST_BARS 24

struct _WeftTornadoView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *title;
  GtkCheckButton *scope;
  WeftStudyBar *study;
  GtkStack *stack;
  WeftTornadoArea *area;
  WeftTableView *table;
  GtkLabel *words;

  WeftWhatifJob *job;
  WeftMessageBar *bar;
  gboolean together;
  gboolean show_values;
  gboolean showing;
  WeftTornadoRows *rows;               /* (nullable) */
  WeftWhatifFinding *shown[2];         /* (nullable): tornado and indices */
};

G_DEFINE_FINAL_TYPE (WeftTornadoView, weft_tornado_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_ORDER,
  PROP_SHOW_VALUES,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static const WeftWhatifFinding *
get_finding (WeftTornadoView *self, WeftWhatifStudyKind kind)
{
  return weft_whatif_study_get_finding (weft_whatif_job_get_study (self->job, kind));
}

/* --- what was found --- */

/* "What moves Score (1.929×)" */
static char *
write_title (const WeftWhatifFinding *finding)
{
  g_autofree char *stands = weft_output_format (finding->output, finding->tornado->y);

  /* Translators: heading of a list of inputs that an output depends on, and what the output is now */
  return g_strdup_printf (_("What moves %s (%s)"), finding->output->label, stands);
}

static char *
write_words (WeftTornadoView *self)
{
  guint n = weft_tornado_rows_n (self->rows), n_flat = weft_tornado_rows_n_flat (self->rows);
  g_autofree char *more =
    n > MOST_BARS ? g_strdup_printf (ngettext ("%u more input has a smaller effect.",
                                               "%u more inputs have smaller effects.", n - MOST_BARS),
                                     n - MOST_BARS)
                  : g_strdup ("");
  g_autofree char *flat =
    n_flat > 0 ? g_strdup_printf (ngettext ("%u input has no effect.", "%u inputs have no effect.", n_flat), n_flat)
               : g_strdup ("");

  return g_strstrip (g_strdup_printf ("%s %s", more, flat));
}

static void
show_rows (WeftTornadoView *self)
{
  g_autofree char *title = write_title (self->shown[0]);
  g_autofree char *words = NULL;

  g_clear_pointer (&self->rows, weft_tornado_rows_free);
  self->rows = weft_tornado_rows_new (self->shown[0], self->shown[1]);
  words = write_words (self);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->words, words);
  gtk_widget_set_visible (GTK_WIDGET (self->words), *words != '\0');
  weft_tornado_area_set_chart (self->area, weft_tornado_rows_to_chart (self->rows, NULL, MOST_BARS));
  weft_table_view_set_table (self->table, self->show_values ? weft_tornado_rows_to_table (self->rows) : NULL);
}

static void
show_stack (WeftTornadoView *self)
{
  const char *name = "waiting";

  if (self->shown[0] != NULL)
    name = weft_tornado_rows_n (self->rows) == 0 ? "none" : self->show_values ? "values" : "chart";
  gtk_stack_set_visible_child_name (self->stack, name);
}

static void
show_findings (WeftTornadoView *self)
{
  const WeftWhatifFinding *tornado = get_finding (self, WEFT_WHATIF_TORNADO);
  const WeftWhatifFinding *total_order = self->together ? get_finding (self, WEFT_WHATIF_TOTAL_ORDER) : NULL;

  gboolean other = weft_whatif_finding_set (&self->shown[0], tornado);

  other |= weft_whatif_finding_set (&self->shown[1], total_order);
  if (other && tornado != NULL)
    show_rows (self);
  show_stack (self);
}

/* A bar leads to the sweep of its input. */
static void
row_activated_cb (WeftTornadoView *self, guint row)
{
  if (self->rows != NULL && row < weft_tornado_rows_n (self->rows))
    gtk_widget_activate_action (GTK_WIDGET (self), "what-if.sweep", "s",
                                weft_input_get_path (weft_tornado_rows_input (self->rows, row)));
}

static void
scope_cb (WeftTornadoView *self)
{
  if (!self->showing && self->job != NULL)
    weft_whatif_job_set_all_inputs (self->job, gtk_check_button_get_active (self->scope));
}

static void
all_inputs_cb (WeftTornadoView *self)
{
  weft_whatif_job_set_all_inputs (self->job, TRUE);
}

/* --- export --- */

gboolean
weft_tornado_view_export_to (WeftTornadoView *self, const char *path, GError **error)
{
  g_autofree char *title = NULL, *csv = NULL;
  g_autoptr (WeftTornadoChart) chart = NULL;

  g_return_val_if_fail (WEFT_IS_TORNADO_VIEW (self) && path != NULL && self->rows != NULL, FALSE);

  if (g_str_has_suffix (path, ".csv"))
    {
      csv = weft_tornado_rows_to_csv (self->rows);
      return g_file_set_contents (path, csv, -1, error);
    }
  title = write_title (self->shown[0]);
  chart = weft_tornado_rows_to_chart (self->rows, title, MOST_BARS);
  return weft_tornado_chart_export (chart, path, &weft_palette_light, error);
}

static void
export_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftTornadoView) self = WEFT_TORNADO_VIEW (data);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL || self->rows == NULL || weft_tornado_view_export_to (self, path, &error) || self->bar == NULL)
    return;
  weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The chart could not be saved"), error->message, NULL);
}

static void
export_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  const char *suffix = g_variant_get_string (parameter, NULL);
  g_autofree char *file = g_strdup_printf ("tornado.%s", suffix);

  weft_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                         g_str_equal (suffix, "csv") ? WEFT_FILE_DIALOG_VALUES : WEFT_FILE_DIALOG_CHART, file, NULL,
                         export_chosen_cb, g_object_ref (widget));
}

/* --- class --- */

static void
set_together (WeftTornadoView *self, gboolean together)
{
  if (self->together == together)
    return;
  self->together = together;
  weft_study_bar_set_kind (self->study, together ? WEFT_WHATIF_TOTAL_ORDER : WEFT_WHATIF_TORNADO);
  weft_tornado_view_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ORDER]);
}

static void
set_show_values (WeftTornadoView *self, gboolean show)
{
  if (self->show_values == show)
    return;
  self->show_values = show;
  if (self->shown[0] != NULL)
    show_rows (self);
  show_stack (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_VALUES]);
}

static void
weft_tornado_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftTornadoView *self = WEFT_TORNADO_VIEW (object);

  if (id == PROP_ORDER)
    g_value_set_string (value, self->together ? "together" : "alone");
  else if (id == PROP_SHOW_VALUES)
    g_value_set_boolean (value, self->show_values);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_tornado_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftTornadoView *self = WEFT_TORNADO_VIEW (object);

  if (id == PROP_ORDER)
    set_together (self, g_strcmp0 (g_value_get_string (value), "together") == 0);
  else if (id == PROP_SHOW_VALUES)
    set_show_values (self, g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_tornado_view_dispose (GObject *object)
{
  WeftTornadoView *self = WEFT_TORNADO_VIEW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->rows, weft_tornado_rows_free);
  for (guint i = 0; i < G_N_ELEMENTS (self->shown); i++)
    g_clear_pointer (&self->shown[i], weft_whatif_finding_unref);
  g_clear_object (&self->bar);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_tornado_view_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-tornado-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftTornadoView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftTornadoView, title);
  gtk_widget_class_bind_template_child (widget_class, WeftTornadoView, scope);
  gtk_widget_class_bind_template_child (widget_class, WeftTornadoView, study);
  gtk_widget_class_bind_template_child (widget_class, WeftTornadoView, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftTornadoView, area);
  gtk_widget_class_bind_template_child (widget_class, WeftTornadoView, table);
  gtk_widget_class_bind_template_child (widget_class, WeftTornadoView, words);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, scope_cb);
  gtk_widget_class_bind_template_callback (widget_class, all_inputs_cb);
}

static void
weft_tornado_view_class_init (WeftTornadoViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_tornado_view_get_property;
  object_class->set_property = weft_tornado_view_set_property;
  object_class->dispose = weft_tornado_view_dispose;
  properties[PROP_ORDER] = g_param_spec_string ("order", NULL, NULL, "alone", flags);
  properties[PROP_SHOW_VALUES] = g_param_spec_boolean ("show-values", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_STUDY_BAR);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  g_type_ensure (WEFT_TYPE_TORNADO_AREA);
  gtk_widget_class_install_property_action (widget_class, "tornado.order", "order");
  gtk_widget_class_install_property_action (widget_class, "tornado.values", "show-values");
  gtk_widget_class_install_action (widget_class, "tornado.export", "s", export_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tornadoview");
  bind_template (widget_class);
}

static void
weft_tornado_view_init (WeftTornadoView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->table, _("Inputs by their effect"));
}

void
weft_tornado_view_bind (WeftTornadoView *self, WeftWhatifJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_TORNADO_VIEW (self) && WEFT_IS_WHATIF_JOB (job));

  g_set_object (&self->job, job);
  g_set_object (&self->bar, bar);
  weft_study_bar_bind (self->study, job, WEFT_WHATIF_TORNADO);
  weft_study_bar_set_follows (self->study, TRUE);
}

void
weft_tornado_view_update (WeftTornadoView *self)
{
  g_return_if_fail (WEFT_IS_TORNADO_VIEW (self));

  weft_whatif_job_ensure (self->job, WEFT_WHATIF_TORNADO);
  if (self->together && !weft_whatif_job_is_dated (self->job, WEFT_WHATIF_TORNADO))
    weft_whatif_job_ensure (self->job, WEFT_WHATIF_TOTAL_ORDER);
  self->showing = TRUE;
  gtk_check_button_set_active (self->scope, weft_whatif_job_get_all_inputs (self->job));
  self->showing = FALSE;
  show_findings (self);
  weft_study_bar_update (self->study);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tornado.export", self->rows != NULL);
}

WeftTornadoArea *
weft_tornado_view_get_area (WeftTornadoView *self)
{
  g_return_val_if_fail (WEFT_IS_TORNADO_VIEW (self), NULL);

  return self->area;
}

const char *
weft_tornado_view_get_words (WeftTornadoView *self)
{
  g_return_val_if_fail (WEFT_IS_TORNADO_VIEW (self), NULL);

  return gtk_label_get_text (self->words);
}
