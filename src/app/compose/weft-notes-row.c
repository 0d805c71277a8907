/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text view is made when the row is first unfolded. What is typed between coming and leaving is
 * one step of the history. */
#include "config.h"

#include "app/compose/weft-notes-row.h"

#include <glib/gi18n.h>

#include "app/compose/weft-field-row.h"
#include "app/compose/weft-scroll-to.h"

#define TEXT_HEIGHT 110

struct _WeftNotesRow
{
  AdwExpanderRow parent_instance;

  GtkWidget *view; /* (nullable) */
  GtkTextBuffer *buffer;
  WeftSession *session;
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (WeftNotesRow, weft_notes_row, ADW_TYPE_EXPANDER_ROW)

static char *
read_buffer (WeftNotesRow *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  return gtk_text_buffer_get_text (self->buffer, &start, &end, FALSE);
}

static void
changed_cb (WeftNotesRow *self)
{
  g_autofree char *text = NULL;
  JsonNode *node;

  if (self->showing)
    return;
  text = read_buffer (self);
  node = json_node_new (*text == '\0' ? JSON_NODE_NULL : JSON_NODE_VALUE);
  if (*text != '\0')
    json_node_set_string (node, text);
  weft_session_set_node (self->session, "/notes", node, TRUE);
}

static void
left_cb (WeftNotesRow *self)
{
  if (self->session != NULL)
    weft_history_barrier (weft_session_get_history (self->session));
}

static void
add_view (WeftNotesRow *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *row = adw_preferences_row_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->view = gtk_text_view_new ();
  self->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  gtk_text_buffer_set_enable_undo (self->buffer, FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_widget_add_css_class (self->view, "notes");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Notes of the design"), -1);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left_cb), self);
  gtk_widget_add_controller (self->view, focus);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_size_request (scroller, -1, TEXT_HEIGHT);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), scroller);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
}

static void
expanded_cb (WeftNotesRow *self)
{
  if (self->view != NULL || !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  add_view (self);
  weft_notes_row_show (self);
}

static void
weft_notes_row_dispose (GObject *object)
{
  WeftNotesRow *self = WEFT_NOTES_ROW (object);

  self->showing = TRUE;
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_notes_row_parent_class)->dispose (object);
}

static void
weft_notes_row_class_init (WeftNotesRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_notes_row_dispose;
}

static void
weft_notes_row_init (WeftNotesRow *self)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _("Notes"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "unfolding");
  g_signal_connect (self, "notify::expanded", G_CALLBACK (expanded_cb), NULL);
}

void
weft_notes_row_bind (WeftNotesRow *self, WeftSession *session)
{
  g_return_if_fail (WEFT_IS_NOTES_ROW (self) && WEFT_IS_SESSION (session));

  g_set_object (&self->session, session);
  weft_notes_row_show (self);
}

/* Takes what the document says over; folded, the row shows the first line. */
void
weft_notes_row_show (WeftNotesRow *self)
{
  const char *notes;
  g_autofree char *first = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (WEFT_IS_NOTES_ROW (self) && self->session != NULL);

  notes = weft_design_get_notes (weft_session_get_design (self->session));
  notes = notes != NULL ? notes : "";
  first = g_strndup (notes, strcspn (notes, "\n"));
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), first);
  if (self->view == NULL)
    return;
  text = read_buffer (self);
  if (g_str_equal (text, notes))
    return;
  self->showing = TRUE;
  gtk_text_buffer_set_text (self->buffer, notes, -1);
  self->showing = FALSE;
}

/* Unfolds the row, gives the keyboard to the text and lights the row up. */
void
weft_notes_row_reveal (WeftNotesRow *self)
{
  g_return_if_fail (WEFT_IS_NOTES_ROW (self));

  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), TRUE);
  gtk_widget_grab_focus (self->view);
  weft_flash (GTK_WIDGET (self));
  weft_scroll_to (GTK_WIDGET (self));
}
