/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window with a design of many items: measures the processor time of frames that pan and
 * zoom, and the time from an edit to its score. Usage: canvas-window FILE.weft */
#include <adwaita.h>
#include <time.h>

#include "app/compose/weft-document-page.h"
#include "app/compose/weft-graph-editor.h"
#include "app/weft-application.h"
#include "app/weft-window.h"

#define FRAMES 60
#define EDITS 5
#define PAN_PX 9

typedef struct
{
  WeftWindow *window;
  WeftGraphEditor *editor;
  WeftSession *session;
  guint frames;    /* painted so far */
  gboolean evaluated;
} Run;

static double
cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + now.tv_nsec / 1e9;
}

static void
painted_cb (GdkFrameClock *clock, Run *run)
{
  run->frames++;
}

static void
evaluated_cb (Run *run)
{
  run->evaluated = TRUE;
}

static void
wait_frame (Run *run)
{
  guint before = run->frames;

  gtk_widget_queue_draw (GTK_WIDGET (weft_graph_editor_get_canvas (run->editor)));
  while (run->frames == before)
    g_main_context_iteration (NULL, TRUE);
}

static void
settle (void)
{
  gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 2;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (2000);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
print_times (const char *name, double *times, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += times[i];
  qsort (times, n, sizeof (double), compare);
  g_print ("%s %.3f %.3f\n", name, 1e3 * sum / n, 1e3 * times[n - 1]);
}

/* Each frame a pan, or a pan and a small zoom, in and out again. */
static void
measure_frames (Run *run, const char *name, double zoom, gboolean zooms)
{
  WeftCanvas *canvas = weft_graph_editor_get_canvas (run->editor);
  WeftCanvasView *view = weft_canvas_get_view (canvas);
  double times[FRAMES];

  weft_canvas_fit (canvas);
  if (zoom > 0)
    weft_canvas_view_set_zoom (view, zoom);
  settle ();
  wait_frame (run);
  for (guint i = 0; i < FRAMES; i++)
    {
      const WeftSceneView *at = weft_canvas_view_get (view);
      double start = cpu_s ();

      if (zooms)
        weft_canvas_view_zoom_at (view, i < FRAMES / 2 ? 1.03 : 1 / 1.03, at->width / 2,
                                  at->height / 2);
      else
        weft_canvas_view_pan (view, i < FRAMES / 2 ? PAN_PX : -PAN_PX, i % 3);
      wait_frame (run);
      times[i] = cpu_s () - start;
    }
  print_times (name, times, FRAMES);
}

/* From the edit to the first frame after its evaluation. */
static void
measure_edit (Run *run)
{
  WeftStage *stage = weft_graph_editor_get_stage (run->editor);
  double times[EDITS];

  for (guint i = 0; i < EDITS; i++)
    {
      gint64 start;

      settle ();
      weft_stage_select_item (stage, i, WEFT_SELECT_ONLY);
      run->evaluated = FALSE;
      start = g_get_monotonic_time ();
      weft_stage_duplicate (stage);
      while (!run->evaluated && weft_session_get_failure (run->session) == NULL)
        g_main_context_iteration (NULL, TRUE);
      if (weft_session_get_failure (run->session) != NULL)
        g_error ("%s", weft_session_get_failure (run->session));
      wait_frame (run);
      times[i] = (g_get_monotonic_time () - start) / 1e6;
    }
  print_times ("edit", times, EDITS);
}

static GtkWidget *
find (GtkWidget *root, GType type)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static gboolean
is_open (Run *run)
{
  run->editor = (WeftGraphEditor *) find (GTK_WIDGET (run->window), WEFT_TYPE_GRAPH_EDITOR);
  return run->editor != NULL && weft_graph_editor_get_stage (run->editor) != NULL
         && weft_stage_get_scene (weft_graph_editor_get_stage (run->editor)) != NULL;
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftApplication) app = NULL;
  g_autoptr (GFile) file = argc > 1 ? g_file_new_for_commandline_arg (argv[1]) : NULL;
  Run run = { 0 };
  gint64 start;

  if (file == NULL)
    return 2;
  gtk_init ();
  adw_init ();
  app = weft_application_new ();
  g_application_set_flags (G_APPLICATION (app), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (app), NULL, NULL);
  run.window = weft_window_new (GTK_APPLICATION (app), weft_application_get_engine (app));
  weft_engine_start (weft_application_get_engine (app));
  gtk_window_set_default_size (GTK_WINDOW (run.window), 1270, 760);
  gtk_window_present (GTK_WINDOW (run.window));
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (run.window)), "after-paint",
                    G_CALLBACK (painted_cb), &run);
  settle ();

  start = g_get_monotonic_time ();
  weft_window_open_file (run.window, file);
  while (!is_open (&run))
    g_main_context_iteration (NULL, TRUE);
  wait_frame (&run);
  g_print ("open %.3f 0\n", (g_get_monotonic_time () - start) / 1e3);
  run.session = weft_stage_get_session (weft_graph_editor_get_stage (run.editor));
  g_signal_connect_swapped (run.session, "notify::evaluation", G_CALLBACK (evaluated_cb), &run);
  settle ();

  measure_frames (&run, "pan-100", 1, FALSE);
  measure_frames (&run, "pan-all", 0, FALSE);
  measure_frames (&run, "zoom-100", 1, TRUE);
  measure_frames (&run, "zoom-all", 0, TRUE);
  measure_edit (&run);
  gtk_window_destroy (GTK_WINDOW (run.window));
  return 0;
}
