/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeds as people write them: "3", "1-20", "1, 5, 10-12". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* More than these would be runs that nobody looks at. */
#define WEFT_SEEDS_MOST 1000

/* In the order in which they are written, each once. NULL with an error that says what is wrong. (transfer full)
 * (element-type guint64) */
GArray *weft_seeds_parse (const char *text,
                          GError    **error);

G_END_DECLS
