/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one thread that writes journals, in the order in which it was told. */
#pragma once

#include "design/weft-recovery.h"

G_BEGIN_DECLS

/* Called in the main thread when writing begins to fail (@failure is the reason) or works again
 * (NULL). */
typedef void (*WeftJournalTold) (GObject    *owner,
                                 const char *failure);

/* A journal in the worker's hands. */
typedef struct _WeftJournalStore WeftJournalStore;

WeftJournalStore *weft_journal_store_new        (const char       *folder,
                                                 GObject          *owner,
                                                 WeftJournalTold   told);
void              weft_journal_store_release    (WeftJournalStore *self);
void              weft_journal_store_set_origin (WeftJournalStore *self,
                                                 const char       *path,
                                                 const char       *digest);
void              weft_journal_store_write      (WeftJournalStore *self,
                                                 WeftDesign       *design,
                                                 guint             n_changes,
                                                 gint64            time_s);
void              weft_journal_store_discard    (WeftJournalStore *self,
                                                 WeftRecovery     *recovery);
void              weft_journal_store_remove     (WeftJournalStore *self);
void              weft_journal_worker_drain     (void);

G_END_DECLS
