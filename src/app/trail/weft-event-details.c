/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON is the line as it is stored, only spread over lines; a run of another program may hold anything. */
#include "config.h"

#include "app/trail/weft-event-details.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "search/weft-proposal-event.h"
#include "app/trail/weft-trail-words.h"
#include "base/weft-json-write.h"

struct _WeftEventDetails
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkLabel *kind;
  GtkLabel *summary;
  GtkLabel *facts;
  GtkWidget *copy_button;
  GtkWidget *open_button;
  GtkButton *parent_button;
  GtkTextView *source;
  GtkLabel *hash;

  WeftEventRow *row; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftEventDetails, weft_event_details, GTK_TYPE_WIDGET)

static void
follow_style_cb (WeftEventDetails *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
    gtk_source_style_scheme_manager_get_default (), dark ? "Adwaita-dark" : "Adwaita");

  gtk_source_buffer_set_style_scheme (
    GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (self->source)), scheme);
}

/* (transfer full) */
static char *
spread_line (WeftEvent *event)
{
  const char *line = weft_event_get_line (event);
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_data (parser, line, -1, NULL))
    return g_strdup (line);
  return weft_json_write_pretty (json_parser_get_root (parser));
}

static void
show_parent (WeftEventDetails *self, guint64 parent)
{
  g_autofree char *label = g_strdup_printf (_("After Event %" G_GUINT64_FORMAT), parent);

  gtk_widget_set_visible (GTK_WIDGET (self->parent_button), parent != 0);
  gtk_button_set_label (self->parent_button, label);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->parent_button), "t", parent);
}

static void
show_event (WeftEventDetails *self, WeftEvent *event)
{
  g_autofree char *moment = weft_trail_words_moment (weft_event_get_time (event));
  g_autofree char *facts =
    g_strdup_printf (_("Event %" G_GUINT64_FORMAT " by %s, %s"), weft_event_get_seq (event),
                     weft_event_get_actor (event), moment);
  g_autofree char *text = spread_line (event);
  g_autoptr (WeftDesign) design = weft_proposal_read_design (event, NULL, NULL);

  gtk_label_set_text (self->kind, weft_event_get_kind (event));
  gtk_label_set_text (self->summary, weft_event_get_summary (event));
  gtk_label_set_text (self->facts, facts);
  gtk_label_set_text (self->hash, weft_event_get_hash (event));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->hash), weft_event_get_hash (event));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->source), text, -1);
  gtk_widget_set_visible (self->open_button, design != NULL);
  show_parent (self, weft_event_get_parent (event));
}

static void
show_problem (WeftEventDetails *self, WeftEventRow *row)
{
  g_autofree char *facts =
    g_strdup_printf (_("Event %" G_GUINT64_FORMAT), weft_event_row_get_seq (row));
  const char *problem = weft_event_row_get_problem (row);

  gtk_label_set_text (self->kind, problem != NULL ? _("Cannot be read") : _("Being read"));
  gtk_label_set_text (self->summary, problem != NULL ? problem : "");
  gtk_label_set_text (self->facts, facts);
  gtk_label_set_text (self->hash, "");
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->source), "", -1);
  gtk_widget_set_visible (self->open_button, FALSE);
  show_parent (self, 0);
}

static void
show (WeftEventDetails *self)
{
  WeftEvent *event = weft_event_details_get_event (self);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    self->row == NULL ? "nothing" : "event");
  gtk_widget_set_sensitive (self->copy_button, event != NULL);
  if (event != NULL)
    show_event (self, event);
  else if (self->row != NULL)
    show_problem (self, self->row);
}

static void
weft_event_details_dispose (GObject *object)
{
  WeftEventDetails *self = WEFT_EVENT_DETAILS (object);

  g_clear_object (&self->row);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_event_details_parent_class)->dispose (object);
}

static void
weft_event_details_class_init (WeftEventDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_source_init ();
  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  G_OBJECT_CLASS (klass)->dispose = weft_event_details_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "eventdetails");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-event-details.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, kind);
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, summary);
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, facts);
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, copy_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, open_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, parent_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, source);
  gtk_widget_class_bind_template_child (widget_class, WeftEventDetails, hash);
}

static void
weft_event_details_init (WeftEventDetails *self)
{
  GtkSourceLanguage *json =
    gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "json");

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (self->source)),
                                  json);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (follow_style_cb), self, G_CONNECT_SWAPPED);
  follow_style_cb (self);
}

void
weft_event_details_show (WeftEventDetails *self, WeftEventRow *row)
{
  g_return_if_fail (WEFT_IS_EVENT_DETAILS (self));

  if (self->row != NULL)
    g_signal_handlers_disconnect_by_data (self->row, self);
  g_set_object (&self->row, row);
  if (row != NULL)
    g_signal_connect_object (row, "notify::event", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  show (self);
}

WeftEvent *
weft_event_details_get_event (WeftEventDetails *self)
{
  g_return_val_if_fail (WEFT_IS_EVENT_DETAILS (self), NULL);

  return self->row == NULL ? NULL : weft_event_row_get_event (self->row);
}

char *
weft_event_details_dup_text (WeftEventDetails *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter start, end;

  g_return_val_if_fail (WEFT_IS_EVENT_DETAILS (self), NULL);

  buffer = gtk_text_view_get_buffer (self->source);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}
