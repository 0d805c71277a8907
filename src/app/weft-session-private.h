/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a session, for the files that make it up. */
#pragma once

#include "app/recovery/weft-journal-writer.h"
#include "app/weft-session.h"

G_BEGIN_DECLS

struct _WeftSession
{
  GObject parent_instance;

  WeftEngine *engine;
  WeftDesign *design;
  WeftHistory *history;
  GPtrArray *read_violations; /* what reading the file found */

  /* The running evaluation: at most one; stale tells that the design has moved on since. */
  WeftEvaluation *evaluation;
  GListStore *violations;
  char *failure;
  GCancellable *cancellable;
  gboolean running;
  gboolean stale;

  GFile *file;
  GFileMonitor *monitor;
  GMutex file_lock;     /* over the next two and the writing of the file */
  char *digest;         /* (nullable): SHA-256 of the bytes that were last read or written */
  guint64 saved_serial; /* of the newest save that has been written */
  guint64 next_serial;
  gboolean changed_outside;

  WeftJournalWriter *journal; /* (nullable): of what is not saved */
  gboolean recovered;         /* from an earlier run, and not saved since */
};

void weft_session_bind_design         (WeftSession *self,
                                       WeftDesign  *design,
                                       GPtrArray   *read_violations);
void weft_session_set_file            (WeftSession *self,
                                       GFile       *file,
                                       const char  *digest);
void weft_session_set_changed_outside (WeftSession *self,
                                       gboolean     changed);

/* In weft-session-recovery.c: the journal follows what the session does. */
void weft_session_start_journal       (WeftSession *self);
void weft_session_tell_journal        (WeftSession *self);
void weft_session_end_journal         (WeftSession *self);
void weft_session_set_recovered       (WeftSession *self,
                                       gboolean     recovered);

G_END_DECLS
