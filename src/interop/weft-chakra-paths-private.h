/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files a trace has: PREFIX.RANK.et. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The prefix of a prefix, or of the file of a rank. (transfer full) */
char    *weft_chakra_plain_prefix (const char  *prefix);
/* (transfer full) */
char    *weft_chakra_rank_path    (const char  *prefix,
                                   guint32      rank);
/* The number of files, which have all numbers from 0; a gap is an error. 0 when there is none. */
gboolean weft_chakra_count_ranks  (const char  *prefix,
                                   guint32     *n_ranks,
                                   GError     **error);
/* The same, where none at all is an error too. */
gboolean weft_chakra_require_ranks (const char  *prefix,
                                   guint32     *n_ranks,
                                   GError     **error);
/* A file of a rank from @n_ranks on, which a trace of fewer ranks would not write over; NULL when there is none.
 * (transfer full) (nullable) */
char    *weft_chakra_left_over    (const char  *prefix,
                                   guint32      n_ranks);

G_END_DECLS
