/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The database of one run: opening it as the file system allows. */

#include "trail/weft-trail-store-private.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "trail/weft-event-summary-private.h"
#include "trail/weft-ulid-private.h"

#define VERSION 1
#define APPLICATION_ID 0x57656654 /* "WefT" */
#define BUSY_MS 5000

/* Kinds and actors are numbers in what filters read, and long lines stand elsewhere, so that a
 * million events are looked through quickly. Sorted by name, as open_schema() reads them. */
static const char *const schema[][2] = {
  { "blobs", "CREATE TABLE blobs (digest TEXT PRIMARY KEY, coding INTEGER NOT NULL, bytes BLOB NOT NULL) "
             "STRICT, WITHOUT ROWID" },
  { "events", "CREATE TABLE events (seq INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT" },
  { "marks", "CREATE TABLE marks (seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, actor INTEGER NOT NULL, "
             "summary TEXT NOT NULL) STRICT" },
  { "meta", "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID" },
  { "names", "CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT" },
};

/* File systems on which memory is not shared between machines, or not at all. */
static const guint32 without_wal[] = {
  0x6969,     /* NFS */
  0x0bd00bd0, /* Lustre */
  0xff534d42, /* CIFS */
  0xfe534d42, /* SMB 2 */
  0x65735546, /* FUSE */
  0x01021997, /* 9P */
  0x47504653, /* GPFS */
  0x00c36400, /* Ceph */
  0x19830326, /* BeeGFS */
  0x5346414f, /* AFS */
};

static gboolean
may_use_wal (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  struct statfs info;

  if (g_strcmp0 (g_getenv ("WEFT_TRAIL_JOURNAL"), "truncate") == 0)
    return FALSE;
  if (statfs (folder, &info) != 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (without_wal); i++)
    if ((guint32) info.f_type == without_wal[i])
      return FALSE;
  return TRUE;
}

static char *
ask (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  char *answer = NULL;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    answer = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return answer;
}

/* Chooses the journal by trying it: a network folder need not say that it is one. */
static gboolean
set_journal (WeftTrailStore *self, GError **error)
{
  if (may_use_wal (self->path))
    {
      g_autofree char *mode = ask (self->db, "PRAGMA journal_mode=WAL");

      self->wal = g_strcmp0 (mode, "wal") == 0
                  && sqlite3_exec (self->db, "BEGIN IMMEDIATE; COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    }
  if (!self->wal)
    {
      g_autofree char *mode = ask (self->db, "PRAGMA journal_mode=TRUNCATE");

      if (g_strcmp0 (mode, "truncate") != 0)
        return weft_trail_store_refuse (self, error);
    }
  return weft_trail_store_exec (
      self, self->wal ? "PRAGMA synchronous=NORMAL" : "PRAGMA synchronous=FULL", error);
}

/* @path as SQLite reads it when it may take for granted that nobody writes. */
static char *
immutable_uri (const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *escaped = g_uri_escape_string (absolute, "/", FALSE);

  return g_strdup_printf ("file:%s?immutable=1", escaped);
}

static gboolean
has_wal (const char *path)
{
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  struct stat info;

  return stat (wal, &info) == 0 && info.st_size > 0;
}

static int
open_database (WeftTrailStore *self, const char *name, int flags)
{
  int code;

  g_clear_pointer (&self->db, sqlite3_close);
  code = sqlite3_open_v2 (name, &self->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
  if (code != SQLITE_OK)
    return code;
  sqlite3_busy_timeout (self->db, BUSY_MS);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  return sqlite3_exec (self->db, "PRAGMA cell_size_check=ON; SELECT count(*) FROM sqlite_schema", NULL,
                       NULL, NULL);
}

/* A killed writer leaves a journal that only a connection which may write can roll back. */
static gboolean
open_for_reading (WeftTrailStore *self, GError **error)
{
  int code = open_database (self, self->path, SQLITE_OPEN_READONLY);

  if ((code & 0xff) == SQLITE_READONLY)
    {
      code = open_database (self, self->path, SQLITE_OPEN_READWRITE);
      if (code == SQLITE_OK)
        code = sqlite3_exec (self->db, "PRAGMA query_only=1", NULL, NULL, NULL);
    }
  if (((code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY) && !has_wal (self->path))
    {
      g_autofree char *uri = immutable_uri (self->path);

      code = open_database (self, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    }
  return code == SQLITE_OK || weft_trail_store_refuse (self, error);
}

static gboolean
refuse_schema (WeftTrailStore *self, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED,
               "%s: the file is no run, or its tables are not those of a run", name);
  return FALSE;
}

static gboolean
refuse_newer (WeftTrailStore *self, const char *what, gint64 found, int expected, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE,
               "%s: the run has version %" G_GINT64_FORMAT " of the %s, expected %d; a newer program may "
               "read it", name, found, what, expected);
  return FALSE;
}

static gboolean
check_version (WeftTrailStore *self, GError **error)
{
  g_autofree char *application = ask (self->db, "PRAGMA application_id");
  g_autofree char *version = ask (self->db, "PRAGMA user_version");
  gint64 number = version != NULL ? g_ascii_strtoll (version, NULL, 10) : 0;

  if (application == NULL || version == NULL)
    return weft_trail_store_refuse (self, error);
  if (g_ascii_strtoll (application, NULL, 10) != APPLICATION_ID)
    return refuse_schema (self, error);
  return number == VERSION || refuse_newer (self, "format", number, VERSION, error);
}

/* Only the very tables that were made: a view in the place of one could do anything. */
static gboolean
check_schema (WeftTrailStore *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = weft_trail_store_prepare (
      self, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name", error);
  guint n = 0;
  int code;

  if (statement == NULL)
    return FALSE;
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (n == G_N_ELEMENTS (schema)
          || g_strcmp0 ((const char *) sqlite3_column_text (statement, 0), schema[n][0]) != 0
          || g_strcmp0 ((const char *) sqlite3_column_text (statement, 1), schema[n][1]) != 0)
        return refuse_schema (self, error);
      n++;
    }
  if (code != SQLITE_DONE)
    return weft_trail_store_refuse (self, error);
  return n == G_N_ELEMENTS (schema) || refuse_schema (self, error);
}

static gboolean
read_meta (WeftTrailStore *self, GError **error)
{
  g_autofree char *version = ask (self->db, "SELECT value FROM meta WHERE key = 'summaries'");

  self->id = ask (self->db, "SELECT value FROM meta WHERE key = 'run'");
  if (self->id == NULL && sqlite3_errcode (self->db) != SQLITE_DONE
      && sqlite3_errcode (self->db) != SQLITE_OK)
    return weft_trail_store_refuse (self, error);
  if (self->id == NULL || !weft_ulid_is_valid (self->id, -1) || version == NULL)
    return refuse_schema (self, error);
  /* Summaries that cannot be checked could say anything. */
  self->summaries = g_ascii_strtoll (version, NULL, 10);
  if (self->summaries < 1)
    return refuse_schema (self, error);
  return self->summaries <= WEFT_EVENT_SUMMARY_VERSION
         || refuse_newer (self, "summaries", self->summaries, WEFT_EVENT_SUMMARY_VERSION, error);
}

static gboolean
make_schema (WeftTrailStore *self, GError **error)
{
  g_autoptr (GString) sql = g_string_new ("BEGIN IMMEDIATE;");

  g_string_append_printf (sql, "PRAGMA application_id=%d; PRAGMA user_version=%d;", APPLICATION_ID, VERSION);
  for (guint i = 0; i < G_N_ELEMENTS (schema); i++)
    g_string_append_printf (sql, "%s;", schema[i][1]);
  g_string_append_printf (sql, "INSERT INTO meta VALUES ('run', '%s'), ('summaries', '%d'); COMMIT",
                          self->id, WEFT_EVENT_SUMMARY_VERSION);
  if (weft_trail_store_exec (self, sql->str, error))
    return TRUE;
  weft_trail_store_rollback (self);
  return FALSE;
}

/* What SQLite puts beside a database. One that is left from a database that is gone would be taken for the journal of the
 * next one of that name. */
void
weft_trail_store_clear_journals (const char *path)
{
  static const char *const suffixes[] = { "-wal", "-shm", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *beside = g_strconcat (path, suffixes[i], NULL);

      unlink (beside);
    }
}

/* A new database for the run @id. Nothing may be at @path. */
WeftTrailStore *
weft_trail_store_create (const char *path, const char *id, GError **error)
{
  g_autoptr (WeftTrailStore) self = g_new0 (WeftTrailStore, 1);

  self->path = g_strdup (path);
  self->id = g_strdup (id);
  self->summaries = WEFT_EVENT_SUMMARY_VERSION;
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      weft_trail_refuse_errno (EEXIST, path, "the run cannot be begun", error);
      return NULL;
    }
  weft_trail_store_clear_journals (path);
  if (open_database (self, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) != SQLITE_OK)
    {
      weft_trail_store_refuse (self, error);
      return NULL;
    }
  if (!set_journal (self, error) || !make_schema (self, error))
    {
      g_clear_pointer (&self->db, sqlite3_close);
      unlink (path);
      weft_trail_store_clear_journals (path);
      return NULL;
    }
  return g_steal_pointer (&self);
}

WeftTrailStore *
weft_trail_store_open (const char *path, gboolean writable, GError **error)
{
  g_autoptr (WeftTrailStore) self = g_new0 (WeftTrailStore, 1);
  struct stat info;

  self->path = g_strdup (path);
  if (stat (path, &info) != 0)
    {
      weft_trail_refuse_errno (errno, path, "the run cannot be opened", error);
      return NULL;
    }
  if (!S_ISREG (info.st_mode))
    {
      weft_trail_refuse_errno (S_ISDIR (info.st_mode) ? EISDIR : EINVAL, path, "the run cannot be opened",
                               error);
      return NULL;
    }
  if (writable
          ? open_database (self, path, SQLITE_OPEN_READWRITE) != SQLITE_OK
                && !weft_trail_store_refuse (self, error)
          : !open_for_reading (self, error))
    return NULL;
  if (!check_version (self, error) || !check_schema (self, error) || !read_meta (self, error)
      || (writable && !set_journal (self, error)))
    return NULL;
  return g_steal_pointer (&self);
}

void
weft_trail_store_free (WeftTrailStore *self)
{
  sqlite3_finalize (self->insert_event);
  sqlite3_finalize (self->insert_mark);
  sqlite3_finalize (self->insert_name);
  sqlite3_finalize (self->insert_blob);
  sqlite3_close (self->db);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_free (self->path);
  g_free (self->id);
  g_free (self);
}

gboolean
weft_trail_store_refuse (WeftTrailStore *self, GError **error)
{
  return weft_trail_refuse_sqlite (self->db, self->path, error);
}

gboolean
weft_trail_store_exec (WeftTrailStore *self, const char *sql, GError **error)
{
  return sqlite3_exec (self->db, sql, NULL, NULL, NULL) == SQLITE_OK
         || weft_trail_store_refuse (self, error);
}

sqlite3_stmt *
weft_trail_store_prepare (WeftTrailStore *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v3 (self->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
    weft_trail_store_refuse (self, error);
  return statement;
}

void
weft_trail_store_rollback (WeftTrailStore *self)
{
  if (!sqlite3_get_autocommit (self->db))
    sqlite3_exec (self->db, "ROLLBACK", NULL, NULL, NULL);
  g_clear_pointer (&self->names, g_hash_table_unref);
}

/* Moves all into the one file, which can then be copied alone and read without writing beside it. A
 * reader that is at work keeps it from that and does no harm. */
gboolean
weft_trail_store_checkpoint (WeftTrailStore *self, GError **error)
{
  int code = SQLITE_OK;

  sqlite3_busy_timeout (self->db, 0);
  if (self->wal)
    code = sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  if (code == SQLITE_OK)
    {
      g_autofree char *mode = ask (self->db, "PRAGMA journal_mode=DELETE");

      self->wal = self->wal && g_strcmp0 (mode, "delete") != 0;
    }
  sqlite3_busy_timeout (self->db, BUSY_MS);
  return code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY || weft_trail_store_refuse (self, error);
}
