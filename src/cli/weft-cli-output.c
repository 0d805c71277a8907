/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes to standard output and standard error: UTF-8 in any locale and harmless to a terminal,
 * fitted to its width, coloured only on a terminal that wants it. */
#include "cli/weft-cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-plain.h"

/* Names come from documents, catalogs, folders and the command line: all that g_print() and
 * g_printerr() write passes here, where nothing is left that would steer the terminal. JSON has
 * escapes in those places already. GLib would turn what the locale's charset lacks into question
 * marks; the same bytes everywhere matter more. */
static void
print_plain (const char *text, FILE *stream)
{
  g_autofree char *plain = weft_plain_text (text, WEFT_PLAIN_LINES, 0);

  fputs (plain, stream);
}

static void
print_cb (const char *text)
{
  print_plain (text, stdout);
}

static void
print_error_cb (const char *text)
{
  fflush (stdout);
  print_plain (text, stderr);
}

static const char *
style_code (WeftStyle style)
{
  switch (style)
    {
    case WEFT_STYLE_HEADING:
      return "\033[1m";
    case WEFT_STYLE_GOOD:
      return "\033[32m";
    case WEFT_STYLE_WARNING:
      return "\033[33m";
    case WEFT_STYLE_BAD:
      return "\033[31m";
    case WEFT_STYLE_DIM:
      return "\033[2m";
    default:
      g_assert_not_reached ();
    }
}

/* The rule of no-color.org: set and not empty switches colours off. */
static gboolean
wants_colour (const WeftCliOptions *options)
{
  const char *no_colour = g_getenv ("NO_COLOR");
  const char *term = g_getenv ("TERM");

  if (options->no_colour || (no_colour != NULL && no_colour[0] != '\0'))
    return FALSE;
  return isatty (STDOUT_FILENO) && g_strcmp0 (term, "dumb") != 0;
}

void
weft_cli_output_init (void)
{
  g_set_print_handler (print_cb);
  g_set_printerr_handler (print_error_cb);
}

/**
 * weft_cli_output_finish:
 *
 * Empties the buffers. A result that did not reach its file is no result.
 *
 * Returns: %FALSE after a message, when standard output could not be written
 */
gboolean
weft_cli_output_finish (void)
{
  if (fflush (stdout) == 0 && ferror (stdout) == 0)
    return TRUE;
  g_printerr (_("weft: standard output: cannot be written: %s\n"), g_strerror (errno));
  return FALSE;
}

/**
 * weft_cli_width:
 *
 * Columns of the terminal: as the terminal says, else `COLUMNS`.
 *
 * Returns: the columns, 0 for no limit
 */
guint
weft_cli_width (void)
{
  struct winsize size = { 0 };
  const char *columns = g_getenv ("COLUMNS");
  guint64 width = 0;

  if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  if (columns != NULL && g_ascii_string_to_unsigned (columns, 10, 20, 10000, &width, NULL))
    return width;
  return 0;
}

/* Prints @text in a style where colours are wanted. */
void
weft_cli_print_styled (const WeftCliOptions *options, WeftStyle style, const char *text)
{
  gboolean colour = wants_colour (options);

  if (colour)
    fputs (style_code (style), stdout);
  g_print ("%s", text);
  if (colour)
    fputs ("\033[0m", stdout);
}

/* @text as one harmless line: what a document calls something must not look like another line of
 * the answer. (transfer full) */
char *
weft_cli_line (const char *text)
{
  return weft_plain_text (text, WEFT_PLAIN_ONE_LINE, 0);
}

/**
 * weft_cli_show_progress:
 * @text: (nullable): one line, %NULL to take it away
 *
 * Writes a line over the one before on standard error, and nothing where nobody watches. It goes past
 * g_printerr(), which lets nothing through that steers a terminal.
 */
void
weft_cli_show_progress (const char *text)
{
  g_autofree char *line = weft_cli_line (text != NULL ? text : "");

  if (!isatty (STDERR_FILENO))
    return;
  fprintf (stderr, "\r\033[K%s", line);
  fflush (stderr);
}

/* Prints the one JSON object that a command with --json answers with. */
void
weft_cli_print_json (JsonNode *node)
{
  g_autofree char *text = weft_json_write_pretty (node);

  g_assert (text != NULL); /* results carry null where a number is unknown */
  g_print ("%s", text);
}

/* Whether the whole table fits the terminal. */
gboolean
weft_cli_fits (WeftTable *table)
{
  guint width = weft_cli_width ();
  g_autofree char *text = weft_table_to_text (table, 0);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; width > 0 && lines[i] != NULL; i++)
    if (g_utf8_strlen (lines[i], -1) > (glong) width)
      return FALSE;
  return TRUE;
}

/* Prints a table, its first line in the style of headings, or nothing when it has no rows. */
void
weft_cli_print_table (const WeftCliOptions *options, WeftTable *table)
{
  g_autofree char *text = NULL;
  char *end;

  if (weft_table_n_rows (table) == 0)
    return;
  text = weft_table_to_text (table, weft_cli_width ());
  end = strchr (text, '\n');
  if (end != NULL)
    {
      *end = '\0';
      weft_cli_print_styled (options, WEFT_STYLE_HEADING, text);
      g_print ("\n%s", end + 1);
    }
}

/**
 * weft_cli_print_wrapped:
 * @first: what stands before the first line
 * @rest: what stands before the others
 * @text: one paragraph
 *
 * Prints a paragraph, broken at spaces to the terminal's width.
 */
void
weft_cli_print_wrapped (const char *first, const char *rest, const char *text)
{
  guint width = weft_cli_width ();
  g_autofree char *line = weft_cli_line (text);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  glong column = g_utf8_strlen (first, -1);

  g_print ("%s", first);
  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (i > 0 && width > 0 && column + 1 + length > (glong) width)
        {
          g_print ("\n%s", rest);
          column = g_utf8_strlen (rest, -1);
        }
      else if (i > 0)
        {
          g_print (" ");
          column++;
        }
      g_print ("%s", words[i]);
      column += length;
    }
  g_print ("\n");
}
