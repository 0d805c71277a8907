/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry remembers what the document says; its own undo is off, so that Ctrl+Z is the
 * document's. */
#include "app/compose/weft-value-entry.h"

struct _WeftValueEntry
{
  GtkEntry parent_instance;

  char *shown;      /* what the document says */
  gboolean setting; /* the text is being set from the document */
  gboolean typed;   /* somebody has typed since then */
};

G_DEFINE_FINAL_TYPE (WeftValueEntry, weft_value_entry, GTK_TYPE_ENTRY)

enum
{
  COMMIT,
  RESET,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
changed_cb (WeftValueEntry *self)
{
  if (!self->setting)
    self->typed = TRUE;
}

static void
left_cb (WeftValueEntry *self)
{
  weft_value_entry_commit (self);
}

static gboolean
key_pressed_cb (WeftValueEntry *self, guint key, guint code, GdkModifierType state)
{
  if (key != GDK_KEY_Escape || !self->typed)
    return GDK_EVENT_PROPAGATE;
  weft_value_entry_reset (self);
  return GDK_EVENT_STOP;
}

static void
weft_value_entry_finalize (GObject *object)
{
  g_free (WEFT_VALUE_ENTRY (object)->shown);
  G_OBJECT_CLASS (weft_value_entry_parent_class)->finalize (object);
}

static void
weft_value_entry_class_init (WeftValueEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_value_entry_finalize;
  signals[COMMIT] = g_signal_new ("commit", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[RESET] = g_signal_new ("reset", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_value_entry_init (WeftValueEntry *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->shown = g_strdup ("");
  gtk_editable_set_enable_undo (GTK_EDITABLE (self), FALSE);
  g_signal_connect (self, "changed", G_CALLBACK (changed_cb), NULL);
  g_signal_connect (self, "activate", G_CALLBACK (weft_value_entry_commit), NULL);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left_cb), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/* Takes the document's value over; what was being typed is gone. */
void
weft_value_entry_show (WeftValueEntry *self, const char *text)
{
  g_return_if_fail (WEFT_IS_VALUE_ENTRY (self) && text != NULL);

  if (text != self->shown)
    {
      g_free (self->shown);
      self->shown = g_strdup (text);
    }
  self->setting = TRUE;
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self)), text))
    gtk_editable_set_text (GTK_EDITABLE (self), text);
  self->setting = FALSE;
  self->typed = FALSE;
}

/* Hands on what has been typed; text that is the shown value again is no change. */
void
weft_value_entry_commit (WeftValueEntry *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (WEFT_IS_VALUE_ENTRY (self));

  if (!self->typed)
    return;
  text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self)));
  if (g_str_equal (text, self->shown))
    weft_value_entry_reset (self);
  else
    g_signal_emit (self, signals[COMMIT], 0, text);
}

/* Brings the document's value back. */
void
weft_value_entry_reset (WeftValueEntry *self)
{
  g_return_if_fail (WEFT_IS_VALUE_ENTRY (self));

  weft_value_entry_show (self, self->shown);
  g_signal_emit (self, signals[RESET], 0);
}
