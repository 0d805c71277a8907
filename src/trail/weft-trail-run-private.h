/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files share that read a run. */
#pragma once

#include "trail/weft-trail-store-private.h"

G_BEGIN_DECLS

struct _WeftTrailRun
{
  GObject parent_instance;

  WeftTrailStore *store;
  sqlite3_stmt *get_event;
  sqlite3_stmt *get_last;
};

GBytes *weft_trail_blob_unpack (const char *digest, int coding, const void *data, gsize length, GError **error);

G_END_DECLS
