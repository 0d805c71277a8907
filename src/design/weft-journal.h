/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of an open design: what has been changed since it was saved, on disk, so that a
 * killed program loses at most the change being written. WeftRecovery reads it back. */
#pragma once

#include "design/weft-design.h"

G_BEGIN_DECLS

#define WEFT_TYPE_JOURNAL (weft_journal_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftJournal, weft_journal, WEFT, JOURNAL, GObject)

/* $XDG_DATA_HOME/weft/recovery, which need not exist. (transfer full) */
WEFT_API char        *weft_journal_dup_folder (void);
WEFT_API WeftJournal *weft_journal_new        (const char   *folder);
WEFT_API void         weft_journal_set_origin (WeftJournal  *self,
                                               const char   *file,
                                               const char   *digest);
WEFT_API gboolean     weft_journal_write      (WeftJournal  *self,
                                               WeftDesign   *design,
                                               guint         n_changes,
                                               gint64        time_s,
                                               GError      **error);
WEFT_API void         weft_journal_remove     (WeftJournal  *self);
WEFT_API const char  *weft_journal_get_id     (WeftJournal  *self);

G_END_DECLS
