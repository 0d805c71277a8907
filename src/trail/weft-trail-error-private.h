/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the errors of trails. */
#pragma once

#include <sqlite3.h>

#include "trail/weft-trail.h"

G_BEGIN_DECLS

/* Of a run's database: ULID.weft-run. */
#define WEFT_TRAIL_SUFFIX ".weft-run"

gboolean weft_trail_refuse_sqlite (sqlite3 *db, const char *path, GError **error);
gboolean weft_trail_refuse_errno  (int number, const char *path, const char *what, GError **error);

G_END_DECLS
