/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the journal of one open design: it follows the history, waits for a short rest, and lets
 * a worker write a copy. */
#pragma once

#include "design/weft-history.h"
#include "design/weft-recovery.h"

G_BEGIN_DECLS

#define WEFT_TYPE_JOURNAL_WRITER (weft_journal_writer_get_type ())
G_DECLARE_FINAL_TYPE (WeftJournalWriter, weft_journal_writer, WEFT, JOURNAL_WRITER, GObject)

WeftJournalWriter *weft_journal_writer_new         (const char        *folder);
void               weft_journal_writer_follow      (WeftJournalWriter *self,
                                                    WeftHistory       *history);
void               weft_journal_writer_set_origin  (WeftJournalWriter *self,
                                                    const char        *path,
                                                    const char        *digest);
void               weft_journal_writer_saved       (WeftJournalWriter *self);
void               weft_journal_writer_take_over   (WeftJournalWriter *self,
                                                    WeftRecovery      *recovery);
void               weft_journal_writer_close       (WeftJournalWriter *self,
                                                    gboolean           keep);
const char        *weft_journal_writer_get_failure (WeftJournalWriter *self);
/* Waits until the worker has done all that it was told. */
void               weft_journal_writer_drain       (void);

G_END_DECLS
