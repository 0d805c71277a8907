/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The label and score stand above the reason; a star and words mark what was the best one when it came. */
#include "config.h"

#include "app/trail/weft-lineage-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/trail/weft-trail-words.h"
#include "app/weft-row-label.h"

typedef struct
{
  GtkWidget *expander;
  GtkWidget *star;
  GtkWidget *label;
  GtkWidget *score;
  GtkWidget *reason;
} Row;

static const char *
describe_rank (WeftProposalNode *node)
{
  if (weft_proposal_node_get_best (node))
    return _("The best design of the run");
  return weft_proposal_node_get_improved (node) ? _("The best design when it was tried") : NULL;
}

/* The score, or why there is none. (transfer full) */
static char *
describe_outcome (WeftProposalNode *node)
{
  switch (weft_proposal_node_get_outcome (node))
    {
    case WEFT_OUTCOME_REFUSED:
      return g_strdup (_("refused"));
    case WEFT_OUTCOME_INFEASIBLE:
      return g_strdup (_("infeasible"));
    case WEFT_OUTCOME_NONE:
    case WEFT_OUTCOME_SCORED:
    default:
      return weft_trail_words_score (weft_proposal_node_get_score (node));
    }
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  Row *row = g_new0 (Row, 1);

  row->expander = gtk_tree_expander_new ();
  row->star = gtk_image_new_from_icon_name ("starred-symbolic");
  row->label = weft_row_label_new ("run-title");
  row->score = weft_row_label_new ("run-score");
  row->reason = weft_row_label_new ("run-words");
  gtk_label_set_width_chars (GTK_LABEL (row->label), 16);
  gtk_label_set_ellipsize (GTK_LABEL (row->score), PANGO_ELLIPSIZE_NONE);
  gtk_widget_add_css_class (row->score, "numeric");
  gtk_widget_set_hexpand (row->label, TRUE);
  gtk_box_append (GTK_BOX (line), row->star);
  gtk_box_append (GTK_BOX (line), row->label);
  gtk_box_append (GTK_BOX (line), row->score);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), row->reason);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (row->expander), box);
  gtk_list_item_set_child (item, row->expander);
  g_object_set_data_full (G_OBJECT (item), "row", row, g_free);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Row *row = g_object_get_data (G_OBJECT (item), "row");
  GtkTreeListRow *tree_row = gtk_list_item_get_item (item);
  g_autoptr (WeftProposalNode) node = gtk_tree_list_row_get_item (tree_row);
  const char *reason = weft_proposal_node_get_reason (node);
  const char *rank = describe_rank (node);
  g_autofree char *score = describe_outcome (node);
  g_autofree char *tip = g_strjoin ("\n", weft_proposal_node_get_label (node),
                                    reason != NULL ? reason : rank,
                                    reason != NULL ? rank : NULL, NULL);

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (row->expander), tree_row);
  if (weft_proposal_node_get_children (node) == NULL)
    gtk_widget_add_css_class (row->expander, "leaf");
  else
    gtk_widget_remove_css_class (row->expander, "leaf");
  gtk_label_set_text (GTK_LABEL (row->label), weft_proposal_node_get_label (node));
  gtk_label_set_text (GTK_LABEL (row->score), score);
  gtk_label_set_text (GTK_LABEL (row->reason), reason != NULL ? reason : "");
  gtk_widget_set_visible (row->reason, reason != NULL);
  gtk_widget_set_visible (row->star, rank != NULL);
  gtk_widget_set_opacity (row->star, weft_proposal_node_get_best (node) ? 1 : 0.5);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->star), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  rank != NULL ? rank : "", -1);
  gtk_widget_set_tooltip_text (row->expander, tip);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Row *row = g_object_get_data (G_OBJECT (item), "row");

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (row->expander), NULL);
}

GtkListItemFactory *
weft_lineage_row_factory (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  return factory;
}

/* What it gave against the design it comes from: "+4.2 %". (nullable) (transfer full) */
static char *
describe_gain (WeftProposalNode *node)
{
  WeftProposalNode *parent = weft_proposal_node_get_parent (node);
  double before = parent == NULL ? NAN : weft_proposal_node_get_score (parent);
  double after = weft_proposal_node_get_score (node);

  if (isnan (before) || isnan (after) || before <= 0)
    return NULL;
  return g_strdup_printf (_("%+.1f %%"), 100 * (after / before - 1));
}

GtkWidget *
weft_lineage_row_step (WeftProposalNode *node, guint number)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *step = weft_row_label_new ("step-number");
  GtkWidget *score = weft_row_label_new ("run-score");
  GtkWidget *gain = weft_row_label_new ("run-words");
  GtkWidget *figures = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const char *reason = weft_proposal_node_get_reason (node);
  const char *finding = weft_proposal_node_get_finding (node);
  g_autofree char *words = g_strjoin ("\n", reason != NULL ? reason : _("No reason was given."),
                                      finding, NULL);
  g_autofree char *number_text = g_strdup_printf ("%u", number);
  g_autofree char *score_text = describe_outcome (node);
  g_autofree char *gain_text = describe_gain (node);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), weft_proposal_node_get_label (node));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_label_set_text (GTK_LABEL (step), number_text);
  gtk_label_set_text (GTK_LABEL (score), score_text);
  gtk_label_set_text (GTK_LABEL (gain), gain_text != NULL ? gain_text : "");
  gtk_label_set_xalign (GTK_LABEL (step), 0.5);
  gtk_label_set_ellipsize (GTK_LABEL (score), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_ellipsize (GTK_LABEL (gain), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_xalign (GTK_LABEL (score), 1);
  gtk_label_set_xalign (GTK_LABEL (gain), 1);
  gtk_widget_add_css_class (score, "numeric");
  gtk_widget_add_css_class (gain, "numeric");
  gtk_widget_set_visible (gain, gain_text != NULL);
  gtk_widget_set_valign (figures, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (step, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (figures), score);
  gtk_box_append (GTK_BOX (figures), gain);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), step);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), figures);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "node", g_object_ref (node), g_object_unref);
  return row;
}
