/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes wrong with a trail, in words: SQLite's codes become the few that a program can act on. */

#include "trail/weft-trail-error-private.h"

#include <errno.h>

G_DEFINE_QUARK (weft-trail-error-quark, weft_trail_error)

static WeftTrailError
code_of (int code, int system_errno)
{
  switch (code & 0xff)
    {
    case SQLITE_FULL:
      return WEFT_TRAIL_ERROR_FULL;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return WEFT_TRAIL_ERROR_DAMAGED;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return WEFT_TRAIL_ERROR_BUSY;
    default:
      return system_errno == ENOSPC || system_errno == EDQUOT ? WEFT_TRAIL_ERROR_FULL
                                                             : WEFT_TRAIL_ERROR_FILE;
    }
}

/* Of the last call that failed on @db. Always FALSE. */
gboolean
weft_trail_refuse_sqlite (sqlite3 *db, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  WeftTrailError code = code_of (sqlite3_extended_errcode (db), sqlite3_system_errno (db));

  switch (code)
    {
    case WEFT_TRAIL_ERROR_FULL:
      g_set_error (error, WEFT_TRAIL_ERROR, code,
                   "%s: no room is left on the disk; the event is not stored", name);
      break;
    case WEFT_TRAIL_ERROR_DAMAGED:
      g_set_error (error, WEFT_TRAIL_ERROR, code, "%s: the database is damaged: %s", name,
                   sqlite3_errmsg (db));
      break;
    case WEFT_TRAIL_ERROR_BUSY:
      g_set_error (error, WEFT_TRAIL_ERROR, code, "%s: another program holds the database", name);
      break;
    default:
      g_set_error (error, WEFT_TRAIL_ERROR, code, "%s: the database cannot be used: %s", name,
                   sqlite3_errmsg (db));
    }
  return FALSE;
}

/* Always FALSE. */
gboolean
weft_trail_refuse_errno (int number, const char *path, const char *what, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, WEFT_TRAIL_ERROR,
               number == ENOSPC || number == EDQUOT ? WEFT_TRAIL_ERROR_FULL
               : number == ENOENT                   ? WEFT_TRAIL_ERROR_MISSING
                                                    : WEFT_TRAIL_ERROR_FILE,
               "%s: %s: %s", name, what, g_strerror (number));
  return FALSE;
}

/**
 * weft_chain_state_nick:
 * @state: whether a chain holds
 *
 * Returns: (transfer none): the state's stable name, untranslated
 */
const char *
weft_chain_state_nick (WeftChainState state)
{
  switch (state)
    {
    case WEFT_CHAIN_WHOLE:
      return "whole";
    case WEFT_CHAIN_TRUNCATED:
      return "truncated";
    case WEFT_CHAIN_BROKEN:
      return "broken";
    case WEFT_CHAIN_UNKNOWN:
    default:
      return "unknown";
    }
}
