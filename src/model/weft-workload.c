/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The six workloads that a design is scored on: their names. */
#include "model/weft-workload.h"

#include <glib/gi18n-lib.h>

#include "base/weft-name.h"

static const struct
{
  const char *nick;
  const char *label;
  const char *description;
} workloads[WEFT_N_WORKLOADS] = {
  [WEFT_WORKLOAD_TRAINING] = { "training", N_ ("Training"),
                               N_ ("Training a large language model in 16 bits") },
  [WEFT_WORKLOAD_SERVING] = { "serving", N_ ("Serving"),
                              N_ ("Serving the model in 8 bits: prefill and decode") },
  [WEFT_WORKLOAD_STENCIL] = { "stencil", N_ ("Stencil"),
                              N_ ("A 27-point stencil in FP64 with halo exchange") },
  [WEFT_WORKLOAD_HPCG] = { "hpcg", N_ ("HPCG"),
                           N_ ("A conjugate-gradient iteration as in HPCG") },
  [WEFT_WORKLOAD_FFT] = { "fft", N_ ("FFT"),
                          N_ ("A three-dimensional complex FFT in FP64") },
  [WEFT_WORKLOAD_COUPLED] = { "coupled", N_ ("Coupled"),
                              N_ ("A solver coupled to an AI surrogate") },
};

/**
 * weft_workload_nick:
 * @kind: a workload
 *
 * Returns: (transfer none): its name in files, "training"
 */
const char *
weft_workload_nick (WeftWorkloadKind kind)
{
  g_return_val_if_fail (kind < WEFT_N_WORKLOADS, NULL);
  return workloads[kind].nick;
}

/**
 * weft_workload_label:
 * @kind: a workload
 *
 * Returns: (transfer none): its name for people, translated
 */
const char *
weft_workload_label (WeftWorkloadKind kind)
{
  g_return_val_if_fail (kind < WEFT_N_WORKLOADS, NULL);
  return _ (workloads[kind].label);
}

/**
 * weft_workload_description:
 * @kind: a workload
 *
 * Returns: (transfer none): one sentence, translated
 */
const char *
weft_workload_description (WeftWorkloadKind kind)
{
  g_return_val_if_fail (kind < WEFT_N_WORKLOADS, NULL);
  return _ (workloads[kind].description);
}

/**
 * weft_workload_parse:
 * @nick: a workload's name
 * @kind: (out): the workload
 *
 * Returns: whether there is such a workload
 */
gboolean
weft_workload_parse (const char       *nick,
                     WeftWorkloadKind *kind)
{
  g_return_val_if_fail (nick != NULL, FALSE);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (weft_name_equal (nick, workloads[i].nick))
      {
        *kind = i;
        return TRUE;
      }

  return FALSE;
}
