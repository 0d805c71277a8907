/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Showing foreign text in a message. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Longer texts are cut after this many characters. */
#define WEFT_QUOTE_MAX_CHARS 40

char *weft_quote      (const char *text,
                       gssize      length);
char *weft_quote_bare (const char *text);

G_END_DECLS
