/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two lists, made anew when the violations change: what stands, and what is waived. */
#include "config.h"

#include "app/compose/weft-constraint-list.h"

#include <glib/gi18n.h>

#include "app/compose/weft-inspector-row.h"
#include "app/weft-message-bar.h"
#include "design/weft-waiver.h"

struct _WeftConstraintList
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *heading;
  GtkWidget *nothing;
  GtkListBox *standing;
  GtkWidget *more;
  GtkWidget *waived_heading;
  GtkListBox *waived;

  WeftStage *stage;
  GListModel *violations;
  guint idle;
  char *rows;       /* what is shown, so that the same is not made again */
  gboolean is_open;
};

G_DEFINE_FINAL_TYPE (WeftConstraintList, weft_constraint_list, GTK_TYPE_WIDGET)

/* --- waivers --- */

gboolean
weft_constraint_list_waive (WeftConstraintList *self, const char *code, const char *path,
                            const char *reason)
{
  WeftEdit *edit;

  g_return_val_if_fail (WEFT_IS_CONSTRAINT_LIST (self), FALSE);
  g_return_val_if_fail (code != NULL && path != NULL && reason != NULL, FALSE);

  edit = self->stage != NULL ? weft_edit_add_waiver (code, path, reason) : NULL;
  if (edit == NULL)
    return FALSE;
  weft_history_do (weft_session_get_history (weft_stage_get_session (self->stage)), edit);
  return TRUE;
}

static void
take_back_cb (WeftConstraintList *self, GtkWidget *button)
{
  WeftViolation *violation = g_object_get_data (G_OBJECT (button), "violation");
  WeftSession *session = weft_stage_get_session (self->stage);
  WeftDesign *design = weft_session_get_design (session);
  WeftWaiver waiver;

  for (guint i = 0; i < weft_waiver_count (design); i++)
    if (weft_waiver_get (design, i, &waiver)
        && g_str_equal (waiver.code, weft_violation_get_code (violation))
        && g_str_equal (waiver.path, weft_violation_get_path (violation)))
      {
        weft_history_do (weft_session_get_history (session), weft_edit_remove_waiver (i));
        return;
      }
}

static void
reason_typed_cb (GtkEditable *entry, GtkWidget *accept)
{
  gtk_widget_set_sensitive (accept, weft_waiver_is_reason (gtk_editable_get_text (entry)));
}

static void
accept_cb (GtkWidget *accept, GtkEditable *entry)
{
  WeftConstraintList *self = WEFT_CONSTRAINT_LIST (
    gtk_widget_get_ancestor (accept, WEFT_TYPE_CONSTRAINT_LIST));
  WeftViolation *violation = g_object_get_data (G_OBJECT (accept), "violation");
  g_autofree char *reason = g_strdup (gtk_editable_get_text (entry));
  GtkWidget *popover = gtk_widget_get_ancestor (accept, GTK_TYPE_POPOVER);
  g_autofree char *code = g_strdup (weft_violation_get_code (violation));
  g_autofree char *path = g_strdup (weft_violation_get_path (violation));

  gtk_popover_popdown (GTK_POPOVER (popover));
  weft_constraint_list_waive (self, code, path, reason);
}

static void
entry_activate_cb (GtkEntry *entry, GtkWidget *accept)
{
  if (gtk_widget_get_sensitive (accept))
    accept_cb (accept, GTK_EDITABLE (entry));
}

static GtkWidget *
make_reason (WeftViolation *violation)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *words = gtk_label_new (_("Why is this accepted?"));
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *accept = gtk_button_new_with_label (_("Waive"));

  gtk_label_set_xalign (GTK_LABEL (words), 0);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 28);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Why is this accepted?"), -1);
  gtk_widget_set_sensitive (accept, FALSE);
  gtk_widget_add_css_class (accept, "suggested-action");
  g_object_set_data_full (G_OBJECT (accept), "violation", g_object_ref (violation),
                          g_object_unref);
  g_signal_connect (entry, "changed", G_CALLBACK (reason_typed_cb), accept);
  g_signal_connect (entry, "activate", G_CALLBACK (entry_activate_cb), accept);
  g_signal_connect (accept, "clicked", G_CALLBACK (accept_cb), entry);
  gtk_box_append (GTK_BOX (box), words);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), accept);
  gtk_widget_add_css_class (box, "inspector-reason");
  return box;
}

static void
fill_reason_cb (GtkMenuButton *button, gpointer data)
{
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button));

  if (popover == NULL)
    {
      popover = gtk_popover_new ();
      gtk_menu_button_set_popover (button, popover);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), make_reason (WEFT_VIOLATION (data)));
}

/* --- rows --- */

static void
add_words (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
}

static void
name (GtkWidget *widget, const char *verb, WeftViolation *violation)
{
  g_autofree char *spoken =
    g_strconcat (verb, ": ", weft_violation_get_message (violation), NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
}

static GtkWidget *
make_waive_button (WeftViolation *violation)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Waive…"));
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill_reason_cb,
                                         g_object_ref (violation), g_object_unref);
  gtk_widget_set_tooltip_text (button, _("Accept this with a reason"));
  name (button, _("Waive"), violation);
  return button;
}

static GtkWidget *
make_take_back_button (WeftConstraintList *self, WeftViolation *violation)
{
  GtkWidget *button = gtk_button_new_with_label (_("Take Back"));

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  g_object_set_data_full (G_OBJECT (button), "violation", g_object_ref (violation),
                          g_object_unref);
  gtk_widget_set_tooltip_text (button, _("Let this count again"));
  name (button, _("Take Back"), violation);
  g_signal_connect_object (button, "clicked", G_CALLBACK (take_back_cb), self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
make_row (WeftConstraintList *self, WeftViolation *violation)
{
  WeftSeverity severity = weft_violation_get_severity (violation);
  const char *reason = weft_violation_get_waived (violation);
  const char *hint = weft_violation_get_hint (violation);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *icon = gtk_image_new_from_icon_name (weft_severity_icon (severity));
  GtkWidget *button = NULL;

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (icon, weft_severity_label (severity));
  add_words (words, weft_violation_get_message (violation), "violation-message");
  if (reason != NULL)
    {
      g_autofree char *accepted = g_strdup_printf (_("Accepted: %s"), reason);

      add_words (words, accepted, NULL);
    }
  else if (hint != NULL && *hint != '\0')
    {
      add_words (words, hint, "violation-hint");
    }
  if (reason != NULL)
    button = make_take_back_button (self, violation);
  else if (severity > WEFT_SEVERITY_INFO)
    button = make_waive_button (violation);
  if (button != NULL)
    {
      gtk_widget_set_halign (button, GTK_ALIGN_END);
      gtk_widget_add_css_class (button, "violation-button");
      gtk_box_append (GTK_BOX (words), button);
    }
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (line), icon);
  gtk_box_append (GTK_BOX (line), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_widget_add_css_class (row, reason != NULL                     ? "waived"
                                 : severity == WEFT_SEVERITY_ERROR   ? "error"
                                 : severity == WEFT_SEVERITY_WARNING ? "warning"
                                                                     : "info");
  gtk_widget_set_name (row, weft_violation_get_path (violation));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  weft_violation_get_message (violation), -1);
  return row;
}

static void
activated_cb (WeftConstraintList *self, GtkListBoxRow *row)
{
  g_autofree char *pointer = g_strdup (gtk_widget_get_name (GTK_WIDGET (row)));

  if (self->stage != NULL && weft_stage_go_to_pointer (self->stage, pointer))
    gtk_widget_activate_action (GTK_WIDGET (self), "graph.reveal", NULL);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "compose.go-to", "s", pointer);
}

/* --- lists --- */

static void
add_more (GtkListBox *list, guint n)
{
  g_autofree char *text = g_strdup_printf (_("and %u more"), n);
  WeftInspectorRow *row = weft_inspector_row_new (text, NULL);

  gtk_list_box_append (list, GTK_WIDGET (row));
}

/* Rows of wrapped words are dear, so a long list waits for a click. */
static guint
get_limit (WeftConstraintList *self)
{
  return self->is_open ? WEFT_CONSTRAINT_LIST_MAX : WEFT_CONSTRAINT_LIST_FEW;
}

/* What the rows say, all in one text. (transfer full) */
static char *
write_rows (WeftConstraintList *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (self->violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (self->violations, i);
      const char *waived = weft_violation_get_waived (violation);

      g_string_append_printf (text, "%u\n%s\n%s\n%s\n%s\n\n",
                              weft_violation_get_severity (violation),
                              weft_violation_get_path (violation),
                              weft_violation_get_message (violation),
                              weft_violation_get_hint (violation), waived != NULL ? waived : "");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Of one severity, up to the number that is shown; the rest is counted. */
static void
add_standing (WeftConstraintList *self, WeftSeverity severity, guint *shown, guint *n)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (self->violations, i);

      if (weft_violation_get_waived (violation) != NULL
          || weft_violation_get_severity (violation) != severity)
        continue;
      ++*n;
      if (*shown >= get_limit (self))
        continue;
      ++*shown;
      gtk_list_box_append (self->standing, make_row (self, violation));
    }
}

static void
show_waived (WeftConstraintList *self)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (self->violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (self->violations, i);

      if (weft_violation_get_waived (violation) == NULL)
        continue;
      if (n++ < get_limit (self))
        gtk_list_box_append (self->waived, make_row (self, violation));
    }
  if (n > get_limit (self))
    add_more (self->waived, n - get_limit (self));
  gtk_widget_set_visible (self->waived_heading, n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->waived), n > 0);
}

static void
show (WeftConstraintList *self)
{
  guint shown = 0, n = 0;
  g_autofree char *heading = NULL;
  g_autofree char *rows = self->violations != NULL ? write_rows (self) : NULL;

  if (rows != NULL && g_strcmp0 (rows, self->rows) == 0)
    return;
  g_free (self->rows);
  self->rows = g_steal_pointer (&rows);
  weft_inspector_list_clear (self->standing, 0);
  weft_inspector_list_clear (self->waived, 0);
  if (self->violations == NULL)
    return;
  add_standing (self, WEFT_SEVERITY_ERROR, &shown, &n);
  add_standing (self, WEFT_SEVERITY_WARNING, &shown, &n);
  add_standing (self, WEFT_SEVERITY_INFO, &shown, &n);
  if (n > shown)
    add_more (self->standing, n - shown);
  heading = n > 0 ? g_strdup_printf (_("Violations (%u)"), n) : g_strdup (_("Violations"));
  gtk_label_set_text (self->heading, heading);
  gtk_widget_set_visible (GTK_WIDGET (self->standing), n > 0);
  gtk_widget_set_visible (self->nothing, n == 0);
  gtk_widget_set_visible (self->more, !self->is_open && n > shown);
  show_waived (self);
}

static void
open_cb (WeftConstraintList *self)
{
  self->is_open = TRUE;
  g_clear_pointer (&self->rows, g_free);
  show (self);
}

static gboolean
show_cb (gpointer data)
{
  WeftConstraintList *self = WEFT_CONSTRAINT_LIST (data);

  self->idle = 0;
  show (self);
  return G_SOURCE_REMOVE;
}

/* The model is spliced whole, so several signals may come for one change. */
static void
changed_cb (WeftConstraintList *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add (show_cb, self);
}

static void
let_go (WeftConstraintList *self)
{
  if (self->violations != NULL)
    g_signal_handlers_disconnect_by_data (self->violations, self);
  g_clear_object (&self->violations);
  g_clear_object (&self->stage);
  g_clear_handle_id (&self->idle, g_source_remove);
}

/* @stage is nullable. */
void
weft_constraint_list_set_stage (WeftConstraintList *self, WeftStage *stage)
{
  g_return_if_fail (WEFT_IS_CONSTRAINT_LIST (self));

  if (stage == self->stage)
    return;
  let_go (self);
  if (stage != NULL)
    {
      self->stage = g_object_ref (stage);
      self->violations =
        g_object_ref (weft_session_get_violations (weft_stage_get_session (stage)));
      g_signal_connect_object (self->violations, "items-changed", G_CALLBACK (changed_cb), self,
                               G_CONNECT_SWAPPED);
    }
  show (self);
}

/* --- class --- */

static GtkListBox *
make_list (WeftConstraintList *self, const char *label)
{
  GtkListBox *list = GTK_LIST_BOX (weft_inspector_list_new (label));

  gtk_widget_remove_css_class (GTK_WIDGET (list), "boxed-list");
  gtk_widget_add_css_class (GTK_WIDGET (list), "constraints");
  g_signal_connect_object (list, "row-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  return list;
}

static GtkWidget *
make_nothing (void)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *icon = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_box_append (GTK_BOX (line), icon);
  add_words (line, _("Keeps all rules"), NULL);
  gtk_widget_add_css_class (line, "keeps-rules");
  return line;
}

static void
weft_constraint_list_dispose (GObject *object)
{
  WeftConstraintList *self = WEFT_CONSTRAINT_LIST (object);

  let_go (self);
  g_clear_pointer (&self->rows, g_free);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_constraint_list_parent_class)->dispose (object);
}

static void
weft_constraint_list_class_init (WeftConstraintListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_constraint_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "constraintlist");
}

static void
weft_constraint_list_init (WeftConstraintList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->content = box;
  self->heading = GTK_LABEL (weft_inspector_heading_new (_("Violations")));
  self->nothing = make_nothing ();
  self->standing = make_list (self, _("Violations"));
  self->more = gtk_button_new_with_label (_("Show All"));
  gtk_widget_add_css_class (self->more, "flat");
  gtk_widget_set_visible (self->more, FALSE);
  g_signal_connect_swapped (self->more, "clicked", G_CALLBACK (open_cb), self);
  self->waived_heading = weft_inspector_heading_new (_("Waived"));
  self->waived = make_list (self, _("Waived"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->heading));
  gtk_box_append (GTK_BOX (box), self->nothing);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->standing));
  gtk_box_append (GTK_BOX (box), self->more);
  gtk_box_append (GTK_BOX (box), self->waived_heading);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->waived));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}
