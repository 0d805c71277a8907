/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timers of requests that are under way: gone at once, however the request ended. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Destroys the source, and forgets it. */
static inline void
weft_source_drop (GSource **source)
{
  if (*source == NULL)
    return;
  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

G_END_DECLS
