/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows inside are made when the row is first unfolded. Weights that are the record's own are
 * not written into the document. */
#include "config.h"

#include "app/compose/weft-workload-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/compose/weft-field-row.h"
#include "app/compose/weft-percent-spin.h"
#include "app/compose/weft-scroll-to.h"
#include "design/weft-design-workload.h"
#include "model/weft-workload.h"

/* Weights nearer than this are the same one. */
#define SAME_WEIGHT 1e-9

struct _WeftWorkloadRow
{
  AdwExpanderRow parent_instance;

  GtkSpinButton *spins[WEFT_N_WORKLOADS]; /* (nullable) */
  GtkLabel *sum;                          /* (nullable) */
  GtkWidget *reset_button;                /* (nullable) */

  WeftSession *session;
  char *problem; /* (nullable): what the rules say */
  WeftSeverity severity;
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (WeftWorkloadRow, weft_workload_row, ADW_TYPE_EXPANDER_ROW)

/* FALSE while nothing is known about the workload. */
static gboolean
read_weights (WeftWorkloadRow *self, WeftRecord **record, double weights[WEFT_N_WORKLOADS])
{
  WeftInventory *inventory =
    self->session == NULL ? NULL : weft_session_get_inventory (self->session);

  return inventory != NULL
         && weft_design_effective_workload (weft_session_get_design (self->session), inventory,
                                            record, weights);
}

static gboolean
is_own_weight (WeftRecord *record, guint kind, double weight)
{
  WeftValue value;
  JsonObject *object;
  double own;

  if (!weft_record_lookup (record, "weights", &value) || !JSON_NODE_HOLDS_OBJECT (value.node))
    return FALSE;
  object = json_node_get_object (value.node);
  own = json_object_get_double_member_with_default (object, weft_design_workload_names[kind], 0);
  return fabs (own - weight) < SAME_WEIGHT;
}

/* The document's workload with other weights; without any of its own when @weights is NULL.
 * (transfer full) */
static JsonNode *
make_workload (WeftWorkloadRow *self, const double *weights)
{
  JsonObject *before = weft_design_get_workload (weft_session_get_design (self->session));
  g_autoptr (JsonObject) after = json_object_new ();
  g_autoptr (GList) members = before == NULL ? NULL : json_object_get_members (before);
  JsonNode *node;

  for (GList *l = members; l != NULL; l = l->next)
    if (!g_str_equal (l->data, "weights"))
      json_object_set_member (after, l->data, json_object_dup_member (before, l->data));
  if (weights != NULL)
    {
      JsonObject *object = json_object_new ();

      for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
        json_object_set_double_member (object, weft_design_workload_names[kind], weights[kind]);
      json_object_set_object_member (after, "weights", object);
    }
  if (json_object_get_size (after) == 0)
    return json_node_new (JSON_NODE_NULL);
  node = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (node, after);
  return node;
}

static void
store_weight (WeftWorkloadRow *self, guint changed, double weight)
{
  double weights[WEFT_N_WORKLOADS];
  WeftRecord *record = NULL;
  gboolean own = TRUE;

  if (!read_weights (self, &record, weights))
    return;
  weights[changed] = weight;
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    own = own && is_own_weight (record, kind, weights[kind]);
  weft_session_set_node (self->session, "/workload", make_workload (self, own ? NULL : weights),
                         TRUE);
}

static void
show_words (WeftWorkloadRow *self, gboolean own)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const char *words = own ? _("Weights of this design") : _("The profile’s weights");

  /* "error" itself would colour the rows inside as well. */
  gtk_widget_remove_css_class (widget, "has-error");
  gtk_widget_remove_css_class (widget, "has-warning");
  if (self->problem != NULL && self->severity > WEFT_SEVERITY_INFO)
    gtk_widget_add_css_class (
      widget, self->severity == WEFT_SEVERITY_ERROR ? "has-error" : "has-warning");
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self),
                                 self->problem != NULL ? self->problem : words);
}

/* A sum that is not the whole is marked at once, before the rules have been asked. */
static void
show_sum (WeftWorkloadRow *self, const double *weights)
{
  double sum = 0;
  g_autofree char *text = NULL;

  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    sum += weights[kind];
  text = g_strdup_printf ("%.2f\302\240%%", sum * 100);
  gtk_label_set_text (self->sum, text);
  if (fabs (sum - 1) > 1e-6)
    gtk_widget_add_css_class (GTK_WIDGET (self->sum), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->sum), "error");
}

static void
weight_changed_cb (WeftWorkloadRow *self, GtkAdjustment *adjustment)
{
  for (guint kind = 0; !self->showing && kind < WEFT_N_WORKLOADS; kind++)
    if (gtk_spin_button_get_adjustment (self->spins[kind]) == adjustment)
      {
        /* Hundredths of a percent, so that the file gets the decimal that the field shows. */
        store_weight (self, kind, round (gtk_adjustment_get_value (adjustment) * 100) / 1e4);
        return;
      }
}

/* What comes next is another step of the history. */
static void
weight_left_cb (WeftWorkloadRow *self)
{
  if (self->session != NULL)
    weft_history_barrier (weft_session_get_history (self->session));
}

static void
reset_clicked_cb (WeftWorkloadRow *self)
{
  weft_session_set_node (self->session, "/workload", make_workload (self, NULL), FALSE);
}

static void
add_weight (WeftWorkloadRow *self, guint kind)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *spin = gtk_spin_button_new_with_range (0, 100, 1);
  GtkWidget *percent = gtk_label_new ("%");
  GtkEventController *focus = gtk_event_controller_focus_new ();
  g_autofree char *label =
    g_strdup_printf (_("Weight of %s in percent"), weft_workload_label (kind));

  self->spins[kind] = GTK_SPIN_BUTTON (spin);
  gtk_spin_button_set_digits (self->spins[kind], 2);
  gtk_spin_button_set_numeric (self->spins[kind], TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 6);
  gtk_editable_set_alignment (GTK_EDITABLE (spin), 1);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  weft_percent_spin_init (self->spins[kind]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_add_css_class (percent, "dim-label");
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (weight_left_cb), self);
  gtk_widget_add_controller (spin, focus);
  g_signal_connect_object (gtk_spin_button_get_adjustment (self->spins[kind]), "value-changed",
                           G_CALLBACK (weight_changed_cb), self, G_CONNECT_SWAPPED);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), weft_workload_label (kind));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), percent);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
}

static void
add_sum (WeftWorkloadRow *self)
{
  GtkWidget *row = adw_action_row_new ();

  self->sum = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->sum), "numeric");
  self->reset_button = gtk_button_new_with_mnemonic (_("_Reset to the Profile’s"));
  /* The label in it is its name; the property would add the one with the underscore. */
  gtk_accessible_reset_property (GTK_ACCESSIBLE (self->reset_button),
                                 GTK_ACCESSIBLE_PROPERTY_LABEL);
  gtk_widget_set_valign (self->reset_button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->reset_button, "clicked", G_CALLBACK (reset_clicked_cb), self);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Sum"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), self->reset_button);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), GTK_WIDGET (self->sum));
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
}

static void
expanded_cb (WeftWorkloadRow *self)
{
  if (self->sum != NULL || !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    add_weight (self, kind);
  add_sum (self);
  weft_workload_row_show (self);
}

static void
weft_workload_row_dispose (GObject *object)
{
  WeftWorkloadRow *self = WEFT_WORKLOAD_ROW (object);

  self->showing = TRUE;
  g_clear_object (&self->session);
  g_clear_pointer (&self->problem, g_free);
  G_OBJECT_CLASS (weft_workload_row_parent_class)->dispose (object);
}

static void
weft_workload_row_class_init (WeftWorkloadRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_workload_row_dispose;
}

static void
weft_workload_row_init (WeftWorkloadRow *self)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _("Workload"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "unfolding");
  g_signal_connect (self, "notify::expanded", G_CALLBACK (expanded_cb), NULL);
}

void
weft_workload_row_bind (WeftWorkloadRow *self, WeftSession *session)
{
  g_return_if_fail (WEFT_IS_WORKLOAD_ROW (self) && WEFT_IS_SESSION (session));

  g_set_object (&self->session, session);
  weft_workload_row_show (self);
}

/* Takes what the document says over. */
void
weft_workload_row_show (WeftWorkloadRow *self)
{
  double weights[WEFT_N_WORKLOADS] = { 0 };
  JsonObject *workload;
  gboolean known, own;

  g_return_if_fail (WEFT_IS_WORKLOAD_ROW (self) && self->session != NULL);

  workload = weft_design_get_workload (weft_session_get_design (self->session));
  own = workload != NULL && json_object_has_member (workload, "weights");
  known = read_weights (self, NULL, weights);
  show_words (self, own);
  if (self->sum == NULL)
    return;
  self->showing = TRUE;
  for (guint kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    {
      weft_percent_spin_show (self->spins[kind], weights[kind] * 100);
      gtk_widget_set_sensitive (GTK_WIDGET (self->spins[kind]), known);
    }
  self->showing = FALSE;
  show_sum (self, weights);
  gtk_widget_set_sensitive (self->reset_button, own);
}

/* Says what the most severe of @violations says about the workload. */
void
weft_workload_row_show_violations (WeftWorkloadRow *self, GListModel *violations)
{
  g_return_if_fail (WEFT_IS_WORKLOAD_ROW (self));

  g_clear_pointer (&self->problem, g_free);
  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);

      if (!g_str_has_prefix (weft_violation_get_path (violation), "/workload")
          || (self->problem != NULL && self->severity >= weft_violation_get_standing (violation)))
        continue;
      g_free (self->problem);
      self->problem = g_strdup (weft_violation_get_message (violation));
      self->severity = weft_violation_get_standing (violation);
    }
  if (self->session != NULL)
    weft_workload_row_show (self);
}

/* Unfolds the row, gives the keyboard to the first weight and lights the row up. */
void
weft_workload_row_reveal (WeftWorkloadRow *self)
{
  g_return_if_fail (WEFT_IS_WORKLOAD_ROW (self));

  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->spins[0]));
  weft_flash (GTK_WIDGET (self));
  weft_scroll_to (GTK_WIDGET (self));
}

GtkSpinButton *
weft_workload_row_get_spin (WeftWorkloadRow *self, guint kind)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ROW (self) && kind < WEFT_N_WORKLOADS, NULL);

  return self->spins[kind];
}

/* (nullable): "100.00 %" */
const char *
weft_workload_row_get_sum (WeftWorkloadRow *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ROW (self), NULL);

  return self->sum == NULL ? NULL : gtk_label_get_text (self->sum);
}
