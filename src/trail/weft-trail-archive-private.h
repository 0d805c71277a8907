/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive of a run: a zip of SHA256SUMS, blobs/HEX and run.jsonl, in this order. */
#pragma once

#include "trail/weft-trail.h"

G_BEGIN_DECLS

#define WEFT_ARCHIVE_SUMS "SHA256SUMS"
#define WEFT_ARCHIVE_BLOBS "blobs/"
#define WEFT_ARCHIVE_EVENTS "run.jsonl"

/* Sums, blobs and chain of an archive, without unpacking it anywhere. What is found wrong is no error; the report is to be
 * cleared also on FALSE, which means that it could not be read or was cancelled. @id: (out) (optional): (nullable) (transfer full). */
WEFT_API gboolean weft_trail_archive_verify (const char *archive, WeftChainReport *report, char **id, GCancellable *cancellable, GError **error);

G_END_DECLS
