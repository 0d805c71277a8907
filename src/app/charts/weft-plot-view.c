/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table stands beside the picture where there is room for both, else in its place. */
#include "config.h"

#include "app/charts/weft-plot-view.h"

#include <glib/gi18n.h>

#include "app/charts/weft-column.h"
#include "app/charts/weft-plot-rows.h"
#include "app/dialogs/weft-file-dialogs.h"

/* Below this width the table takes the picture's place. */
#define BOTH_WIDTH 640
#define TABLE_SHARE 0.42
#define GAP 6
#define SERIES_CHARS 20
/* A table of a plot that grows follows it no more often. */
#define ROWS_MS 500
#define EXPORT_WIDTH 760.0
#define EXPORT_HEIGHT 440.0
#define EXPORT_SCALE 2.0

struct _WeftPlotView
{
  GtkWidget parent_instance;

  GtkWidget *header;
  GtkLabel *title;
  GtkWidget *values_button;
  GtkLabel *status;
  WeftPlotArea *area;
  GtkWidget *values;
  GtkColumnView *table;

  WeftPlot *plot;
  WeftPlotRows *rows;
  WeftMessageBar *bar;
  gboolean show_values;
  char *heading; /* (nullable): above the picture instead of the plot's title */
  char *column_names; /* of the table as it is, to see when it must be another */
  guint rows_id;
};

G_DEFINE_FINAL_TYPE (WeftPlotView, weft_plot_view, GTK_TYPE_WIDGET)

enum
{
  PROP_PLOT = 1,
  PROP_SHOW_VALUES,
  PROP_HEADING,
  N_PROPERTIES,
};

enum
{
  ITEM_ACTIVATED,
  HOVERED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static char *
write_series (gpointer row, gpointer data)
{
  return weft_plot_row_series (row);
}

static char *
write_value (gpointer row, gpointer kind)
{
  return weft_plot_row_value (row, GPOINTER_TO_UINT (kind));
}

static char *
write_cell (gpointer row, gpointer key)
{
  return weft_plot_row_cell (row, key);
}

/* Wide enough that most names take one line. */
static void
append_series (WeftPlotView *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int width = pango_font_metrics_get_approximate_char_width (metrics) * SERIES_CHARS / PANGO_SCALE;

  pango_font_metrics_unref (metrics);
  gtk_column_view_column_set_fixed_width (
    weft_column_append (self->table, _("Series"), WEFT_COLUMN_WORDS, write_series, NULL, NULL),
    width);
}

static void
append_axis (WeftPlotView *self, WeftPlotAxisKind kind)
{
  const WeftPlotAxis *axis = weft_plot_get_axis (self->plot, kind);
  g_autofree char *title = axis->unit != NULL && *axis->unit != '\0'
                             ? g_strdup_printf ("%s (%s)", axis->title, axis->unit)
                             : g_strdup (axis->title);

  weft_column_append (self->table, title, WEFT_COLUMN_NUMBERS, write_value,
                      GUINT_TO_POINTER (kind), NULL);
}

/* All titles in one string. (transfer full) */
static char *
name_columns (WeftPlotView *self, GPtrArray *columns)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < WEFT_PLOT_N_AXES; i++)
    g_string_append_printf (names, "%s\n%s\n", weft_plot_get_axis (self->plot, i)->title,
                            weft_plot_get_axis (self->plot, i)->unit);
  for (guint i = 0; i < columns->len; i++)
    g_string_append_printf (names, "%s\n",
                            ((const WeftPlotColumn *) g_ptr_array_index (columns, i))->key);
  return g_string_free (names, FALSE);
}

/* Makes the columns again when the plot has others now. */
static void
update_columns (WeftPlotView *self)
{
  g_autoptr (GPtrArray) columns = weft_plot_list_columns (self->plot);
  g_autofree char *names = name_columns (self, columns);
  GListModel *present = gtk_column_view_get_columns (self->table);

  if (g_strcmp0 (names, self->column_names) == 0)
    return;
  g_free (self->column_names);
  self->column_names = g_steal_pointer (&names);
  while (g_list_model_get_n_items (present) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (present, 0);

      gtk_column_view_remove_column (self->table, column);
    }
  append_series (self);
  append_axis (self, WEFT_PLOT_X);
  append_axis (self, WEFT_PLOT_Y);
  for (guint i = 0; i < columns->len; i++)
    {
      const WeftPlotColumn *column = g_ptr_array_index (columns, i);

      weft_column_append (self->table, g_dgettext ("weft", column->title),
                          column->words ? WEFT_COLUMN_WORDS : WEFT_COLUMN_NUMBERS, write_cell,
                          (gpointer) column->key, NULL);
    }
}

static void
update_rows (WeftPlotView *self)
{
  g_clear_handle_id (&self->rows_id, g_source_remove);
  if (self->plot != NULL)
    update_columns (self);
  weft_plot_rows_set_plot (self->rows, self->show_values ? self->plot : NULL);
}

static gboolean
rows_cb (gpointer data)
{
  WEFT_PLOT_VIEW (data)->rows_id = 0;
  update_rows (data);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (WeftPlotView *self)
{
  const char *title = weft_plot_get_title (self->plot);

  gtk_label_set_text (self->title, self->heading != NULL ? self->heading : title != NULL ? title : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), self->heading != NULL ? title : NULL);
  if (self->show_values && self->rows_id == 0)
    self->rows_id = g_timeout_add (ROWS_MS, rows_cb, self);
}

static void
activated_cb (WeftPlotArea *area, int layer, int index, WeftPlotView *self)
{
  g_signal_emit (self, signals[ITEM_ACTIVATED], 0, layer, index);
}

static void
hovered_cb (WeftPlotArea *area, int layer, int index, WeftPlotView *self)
{
  g_signal_emit (self, signals[HOVERED], 0, layer, index);
}

static void
row_activated_cb (GtkColumnView *table, guint position, WeftPlotView *self)
{
  g_autoptr (WeftPlotRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  WeftPlotItem item;

  if (row == NULL)
    return;
  item = weft_plot_row_get_item (row);
  weft_plot_area_set_cursor (self->area, item);
  g_signal_emit (self, signals[ITEM_ACTIVATED], 0, item.layer, item.index);
}

typedef struct
{
  GWeakRef view;
  WeftPlot *plot; /* what was shown when the export was asked for */
} Request;

static void
tell_failure (WeftPlotView *self, const char *message)
{
  if (self->bar != NULL)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The chart could not be exported"),
                           message, NULL);
  else
    weft_plot_view_set_status (self, message);
}

static gboolean
export_plot (WeftPlot *plot, const char *path, GError **error)
{
  return weft_plot_export (plot, path, EXPORT_WIDTH, EXPORT_HEIGHT, EXPORT_SCALE,
                           &weft_palette_light, error);
}

static void
chosen_cb (GFile *file, gpointer data)
{
  Request *request = data;
  g_autofree char *path = file == NULL ? NULL : g_file_get_path (file);
  g_autoptr (WeftPlotView) self = g_weak_ref_get (&request->view);
  g_autoptr (GError) error = NULL;

  if (path != NULL && !export_plot (request->plot, path, &error) && self != NULL)
    tell_failure (self, error->message);
  g_weak_ref_clear (&request->view);
  g_object_unref (request->plot);
  g_free (request);
}

static void
export_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlotView *self = WEFT_PLOT_VIEW (widget);
  const char *suffix = g_variant_get_string (parameter, NULL);
  GtkRoot *root = gtk_widget_get_root (widget);
  const char *title;
  g_autofree char *file = NULL;
  Request *request;

  if (self->plot == NULL)
    return;
  title = weft_plot_get_title (self->plot);
  file = g_strconcat (title != NULL ? title : _("Chart"), ".", suffix, NULL);
  g_strdelimit (file, "/", '-');
  request = g_new0 (Request, 1);
  g_weak_ref_init (&request->view, self);
  request->plot = g_object_ref (self->plot);
  weft_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                         g_str_equal (suffix, "csv") ? WEFT_FILE_DIALOG_VALUES
                                                     : WEFT_FILE_DIALOG_CHART,
                         file, NULL, chosen_cb, request);
}

static void
weft_plot_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftPlotView *self = WEFT_PLOT_VIEW (widget);
  int header, header_natural, area, area_natural;
  int status = 0;

  gtk_widget_measure (self->header, orientation, -1, &header, &header_natural, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->area), orientation, -1, &area, &area_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (header, area);
      *natural = MAX (header_natural, area_natural);
      return;
    }
  if (gtk_widget_get_visible (GTK_WIDGET (self->status)))
    gtk_widget_measure (GTK_WIDGET (self->status), orientation, -1, &status, NULL, NULL, NULL);
  *minimum = header + status + area;
  *natural = header_natural + status + area_natural;
}

static void
place (GtkWidget *child, GtkWidget *parent, int x, int y, int width, int height)
{
  gboolean mirrored = gtk_widget_get_direction (parent) == GTK_TEXT_DIR_RTL;
  GtkAllocation box = { mirrored ? gtk_widget_get_width (parent) - x - width : x, y, width,
                        height };
  int least;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  box.width = MAX (box.width, least);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, box.width, &least, NULL, NULL, NULL);
  box.height = MAX (box.height, least);
  gtk_widget_size_allocate (child, &box, -1);
}

/* Between title and buttons where it fits whole, else in a row of its own; returns its height there. */
static int
place_status (WeftPlotView *self, int width, int header)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkWidget *status = GTK_WIDGET (self->status);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  graphene_rect_t title, button;
  int height, natural, from, room;

  if (!gtk_widget_get_visible (status)
      || !gtk_widget_compute_bounds (GTK_WIDGET (self->title), widget, &title)
      || !gtk_widget_compute_bounds (self->values_button, widget, &button))
    return 0;
  gtk_widget_measure (status, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  from = (int) (mirrored ? width - title.origin.x : title.origin.x + title.size.width);
  room = (int) (mirrored ? width - button.origin.x - button.size.width : button.origin.x) - from;
  if (natural <= room)
    {
      place (status, widget, from, 0, room, header);
      return 0;
    }
  gtk_widget_measure (status, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  place (status, widget, 0, header, width, height);
  return height;
}

static void
weft_plot_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftPlotView *self = WEFT_PLOT_VIEW (widget);
  gboolean both = width >= BOTH_WIDTH;
  int table = !self->show_values ? 0 : both ? (int) (width * TABLE_SHARE) : width;
  int header;

  gtk_widget_measure (self->header, GTK_ORIENTATION_VERTICAL, width, &header, NULL, NULL, NULL);
  place (self->header, widget, 0, 0, width, header);
  header += place_status (self, width, header);
  gtk_widget_set_child_visible (GTK_WIDGET (self->area), table < width);
  gtk_widget_set_child_visible (self->values, table > 0);
  if (table < width)
    place (GTK_WIDGET (self->area), widget, 0, header, width - table - (table > 0 ? GAP : 0),
           height - header);
  if (table > 0)
    place (self->values, widget, width - table, header, table, height - header);
}

static GtkSizeRequestMode
weft_plot_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
weft_plot_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftPlotView *self = WEFT_PLOT_VIEW (object);

  if (id == PROP_PLOT)
    g_value_set_object (value, self->plot);
  else if (id == PROP_SHOW_VALUES)
    g_value_set_boolean (value, self->show_values);
  else if (id == PROP_HEADING)
    g_value_set_string (value, self->heading);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_plot_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftPlotView *self = WEFT_PLOT_VIEW (object);

  if (id == PROP_PLOT)
    weft_plot_view_set_plot (self, g_value_get_object (value));
  else if (id == PROP_SHOW_VALUES)
    weft_plot_view_set_show_values (self, g_value_get_boolean (value));
  else if (id == PROP_HEADING)
    {
      g_free (self->heading);
      self->heading = g_value_dup_string (value);
      if (self->plot != NULL)
        changed_cb (self);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_plot_view_dispose (GObject *object)
{
  WeftPlotView *self = WEFT_PLOT_VIEW (object);
  GtkWidget *child;

  g_clear_handle_id (&self->rows_id, g_source_remove);
  if (self->plot != NULL)
    g_signal_handlers_disconnect_by_func (self->plot, changed_cb, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->plot);
  g_clear_object (&self->rows);
  g_clear_object (&self->bar);
  g_clear_pointer (&self->column_names, g_free);
  g_clear_pointer (&self->heading, g_free);
  G_OBJECT_CLASS (weft_plot_view_parent_class)->dispose (object);
}

static void
add_signals (GObjectClass *klass)
{
  signals[ITEM_ACTIVATED] = g_signal_new ("item-activated", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                          G_TYPE_INT, G_TYPE_INT);
  signals[HOVERED] = g_signal_new ("hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

static void
weft_plot_view_class_init (WeftPlotViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_plot_view_dispose;
  object_class->get_property = weft_plot_view_get_property;
  object_class->set_property = weft_plot_view_set_property;
  widget_class->measure = weft_plot_view_measure;
  widget_class->size_allocate = weft_plot_view_size_allocate;
  widget_class->get_request_mode = weft_plot_view_get_request_mode;
  properties[PROP_PLOT] = g_param_spec_object ("plot", NULL, NULL, WEFT_TYPE_PLOT,
                                               G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
                                                 | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_SHOW_VALUES] = g_param_spec_boolean ("show-values", NULL, NULL, FALSE,
                                                       G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
                                                         | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_HEADING] =
    g_param_spec_string ("heading", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  add_signals (object_class);
  g_type_ensure (WEFT_TYPE_PLOT_AREA);
  gtk_widget_class_set_css_name (widget_class, "plotview");
  gtk_widget_class_install_property_action (widget_class, "plot.values", "show-values");
  gtk_widget_class_install_action (widget_class, "plot.export", "s", export_cb);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-plot-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPlotView, header);
  gtk_widget_class_bind_template_child (widget_class, WeftPlotView, title);
  gtk_widget_class_bind_template_child (widget_class, WeftPlotView, status);
  gtk_widget_class_bind_template_child (widget_class, WeftPlotView, values_button);
  gtk_widget_class_bind_template_child (widget_class, WeftPlotView, area);
  gtk_widget_class_bind_template_child (widget_class, WeftPlotView, values);
  gtk_widget_class_bind_template_child (widget_class, WeftPlotView, table);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, hovered_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
weft_plot_view_init (WeftPlotView *self)
{
  GtkSingleSelection *selection;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = weft_plot_rows_new ();
  selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
}

GtkWidget *
weft_plot_view_new (void)
{
  return g_object_new (WEFT_TYPE_PLOT_VIEW, NULL);
}

void
weft_plot_view_set_plot (WeftPlotView *self, WeftPlot *plot)
{
  g_return_if_fail (WEFT_IS_PLOT_VIEW (self));
  g_return_if_fail (plot == NULL || WEFT_IS_PLOT (plot));

  if (self->plot == plot)
    return;
  if (self->plot != NULL)
    g_signal_handlers_disconnect_by_func (self->plot, changed_cb, self);
  g_set_object (&self->plot, plot);
  weft_plot_area_set_plot (self->area, plot);
  if (plot != NULL)
    {
      g_signal_connect_swapped (plot, "changed", G_CALLBACK (changed_cb), self);
      changed_cb (self);
    }
  update_rows (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLOT]);
}

WeftPlot *
weft_plot_view_get_plot (WeftPlotView *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_VIEW (self), NULL);

  return self->plot;
}

void
weft_plot_view_set_status (WeftPlotView *self, const char *status)
{
  g_return_if_fail (WEFT_IS_PLOT_VIEW (self));

  gtk_label_set_text (self->status, status != NULL ? status : "");
  gtk_widget_set_visible (GTK_WIDGET (self->status), status != NULL && *status != '\0');
}

void
weft_plot_view_set_message_bar (WeftPlotView *self, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_PLOT_VIEW (self));

  g_set_object (&self->bar, bar);
}

void
weft_plot_view_set_show_values (WeftPlotView *self, gboolean show)
{
  g_return_if_fail (WEFT_IS_PLOT_VIEW (self));

  if (self->show_values == show)
    return;
  self->show_values = show;
  gtk_widget_set_visible (self->values, show);
  update_rows (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_VALUES]);
}

gboolean
weft_plot_view_get_show_values (WeftPlotView *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_VIEW (self), FALSE);

  return self->show_values;
}

WeftPlotArea *
weft_plot_view_get_area (WeftPlotView *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_VIEW (self), NULL);

  return self->area;
}

gboolean
weft_plot_view_export_to (WeftPlotView *self, const char *path, GError **error)
{
  g_return_val_if_fail (WEFT_IS_PLOT_VIEW (self), FALSE);
  g_return_val_if_fail (self->plot != NULL && path != NULL, FALSE);

  return export_plot (self->plot, path, error);
}
