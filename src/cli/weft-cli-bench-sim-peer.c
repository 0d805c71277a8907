/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SimGrid beside Weft: its side of the loads is a small program in the source tree, which is compiled when SimGrid and a
 * compiler are there. */
#include "cli/weft-cli-bench-sim.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"

struct _WeftBenchSimPeer
{
  char *folder;
  char *program;
};

static gboolean
run (const char *const *argv, char **output)
{
  int status;

  return g_spawn_sync (NULL, (char **) argv, NULL,
                       G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL
                           | (output == NULL ? G_SPAWN_STDOUT_TO_DEV_NULL : 0),
                       NULL, NULL, output, NULL, &status, NULL)
         && g_spawn_check_wait_status (status, NULL);
}

/* Only in a build folder is the source tree known. (nullable) */
static char *
find_source (void)
{
  g_autofree char *file = NULL;

  if (weft_paths_build_dir () == NULL)
    return NULL;
  file = g_build_filename (weft_paths_data_dir (), "..", "build-aux", "simgrid-loads.cpp", NULL);
  return g_file_test (file, G_FILE_TEST_EXISTS) ? g_steal_pointer (&file) : NULL;
}

static gboolean
compile (const WeftBenchSimPeer *self, const char *source)
{
  const char *argv[] = { "c++", "-O2", "-std=c++17", source, "-o", self->program, "-lsimgrid", NULL };

  return run (argv, NULL);
}

WeftBenchSimPeer *
weft_bench_sim_peer_new (void)
{
  const char *look[] = { "pkg-config", "--exists", "simgrid", NULL };
  g_autoptr (WeftBenchSimPeer) self = g_new0 (WeftBenchSimPeer, 1);
  g_autofree char *source = find_source ();

  if (source == NULL)
    weft_cli_note (_("weft bench: sim: SimGrid is not run beside: its side of the loads is in the source tree"));
  else if (!run (look, NULL))
    weft_cli_note (_("weft bench: sim: SimGrid is not run beside: it is not installed (libsimgrid-dev)"));
  else
    {
      self->folder = g_dir_make_tmp ("weft-bench-XXXXXX", NULL);
      self->program = self->folder != NULL ? g_build_filename (self->folder, "simgrid-loads", NULL) : NULL;
      if (self->program != NULL && compile (self, source))
        return g_steal_pointer (&self);
      weft_cli_note (_("weft bench: sim: SimGrid is not run beside: its side of the loads could not be compiled with "
                       "c++"));
    }
  return NULL;
}

void
weft_bench_sim_peer_free (WeftBenchSimPeer *self)
{
  if (self->program != NULL)
    g_unlink (self->program);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_free (self->program);
  g_free (self->folder);
  g_free (self);
}

gboolean
weft_bench_sim_peer_run (WeftBenchSimPeer *self, const char *load, guint n_hosts, guint size, WeftBenchSimRun *found)
{
  g_autofree char *hosts = g_strdup_printf ("%u", n_hosts);
  g_autofree char *sizes = g_strdup_printf ("%u", size);
  const char *argv[] = { self->program, load, hosts, sizes, NULL };
  g_autofree char *output = NULL;
  g_autoptr (JsonNode) node = NULL;
  WeftJsonAt at;

  found->n_events = NAN;
  if (!run (argv, &output) || (node = weft_json_parse (output, -1, load, NULL, NULL)) == NULL)
    return FALSE;
  weft_json_at_root (&at, node, load);
  return weft_json_at_get_number (&at, "cpu_s", WEFT_JSON_REQUIRED, &found->cpu_s, NULL)
         && weft_json_at_get_number (&at, "makespan_s", WEFT_JSON_REQUIRED, &found->makespan_s, NULL)
         && weft_json_at_get_number (&at, "messages", WEFT_JSON_REQUIRED, &found->n_messages, NULL);
}
