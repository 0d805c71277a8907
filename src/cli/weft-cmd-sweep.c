/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft sweep`: what would be if. One input or two through a range, which inputs matter, where designs break even, and
 * how sure all that is. */
#include "config.h"

#include "cli/weft-cli-sweep.h"

#include <glib/gi18n.h>

#include "cli/weft-cli-main.h"
#include "cli/weft-cli-count.h"
#include "cli/weft-cli-outputs.h"
#include "cli/weft-cli-watch.h"
#include "model/whatif/weft-tornado.h"
#include "model/whatif/weft-uncertainty.h"

#define USUAL_TOP 15
#define MOST_TOP 10000

static void
progress_cb (double share, gpointer data)
{
  g_autofree char *line = g_strdup_printf ("%5.1f %%", 100 * share);

  weft_cli_show_progress (line);
}

/* Only one of the modes may be asked for. */
/* A file that no answer goes to is refused: nobody wants to look for it afterwards. */
static gboolean
check_made (const WeftCliSweep *sweep, const char *mode, gboolean has_csv, gboolean has_chart)
{
  const char *option = sweep->csv != NULL && !has_csv ? "--csv" : sweep->chart != NULL && !has_chart ? "--chart" : NULL;

  if (option == NULL)
    return TRUE;
  weft_cli_refuse (_("sweep: %s has no meaning with %s; --json prints the answers"), option, mode);
  return FALSE;
}

static gboolean
check_modes (const WeftCliSweep *sweep)
{
  const struct
  {
    const char *option;
    gboolean given;
    gboolean has_csv;
    gboolean has_chart;
  } modes[] = {
    { "--tornado", sweep->tornado || sweep->total, TRUE, TRUE },
    { "--elasticities", sweep->elasticities, TRUE },
    { "--break-even", sweep->break_even != NULL },
    { "--uncertainty", sweep->uncertainty },
    { "--preset", sweep->preset != NULL },
    { "--list-inputs", sweep->list_inputs, TRUE },
    { "--list-presets", sweep->list_presets },
  };
  const char *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      if (!modes[i].given)
        continue;
      if (first != NULL)
        {
          weft_cli_refuse (_("sweep: found %s and %s, expected one of them"), first, modes[i].option);
          return FALSE;
        }
      first = modes[i].option;
      if (!check_made (sweep, first, modes[i].has_csv, modes[i].has_chart))
        return FALSE;
    }
  if (first != NULL || sweep->input_texts != NULL)
    return TRUE;
  weft_cli_refuse (_("sweep: found no question, expected --input PATH=LOW:HIGH, --tornado, --elasticities, "
                     "--break-even, --uncertainty, --preset or --list-inputs"));
  return FALSE;
}

static gboolean
check_numbers (const WeftCliSweep *sweep)
{
  int most = sweep->uncertainty ? WEFT_UNCERTAINTY_MOST_SAMPLES : WEFT_TOTAL_ORDER_MOST_SAMPLES;

  if (sweep->samples > most)
    {
      weft_cli_refuse (_("sweep: --samples: found %d, expected at most %d"), sweep->samples, most);
      return FALSE;
    }
  if (sweep->top < 1 || sweep->top > MOST_TOP)
    {
      weft_cli_refuse (_("sweep: --top: found %d, expected 1 to %d"), sweep->top, MOST_TOP);
      return FALSE;
    }
  if ((sweep->against != NULL && !sweep->uncertainty) || (sweep->over != NULL && sweep->break_even == NULL))
    {
      weft_cli_refuse (sweep->over != NULL ? _("sweep: --over goes with --break-even")
                                           : _("sweep: --against goes with --uncertainty"));
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_files (const WeftCliSweep *sweep)
{
  const WeftCliOutput outputs[] = { { "--csv", sweep->csv, FALSE }, { "--chart", sweep->chart, TRUE } };

  return weft_cli_check_outputs (outputs, G_N_ELEMENTS (outputs), (const char *const *) sweep->options->arguments);
}

static gboolean
is_given (const WeftCliSweep *sweep, const WeftCliInput *input)
{
  for (guint i = 0; i < sweep->inputs->len; i++)
    if (g_str_equal (weft_input_get_path (((WeftCliInput *) sweep->inputs->pdata[i])->input),
                     weft_input_get_path (input->input)))
      return TRUE;
  return FALSE;
}

static gboolean
read_inputs (WeftCliSweep *sweep)
{
  for (guint i = 0; sweep->input_texts != NULL && sweep->input_texts[i] != NULL; i++)
    {
      WeftCliInput *input = weft_cli_sweep_read_input (sweep->whatif, sweep->input_texts[i]);

      if (input == NULL)
        return FALSE;
      if (is_given (sweep, input))
        {
          weft_cli_refuse (_("sweep: --input: found %s twice, expected it once"), weft_input_get_path (input->input));
          weft_cli_sweep_free_input (input);
          return FALSE;
        }
      g_ptr_array_add (sweep->inputs, input);
    }
  return TRUE;
}

static gboolean
are_all_set (const WeftCliSweep *sweep)
{
  for (guint i = 0; i < sweep->inputs->len; i++)
    if (((WeftCliInput *) sweep->inputs->pdata[i])->n_values != 1)
      return FALSE;
  return TRUE;
}

static int
answer (WeftCliSweep *sweep)
{
  if (sweep->list_inputs)
    return weft_cli_sweep_list_inputs (sweep);
  if (sweep->preset != NULL)
    return weft_cli_sweep_preset (sweep);
  if (sweep->tornado || sweep->total)
    return weft_cli_sweep_tornado (sweep);
  if (sweep->elasticities)
    return weft_cli_sweep_slopes (sweep);
  if (sweep->break_even != NULL)
    return weft_cli_sweep_break_even (sweep);
  if (sweep->uncertainty)
    return weft_cli_sweep_uncertainty (sweep);
  if (!are_all_set (sweep))
    return weft_cli_sweep_points (sweep);
  return check_made (sweep, "PATH=VALUE", FALSE, FALSE) ? weft_cli_sweep_set (sweep) : WEFT_EXIT_BAD;
}

static int
run (WeftCliSweep *sweep)
{
  g_autoptr (WeftExecutor) executor = NULL;
  g_auto (WeftCliWatch) watch = { 0 };
  int status;

  sweep->whatif = weft_cli_sweep_read_design (sweep->evaluator, sweep->options, sweep->options->arguments[0], &status);
  if (sweep->whatif == NULL)
    return status;
  if (!read_inputs (sweep))
    return WEFT_EXIT_BAD;

  executor = weft_executor_new_threads ((guint) sweep->options->threads);
  weft_cli_watch_begin (&watch);
  sweep->asking = (WeftAsking) { executor, watch.cancellable, progress_cb, NULL };
  return answer (sweep);
}

static void
sweep_clear (WeftCliSweep *sweep)
{
  g_clear_object (&sweep->whatif);
  g_clear_object (&sweep->evaluator);
  g_clear_pointer (&sweep->inputs, g_ptr_array_unref);
  g_strfreev (sweep->input_texts);
  g_strfreev (sweep->output_texts);
  g_free (sweep->preset);
  g_free (sweep->break_even);
  g_free (sweep->over);
  g_free (sweep->against);
  g_free (sweep->csv);
  g_free (sweep->chart);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliSweep, sweep_clear)

int
weft_cmd_sweep (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_auto (WeftCliSweep) sweep = { .options = &options, .top = USUAL_TOP };
  const GOptionEntry own[] = {
    { "input", 'i', 0, G_OPTION_ARG_STRING_ARRAY, &sweep.input_texts,
      N_("An input: PATH=VALUE, PATH=A,B,C, PATH=LOW:HIGH[:N][:log], or for --tornado PATH alone"),
      N_("PATH[=VALUES]") },
    { "output", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &sweep.output_texts,
      N_("What is asked for, the score unless given"), N_("PATH") },
    { "tornado", 0, 0, G_OPTION_ARG_NONE, &sweep.tornado, N_("Move each input alone through its range"), NULL },
    { "total", 0, 0, G_OPTION_ARG_NONE, &sweep.total, N_("Beside that, total-order indices: all inputs together"),
      NULL },
    { "elasticities", 0, 0, G_OPTION_ARG_NONE, &sweep.elasticities, N_("Percent for each percent of an input"), NULL },
    { "all", 'a', 0, G_OPTION_ARG_NONE, &sweep.all_inputs, N_("Take inputs too that are chosen and not in doubt"),
      NULL },
    { "top", 0, 0, G_OPTION_ARG_INT, &sweep.top, N_("Inputs to show, the largest effects first"), N_("N") },
    { "break-even", 0, 0, G_OPTION_ARG_FILENAME, &sweep.break_even,
      N_("Where the design overtakes another one or reaches a number"), N_("DESIGN|NUMBER") },
    { "over", 0, 0, G_OPTION_ARG_STRING, &sweep.over, N_("The input that moves for --break-even"),
      N_("PATH=LOW:HIGH") },
    { "uncertainty", 0, 0, G_OPTION_ARG_NONE, &sweep.uncertainty,
      N_("Draw what is not known, and say how sure the answers are"), NULL },
    { "samples", 0, 0, G_OPTION_ARG_INT, &sweep.samples, N_("How often to draw"), N_("N") },
    { "whole", 0, 0, G_OPTION_ARG_NONE, &sweep.whole,
      N_("Let the model make every draw, which takes longer under measured equations"), NULL },
    { "against", 0, 0, G_OPTION_ARG_FILENAME, &sweep.against, N_("Another design, compared draw by draw"),
      N_("DESIGN") },
    { "preset", 0, 0, G_OPTION_ARG_STRING, &sweep.preset, N_("A ready question, by name or file"), N_("NAME") },
    { "list-inputs", 0, 0, G_OPTION_ARG_NONE, &sweep.list_inputs,
      N_("List the inputs with values, ranges and sources"), NULL },
    { "list-presets", 0, 0, G_OPTION_ARG_NONE, &sweep.list_presets, N_("List the ready questions"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &sweep.csv, N_("Write the answers as CSV"), N_("FILE") },
    { "chart", 0, 0, G_OPTION_ARG_FILENAME, &sweep.chart, N_("Draw the sweep or the tornado, as .svg, .pdf or .png"),
      N_("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  const WeftCliCount counts[] = { { "--samples", &sweep.samples, 2 } };

  weft_cli_counts_begin (counts, G_N_ELEMENTS (counts));
  if (!weft_cli_parse ("sweep", argv, own, NULL, 0, 1, &options)
      || !weft_cli_counts_end (counts, G_N_ELEMENTS (counts)) || !check_modes (&sweep) || !check_numbers (&sweep)
      || !check_files (&sweep))
    return WEFT_EXIT_BAD;
  sweep.inputs = g_ptr_array_new_with_free_func (weft_cli_sweep_free_input);
  if (sweep.list_presets)
    return weft_cli_sweep_list_presets (&sweep);
  if (options.n_arguments != 1)
    return weft_cli_refuse (_("sweep: found no design, expected one"));
  sweep.evaluator = weft_cli_evaluator (&options);
  return sweep.evaluator != NULL ? run (&sweep) : WEFT_EXIT_BAD;
}
