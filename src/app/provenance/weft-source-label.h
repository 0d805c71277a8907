/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A label with the words of a source, in which repositories, papers and sites are links. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* (transfer full): markup for a label. */
char      *weft_source_dup_markup (const char *source);
GtkWidget *weft_source_label_new  (const char *source);

G_END_DECLS
