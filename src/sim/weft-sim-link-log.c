/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What crosses each link. Steps of time are made so that the last byte fits, and then two become one whenever it no
 * longer does: how long a run takes is known only at its end. */
#include "sim/weft-sim-link-log-private.h"

#include <math.h>

#include "sim/weft-sim-waits-private.h"

typedef struct
{
  double bytes;
  double busy_s;
  WeftSimWaits waits;
} LinkUse;

struct _WeftSimLinkLog
{
  const WeftSimNetwork *network;
  guint32 n_links; /* the network may go first */
  LinkUse *links;
  guint n_bins;
  double bin_s; /* 0: nothing yet */
  float *bins;
};

WeftSimLinkLog *
weft_sim_link_log_new (const WeftSimNetwork *network, guint n_bins)
{
  WeftSimLinkLog *self = g_new0 (WeftSimLinkLog, 1);

  self->network = network;
  self->n_links = network->n_links;
  self->links = g_new0 (LinkUse, network->n_links);
  self->n_bins = n_bins > 0 ? MAX (n_bins, 2) : 0;
  if (n_bins > 0)
    self->bins = g_new0 (float, (gsize) network->n_links * self->n_bins);
  return self;
}

void
weft_sim_link_log_free (WeftSimLinkLog *self)
{
  for (guint32 i = 0; i < self->n_links; i++)
    weft_sim_waits_clear (&self->links[i].waits);
  g_free (self->links);
  g_free (self->bins);
  g_free (self);
}

static void
halve_bins (WeftSimLinkLog *self)
{
  for (guint32 link = 0; link < self->network->n_links; link++)
    {
      float *bins = self->bins + (gsize) link * self->n_bins;

      for (guint i = 0; i < self->n_bins; i++)
        {
          float both = (2 * i < self->n_bins ? bins[2 * i] : 0) + (2 * i + 1 < self->n_bins ? bins[2 * i + 1] : 0);

          bins[i] = both;
        }
    }
  self->bin_s *= 2;
}

static void
reach (WeftSimLinkLog *self, double to_s)
{
  int exponent;

  if (self->bin_s == 0)
    {
      frexp (to_s / self->n_bins, &exponent);
      self->bin_s = ldexp (1, exponent);
    }
  while (to_s > self->bin_s * self->n_bins)
    halve_bins (self);
}

static void
fill_bins (WeftSimLinkLog *self, guint32 link, double from_s, double to_s, double bytes)
{
  float *bins = self->bins + (gsize) link * self->n_bins;
  guint first, last;

  if (bytes <= 0)
    return;
  if (!(to_s <= self->bin_s * self->n_bins) || self->bin_s == 0)
    reach (self, to_s);
  first = MIN (from_s / self->bin_s, self->n_bins - 1);
  last = MIN (to_s / self->bin_s, self->n_bins - 1);
  if (first == last)
    {
      bins[first] += bytes;
      return;
    }
  for (guint i = first; i <= last; i++)
    {
      double begin_s = MAX (from_s, i * self->bin_s);
      double end_s = MIN (to_s, (i + 1) * self->bin_s);

      bins[i] += bytes * MAX (0, end_s - begin_s) / (to_s - from_s);
    }
}

void
weft_sim_link_log_bytes (WeftSimLinkLog *self, guint32 link, double from_s, double to_s, double bytes)
{
  LinkUse *use = &self->links[link];

  use->bytes += bytes;
  use->busy_s += to_s - from_s;
  if (self->n_bins > 0)
    fill_bins (self, link, from_s, to_s, bytes);
}

void
weft_sim_link_log_total (WeftSimLinkLog *self, guint32 link, double bytes)
{
  self->links[link].bytes = bytes;
}

void
weft_sim_link_log_wait (WeftSimLinkLog *self, guint32 link, double wait_s)
{
  weft_sim_waits_add (&self->links[link].waits, wait_s);
}

static void
finish_bins (WeftSimLinkLog *self, WeftSimResult *result)
{
  double time_s = result->makespan_s - result->folded_s;
  guint n_used = self->bin_s > 0 ? MIN (ceil (time_s / self->bin_s), self->n_bins) : 0;

  if (n_used == 0)
    return;
  result->n_bins = n_used;
  result->bin_s = self->bin_s;
  result->bins = g_new (float, (gsize) self->network->n_links * n_used);
  for (guint32 link = 0; link < self->network->n_links; link++)
    for (guint i = 0; i < n_used; i++)
      result->bins[(gsize) link * n_used + i] = self->bins[(gsize) link * self->n_bins + i];
}

/* Rounding to ticks does not fill a shared link more than it can be; others have no end. */
static double
utilisation_of (const WeftSimNetwork *network, guint32 link, double bytes, double time_s)
{
  double room_bytes = network->bw_bytes_s[link] * time_s;
  gboolean is_shared = network->is_shared == NULL || network->is_shared[link];
  double share = room_bytes > 0 ? bytes / room_bytes : 0;

  return is_shared ? MIN (share, 1) : share;
}

void
weft_sim_link_log_finish (WeftSimLinkLog *self, WeftSimResult *result)
{
  result->links = g_new0 (WeftSimLinkUse, self->network->n_links);
  for (guint32 i = 0; i < self->network->n_links; i++)
    {
      const LinkUse *use = &self->links[i];

      result->links[i] = (WeftSimLinkUse) {
        .bytes = use->bytes,
        .n_messages = use->waits.n,
        .busy_s = use->busy_s,
        .utilisation = utilisation_of (self->network, i, use->bytes, result->makespan_s - result->folded_s),
        .wait_mean_s = weft_sim_waits_mean_s (&use->waits),
        .wait_p99_s = weft_sim_waits_p99_s (&use->waits),
        .wait_worst_s = use->waits.worst_s,
      };
    }
  finish_bins (self, result);
}
