/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recipes only: nothing here has been computed before. */
#include "config.h"

#include "app/workloads/weft-workload-examples.h"

#include <glib/gi18n.h>

const WeftWorkloadExample weft_workload_examples[] = {
  { N_("HPCG, 64³ points, 50 iterations"), "{\"generator\":\"hpcg\",\"params\":{\"n\":64,\"iterations\":50}}" },
  { N_("HPCG, 104³ points, 500 iterations"), "{\"generator\":\"hpcg\",\"params\":{\"n\":104,\"iterations\":500}}" },
  { N_("Llama 3.1 70B, prefill, TP 8, PP 5"),
    "{\"generator\":\"llm\",\"params\":{\"model\":\"llama-3.1-70b\",\"phase\":\"prefill\",\"tp\":8,\"pp\":5}}" },
  { N_("Sparse LU of a 400 × 400 grid"),
    "{\"generator\":\"sparse\",\"params\":{\"grid\":\"400x400\",\"order\":\"nd\",\"block\":256}}" },
  { N_("Stencil on a grid in blocks"), "{\"generator\":\"stencil\",\"params\":{}}" },
  { N_("Solver and surrogate in a loop"), "{\"generator\":\"coupled\",\"params\":{}}" },
  { NULL },
};
