/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of a simulation: what holds unless somebody says otherwise, and their names. */
#include "sim/weft-sim-options.h"

#include <math.h>

static const char *const model_nicks[] = { "fluid", "fifo" };

static const char *const algorithm_nicks[WEFT_N_SIM_ALGORITHMS] = {
  "auto", "ring", "bidirectional-ring", "direct", "halving-doubling", "double-tree", "hierarchical", "in-switch",
};

static gboolean
find_nick (const char *const *nicks, guint n, const char *nick, guint *found)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (nicks[i], nick))
      {
        *found = i;
        return TRUE;
      }
  return FALSE;
}

void
weft_sim_options_init (WeftSimOptions *self)
{
  *self = (WeftSimOptions) {
    .model = WEFT_SIM_FLUID,
    .chunks = 1,
    .reduce_bw_bytes_s = INFINITY,
    .compute_slots = 1,
  };
}

const char *
weft_sim_model_nick (WeftSimModel model)
{
  return model_nicks[model];
}

gboolean
weft_sim_model_parse (const char *nick, WeftSimModel *model)
{
  guint found = 0;
  gboolean is_known = find_nick (model_nicks, G_N_ELEMENTS (model_nicks), nick, &found);

  if (is_known)
    *model = found;
  return is_known;
}

const char *
weft_sim_algorithm_nick (WeftSimAlgorithm algorithm)
{
  return algorithm_nicks[algorithm];
}

gboolean
weft_sim_algorithm_parse (const char *nick, WeftSimAlgorithm *algorithm)
{
  guint found = 0;
  gboolean is_known = find_nick (algorithm_nicks, G_N_ELEMENTS (algorithm_nicks), nick, &found);

  if (is_known)
    *algorithm = found;
  return is_known;
}
