/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that every command takes, how a command's arguments are read, and messages on
 * standard error. */
#include "config.h"

#include "cli/weft-cli.h"

#include <stdlib.h>

#include <glib/gi18n.h>

static void
print_usage_hint (const char *command)
{
  g_printerr (_("Try “weft help %s”.\n"), command);
}

static char *
describe_arguments (const WeftCommand *command, const char *description)
{
  return g_strdup_printf ("%s\n%s%s"
                          "%s",
                          _(command->summary), description != NULL ? "\n" : "",
                          description != NULL ? description : "",
                          _("\nExit status: 0 done, 1 the answer is no, 2 bad usage or input.\n"));
}

static gboolean
refuse_count (const char *command, const WeftCommand *known, guint found, guint min, guint max)
{
  if (found < min)
    g_printerr (_("weft %s: too few arguments: found %u, expected %s\n"), command, found,
                known->usage);
  else
    g_printerr (_("weft %s: too many arguments: found %u, expected at most %u\n"), command, found,
                max);
  print_usage_hint (command);
  return FALSE;
}

/* Does not return. */
static void
print_command_help (GOptionContext *context)
{
  char *text = g_option_context_get_help (context, TRUE, NULL);

  g_print ("%s", text);
  g_free (text);
  exit (weft_cli_output_finish () ? WEFT_EXIT_DONE : WEFT_EXIT_BAD);
}

/* Empty names would be taken for the current folder or the first record. */
static gboolean
check_values (const char *command, const WeftCliOptions *options)
{
  if (options->threads < 0)
    {
      g_printerr (_("weft %s: --threads is %d, expected 0 (one for each processor) or more\n"),
                  command, options->threads);
      return FALSE;
    }
  if (options->profile != NULL && options->profile[0] == '\0')
    {
      g_printerr (_("weft %s: --profile is empty, expected a profile's name; "
                    "“weft catalog list profiles” shows them\n"),
                  command);
      return FALSE;
    }
  for (guint i = 0; i < options->n_arguments; i++)
    if (options->arguments[i][0] == '\0')
      {
        g_printerr (_("weft %s: argument %u is empty\n"), command, i + 1);
        return FALSE;
      }
  return TRUE;
}

/**
 * weft_cli_parse:
 * @command: the command's name
 * @argv: its arguments, the command's name first
 * @own: (nullable): options of this command alone
 * @description: (nullable): text below the options in the help
 * @min_arguments: fewest arguments besides options
 * @max_arguments: most arguments besides options
 * @options: (out caller-allocates): what was read
 *
 * Reads a command line. `--help` prints the help and ends the program, with status 0 when it could
 * be printed.
 *
 * Returns: %FALSE after a message on standard error
 */
gboolean
weft_cli_parse (const char         *command,
                char              **argv,
                const GOptionEntry *own,
                const char         *description,
                guint               min_arguments,
                guint               max_arguments,
                WeftCliOptions     *options)
{
  const WeftCommand *known = weft_cli_find_command (command);
  g_autoptr (GOptionContext) context = g_option_context_new (known->usage);
  g_autoptr (GError) error = NULL;
  g_autofree char *summary = describe_arguments (known, description);
  g_autofree char *program = g_strdup_printf ("weft %s", command);
  g_auto (GStrv) copy = g_strdupv (argv);
  gboolean help = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json,
      N_("Print one JSON object on standard output"), NULL },
    { "profile", 0, 0, G_OPTION_ARG_STRING, &options->profile,
      N_("Judge by this model profile instead of the document’s"), N_("NAME") },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &options->seed, N_("Seed of random numbers"), N_("N") },
    { "threads", 0, 0, G_OPTION_ARG_INT, &options->threads,
      N_("Most threads to work with; 0 is one for each processor"), N_("N") },
    { "no-colour", 0, 0, G_OPTION_ARG_NONE, &options->no_colour,
      N_("Print without colours, as NO_COLOR=1 does"), NULL },
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, N_("Show this help"), NULL },
    { "no-color", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &options->no_colour, NULL, NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };

  *options = (WeftCliOptions) { .seed = 1 };
  g_free (copy[0]);
  copy[0] = g_steal_pointer (&program);
  g_set_prgname (copy[0]);
  g_option_context_set_summary (context, summary);
  g_option_context_set_help_enabled (context, FALSE); /* it would not notice a full disk */
  if (own != NULL)
    g_option_context_add_main_entries (context, own, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse_strv (context, &copy, &error))
    {
      g_autofree char *line = weft_cli_line (error->message);

      g_printerr ("weft %s: %s\n", command, line);
      print_usage_hint (command);
      return FALSE;
    }
  if (help)
    print_command_help (context);
  g_set_prgname ("weft");
  if (options->arguments == NULL)
    options->arguments = g_new0 (char *, 1);
  options->n_arguments = g_strv_length (options->arguments);
  if (options->n_arguments < min_arguments || options->n_arguments > max_arguments)
    return refuse_count (command, known, options->n_arguments, min_arguments, max_arguments);
  return check_values (command, options);
}

void
weft_cli_options_clear (WeftCliOptions *options)
{
  g_clear_pointer (&options->profile, g_free);
  g_clear_pointer (&options->arguments, g_strfreev);
}

const WeftCommand *
weft_cli_find_command (const char *name)
{
  for (const WeftCommand *command = weft_commands; command->name != NULL; command++)
    if (g_str_equal (command->name, name))
      return command;
  return NULL;
}

/* Prints the message of an error; returns the exit status that goes with it. */
int
weft_cli_fail (const GError *error)
{
  return weft_cli_refuse ("%s", error->message);
}

/* Prints a message that says what is wrong with the request; returns the exit status for it. */
int
weft_cli_refuse (const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  line = weft_cli_line (message);
  g_printerr ("weft: %s\n", line);
  return WEFT_EXIT_BAD;
}

/* Prints a remark, such as the name of a file that was written. */
void
weft_cli_note (const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  line = weft_cli_line (message);
  g_printerr ("%s\n", line);
}
