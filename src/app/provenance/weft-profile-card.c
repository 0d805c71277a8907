/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Made anew each time that the popover opens, so it follows nothing. */
#include "config.h"

#include "app/provenance/weft-profile-card.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/provenance/weft-origins.h"

static void
add_sentence (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
}

static WeftCatalog *
get_catalog (WeftSession *session)
{
  WeftEvaluator *evaluator = weft_engine_get_evaluator (weft_session_get_engine (session));

  return evaluator != NULL ? weft_evaluator_get_catalog (evaluator) : NULL;
}

/* What the profile is; or that there is none of this name. */
static void
add_head (GtkWidget *box, WeftSession *session)
{
  const char *id = weft_design_get_profile (weft_session_get_design (session));
  WeftProfile *profile = weft_session_get_profile (session);

  add_sentence (box, profile != NULL ? weft_profile_get_name (profile) : id, "title-4");
  if (profile != NULL)
    add_sentence (box, weft_profile_get_description (profile), "dim-label");
  else if (get_catalog (session) != NULL)
    add_sentence (box, _("The catalog has no profile of this name, so nothing judges the design. Choose another one."),
                  "error");
}

/* --- choosing another one --- */

static void
row_activated_cb (GtkListBox *rows, GtkListBoxRow *row, WeftSession *session)
{
  const char *id = g_object_get_data (G_OBJECT (row), "profile");
  GtkPopover *popover = GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (rows), GTK_TYPE_POPOVER));

  if (!g_str_equal (id, weft_design_get_profile (weft_session_get_design (session))))
    weft_session_set_text (session, "/profile", id, FALSE);
  if (popover != NULL)
    gtk_popover_popdown (popover);
}

static GtkWidget *
make_row (WeftProfile *profile, gboolean chosen)
{
  GtkWidget *row = adw_action_row_new ();
  const char *id = weft_profile_get_id (profile);
  const char *name = weft_profile_get_name (profile);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  if (!g_str_equal (id, name))
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), id);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  if (chosen)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("object-select-symbolic"));
  g_object_set_data_full (G_OBJECT (row), "profile", g_strdup (id), g_free);
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_CHECKED,
                               chosen ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
  return row;
}

static void
add_choice (GtkWidget *box, WeftSession *session)
{
  const char *own = weft_design_get_profile (weft_session_get_design (session));
  WeftCatalog *catalog = get_catalog (session);
  GListModel *profiles = catalog != NULL ? weft_catalog_list_profiles (catalog) : NULL;
  GtkWidget *rows;

  if (profiles == NULL || g_list_model_get_n_items (profiles) == 0)
    return;
  add_sentence (box, _("Judge this design by"), "origins-heading");
  rows = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (rows), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (rows, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Judge this design by"), -1);
  g_signal_connect_object (rows, "row-activated", G_CALLBACK (row_activated_cb), session, 0);
  for (guint i = 0; i < g_list_model_get_n_items (profiles); i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (profiles, i);

      gtk_list_box_append (GTK_LIST_BOX (rows),
                           make_row (profile, g_str_equal (weft_profile_get_id (profile), own)));
    }
  gtk_box_append (GTK_BOX (box), rows);
}

/* --- the rest --- */

static void
add_left_out (GtkWidget *box, WeftSession *session)
{
  WeftEvaluation *evaluation = weft_session_get_evaluation (session);
  const char *const *left_out = evaluation != NULL ? weft_evaluation_get_left_out (evaluation) : NULL;

  if (left_out == NULL || left_out[0] == NULL)
    return;
  add_sentence (box, _("What this model leaves out"), "origins-heading");
  for (guint i = 0; left_out[i] != NULL; i++)
    add_sentence (box, left_out[i], "left-out");
}

/* The popover would be in the way of what a button opens. */
static void
add_button (GtkWidget *box, GtkPopover *popover, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  g_signal_connect_object (button, "clicked", G_CALLBACK (gtk_popover_popdown), popover, G_CONNECT_SWAPPED);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_box_append (GTK_BOX (box), button);
}

GtkWidget *
weft_profile_card_new (WeftSession *session, GtkPopover *popover)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  g_return_val_if_fail (WEFT_IS_SESSION (session) && GTK_IS_POPOVER (popover), card);

  gtk_widget_add_css_class (box, "origins");
  add_head (box, session);
  add_choice (box, session);
  add_left_out (box, session);
  gtk_widget_add_css_class (buttons, "origins-buttons");
  add_button (buttons, popover, _("Compare Profiles"), "win.compare-profiles");
  add_button (buttons, popover, _("Constants"), "win.show-constants");
  gtk_box_append (GTK_BOX (card), weft_popover_scroller (box));
  gtk_box_append (GTK_BOX (card), buttons);
  return card;
}
