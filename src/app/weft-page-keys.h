/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of a page: they work wherever the keyboard is in the window, while the page is shown. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What keys of @page are added to; the page owns it. (transfer none) */
GtkShortcutController *weft_page_keys_new (GtkWidget             *page);
/* @action: what the key activates on the page; a literal. */
void                   weft_page_keys_add (GtkShortcutController *keys,
                                           guint                  key,
                                           GdkModifierType        modifiers,
                                           const char            *action);
/* A key that does more than that; the callback has to see itself whether the page is shown. */
void                   weft_page_keys_add_callback (GtkShortcutController *keys,
                                                    guint                  key,
                                                    GdkModifierType        modifiers,
                                                    GtkShortcutFunc        callback);

G_END_DECLS
