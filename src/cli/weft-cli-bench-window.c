/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench canvas` that needs a display: a program of the build folder shows the real
 * window with a large design, and tells what its frames and edits cost. */
#include "cli/weft-cli-bench.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>

#include "base/weft-paths.h"

/* What the program prints, and what it should be. */
typedef struct
{
  const char *name;
  const char *label;
  double goal_10000;
  double goal_50000;
} Figure;

static const Figure figures[] = {
  { "open", N_("opened and drawn, wall time"), NAN, NAN },
  { "pan-100", N_("frame of a pan at 100 %, processor time"), 8, 8 },
  { "pan-all", N_("frame of a pan, all visible"), 12, 16 },
  { "zoom-100", N_("frame of a zoom at 100 %"), 8, 8 },
  { "zoom-all", N_("frame of a zoom, all visible"), 12, 16 },
  { "edit", N_("from an edit to verdict and score, wall time"), NAN, NAN },
};

static void
add_figure (WeftBench *bench, guint size, const char *name, double value)
{
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *whole = g_strdup_printf ("canvas-%u-window-%s", size, name);
      g_autofree char *label = NULL;
      double goal = size == 50000 ? figures[i].goal_50000 : figures[i].goal_10000;

      if (!g_str_equal (figures[i].name, name))
        continue;
      label = g_strdup_printf (_("Window of %u: %s"), size, _(figures[i].label));
      if (g_str_equal (name, "edit") && size == 2000)
        goal = 100;
      weft_bench_add (bench, g_intern_string (whole), label, value, "ms", goal, FALSE);
    }
}

/* Lines of a name, the mean and the most. */
static void
add_output (WeftBench *bench, guint size, const char *output)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 3);

      if (g_strv_length (words) >= 2)
        add_figure (bench, size, words[0], g_ascii_strtod (words[1], NULL));
    }
}

static gboolean
run (WeftBench *bench, guint size, const char *program, const char *path, GError **error)
{
  const char *argv[] = { program, path, NULL };
  g_auto (GStrv) environment = g_environ_setenv (
    g_strdupv (bench->window_environment), "WEFT_CATALOG_DIR",
    weft_catalog_get_folder (weft_evaluator_get_catalog (bench->evaluator)), TRUE);
  g_autofree char *output = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, environment,
                     G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL, &status, error)
      || !g_spawn_check_wait_status (status, error))
    return FALSE;
  add_output (bench, size, output);
  return TRUE;
}

/**
 * weft_bench_canvas_window:
 * @bench: the measurements
 * @size: boxes and wires of the design, about
 *
 * Measures frames of the real window; where there is none, it says so.
 */
void
weft_bench_canvas_window (WeftBench *bench, guint size)
{
  const char *build = weft_paths_build_dir ();
  g_autofree char *program =
    build != NULL ? g_build_filename (build, "tests", "bench", "canvas-window", NULL) : NULL;
  g_autofree char *graph = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int file;

  if (program == NULL || !g_file_test (program, G_FILE_TEST_IS_EXECUTABLE)
      || (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL))
    {
      weft_cli_note (_("weft bench: the window of canvas is left out: it needs a display and the "
                       "program tests/bench/canvas-window of a build folder"));
      return;
    }
  graph = weft_bench_cluster (size);
  text = g_strdup_printf ("{\"name\":\"bench\",\"facility\":{\"power_w\":1e9},\"graph\":%s}",
                          graph);
  file = g_file_open_tmp ("weft-bench-XXXXXX.weft", &path, &error);
  if (file >= 0)
    {
      g_close (file, NULL);
      if (g_file_set_contents (path, text, -1, &error))
        run (bench, size, program, path, &error);
      g_unlink (path);
    }
  if (error != NULL)
    weft_cli_note (_("weft bench: the window of canvas is left out: %s"), error->message);
}
