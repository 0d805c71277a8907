/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has to hold after each run whatever was run: said instead of a result, since such a result would be wrong. */
#include "sim/weft-sim-engine-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ROUNDING 1e-9
#define TIME_ROUNDING 0x1p-46 /* of a time, for each message that begins or ends then */

static gboolean
is_at_most (double value, double limit)
{
  return value <= limit + ROUNDING * fabs (limit);
}

static gboolean
check_bytes (const WeftSimEngine *self, GError **error)
{
  double difference = fabs (self->bytes_sent - self->bytes_arrived);

  if (is_at_most (difference, ROUNDING * self->bytes_sent) && self->timeline.n_live == 0)
    return TRUE;
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               _("a fault of the simulator: %.17g bytes were sent but %.17g arrived, and %u messages are under way"),
               self->bytes_sent, self->bytes_arrived, self->timeline.n_live);
  return FALSE;
}

/* Within the rounding of each message to a tick, or to what a double can tell apart so late. */
static gboolean
check_link (const WeftSimEngine *self, guint32 link, GError **error)
{
  const WeftSimLinkUse *use = &self->result->links[link];
  double bw_bytes_s = self->network->bw_bytes_s[link];
  gboolean is_shared = self->network->is_shared == NULL || self->network->is_shared[link];
  gboolean queues = self->options->astra != WEFT_SIM_ASTRA_UNAWARE && is_shared;
  double packets = self->options->packet_bytes > 0 ? use->bytes / self->options->packet_bytes : 0;
  double tick_s = self->fifo != NULL ? self->tick_s : self->result->makespan_s * TIME_ROUNDING;
  double rounding_s = (use->n_messages + packets + 1) * tick_s;
  g_autofree char *name = NULL;

  if (!queues || is_at_most (use->bytes / bw_bytes_s, use->busy_s + rounding_s + ROUNDING * use->busy_s))
    return TRUE;
  name = weft_sim_network_link_name (self->network, link);
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               _("a fault of the simulator: %.17g bytes crossed %s in %.17g s, which takes %.17g bytes/s at most"),
               use->bytes, name, use->busy_s, bw_bytes_s);
  return FALSE;
}

static gboolean
check_task (const WeftSimEngine *self, guint32 task, GError **error)
{
  const WeftSimResult *result = self->result;
  guint32 by = result->released_by[task];
  double from_s = by != WEFT_SIM_NONE ? result->finish_s[by] : 0;
  g_autofree char *words = NULL;

  if (from_s <= result->start_s[task] && result->start_s[task] <= result->finish_s[task])
    return TRUE;
  words = weft_sim_trace_task_words (self->trace, task);
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               _("a fault of the simulator: %s could start at %.17g s, but is from %.17g s to %.17g s"), words, from_s,
               result->start_s[task], result->finish_s[task]);
  return FALSE;
}

static gboolean
check_edges (const WeftSimEngine *self, guint32 task, GError **error)
{
  const WeftSimTrace *trace = self->trace;
  const WeftSimResult *result = self->result;

  for (guint32 e = trace->first_succ[task]; e < trace->first_succ[task + 1]; e++)
    if (result->start_s[trace->succ[e]] < result->finish_s[task])
      {
        g_autofree char *before = weft_sim_trace_task_words (trace, task);
        g_autofree char *after = weft_sim_trace_task_words (trace, trace->succ[e]);

        g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                     _("a fault of the simulator: %s starts at %.17g s, before %s is done at %.17g s"), after,
                     result->start_s[trace->succ[e]], before, result->finish_s[task]);
        return FALSE;
      }
  return TRUE;
}

gboolean
weft_sim_engine_check (const WeftSimEngine *self, GError **error)
{
  if (!check_bytes (self, error))
    return FALSE;
  for (guint32 i = 0; i < self->network->n_links; i++)
    if (!check_link (self, i, error))
      return FALSE;
  for (guint32 i = 0; i < self->trace->n_tasks; i++)
    if (!check_task (self, i, error) || !check_edges (self, i, error))
      return FALSE;
  return TRUE;
}
