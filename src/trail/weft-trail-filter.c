/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which events are shown. Only the narrow table of marks is read: numbers of kind and actor, and the
 * summary in lower case. */

#include <string.h>

#include "trail/weft-event-summary-private.h"
#include "trail/weft-trail-run-private.h"

#define CHECK_CANCELLED 0x3fff

/* A word, and the names of kinds and actors that have it in them. */
typedef struct
{
  char *text;
  gsize length;
  GHashTable *names;
} Word;

typedef struct
{
  GArray *kinds;  /* (nullable): numbers that pass */
  GArray *actors; /* (nullable): numbers that pass */
  GArray *words;  /* of Word */
  gboolean named; /* whether a word may be meant for kind or actor */
} Matcher;

static void
clear_word (gpointer data)
{
  Word *word = data;

  g_free (word->text);
  g_hash_table_unref (word->names);
}

static void
clear_matcher (Matcher *self)
{
  g_clear_pointer (&self->kinds, g_array_unref);
  g_clear_pointer (&self->actors, g_array_unref);
  g_clear_pointer (&self->words, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Matcher, clear_matcher)

/* "eval" is the family of "eval.result". */
static gboolean
is_of (const char *name, const char *wanted)
{
  gsize n = strlen (wanted);

  return strncmp (name, wanted, n) == 0 && (name[n] == '\0' || name[n] == '.');
}

static void
add_words (Matcher *self, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *folded = weft_event_fold (valid);
  g_auto (GStrv) parts = g_strsplit_set (folded, " \t\n\r", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      {
        Word word = { g_strdup (parts[i]), strlen (parts[i]), g_hash_table_new (NULL, NULL) };

        g_array_append_val (self->words, word);
      }
}

static void
add_name (Matcher *self, const WeftTrailFilter *filter, int number, const char *name)
{
  g_autofree char *folded = weft_event_fold (name);

  if (self->kinds != NULL && is_of (name, filter->kind))
    g_array_append_val (self->kinds, number);
  if (self->actors != NULL && g_str_equal (name, filter->actor))
    g_array_append_val (self->actors, number);
  for (guint i = 0; i < self->words->len; i++)
    {
      Word *word = &g_array_index (self->words, Word, i);

      if (strstr (folded, word->text) != NULL)
        self->named = g_hash_table_add (word->names, GINT_TO_POINTER (number)) || self->named;
    }
}

static gboolean
build (Matcher *self, WeftTrailRun *run, const WeftTrailFilter *filter, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
      = weft_trail_store_prepare (run->store, "SELECT number, name FROM names", error);
  int code;

  self->words = g_array_new (FALSE, FALSE, sizeof (Word));
  g_array_set_clear_func (self->words, clear_word);
  if (statement == NULL)
    return FALSE;
  if (filter->kind != NULL)
    self->kinds = g_array_new (FALSE, FALSE, sizeof (int));
  if (filter->actor != NULL)
    self->actors = g_array_new (FALSE, FALSE, sizeof (int));
  if (filter->text != NULL)
    add_words (self, filter->text);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    add_name (self, filter, sqlite3_column_int (statement, 0),
              (const char *) sqlite3_column_text (statement, 1));
  return code == SQLITE_DONE || weft_trail_store_refuse (run->store, error);
}

static gboolean
passes (const Matcher *self, sqlite3_stmt *row)
{
  for (guint i = 0; i < self->words->len; i++)
    {
      const Word *word = &g_array_index (self->words, Word, i);
      const char *summary;

      if (self->named
          && (g_hash_table_contains (word->names, GINT_TO_POINTER (sqlite3_column_int (row, 2)))
              || g_hash_table_contains (word->names, GINT_TO_POINTER (sqlite3_column_int (row, 3)))))
        continue;
      summary = (const char *) sqlite3_column_text (row, 1);
      if (summary == NULL || strstr (summary, word->text) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* A sum and not IN, which would look each row's number up in a tree. */
static void
append_condition (GString *sql, const char *column, GArray *numbers)
{
  if (numbers == NULL)
    return;
  g_string_append (sql, " AND 0");
  for (guint i = 0; i < numbers->len; i++)
    g_string_append_printf (sql, " + (%s = %d)", column, g_array_index (numbers, int, i));
}

/* Columns that are not needed are not read: most of the time goes into that. */
static sqlite3_stmt *
prepare (const Matcher *self, WeftTrailRun *run, GError **error)
{
  g_autoptr (GString) sql = g_string_new ("SELECT seq");

  if (self->words->len > 0)
    g_string_append (sql, ", summary");
  if (self->named)
    g_string_append (sql, ", kind, actor");
  g_string_append (sql, " FROM marks WHERE seq > ?");
  append_condition (sql, "kind", self->kinds);
  append_condition (sql, "actor", self->actors);
  g_string_append (sql, " ORDER BY seq");
  return weft_trail_store_prepare (run->store, sql->str, error);
}

/**
 * weft_trail_run_filter:
 * @self: a run
 * @filter: what is wanted
 * @after: events up to this one are left out, so that a list can be carried on
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Returns: (transfer full) (element-type guint64): numbers of the events that pass, ascending, or
 *   %NULL
 */
GArray *
weft_trail_run_filter (WeftTrailRun *self, const WeftTrailFilter *filter, guint64 after,
                       GCancellable *cancellable, GError **error)
{
  g_auto (Matcher) matcher = { 0 };
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (sqlite3_stmt) statement = NULL;
  guint n = 0;
  int code;

  if (!build (&matcher, self, filter, error))
    return NULL;
  statement = prepare (&matcher, self, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, (gint64) MIN (after, G_MAXINT64));
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (passes (&matcher, statement))
        {
          guint64 seq = (guint64) sqlite3_column_int64 (statement, 0);

          g_array_append_val (found, seq);
        }
      if ((++n & CHECK_CANCELLED) == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
    }
  if (code == SQLITE_DONE)
    return g_steal_pointer (&found);
  weft_trail_store_refuse (self->store, error);
  return NULL;
}
