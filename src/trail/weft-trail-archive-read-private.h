/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading an archive that anybody may have made. */
#pragma once

#include "trail/weft-trail-archive-private.h"
#include "trail/weft-trail-store-private.h"

G_BEGIN_DECLS

typedef struct
{
  const char *path;
  WeftTrailStore *store; /* (nullable): where events and blobs go */
  GCancellable *cancellable;

  WeftChainReport report;
  char *id;

  guint64 bytes; /* unpacked so far */
  guint64 max_bytes;
  gint64 mono_us;
  gboolean ended;
  GHashTable *found;  /* names of entries, to their sums */
  GHashTable *named;  /* digests that events name, to the event */
  GByteArray *rest;   /* of a line */
  char *sums;
} WeftArchiveReader;

/* FALSE with an error for what cannot be read, and for what is wrong with the archive (DAMAGED; the report has it too). */
gboolean weft_archive_read         (WeftArchiveReader *self, GError **error);
void     weft_archive_reader_clear (WeftArchiveReader *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftArchiveReader, weft_archive_reader_clear)

G_END_DECLS
