/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of runs: a ULID is 48 bits of time and 80 bits of chance in 26 letters, and sorts by time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WEFT_ULID_LENGTH 26

char    *weft_ulid_new      (gint64 real_us, const char *seed_text);
gboolean weft_ulid_is_valid (const char *text, gssize length);

G_END_DECLS
