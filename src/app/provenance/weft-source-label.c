/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library finds what leads somewhere; here it becomes markup. */
#include "config.h"

#include "app/provenance/weft-source-label.h"

#include "catalog/weft-source-link.h"

char *
weft_source_dup_markup (const char *source)
{
  g_autoptr (GPtrArray) spans = NULL;
  g_autoptr (GString) markup = g_string_new (NULL);

  g_return_val_if_fail (source != NULL, NULL);

  spans = weft_source_split (source);
  for (guint i = 0; i < spans->len; i++)
    {
      const WeftSourceSpan *span = spans->pdata[i];
      g_autofree char *text = g_markup_escape_text (span->text, -1);
      g_autofree char *uri = span->uri != NULL ? g_markup_escape_text (span->uri, -1) : NULL;

      if (uri != NULL)
        g_string_append_printf (markup, "<a href=\"%s\">%s</a>", uri, text);
      else
        g_string_append (markup, text);
    }
  return g_string_free (g_steal_pointer (&markup), FALSE);
}

GtkWidget *
weft_source_label_new (const char *source)
{
  g_autofree char *markup = NULL;
  GtkWidget *label = gtk_label_new (NULL);

  g_return_val_if_fail (source != NULL, label);

  markup = weft_source_dup_markup (source);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  return label;
}
