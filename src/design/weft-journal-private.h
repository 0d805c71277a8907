/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What writing a journal and reading it back have in common: folders and files that nobody else
 * may stand in for, locks, and lines with a checksum. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

#define WEFT_JOURNAL_FORMAT "weft-journal"
#define WEFT_JOURNAL_VERSION 1
#define WEFT_JOURNAL_SUFFIX ".jsonl"

/* A line may hold a whole document, which reading limits to 64 MiB, and what is around it. */
#define WEFT_JOURNAL_MAX_LINE (65 * 1024 * 1024)
/* A journal is written anew before it is twice as long as its snapshot. */
#define WEFT_JOURNAL_MAX_BYTES (160 * 1024 * 1024)

/* The first 16 digits of a line's SHA-256 and a zero byte. */
#define WEFT_JOURNAL_CHECK_BYTES 17

/* Files. Descriptors are -1 on an error; names are without folder. */
int      weft_journal_open_folder (const char  *folder,
                                   gboolean     create,
                                   GError     **error);
char    *weft_journal_name        (const char  *id);
gboolean weft_journal_is_name     (const char  *name);
int      weft_journal_create_temp (int          folder_fd,
                                   const char  *name,
                                   GError     **error);
gboolean weft_journal_put         (int          folder_fd,
                                   const char  *name,
                                   GError     **error);
void     weft_journal_drop_temp   (int          folder_fd,
                                   const char  *name);
gboolean weft_journal_lock        (int          fd);
gboolean weft_journal_is_at       (int          fd,
                                   int          folder_fd,
                                   const char  *name);
gboolean weft_journal_write_bytes (int          fd,
                                   const char  *bytes,
                                   gsize        length,
                                   GError     **error);
int      weft_journal_open        (int          folder_fd,
                                   const char  *name,
                                   GError     **error);
char    *weft_journal_read_bytes  (int          fd,
                                   gsize        max_bytes,
                                   gsize       *length,
                                   GError     **error);

/* Lines. @check is the one of the line before, "" for the first, and becomes the line's own. */
char    *weft_journal_write_line  (JsonNode    *record,
                                   char         check[WEFT_JOURNAL_CHECK_BYTES]);
JsonNode *weft_journal_read_line  (const char  *line,
                                   gsize        length,
                                   char         check[WEFT_JOURNAL_CHECK_BYTES]);

G_END_DECLS
