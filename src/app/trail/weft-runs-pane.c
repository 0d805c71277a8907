/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row serves headings and runs, since a list has one factory. The selection is kept by path: rows are replaced while
 * runs are written. */
#include "config.h"

#include "app/trail/weft-runs-pane.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/trail/weft-trail-words.h"
#include "app/weft-row-label.h"
#include "base/weft-quantity.h"

struct _WeftRunsPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkListView *list;
  WeftRunList *runs; /* (nullable): not bound yet */
  GtkSingleSelection *selection;
  WeftTrailEntry *entry; /* (nullable): that is selected, as last listed */
  char *path;            /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftRunsPane, weft_runs_pane, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PATH,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint entered_signal;

/* What a row is made of. */
typedef struct
{
  GtkWidget *heading;
  GtkWidget *line;
  GtkWidget *icon;
  GtkWidget *title;
  GtkWidget *score;
  GtkWidget *words;
} Row;

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *child = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Row *row = g_new0 (Row, 1);
  g_autoptr (PangoAttrList) plain = pango_attr_list_new ();

  /* An identifier has no hyphens of its own. */
  pango_attr_list_insert (plain, pango_attr_insert_hyphens_new (FALSE));
  row->heading = weft_row_label_new ("shelf-heading");
  row->line = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (row->line), 9);
  gtk_grid_set_row_spacing (GTK_GRID (row->line), 2);
  row->icon = gtk_image_new ();
  row->title = weft_row_label_new ("run-title");
  row->score = weft_row_label_new ("run-score");
  row->words = weft_row_label_new ("run-words");
  gtk_label_set_ellipsize (GTK_LABEL (row->score), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (row->title), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (row->title), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (row->title), 2);
  gtk_label_set_attributes (GTK_LABEL (row->title), plain);
  gtk_widget_set_valign (row->icon, GTK_ALIGN_START);
  gtk_widget_set_hexpand (row->words, TRUE);
  gtk_widget_add_css_class (row->score, "numeric");
  gtk_widget_add_css_class (row->words, "numeric");
  gtk_widget_add_css_class (row->line, "run-line");
  gtk_grid_attach (GTK_GRID (row->line), row->icon, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (row->line), row->title, 1, 0, 2, 1);
  gtk_grid_attach (GTK_GRID (row->line), row->words, 1, 1, 1, 1);
  gtk_grid_attach (GTK_GRID (row->line), row->score, 2, 1, 1, 1);
  gtk_box_append (GTK_BOX (child), row->heading);
  gtk_box_append (GTK_BOX (child), row->line);
  gtk_list_item_set_child (item, child);
  g_object_set_data_full (G_OBJECT (item), "row", row, g_free);
}

static void
show_run (const Row *row, WeftTrailEntry *entry)
{
  const char *status = weft_trail_entry_get_status (entry);
  const char *problem = weft_trail_entry_get_problem (entry);
  g_autofree char *time = weft_trail_words_minute (weft_trail_entry_get_time (entry));
  double makespan_s = weft_trail_entry_get_makespan_s (entry);
  g_autofree char *score = isnan (makespan_s) ? weft_trail_words_score (weft_trail_entry_get_best (entry))
                                              : weft_quantity_format (makespan_s, WEFT_UNIT_S);
  guint64 n = weft_trail_entry_get_n_events (entry);
  g_autofree char *number = weft_quantity_format ((double) n, WEFT_UNIT_COUNT);
  g_autofree char *events = g_strdup_printf (ngettext ("%s event", "%s events", (gulong) n), number);
  g_autofree char *words = g_strjoin (" · ", weft_trail_words_status (status), events,
                                      time, NULL);
  g_autofree char *tip = g_strjoin ("\n", weft_trail_entry_get_title (entry), words,
                                    weft_trail_entry_get_id (entry), problem, NULL);

  gtk_image_set_from_icon_name (GTK_IMAGE (row->icon), weft_trail_status_icon (status));
  gtk_widget_set_css_classes (row->icon, (const char *[]){ status, NULL });
  gtk_label_set_text (GTK_LABEL (row->title), weft_trail_entry_get_title (entry));
  gtk_label_set_text (GTK_LABEL (row->score), score);
  gtk_label_set_text (GTK_LABEL (row->words), words);
  gtk_widget_set_tooltip_text (row->line, tip);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Row *row = g_object_get_data (G_OBJECT (item), "row");
  WeftRunItem *run = gtk_list_item_get_item (item);
  WeftTrailEntry *entry = weft_run_item_get_entry (run);
  GtkWidget *frame = gtk_widget_get_parent (gtk_list_item_get_child (item));

  gtk_widget_set_visible (row->heading, entry == NULL);
  gtk_widget_set_visible (row->line, entry != NULL);
  gtk_list_item_set_selectable (item, entry != NULL);
  gtk_list_item_set_activatable (item, entry != NULL);
  if (entry != NULL)
    {
      show_run (row, entry);
      gtk_widget_remove_css_class (frame, "heading-row");
    }
  else
    {
      gtk_label_set_text (GTK_LABEL (row->heading), weft_run_item_get_heading (run));
      gtk_widget_add_css_class (frame, "heading-row");
    }
}

static void
select_path (WeftRunsPane *self)
{
  guint position;

  if (self->path != NULL && weft_run_list_find (self->runs, self->path, &position))
    gtk_single_selection_set_selected (self->selection, position);
}

static void
set_path (WeftRunsPane *self, const char *path)
{
  if (g_strcmp0 (path, self->path) == 0)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PATH]);
}

static void
selected_cb (WeftRunsPane *self)
{
  WeftRunItem *item = gtk_single_selection_get_selected_item (self->selection);
  WeftTrailEntry *entry = item == NULL ? NULL : weft_run_item_get_entry (item);

  if (entry == NULL)
    return;
  g_set_object (&self->entry, entry);
  set_path (self, weft_trail_entry_get_path (entry));
}

/* The newest run is shown first; a row that was replaced keeps the selection. */
static void
loaded_cb (WeftRunsPane *self)
{
  GListModel *items = weft_run_list_get_items (self->runs);

  if (self->path == NULL && g_list_model_get_n_items (items) > 1)
    gtk_single_selection_set_selected (self->selection, 1);
  else
    select_path (self);
}

static void
entered_cb (WeftRunsPane *self)
{
  if (self->path != NULL)
    g_signal_emit (self, entered_signal, 0);
}

static void
weft_runs_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PATH)
    g_value_set_string (value, WEFT_RUNS_PANE (object)->path);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_runs_pane_dispose (GObject *object)
{
  WeftRunsPane *self = WEFT_RUNS_PANE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->runs);
  g_clear_object (&self->entry);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (weft_runs_pane_parent_class)->dispose (object);
}

static void
weft_runs_pane_class_init (WeftRunsPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_runs_pane_get_property;
  object_class->dispose = weft_runs_pane_dispose;
  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  entered_signal = g_signal_new ("entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "runspane");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-runs-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftRunsPane, content);
  gtk_widget_class_bind_template_child (widget_class, WeftRunsPane, list);
  gtk_widget_class_bind_template_callback (widget_class, entered_cb);
}

static void
weft_runs_pane_init (WeftRunsPane *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
}

/* Once. */
void
weft_runs_pane_bind (WeftRunsPane *self, WeftRunList *runs)
{
  g_return_if_fail (WEFT_IS_RUNS_PANE (self) && WEFT_IS_RUN_LIST (runs));

  self->runs = g_object_ref (runs);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, weft_run_list_get_items (runs));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (runs, "notify::loaded", G_CALLBACK (loaded_cb), self,
                           G_CONNECT_SWAPPED);
}

const char *
weft_runs_pane_get_path (WeftRunsPane *self)
{
  g_return_val_if_fail (WEFT_IS_RUNS_PANE (self), NULL);

  return self->path;
}

WeftTrailEntry *
weft_runs_pane_get_entry (WeftRunsPane *self)
{
  g_return_val_if_fail (WEFT_IS_RUNS_PANE (self), NULL);

  return self->entry;
}

void
weft_runs_pane_select (WeftRunsPane *self, const char *path)
{
  g_return_if_fail (WEFT_IS_RUNS_PANE (self) && path != NULL);

  set_path (self, path);
  select_path (self);
}
