/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An event in one line for people. Untranslated, since it is stored for searching. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/* To be raised when the words below change: what an older program has stored is not compared then. */
#define WEFT_EVENT_SUMMARY_VERSION 1

char    *weft_event_summarise   (const char *kind, JsonObject *data);
char    *weft_event_title       (JsonObject *start);
char    *weft_event_fold        (const char *text);

G_END_DECLS
