/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels that can be selected and copied. */
#include "config.h"

#include "app/weft-note-list.h"

#include <glib/gi18n.h>

#define MOST_NOTES 50

struct _WeftNoteList
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *heading;
  GtkWidget *list;
  guint n_notes;
};

G_DEFINE_FINAL_TYPE (WeftNoteList, weft_note_list, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_HEADING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
add_label (WeftNoteList *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "setup-words");
  gtk_box_append (GTK_BOX (self->list), label);
}

static void
weft_note_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_HEADING)
    g_value_set_string (value, gtk_label_get_text (GTK_LABEL (WEFT_NOTE_LIST (object)->heading)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_note_list_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftNoteList *self = WEFT_NOTE_LIST (object);

  if (id == PROP_HEADING)
    gtk_label_set_text (GTK_LABEL (self->heading), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_note_list_dispose (GObject *object)
{
  g_clear_pointer (&WEFT_NOTE_LIST (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_note_list_parent_class)->dispose (object);
}

static void
weft_note_list_class_init (WeftNoteListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_note_list_get_property;
  object_class->set_property = weft_note_list_set_property;
  object_class->dispose = weft_note_list_dispose;
  properties[PROP_HEADING] = g_param_spec_string ("heading", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "notelist");
}

static void
weft_note_list_init (WeftNoteList *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->heading = gtk_label_new (NULL);
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_label_set_xalign (GTK_LABEL (self->heading), 0);
  gtk_widget_add_css_class (self->heading, "heading");
  gtk_box_append (GTK_BOX (self->box), self->heading);
  gtk_box_append (GTK_BOX (self->box), self->list);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
weft_note_list_show (WeftNoteList *self, GPtrArray *notes)
{
  guint n = notes != NULL ? notes->len : 0;
  GtkWidget *child;

  g_return_if_fail (WEFT_IS_NOTE_LIST (self));

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_box_remove (GTK_BOX (self->list), child);
  for (guint i = 0; i < MIN (n, MOST_NOTES); i++)
    add_label (self, notes->pdata[i]);
  if (n > MOST_NOTES)
    {
      g_autofree char *more =
        g_strdup_printf (ngettext ("and %u more", "and %u more", n - MOST_NOTES), n - MOST_NOTES);

      add_label (self, more);
    }
  self->n_notes = n;
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

guint
weft_note_list_get_n_notes (WeftNoteList *self)
{
  g_return_val_if_fail (WEFT_IS_NOTE_LIST (self), 0);

  return self->n_notes;
}
