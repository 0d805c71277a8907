/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft bench map`: workloads and machines of stated figures, timed runs, and the parts in their order. */
#include "cli/weft-cli-bench-map.h"

#include <math.h>

#include <glib/gi18n.h>

#include "cost/weft-roofline.h"
#include "mapper/weft-platform-private.h"
#include "workload/weft-generator.h"

/* Start of a kernel. */
#define LAUNCH_S 2e-6
/* Devices of a node. */
#define NODE 8u
#define MAX_RUNS 200u

/* FP64 peak and memory bandwidth of the data sheets: H100 SXM, A100 PCIe with 40 GB. Of four devices three are of the
 * first kind, of five nodes four, of sixteen twelve. */
static const struct
{
  const char *id;
  double peak_flops;
  double bw_bytes_s;
} chips[] = {
  { "h100", 33.5e12, 3.35e12 },
  { "a100", 9.7e12, 1.555e12 },
};

/* A ring's link, a hop and two; a node's own fabric, and the network between nodes. */
static const WeftLink ring[2] = { { 1.5e-6, 64e9 }, { 3e-6, 64e9 } };
static const WeftLink nodes[2] = { { 2e-6, 450e9 }, { 5e-6, 50e9 } };

const guint weft_bench_map_sizes[WEFT_BENCH_N_SIZES] = { 4, 40, 128 };

/* --- workloads --- */

/* @params is taken. */
static WeftTaskGraph *
make_graph (const char *id, JsonObject *params)
{
  g_autoptr (JsonObject) taken = params;
  g_autoptr (GError) error = NULL;
  const WeftGenerator *generator = weft_generator_find (id, &error);
  WeftTaskGraph *graph = generator != NULL ? weft_generator_make (generator, taken, NULL, NULL, &error) : NULL;

  if (graph == NULL)
    weft_cli_note (_("weft bench: a workload is left out: %s"), error->message);
  return graph;
}

WeftTaskGraph *
weft_bench_map_hpcg (const WeftBenchHpcg *what)
{
  JsonObject *params = json_object_new ();

  json_object_set_int_member (params, "n", what->n);
  json_object_set_int_member (params, "levels", what->levels);
  json_object_set_int_member (params, "iterations", what->iterations);
  json_object_set_int_member (params, "blocks", what->blocks);
  return make_graph ("hpcg", params);
}

/* 1 to 100 µs on each chip, drawn apart; up to 1 MB an edge. */
WeftTaskGraph *
weft_bench_map_layered (void)
{
  JsonObject *params = json_object_new ();

  json_object_set_int_member (params, "tasks", 500014);
  json_object_set_int_member (params, "width", 1000);
  json_object_set_double_member (params, "degree", 2.485);
  json_object_set_string_member (params, "classes", "h100,a100");
  json_object_set_double_member (params, "unit_s", 1e-6);
  return make_graph ("layered", params);
}

/* --- machines --- */

static WeftPlatform *
make_platform (guint n_devices)
{
  gboolean is_ring = n_devices == 4;
  WeftPlatform *platform = weft_platform_new (n_devices, G_N_ELEMENTS (chips), 2);
  guint unit = is_ring ? 1 : NODE;
  guint n_first = (n_devices / unit * 3 + 3) / 4 * unit;

  for (guint c = 0; c < G_N_ELEMENTS (chips); c++)
    platform->class_name[c] = g_strdup (chips[c].id);
  for (guint l = 0; l < 2; l++)
    platform->links[l] = is_ring ? ring[l] : nodes[l];
  for (guint a = 0; a < n_devices; a++)
    {
      platform->class_of[a] = a >= n_first;
      for (guint b = 0; b < n_devices; b++)
        platform->link_of[a * n_devices + b] = is_ring ? (a + 2) % 4 == b : a / NODE != b / NODE;
    }
  weft_platform_finish (platform);
  return platform;
}

/* A time that is given for a chip, or the roofline. */
static double
kind_time (const WeftTaskGraph *graph, guint32 kind, guint chip)
{
  const WeftTaskKind *at = &graph->kinds[kind];

  for (guint t = at->first_time; t < at->first_time + at->n_times; t++)
    if (g_str_equal (graph->names[graph->times[t].device_class], chips[chip].id))
      return graph->times[t].time_s;
  return LAUNCH_S
         + weft_roofline_s (weft_roofline (weft_task_graph_kind_flops (graph, kind),
                                           at->bytes_read + at->bytes_written, chips[chip].peak_flops,
                                           chips[chip].bw_bytes_s));
}

WeftMapProblem *
weft_bench_map_problem (WeftTaskGraph *graph, guint n_devices)
{
  g_autoptr (WeftPlatform) platform = make_platform (n_devices);
  double *time_s = g_new (double, (gsize) graph->n_kinds * G_N_ELEMENTS (chips));

  for (guint32 k = 0; k < graph->n_kinds; k++)
    for (guint c = 0; c < G_N_ELEMENTS (chips); c++)
      time_s[k * G_N_ELEMENTS (chips) + c] = kind_time (graph, k, c);
  return weft_map_problem_new (graph, platform, time_s);
}

char *
weft_bench_map_machine (void)
{
  return g_strdup_printf (
    _("Devices: H100 (%.1f TFLOP/s FP64, %.2f TB/s) and A100 (%.1f, %.3f), of four devices three H100; kernels start "
      "in %g µs, the longer of arithmetic and memory counts. Links: 4 devices in a ring, %g µs a hop and %g GB/s; 40 and "
      "128 in nodes of %u, %g µs and %g GB/s inside, %g µs and %g GB/s between."),
    chips[0].peak_flops / 1e12, chips[0].bw_bytes_s / 1e12, chips[1].peak_flops / 1e12, chips[1].bw_bytes_s / 1e12,
    LAUNCH_S * 1e6, ring[0].alpha_s * 1e6, ring[0].bw_bytes_s / 1e9, NODE, nodes[0].alpha_s * 1e6,
    nodes[0].bw_bytes_s / 1e9, nodes[1].alpha_s * 1e6, nodes[1].bw_bytes_s / 1e9);
}

/* --- runs --- */

gboolean
weft_bench_map_run (WeftMapProblem *problem, WeftMapAlgorithm algorithm, gboolean locality, double budget_s,
                    WeftBenchMapped *mapped)
{
  WeftMapOptions options = { .locality = locality, .locality_gap = locality, .skips_bound = TRUE };
  double used_s = 0;

  *mapped = (WeftBenchMapped) { INFINITY, NAN, NAN };
  for (guint i = 0; i == 0 || (i < MAX_RUNS && used_s + mapped->mapper_s < budget_s); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftMapResult) result = weft_map (problem, algorithm, &options, NULL, &error);

      if (result == NULL)
        {
          weft_cli_note (_("weft bench: %s is left out: %s"), weft_map_algorithm_info (algorithm)->title,
                         error->message);
          return FALSE;
        }
      if (i == 0)
        mapped->gap_locality = result->gap_locality;
      options.locality_gap = FALSE;
      mapped->mapper_s = MIN (mapped->mapper_s, result->mapper_s);
      mapped->makespan_s = result->schedule->makespan_s;
      used_s += result->mapper_s;
    }
  return TRUE;
}

char *
weft_bench_seconds (double seconds)
{
  return isnan (seconds) ? g_strdup ("") : g_strdup_printf ("%.*f", seconds < 0.01 ? 5 : 3, seconds);
}

char *
weft_bench_percent (double share, guint n_digits)
{
  return isnan (share) ? g_strdup ("") : g_strdup_printf ("%.*f %%", n_digits, share * 100);
}

static gboolean
is_wanted (const WeftBench *bench, const char *part)
{
  g_auto (GStrv) parts = bench->map_parts != NULL ? g_strsplit (bench->map_parts, ",", -1) : NULL;

  return parts == NULL || g_strv_contains ((const char *const *) parts, part);
}

/**
 * weft_bench_map:
 * @bench: the measurements
 *
 * Measures the mappers: graphs of 500,000 tasks, the algorithms against each other over HPCG graphs, and small graphs
 * against their optimum.
 */
void
weft_bench_map (WeftBench *bench)
{
  g_autofree char *machine = weft_bench_map_machine ();

  weft_bench_add_note (bench, machine);
  if (is_wanted (bench, "large"))
    weft_bench_map_large (bench);
  if (is_wanted (bench, "compare"))
    weft_bench_map_compare (bench);
  if (is_wanted (bench, "small"))
    weft_bench_map_small (bench);
}
