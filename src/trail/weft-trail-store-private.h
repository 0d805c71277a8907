/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The database of one run: opening it as the file system allows, and putting events and blobs into it. */
#pragma once

#include <sqlite3.h>

#include "trail/weft-event-line-private.h"
#include "trail/weft-trail-error-private.h"

G_BEGIN_DECLS

typedef struct
{
  sqlite3 *db;
  char *path;
  char *id;          /* ULID */
  gboolean wal;
  gint64 summaries;  /* the version of the words that are stored */
  GHashTable *names; /* (nullable): of kinds and actors, to their number in the database */
  sqlite3_stmt *insert_event;
  sqlite3_stmt *insert_mark;
  sqlite3_stmt *insert_name;
  sqlite3_stmt *insert_blob;
} WeftTrailStore;

void            weft_trail_store_clear_journals (const char *path);
WeftTrailStore *weft_trail_store_create       (const char *path, const char *id, GError **error);
WeftTrailStore *weft_trail_store_open         (const char *path, gboolean writable, GError **error);
void            weft_trail_store_free         (WeftTrailStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTrailStore, weft_trail_store_free)

gboolean        weft_trail_store_exec         (WeftTrailStore *self, const char *sql, GError **error);
sqlite3_stmt   *weft_trail_store_prepare      (WeftTrailStore *self, const char *sql, GError **error);
gboolean        weft_trail_store_refuse       (WeftTrailStore *self, GError **error);
void            weft_trail_store_rollback     (WeftTrailStore *self);
gboolean        weft_trail_store_checkpoint   (WeftTrailStore *self, GError **error);

gboolean        weft_trail_store_insert       (WeftTrailStore *self, guint64 seq, const char *line, const char *kind,
                                               const char *actor, const char *summary, GError **error);
gboolean        weft_trail_store_insert_blob  (WeftTrailStore *self, const char *digest, GBytes *bytes, GError **error);
char           *weft_trail_digest             (GBytes *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
