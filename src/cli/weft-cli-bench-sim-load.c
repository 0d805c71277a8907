/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft bench sim` runs on, and how it sees what a run needs of memory. */
#include "cli/weft-cli-bench-sim.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the star --- */

/* Link 2 i leads from host i to the switch, 2 i + 1 back. */
static gboolean
route_cb (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  const guint32 way[] = { 2 * from, 2 * to + 1 };

  g_array_append_vals (links, way, 2);
  return TRUE;
}

WeftSimNetwork *
weft_bench_sim_star (guint n_hosts)
{
  WeftSimNetwork *self = weft_sim_network_new ("star", n_hosts + 1, 2 * n_hosts, n_hosts);

  self->route = route_cb;
  for (guint32 i = 0; i < n_hosts; i++)
    {
      self->node_of_rank[i] = i;
      self->from[2 * i] = self->to[2 * i + 1] = i;
      self->to[2 * i] = self->from[2 * i + 1] = n_hosts;
      for (guint32 link = 2 * i; link <= 2 * i + 1; link++)
        {
          self->bw_bytes_s[link] = WEFT_BENCH_SIM_BW_BYTES_S;
          self->latency_s[link] = WEFT_BENCH_SIM_LATENCY_S;
        }
    }
  return self;
}

/* --- all at once --- */

static void
append_links (GString *text)
{
  g_string_append (text, "{\"links\": [");
  for (guint i = 0; i < 2 * WEFT_BENCH_SIM_HOSTS; i++)
    g_string_append_printf (text, "%s{\"id\": \"%c%u\", \"bandwidth_bytes_s\": %.0f, \"latency_s\": 5e-7}",
                            i > 0 ? ", " : "", i < WEFT_BENCH_SIM_HOSTS ? 'u' : 'd', i % WEFT_BENCH_SIM_HOSTS,
                            WEFT_BENCH_SIM_BW_BYTES_S);
  g_string_append (text, "], \"flows\": [");
}

static void
append_flows (GString *text)
{
  guint n = 0;

  for (guint host = 0; host < WEFT_BENCH_SIM_HOSTS; host++)
    {
      guint32 state = 12345 + 7919 * host;

      for (guint i = 0; i < WEFT_BENCH_SIM_FLOWS / WEFT_BENCH_SIM_HOSTS; i++, n++)
        {
          guint to;

          state = state * 1664525u + 1013904223u;
          to = (state >> 8) % (WEFT_BENCH_SIM_HOSTS - 1);
          g_string_append_printf (text, "%s{\"id\": \"%u\", \"route\": [\"u%u\", \"d%u\"], \"bytes\": %u}",
                                  n > 0 ? ", " : "", n, host, to >= host ? to + 1 : to, WEFT_BENCH_SIM_MESSAGE_BYTES);
        }
    }
  g_string_append (text, "]}");
}

WeftSimScenario *
weft_bench_sim_open (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  WeftSimScenario *scenario;

  append_links (text);
  append_flows (text);
  scenario = weft_sim_scenario_read (text->str, text->len, "bench", &error);
  g_assert_no_error (error);
  return scenario;
}

/* --- memory --- */

/* A line of /proc/self/status, which counts in KiB. */
static double
read_status (const char *key)
{
  g_autofree char *text = NULL;
  const char *at;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL) || (at = strstr (text, key)) == NULL)
    return NAN;
  return g_ascii_strtod (at + strlen (key), NULL) * 1024;
}

double
weft_bench_sim_resident (void)
{
  return read_status ("VmRSS:");
}

double
weft_bench_sim_peak (void)
{
  return read_status ("VmHWM:");
}

gboolean
weft_bench_sim_forget_peak (void)
{
  FILE *file;
  gboolean is_done;

#ifdef __GLIBC__
  /* What is free already would hide what a run takes. */
  malloc_trim (0);
#endif
  file = fopen ("/proc/self/clear_refs", "w");
  if (file == NULL)
    return FALSE;
  is_done = fputs ("5", file) >= 0;
  return fclose (file) == 0 && is_done;
}
