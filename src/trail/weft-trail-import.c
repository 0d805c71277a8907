/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rebuilding a run's database from its archive, beside its place, and into it only when all holds. */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "trail/weft-trail-archive-read-private.h"
#include "trail/weft-trail-lock-private.h"
#include "trail/weft-trail-verify-private.h"
#include "trail/weft-ulid-private.h"

/* Stands for the run until its first event says which it is. */
#define NO_RUN "00000000000000000000000000"

/* The same events are the same run; a blob is named by its content. */
static gboolean
compare_with (const char *path, const WeftChainReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTrailStore) store = weft_trail_store_open (path, FALSE, error);
  g_auto (WeftTrailWalk) walk = { .store = store, .cancellable = cancellable };
  g_autofree char *name = g_filename_display_name (path);

  if (store == NULL || !weft_trail_walk (&walk, error))
    return FALSE;
  if (walk.report.state != WEFT_CHAIN_BROKEN && walk.report.events == report->events
      && g_str_equal (walk.report.last_hash, report->last_hash))
    return TRUE;
  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE,
               "%s: this run is already here with other content: its %" G_GUINT64_FORMAT
               " events end with %.12s…, those of the archive (%" G_GUINT64_FORMAT ") with %.12s…",
               name, walk.report.events, walk.report.last_hash, report->events, report->last_hash);
  return FALSE;
}

/* Under the run's lock, so that nobody begins or imports it meanwhile. */
static gboolean
put_in_place (const char *temp, const char *path, const WeftArchiveReader *reader, GError **error)
{
  int lock = weft_trail_lock_take (path, error);
  gboolean done;

  if (lock < 0)
    return FALSE;
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      done = compare_with (path, &reader->report, reader->cancellable, error);
      unlink (temp);
    }
  else
    {
      weft_trail_store_clear_journals (path);
      done = rename (temp, path) == 0
             || weft_trail_refuse_errno (errno, path, "the run cannot be put in its place", error);
    }
  weft_trail_lock_release (lock, path);
  return done;
}

/* All events in one transaction, in a database that no WAL lies beside. */
static gboolean
fill (WeftArchiveReader *reader, const char *temp, GError **error)
{
  g_autoptr (WeftTrailStore) store = weft_trail_store_create (temp, NO_RUN, error);
  gboolean done;

  if (store == NULL)
    return FALSE;
  reader->store = store;
  done = weft_trail_store_checkpoint (store, error)
         && weft_trail_store_exec (store, "PRAGMA synchronous=FULL; BEGIN IMMEDIATE", error)
         && weft_archive_read (reader, error) && weft_trail_store_exec (store, "COMMIT", error);
  if (!done)
    weft_trail_store_rollback (store);
  reader->store = NULL;
  return done;
}

/**
 * weft_trail_import:
 * @archive: an archive that weft_trail_export() may have written
 * @folder: (nullable): where runs are; weft_trail_default_folder() when %NULL
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Rebuilds a run. One that is there already with the same events is left as it is.
 *
 * Returns: (transfer full): the run's path, or %NULL
 */
char *
weft_trail_import (const char *archive, const char *folder, GCancellable *cancellable, GError **error)
{
  g_auto (WeftArchiveReader) reader = { .path = archive, .cancellable = cancellable };
  g_autofree char *chance = weft_ulid_new (g_get_real_time (), NULL);
  g_autofree char *temp_name = g_strconcat (".import-", chance, WEFT_TRAIL_SUFFIX, NULL);
  g_autofree char *temp = NULL;
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;

  if (folder == NULL)
    folder = weft_trail_default_folder ();
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      weft_trail_refuse_errno (errno, folder, "the folder of runs cannot be made", error);
      return NULL;
    }
  temp = g_build_filename (folder, temp_name, NULL);
  if (!fill (&reader, temp, error))
    {
      unlink (temp);
      return NULL;
    }
  name = g_strconcat (reader.id, WEFT_TRAIL_SUFFIX, NULL);
  path = g_build_filename (folder, name, NULL);
  if (put_in_place (temp, path, &reader, error))
    return g_steal_pointer (&path);
  unlink (temp);
  return NULL;
}
