/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft calibrate`: fits efficiencies to measurements, projects them to other machines, tabulates and checks them; fits
 * the evaluator's own constants. */
#include "cli/weft-cli-calibrate.h"

#include <glib/gi18n.h>

#include "cli/weft-cli-count.h"

/* The verb and the files behind it. */
#define MAX_ARGUMENTS 1001

/* What options a verb takes, one bit each. */
typedef enum
{
  TAKES_FIT = 1 << 0,
  TAKES_PLATFORMS = 1 << 1,
  TAKES_ATTRIBUTES = 1 << 2,
  TAKES_PLATFORM = 1 << 3,
  TAKES_OPERATOR = 1 << 4,
  TAKES_SEGMENTS = 1 << 5,
  TAKES_OUTPUT = 1 << 6,
  TAKES_KNOBS = 1 << 7,
  TAKES_RESIDUALS = 1 << 8,
  TAKES_SIMULATED = 1 << 9,
  TAKES_EVALUATOR = 1 << 10,
} Takes;

typedef struct
{
  const char *name;
  const char *usage;
  guint min_files;
  guint max_files;
  guint takes;
  int (*run) (const WeftCliOptions *options, const WeftCliCalibrate *own);
} Verb;

static const Verb verbs[] = {
  { "fit", "fit POINTS.csv…", 1, MAX_ARGUMENTS - 1,
    TAKES_PLATFORMS | TAKES_ATTRIBUTES | TAKES_PLATFORM | TAKES_OPERATOR | TAKES_SEGMENTS | TAKES_OUTPUT | TAKES_KNOBS
      | TAKES_RESIDUALS,
    weft_cli_calibrate_fit },
  { "project", "project --fit FILE --platform NAME", 0, 0,
    TAKES_FIT | TAKES_PLATFORMS | TAKES_ATTRIBUTES | TAKES_PLATFORM | TAKES_KNOBS, weft_cli_calibrate_project },
  { "table", "table --fit FILE", 0, 0, TAKES_FIT, weft_cli_calibrate_table },
  { "check", "check POINTS.csv… | check --fit FILE", 1, MAX_ARGUMENTS - 1,
    TAKES_FIT | TAKES_PLATFORMS | TAKES_ATTRIBUTES | TAKES_PLATFORM | TAKES_OPERATOR | TAKES_SIMULATED,
    weft_cli_calibrate_check },
  { "evaluator", "evaluator [FILE.csv…]", 0, MAX_ARGUMENTS - 1, TAKES_EVALUATOR | TAKES_OUTPUT,
    weft_cli_calibrate_evaluator },
};

static void
clear_own (WeftCliCalibrate *own)
{
  g_free (own->fit);
  g_free (own->platforms);
  g_free (own->attributes);
  g_free (own->platform);
  g_free (own->op);
  g_free (own->series);
  g_free (own->date);
  g_free (own->simulated);
  g_free (own->output);
  g_free (own->knobs);
  g_free (own->residuals);
  g_strfreev (own->measurements);
  g_free (own->only);
  g_free (own->card);
  g_free (own->rows);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliCalibrate, clear_own)

static const Verb *
find_verb (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (g_str_equal (verbs[i].name, name))
      return &verbs[i];
  weft_cli_refuse (_("calibrate: found “%s”, expected one of fit, project, table, check, evaluator"), name);
  return NULL;
}

/* An option that would have no effect is a misunderstanding. */
static gboolean
check_options (const Verb *verb, const WeftCliCalibrate *own)
{
  const struct
  {
    Takes takes;
    const char *option;
    gboolean is_given;
  } given[] = {
    { TAKES_FIT, "--fit", own->fit != NULL },
    { TAKES_PLATFORMS, "--platforms", own->platforms != NULL },
    { TAKES_ATTRIBUTES, "--attributes", own->attributes != NULL },
    { TAKES_PLATFORM, "--platform", own->platform != NULL },
    { TAKES_OPERATOR, "--operator", own->op != NULL },
    { TAKES_SEGMENTS, "--segments", own->segments != 0 },
    { TAKES_OUTPUT, "--output", own->output != NULL },
    { TAKES_OUTPUT, "--date", own->date != NULL },
    { TAKES_KNOBS, "--knobs", own->knobs != NULL },
    { TAKES_RESIDUALS, "--residuals", own->residuals != NULL },
    { TAKES_RESIDUALS, "--series", own->series != NULL },
    { TAKES_RESIDUALS, "--dark", own->dark },
    { TAKES_SIMULATED, "--simulated", own->simulated != NULL },
    { TAKES_EVALUATOR, "--measurements", own->measurements != NULL },
    { TAKES_EVALUATOR, "--only", own->only != NULL },
    { TAKES_EVALUATOR, "--card", own->card != NULL },
    { TAKES_EVALUATOR, "--rows", own->rows != NULL },
    { TAKES_EVALUATOR, "--folds", own->folds != 0 },
    { TAKES_EVALUATOR, "--check", own->check },
  };

  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].is_given && !(verb->takes & given[i].takes))
      {
        weft_cli_refuse (_("calibrate %s: %s has no meaning here; expected: weft calibrate %s"), verb->name,
                         given[i].option, verb->usage);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_values (const Verb *verb, const WeftCliCalibrate *own)
{
  if (own->segments > (int) WEFT_MAX_FIT_SEGMENTS)
    {
      weft_cli_refuse (_("calibrate: --segments is %d, expected 1 to %u"), own->segments, WEFT_MAX_FIT_SEGMENTS);
      return FALSE;
    }
  if ((own->dark || own->series != NULL) && own->residuals == NULL)
    {
      weft_cli_refuse (_("calibrate: %s goes only with --residuals"), own->dark ? "--dark" : "--series");
      return FALSE;
    }
  if (own->fit == NULL && verb->max_files == 0)
    {
      weft_cli_refuse (_("calibrate %s: no --fit; expected: weft calibrate %s"), verb->name, verb->usage);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_files (const Verb *verb, const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  guint found = options->n_arguments - 1;
  guint least = own->fit != NULL ? 0 : verb->min_files;
  guint most = own->fit != NULL ? 0 : verb->max_files;

  if (found >= least && found <= most)
    return TRUE;
  weft_cli_refuse (ngettext ("calibrate %s: found %u file, expected: weft calibrate %s",
                             "calibrate %s: found %u files, expected: weft calibrate %s", found),
                   verb->name, found, verb->usage);
  return FALSE;
}

int
weft_cmd_calibrate (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_auto (WeftCliCalibrate) own = { 0 };
  const GOptionEntry entries[] = {
    { "fit", 0, 0, G_OPTION_ARG_FILENAME, &own.fit, N_("Take this fit"), N_("FILE") },
    { "platforms", 0, 0, G_OPTION_ARG_FILENAME, &own.platforms, N_("What was measured on, one platform a line"),
      N_("FILE") },
    { "attributes", 0, 0, G_OPTION_ARG_STRING, &own.attributes, N_("One platform more, as a JSON object"), N_("JSON") },
    { "platform", 0, 0, G_OPTION_ARG_STRING, &own.platform,
      N_("With fit: what a file that names no platform was measured on; with project: to which one"), N_("NAME") },
    { "operator", 0, 0, G_OPTION_ARG_STRING, &own.op, N_("Take all lines as of one operator"), N_("NAME") },
    { "segments", 0, 0, G_OPTION_ARG_INT, &own.segments, N_("At most so many segments of sizes (4)"), N_("N") },
    { "date", 0, 0, G_OPTION_ARG_STRING, &own.date, N_("Note when it was measured or fitted"), N_("TEXT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &own.output, N_("Write the fit, as --json prints it"), N_("FILE") },
    { "knobs", 0, 0, G_OPTION_ARG_FILENAME, &own.knobs, N_("Write the knobs that mapper and simulator read"),
      N_("FILE") },
    { "residuals", 0, 0, G_OPTION_ARG_FILENAME, &own.residuals,
      N_("Draw the residuals to this .svg, .pdf or .png, or list them in a .csv"), N_("FILE") },
    { "series", 0, 0, G_OPTION_ARG_STRING, &own.series, N_("With --residuals: of this series alone, “A100 gemm”"),
      N_("NAME") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &own.dark, N_("Draw on a dark ground"), NULL },
    { "simulated", 0, 0, G_OPTION_ARG_FILENAME, &own.simulated,
      N_("With check: compare with the times of this file instead of the simulator’s"), N_("FILE") },
    { "measurements", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &own.measurements,
      N_("With evaluator: tables of measurements more, a file or a folder"), N_("PATH") },
    { "only", 0, 0, G_OPTION_ARG_STRING, &own.only, N_("With evaluator: of this domain alone"), N_("DOMAIN") },
    { "folds", 0, 0, G_OPTION_ARG_INT, &own.folds, N_("With evaluator: hold out so many parts of the sources (5)"),
      N_("N") },
    { "card", 0, 0, G_OPTION_ARG_FILENAME, &own.card, N_("With evaluator: write the model card, as Markdown"),
      N_("FILE") },
    { "rows", 0, 0, G_OPTION_ARG_FILENAME, &own.rows, N_("With evaluator: write what is predicted of each row"),
      N_("FILE") },
    { "check", 0, 0, G_OPTION_ARG_NONE, &own.check,
      N_("With evaluator: fit nothing, show how far off the profile is on these files"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  const WeftCliCount counts[] = { { "--segments", &own.segments, 1 }, { "--folds", &own.folds, 2 } };
  const Verb *verb;

  weft_cli_counts_begin (counts, G_N_ELEMENTS (counts));
  if (!weft_cli_parse ("calibrate", argv, entries,
                       _("fit reads columns platform (or set), op, flops, bytes, n_dev, time_us (or _ms, _s, _ns), p99_us, in "
                         "any order.\n"
                         "Platforms have columns platform, peak_tflops, mem_bw_GBps, link_bw_GBps, link_lat_us, n_dev, "
                         "hops,\nl2_bytes, l2_bw_GBps, chip, fabric, use; --attributes has them as members.\n"
                         "check asks where communication begins to take longer than start and bytes explain.\n"
                         "evaluator fits the constants of a profile to published measurements, the catalog’s and those "
                         "of files.\n"),
                       1, MAX_ARGUMENTS, &options)
      || !weft_cli_counts_end (counts, G_N_ELEMENTS (counts)))
    return WEFT_EXIT_BAD;
  verb = find_verb (options.arguments[0]);
  if (verb == NULL || !check_options (verb, &own) || !check_values (verb, &own) || !check_files (verb, &options, &own)
      || !weft_cli_check_calibrate (&options, &own))
    return WEFT_EXIT_BAD;
  return verb->run (&options, &own);
}
