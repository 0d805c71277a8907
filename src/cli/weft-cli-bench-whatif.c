/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed of questions: draws a second of a design with all that is not known about it, and a whole tornado. */
#include "cli/weft-cli-bench.h"

#include <math.h>

#include <glib/gi18n.h>

#include "model/whatif/weft-doubt.h"
#include "model/whatif/weft-tornado.h"
#include "model/whatif/weft-whatif-response.h"

#define SAMPLES 10000

/* Every input, moved to both ends by the whole evaluator. NAN after a message. */
static double
measure_tornado (WeftWhatif *whatif)
{
  GListModel *inputs = weft_whatif_get_inputs (whatif);
  g_autoptr (GPtrArray) designs = g_ptr_array_new ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  const char *outputs[] = { "score", NULL };
  g_autoptr (WeftWhatifResponse) response = NULL;
  g_autoptr (WeftTornado) tornado = NULL;
  g_autoptr (GError) error = NULL;
  double start_s = weft_bench_cpu_s ();

  g_ptr_array_add (designs, whatif);
  for (guint i = 0; i < g_list_model_get_n_items (inputs); i++)
    {
      g_autoptr (WeftInput) input = g_list_model_get_item (inputs, i);

      if (isfinite (weft_input_get_value (input)))
        g_ptr_array_add (paths, (gpointer) weft_input_get_path (input)); /* the list keeps it */
    }
  g_ptr_array_add (paths, NULL);
  response = weft_whatif_response_new (designs, (const char *const *) paths->pdata, outputs, WEFT_ASK_EXACTLY, &error);
  if (response != NULL)
    tornado = weft_tornado_new (weft_whatif_response_get (response), weft_whatif_response_factors (response), 0, NULL,
                                &error);
  if (tornado == NULL)
    weft_cli_note (_("weft bench: whatif is left out: %s"), error->message);
  return tornado != NULL ? weft_bench_cpu_s () - start_s : NAN;
}

static double
measure_draws (WeftWhatif *whatif, guint64 seed)
{
  g_autoptr (GPtrArray) designs = g_ptr_array_new ();
  g_autoptr (WeftDoubt) doubt = NULL;
  g_autoptr (GError) error = NULL;
  double start_s = weft_bench_cpu_s ();

  g_ptr_array_add (designs, whatif);
  doubt = weft_doubt_new (designs, SAMPLES, seed, NULL, &error);
  if (doubt == NULL)
    weft_cli_note (_("weft bench: whatif is left out: %s"), error->message);
  return doubt != NULL ? weft_bench_cpu_s () - start_s : NAN;
}

/**
 * weft_bench_whatif:
 * @bench: the measurements
 *
 * Measures what questions about a design take on one core.
 */
void
weft_bench_whatif (WeftBench *bench)
{
  g_autoptr (WeftDesign) design = weft_design_load (bench->example, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWhatif) whatif = design != NULL ? weft_whatif_new (bench->evaluator, design, bench->profile, &error)
                                                 : NULL;
  double used_s;

  if (whatif == NULL)
    {
      weft_cli_note (_("weft bench: whatif is left out: %s"), error != NULL ? error->message : bench->example);
      return;
    }
  used_s = measure_draws (whatif, bench->seed);
  if (!isnan (used_s))
    {
      weft_bench_add (bench, "whatif-draws", _("Draws of a design with its reference, all workloads, one core"),
                      SAMPLES / used_s, "1/s", NAN, TRUE);
      weft_bench_add (bench, "whatif-10000", _("10,000 of them, with shares of the variance"), used_s, "s", 1, FALSE);
    }
  used_s = measure_tornado (whatif);
  if (!isnan (used_s))
    weft_bench_add (bench, "whatif-tornado", _("Tornado of all inputs, whole evaluations"), used_s * 1e3, "ms", NAN,
                    FALSE);
}
