/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft trail`: finds the verb that the first argument names and runs it. */
#include "cli/weft-cli-trail.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *name;
  guint min; /* arguments behind the verb */
  guint max;
  WeftTrailVerb run;
  const char *usage;
} Verb;

#define MAX_ARGUMENTS 3 /* the verb and two more */

static const Verb verbs[] = {
  { "list", 0, 0, weft_trail_verb_list, "list" },
  { "show", 1, 2, weft_trail_verb_show, "show RUN [EVENT]" },
  { "why", 1, 1, weft_trail_verb_why, "why RUN" },
  { "verify", 1, 1, weft_trail_verb_verify, "verify RUN" },
  { "export", 2, 2, weft_trail_verb_export, "export RUN FILE" },
  { "import", 1, 1, weft_trail_verb_import, "import FILE" },
  { "replay", 1, 2, weft_trail_verb_replay, "replay RUN [EVENT]" },
};

static void
clear_options (WeftTrailOptions *self)
{
  g_free (self->actor);
  g_free (self->kind);
  g_free (self->text);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftTrailOptions, clear_options)

static const Verb *
find_verb (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (g_str_equal (verbs[i].name, name))
      return &verbs[i];
  return NULL;
}

static int
refuse_verb (const char *name)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", verbs[i].name);
  return weft_cli_refuse (_("trail: found “%s”, expected one of %s"), name, known->str);
}

WeftTrailRun *
weft_cli_trail_open (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = weft_trail_find (NULL, name, &error);
  WeftTrailRun *run = path != NULL ? weft_trail_run_open (path, &error) : NULL;

  if (run == NULL)
    weft_cli_fail (error);
  return run;
}

int
weft_cmd_trail (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_auto (WeftTrailOptions) own = { 0 };
  const GOptionEntry entries[] = {
    { "actor", 0, 0, G_OPTION_ARG_STRING, &own.actor, N_("Show what this actor did"), N_("NAME") },
    { "kind", 0, 0, G_OPTION_ARG_STRING, &own.kind,
      N_("Show events of this kind or family of kinds"), N_("KIND") },
    { "text", 0, 0, G_OPTION_ARG_STRING, &own.text, N_("Show events with all of these words"),
      N_("WORDS") },
    G_OPTION_ENTRY_NULL,
  };
  const Verb *verb;

  if (!weft_cli_parse ("trail", argv, entries,
                       _("RUN is a path, the name of a run, four letters or more of its beginning or end, or "
                         "“last”.\n"
                         "Runs are in the folder that WEFT_TRAIL_DIR names, else in the state folder of the "
                         "user.\n"),
                       1, MAX_ARGUMENTS, &options))
    return WEFT_EXIT_BAD;
  verb = find_verb (options.arguments[0]);
  if (verb == NULL)
    return refuse_verb (options.arguments[0]);
  if (options.n_arguments - 1 < verb->min || options.n_arguments - 1 > verb->max)
    return weft_cli_refuse (_("trail %s: found %u arguments, expected: weft trail %s"), verb->name,
                            options.n_arguments - 1, verb->usage);
  if (verb->run != weft_trail_verb_show && (own.actor != NULL || own.kind != NULL || own.text != NULL))
    return weft_cli_refuse (_("trail %s: --actor, --kind and --text choose events for show"), verb->name);
  return verb->run (&options, &own);
}
