/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list model over an array that is filled once and then read by any thread. GListStore is no such list: it
 * remembers its last position without a lock. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_TYPE_LIST (weft_list_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftList, weft_list, WEFT, LIST, GObject)

/* Filling, before any other thread or widget sees the list: nobody is told of changes. */
WEFT_API WeftList *weft_list_new     (GType     item_type);
WEFT_API void      weft_list_append  (WeftList *self,
                                      gpointer  item);
WEFT_API void      weft_list_replace (WeftList *self,
                                      guint     at,
                                      gpointer  item);
WEFT_API void      weft_list_clear   (WeftList *self);
WEFT_API gboolean  weft_list_find    (WeftList *self,
                                      gpointer  item,
                                      guint    *at);

/* Reading. */
WEFT_API guint     weft_list_length  (WeftList *self);
WEFT_API gpointer  weft_list_peek    (WeftList *self,
                                      guint     at); /* (transfer none) */

G_END_DECLS
