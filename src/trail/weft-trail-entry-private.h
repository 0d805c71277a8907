/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the entries of the list of runs. */
#pragma once

#include "trail/weft-trail.h"

G_BEGIN_DECLS

WeftTrailEntry *weft_trail_entry_new (const char *path);

G_END_DECLS
