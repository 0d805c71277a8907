/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree's branches are made when they are opened; at first the way to the best design is open. */
#include "config.h"

#include "app/trail/weft-lineage-pane.h"

#include <glib/gi18n.h>

#include "app/trail/weft-lineage-row.h"
#include "app/trail/weft-trail-words.h"

struct _WeftLineagePane
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkListView *tree;
  GtkLabel *verdict;
  GtkListBox *steps;
  GtkSpinner *spinner;
  GtkLabel *nothing;

  WeftLineage *lineage;      /* (nullable) */
  char *failure;             /* (nullable) */
  char *path;                /* (nullable): of what is or will be shown */
  guint64 n_events;
  WeftLineageView view;
  GtkTreeListModel *model;   /* (nullable) */
  GtkSingleSelection *selection;
  GCancellable *cancellable; /* (nullable): while it is read */
  guint scroll_source;
  guint scroll_to;
  guint n_steps;
};

G_DEFINE_FINAL_TYPE (WeftLineagePane, weft_lineage_pane, GTK_TYPE_WIDGET)

enum
{
  CHOSEN,
  ENTERED,
  READ,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GListModel *
make_children (gpointer item, gpointer data)
{
  GListModel *children = weft_proposal_node_get_children (WEFT_PROPOSAL_NODE (item));

  return children == NULL ? NULL : g_object_ref (children);
}

static gboolean
scroll_cb (gpointer data)
{
  WeftLineagePane *self = data;

  self->scroll_source = 0;
  weft_trail_scroll_to (GTK_WIDGET (self->tree), self->scroll_to);
  return G_SOURCE_REMOVE;
}

/* Position of a node below @from, whose ancestors are open; the number of rows when it is not there. */
static guint
find_row (WeftLineagePane *self, WeftProposalNode *node, guint from)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  for (; from < n; from++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->model, from);
      g_autoptr (WeftProposalNode) shown = gtk_tree_list_row_get_item (row);

      if (shown == node)
        break;
    }
  return from;
}

static void
open_way_to_best (WeftLineagePane *self)
{
  WeftProposalNode *best = weft_lineage_get_best (self->lineage);
  g_autoptr (GPtrArray) way = weft_lineage_list_ancestry (best);
  guint position = 0;

  for (guint i = 0; i < way->len; i++)
    {
      g_autoptr (GtkTreeListRow) row = NULL;

      position = find_row (self, g_ptr_array_index (way, i), position);
      row = gtk_tree_list_model_get_row (self->model, position);
      if (row != NULL)
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
  if (best == NULL)
    return;
  gtk_single_selection_set_selected (self->selection, position);
  self->scroll_to = position;
  if (self->scroll_source == 0)
    self->scroll_source = g_idle_add_full (G_PRIORITY_LOW, scroll_cb, self, NULL);
}

static void
fill_tree (WeftLineagePane *self)
{
  GListModel *roots = weft_lineage_get_roots (self->lineage);

  g_clear_object (&self->model);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->model = gtk_tree_list_model_new (g_object_ref (roots), FALSE, FALSE, make_children, NULL,
                                         NULL);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->model));
  open_way_to_best (self);
}

static void
fill_steps (WeftLineagePane *self)
{
  WeftProposalNode *best = weft_lineage_get_best (self->lineage);
  g_autoptr (GPtrArray) way = weft_lineage_list_ancestry (best);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->steps))) != NULL)
    gtk_list_box_remove (self->steps, row);
  for (guint i = 0; i < way->len; i++)
    gtk_list_box_append (self->steps,
                         weft_lineage_row_step (g_ptr_array_index (way, i), i + 1));
  self->n_steps = way->len;
  if (best != NULL)
    {
      g_autofree char *score = weft_trail_words_score (weft_proposal_node_get_score (best));
      g_autofree char *words =
        g_strdup_printf (ngettext ("%s scores %s and came in %u step",
                                   "%s scores %s and came in %u steps", way->len),
                         weft_proposal_node_get_label (best), score, way->len);

      gtk_label_set_text (self->verdict, words);
    }
}

/* (nullable): why there is nothing to show */
static const char *
find_obstacle (WeftLineagePane *self)
{
  if (self->failure != NULL)
    return self->failure;
  if (self->lineage == NULL)
    return NULL;
  if (weft_lineage_get_n (self->lineage) == 0)
    return _("Nothing has been proposed in this run.");
  if (self->view == WEFT_LINEAGE_WHY && weft_lineage_get_best (self->lineage) == NULL)
    return _("No design of this run has become the best one yet.");
  return NULL;
}

static void
show_stack (WeftLineagePane *self)
{
  const char *obstacle = find_obstacle (self);
  gboolean reading = obstacle == NULL && self->lineage == NULL;
  const char *name = self->view == WEFT_LINEAGE_WHY ? "why" : "tree";

  gtk_label_set_text (self->nothing, obstacle != NULL ? obstacle : "");
  gtk_spinner_set_spinning (self->spinner, reading);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), obstacle != NULL ? "nothing"
                                                             : reading        ? "reading"
                                                                              : name);
}

/* "Why" answers with the event that made the design the best one. */
static void
choose_decision (WeftLineagePane *self)
{
  if (self->view == WEFT_LINEAGE_WHY && self->lineage != NULL
      && weft_lineage_get_decision (self->lineage) != 0)
    g_signal_emit (self, signals[CHOSEN], 0, weft_lineage_get_decision (self->lineage));
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftLineagePane) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLineage) lineage = weft_lineage_read_finish (result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  g_set_object (&self->lineage, lineage);
  if (lineage != NULL)
    {
      fill_tree (self);
      fill_steps (self);
    }
  else
    self->failure = g_strdup (error->message);
  show_stack (self);
  choose_decision (self);
  g_signal_emit (self, signals[READ], 0);
}

static void
read_run (WeftLineagePane *self, const char *path, guint64 n_events)
{
  /* What another run had must not be seen as this one's. */
  if (g_strcmp0 (path, self->path) != 0)
    g_clear_object (&self->lineage);
  g_clear_pointer (&self->failure, g_free);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_free (self->path);
  self->path = g_strdup (path);
  self->n_events = n_events;
  self->cancellable = g_cancellable_new ();
  weft_lineage_read_async (path, self->cancellable, read_cb, g_object_ref (self));
}

static void
selected_cb (WeftLineagePane *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (WeftProposalNode) node = row == NULL ? NULL : gtk_tree_list_row_get_item (row);

  if (node != NULL && self->view == WEFT_LINEAGE_TREE)
    g_signal_emit (self, signals[CHOSEN], 0, weft_proposal_node_get_seq (node));
}

static void
entered_cb (WeftLineagePane *self)
{
  g_signal_emit (self, signals[ENTERED], 0);
}

/* The arrow opens a branch and does nothing else. */
static void
released_cb (GtkGestureClick *gesture, int n, double x, double y, WeftLineagePane *self)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self->tree), x, y, GTK_PICK_DEFAULT);

  if (at != NULL && !g_str_equal (gtk_widget_get_css_name (at), "expander"))
    entered_cb (self);
}

static void
step_activated_cb (WeftLineagePane *self, GtkListBoxRow *row)
{
  WeftProposalNode *node = g_object_get_data (G_OBJECT (row), "node");

  g_signal_emit (self, signals[CHOSEN], 0, weft_proposal_node_get_seq (node));
  g_signal_emit (self, signals[ENTERED], 0);
}

static void
weft_lineage_pane_dispose (GObject *object)
{
  WeftLineagePane *self = WEFT_LINEAGE_PANE (object);

  g_clear_handle_id (&self->scroll_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_object (&self->lineage);
  g_clear_pointer (&self->failure, g_free);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (weft_lineage_pane_parent_class)->dispose (object);
}

static void
weft_lineage_pane_class_init (WeftLineagePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_lineage_pane_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[ENTERED] = g_signal_new ("entered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[READ] =
    g_signal_new ("read", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "lineagepane");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-lineage-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftLineagePane, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftLineagePane, tree);
  gtk_widget_class_bind_template_child (widget_class, WeftLineagePane, verdict);
  gtk_widget_class_bind_template_child (widget_class, WeftLineagePane, steps);
  gtk_widget_class_bind_template_child (widget_class, WeftLineagePane, spinner);
  gtk_widget_class_bind_template_child (widget_class, WeftLineagePane, nothing);
  gtk_widget_class_bind_template_callback (widget_class, entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, released_cb);
  gtk_widget_class_bind_template_callback (widget_class, step_activated_cb);
}

static void
weft_lineage_pane_init (WeftLineagePane *self)
{
  g_autoptr (GtkListItemFactory) factory = weft_lineage_row_factory ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_view_set_factory (self->tree, factory);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_list_view_set_model (self->tree, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

void
weft_lineage_pane_show (WeftLineagePane *self, const char *path, guint64 n_events,
                        WeftLineageView view)
{
  g_return_if_fail (WEFT_IS_LINEAGE_PANE (self) && path != NULL);

  self->view = view;
  if (g_strcmp0 (path, self->path) != 0 || n_events != self->n_events)
    read_run (self, path, n_events);
  else if (self->cancellable == NULL)
    choose_decision (self);
  show_stack (self);
}

WeftLineage *
weft_lineage_pane_get_lineage (WeftLineagePane *self)
{
  g_return_val_if_fail (WEFT_IS_LINEAGE_PANE (self), NULL);

  return self->lineage;
}

guint
weft_lineage_pane_get_n_steps (WeftLineagePane *self)
{
  g_return_val_if_fail (WEFT_IS_LINEAGE_PANE (self), 0);

  return self->n_steps;
}
