/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The designs that a person may want next: recently used files and the catalog's examples. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One file to offer. */
typedef struct
{
  char *name;
  char *place; /* folder in words */
  char *uri;
  gboolean is_graph;
} WeftRecentFile;

void       weft_recent_file_free     (WeftRecentFile *file);
GPtrArray *weft_recent_find          (guint           max);
GPtrArray *weft_recent_find_examples (void);
GMenu     *weft_recent_list          (const char     *action,
                                      guint           max);
GMenu     *weft_recent_list_examples (const char     *action);

G_END_DECLS
