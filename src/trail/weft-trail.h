/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store of runs: a folder with one database a run, so that a damaged one hurts no other. One program writes a run,
 * any number read it, also while it is written. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "trail/weft-event.h"

G_BEGIN_DECLS

#define WEFT_TRAIL_ERROR (weft_trail_error_quark ())

typedef enum
{
  WEFT_TRAIL_ERROR_DAMAGED, /* the database or a line in it is not what was written */
  WEFT_TRAIL_ERROR_BUSY,    /* another program writes this run */
  WEFT_TRAIL_ERROR_FULL,    /* no room on the disk: what was appended is not stored, and may be appended again */
  WEFT_TRAIL_ERROR_MISSING, /* no such run */
  WEFT_TRAIL_ERROR_FILE,    /* folder or file cannot be read or written */
} WeftTrailError;

/* Whether the chain holds. */
typedef enum
{
  WEFT_CHAIN_UNKNOWN,   /* not checked yet */
  WEFT_CHAIN_WHOLE,     /* every event in its place, and run.end is the last */
  WEFT_CHAIN_TRUNCATED, /* every event in its place, but the run has no end, or the tail is cut */
  WEFT_CHAIN_BROKEN,    /* an event was changed, removed or put in */
} WeftChainState;

WEFT_API GQuark      weft_trail_error_quark (void);
WEFT_API const char *weft_chain_state_nick  (WeftChainState state); /* "whole", "truncated", "broken", "unknown" */

/* --- writing --- */

#define WEFT_TYPE_TRAIL_WRITER (weft_trail_writer_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftTrailWriter, weft_trail_writer, WEFT, TRAIL_WRITER, GObject)

/* @folder: (nullable): weft_trail_default_folder(). @id: (nullable): a ULID; made from the clock when NULL. Takes the run's lock, which the system frees
 * when the program ends however it ends. With SOURCE_DATE_EPOCH set, times are that moment, mono_us is 0 and the ULID has @seed_text's hash for
 * randomness, so that the same run gives the same bytes. (transfer full) */
WEFT_API WeftTrailWriter *weft_trail_writer_new    (const char *folder, const char *id, const char *seed_text, GError **error);
/* Goes on with a run that has no end: cuts what is no event off its tail. BROKEN chains are refused. (transfer full) */
WEFT_API WeftTrailWriter *weft_trail_writer_resume (const char *path, GError **error);
WEFT_API const char      *weft_trail_writer_get_id   (WeftTrailWriter *self);
WEFT_API const char      *weft_trail_writer_get_path (WeftTrailWriter *self);
/* One event, stored when this returns. @data: (transfer none) an object. @blobs: (nullable) (element-type utf8 GBytes): name to bytes, stored under their
 * SHA-256. @parent: 0 for none. @seq: (out) (optional). Call from one thread at a time. On FALSE nothing was stored. */
WEFT_API gboolean         weft_trail_writer_append   (WeftTrailWriter *self, const char *kind, const char *actor, guint64 parent, JsonNode *data,
                                                      GHashTable *blobs, guint64 *seq, GError **error);
/* The event that this writer appended last, as it is stored. (transfer full) (nullable) */
WEFT_API WeftEvent       *weft_trail_writer_dup_last (WeftTrailWriter *self);
/* Checkpoints and closes; also done by the last unref. */
WEFT_API gboolean         weft_trail_writer_close    (WeftTrailWriter *self, GError **error);
WEFT_API guint64          weft_trail_writer_get_seq  (WeftTrailWriter *self);  /* of the last event */

/* --- reading --- */

/* Which events are shown; NULL members do not matter. */
typedef struct
{
  const char *actor;
  const char *kind;    /* "eval.result", or a family: "eval" */
  const char *text;    /* every word of it is in summary, kind or actor, in any case */
} WeftTrailFilter;

#define WEFT_TYPE_TRAIL_RUN (weft_trail_run_get_type ())
/* A run to read. Opening is quick and checks nothing; safe to use from one thread at a time, open it once a thread. */
WEFT_API G_DECLARE_FINAL_TYPE (WeftTrailRun, weft_trail_run, WEFT, TRAIL_RUN, GObject)

WEFT_API WeftTrailRun  *weft_trail_run_open       (const char *path, GError **error);   /* (transfer full) */
WEFT_API const char    *weft_trail_run_get_id     (WeftTrailRun *self);
WEFT_API const char    *weft_trail_run_get_path   (WeftTrailRun *self);
WEFT_API gboolean       weft_trail_run_is_written (WeftTrailRun *self);                 /* whether a program holds its lock now */
WEFT_API guint64        weft_trail_run_n_events   (WeftTrailRun *self);                 /* as stored now: grows while it is written */
WEFT_API WeftEvent     *weft_trail_run_get_event  (WeftTrailRun *self, guint64 seq, GError **error); /* (transfer full) */
/* The first (or last) event of a kind. (transfer full) (nullable), NULL without error when there is none. */
WEFT_API WeftEvent     *weft_trail_run_find       (WeftTrailRun *self, const char *kind, gboolean last, GError **error);
/* Sequence numbers of the events that pass, ascending, after @after. (transfer full) (element-type guint64) */
WEFT_API GArray        *weft_trail_run_filter     (WeftTrailRun *self, const WeftTrailFilter *filter, guint64 after, GCancellable *cancellable, GError **error);
/* Kinds (actors) that occur, sorted. (transfer full) */
WEFT_API GStrv          weft_trail_run_list_kinds  (WeftTrailRun *self, GError **error);
WEFT_API GStrv          weft_trail_run_list_actors (WeftTrailRun *self, GError **error);
WEFT_API GBytes        *weft_trail_run_get_blob    (WeftTrailRun *self, const char *digest, GError **error); /* "sha256:..." (transfer full) */

typedef struct
{
  WeftChainState state;
  guint64 events;    /* in the longest valid prefix */
  guint64 broken_at; /* 0, or the seq of the first event that is not what was written */
  char *reason;      /* (nullable): what is wrong there, one sentence */
  char *last_hash;   /* of the prefix */
} WeftChainReport;

/**
 * WeftTrailProgress:
 * @share: how much is done, from 0 to 1
 * @data: (closure): what was passed with the function
 *
 * Called now and then while something takes its time.
 */
typedef void (*WeftTrailProgress) (double share, gpointer data);

WEFT_API void           weft_chain_report_clear    (WeftChainReport *report);
/* Database and chain, every byte. @progress: (nullable): called with the share that is done. FALSE only when cancelled or not readable at all. */
WEFT_API gboolean       weft_trail_run_verify      (WeftTrailRun *self, WeftChainReport *report, WeftTrailProgress progress, gpointer data,
                                                    GCancellable *cancellable, GError **error);

/* --- the store --- */

/* $XDG_STATE_HOME/weft/runs, WEFT_TRAIL_DIR first. (transfer none) */
WEFT_API const char    *weft_trail_default_folder (void);
/* What is known of a run without reading it whole, for lists. */
#define WEFT_TYPE_TRAIL_ENTRY (weft_trail_entry_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftTrailEntry, weft_trail_entry, WEFT, TRAIL_ENTRY, GObject)
WEFT_API const char    *weft_trail_entry_get_id       (WeftTrailEntry *self);
WEFT_API const char    *weft_trail_entry_get_path     (WeftTrailEntry *self);
WEFT_API const char    *weft_trail_entry_get_title    (WeftTrailEntry *self); /* "hill climbing, paper-2, seed 3", from run.start */
WEFT_API const char    *weft_trail_entry_get_method   (WeftTrailEntry *self); /* (nullable) */
WEFT_API const char    *weft_trail_entry_get_group    (WeftTrailEntry *self); /* (nullable): run.start's "group": runs that were started together */
WEFT_API const char    *weft_trail_entry_get_time     (WeftTrailEntry *self); /* (nullable): of the first event */
WEFT_API guint64        weft_trail_entry_get_n_events (WeftTrailEntry *self);
WEFT_API double         weft_trail_entry_get_best     (WeftTrailEntry *self); /* NAN when none */
WEFT_API double         weft_trail_entry_get_makespan_s (WeftTrailEntry *self); /* of a simulation that has ended, else NAN */
WEFT_API const char    *weft_trail_entry_get_status   (WeftTrailEntry *self); /* "running", "finished", "unfinished", "damaged" */
WEFT_API const char    *weft_trail_entry_get_problem  (WeftTrailEntry *self); /* (nullable): why it is damaged */
/* Newest first. A run that cannot be read is in the list with its problem. (transfer full) */
WEFT_API GListModel    *weft_trail_list               (const char *folder, GCancellable *cancellable, GError **error);
/* The path of the run that @name means: a path, an id, the unambiguous beginning or end of one, or "last". (transfer full) */
WEFT_API char          *weft_trail_find               (const char *folder, const char *name, GError **error);

/* --- the archive: run.jsonl, blobs/ and SHA256SUMS in one zip --- */

/* The same run gives the same bytes wherever and whenever it is exported. Without an event that file.export would add: the run is not changed. */
WEFT_API gboolean       weft_trail_export (WeftTrailRun *self, const char *path, GCancellable *cancellable, GError **error);
/* Rebuilds the database in @folder; an archive whose sums or chain do not hold is refused. (transfer full): its path. Untrusted: has limits. */
WEFT_API char          *weft_trail_import (const char *archive, const char *folder, GCancellable *cancellable, GError **error);

G_END_DECLS
