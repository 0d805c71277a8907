/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written down of a request and what is run of it stand in one place, so that neither forgets what the other has. */
#include "search/weft-sim-request.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "base/weft-file-digest.h"
#include "base/weft-json-find.h"
#include "search/weft-space.h"
#include "sim/weft-sim-examples.h"
#include "sim/weft-sim-knobs.h"
#include "workload/weft-generator.h"
#include "workload/weft-workload-file.h"

/* Steps of time in which the bytes of links are kept: as many as a slider has room for. */
#define N_BINS 512

/* Messages that are kept one by one, so that a chart can show them. */
#define MOST_MESSAGES 500000

/* A workload is mapped first: that much of the progress is the mapper's. */
#define MAPPING_SHARE 0.3

typedef struct
{
  void (*progress) (double share, gpointer data);
  gpointer data;
  double from;
} Progress;

/* --- a request --- */

WeftSimRequest *
weft_sim_request_new (const char *title)
{
  WeftSimRequest *self = g_new0 (WeftSimRequest, 1);

  self->title = g_strdup (title);
  self->settings.algorithm = WEFT_MAP_BEST;
  return self;
}

WeftSimRequest *
weft_sim_request_copy (const WeftSimRequest *self)
{
  WeftSimRequest *copy = weft_sim_request_new (self->title);

  copy->workload = self->workload != NULL ? json_node_copy (self->workload) : NULL;
  copy->example = g_strdup (self->example);
  copy->path = g_strdup (self->path);
  copy->digest = g_strdup (self->digest);
  copy->ranks = self->ranks != NULL ? g_array_ref (self->ranks) : NULL;
  copy->settings = self->settings;
  copy->remotes = g_strdupv (self->remotes);
  copy->knobs = self->knobs != NULL ? json_node_ref (self->knobs) : NULL;
  copy->knobs_name = g_strdup (self->knobs_name);
  return copy;
}

void
weft_sim_request_free (WeftSimRequest *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_clear_pointer (&self->workload, json_node_unref);
  g_free (self->example);
  g_free (self->path);
  g_free (self->digest);
  g_clear_pointer (&self->ranks, g_array_unref);
  g_strfreev (self->remotes);
  g_clear_pointer (&self->knobs, json_node_unref);
  g_free (self->knobs_name);
  g_free (self);
}

/* --- its inputs --- */

static gboolean
check_digest (const char *path, const char *wanted, GCancellable *cancellable, GError **error)
{
  g_autofree char *found = wanted != NULL ? weft_file_digest (path, cancellable, error) : NULL;

  if (wanted == NULL)
    return TRUE;
  if (found == NULL)
    return FALSE;
  if (g_str_equal (found, wanted))
    return TRUE;
  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
               _("%s is not the file that was simulated: found SHA-256 %.12s…, recorded %.12s…; put the old file back, "
                 "or simulate the new one"), path, found, wanted);
  return FALSE;
}

/* (transfer full) (nullable) */
static WeftTaskGraph *
make_graph (const WeftSimRequest *self, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  JsonObject *recipe = JSON_NODE_HOLDS_OBJECT (self->workload) ? json_node_get_object (self->workload) : NULL;
  JsonObject *params = weft_json_find_object (recipe, "params");
  const char *file = weft_json_find_string (recipe, "file");
  const char *id = weft_json_find_string (recipe, "generator");
  const WeftGenerator *generator;

  if (file != NULL)
    return check_digest (file, self->digest, cancellable, error)
               ? weft_workload_load (file, params, catalog, NULL, cancellable, error)
               : NULL;
  generator = weft_generator_find (id != NULL ? id : "", error);
  return generator != NULL ? weft_generator_make (generator, params, catalog, cancellable, error) : NULL;
}

gboolean
weft_sim_request_load (const WeftSimRequest *self, WeftCatalog *catalog, WeftSimLoader loader, WeftSimInputs *inputs,
                       GCancellable *cancellable, GError **error)
{
  *inputs = (WeftSimInputs) { NULL, NULL };
  if (self->workload != NULL)
    inputs->graph = make_graph (self, catalog, cancellable, error);
  else if (self->example != NULL)
    inputs->trace = weft_sim_example_new (self->example, error);
  else if (self->path != NULL)
    inputs->trace = loader (self->path, self->digest, cancellable, error);
  else
    g_set_error_literal (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
                         _("Found neither a workload nor a trace to simulate"));
  return inputs->graph != NULL || inputs->trace != NULL;
}

void
weft_sim_inputs_clear (WeftSimInputs *self)
{
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_clear_pointer (&self->trace, weft_sim_trace_unref);
}

/* --- running it --- */

static void
tell (const Progress *self, double share)
{
  if (self->progress != NULL)
    self->progress (share, self->data);
}

static void
mapped_cb (double share, gpointer data)
{
  tell (data, share * MAPPING_SHARE);
}

static void
simulated_cb (double share, guint64 n_events, double time_s, gpointer data)
{
  const Progress *progress = data;

  tell (progress, progress->from + share * (1 - progress->from));
}

/* FALSE when the knobs are none. */
static gboolean
fill_options (const WeftSimRequest *self, Progress *progress, WeftSimOptions *options, GError **error)
{
  weft_sim_options_init (options);
  options->model = self->settings.model;
  options->packet_bytes = self->settings.packet_bytes;
  options->closed_form = self->settings.closed_form;
  options->n_bins = N_BINS;
  options->max_messages = MOST_MESSAGES;
  options->progress = simulated_cb;
  options->progress_data = progress;
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    options->algorithm[i] = self->settings.collectives;
  if (self->knobs == NULL)
    return TRUE;
  options->comm_knobs = weft_sim_comm_knobs_read (self->knobs, error);
  return options->comm_knobs != NULL;
}

static void
clear_remote (gpointer data)
{
  g_free (((WeftSimRemote *) data)->pattern);
}

/* (transfer full) (nullable) */
static GArray *
find_remotes (const WeftSimRequest *self, const WeftSimGround *ground, GError **error)
{
  g_autoptr (GArray) remotes = g_array_new (FALSE, FALSE, sizeof (WeftSimRemote));

  g_array_set_clear_func (remotes, clear_remote);
  for (guint i = 0; self->remotes != NULL && self->remotes[i] != NULL; i++)
    {
      const char *equals = strchr (self->remotes[i], '=');
      WeftSimRemote remote;

      if (equals == NULL || equals == self->remotes[i])
        {
          g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                       _("Data in remote memory: found “%s”, expected REGION=DEVICE such as kv*=pool"),
                       self->remotes[i]);
          return NULL;
        }
      remote.device = weft_sim_find_memory (ground->flat, ground->inventory, equals + 1, error);
      if (remote.device == WEFT_FLAT_NONE)
        return NULL;
      remote.pattern = g_strndup (self->remotes[i], (gsize) (equals - self->remotes[i]));
      g_array_append_val (remotes, remote);
    }
  return g_steal_pointer (&remotes);
}

/* Each sentence once. */
static void
add_notes (GPtrArray *notes, GPtrArray *more)
{
  for (guint i = 0; i < more->len; i++)
    if (!g_ptr_array_find_with_equal_func (notes, more->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (notes, g_strdup (more->pdata[i]));
}

/* Takes @result. @notes: (nullable): besides those of the result. */
static WeftSimAnswer *
make_answer (WeftSimResult *result, double mapped_s, GPtrArray *notes)
{
  WeftSimAnswer *answer = g_new0 (WeftSimAnswer, 1);
  g_autoptr (GPtrArray) own = weft_sim_result_dup_notes (result);

  answer->result = result;
  answer->mapped_s = mapped_s;
  answer->notes = g_ptr_array_new_with_free_func (g_free);
  if (notes != NULL)
    add_notes (answer->notes, notes);
  add_notes (answer->notes, own);
  return answer;
}

/* (transfer full) (nullable) */
static WeftSimAnswer *
run_workload (const WeftSimRequest *self, WeftTaskGraph *graph, const WeftSimGround *ground, Progress *progress,
              const WeftSimOptions *options, GCancellable *cancellable, GError **error)
{
  WeftMapOptions map = { .progress = mapped_cb, .progress_data = progress };
  g_autoptr (GArray) remotes = find_remotes (self, ground, error);
  g_autoptr (WeftSimOutcome) outcome = NULL;
  WeftSimOrder order = {
    .flat = ground->flat,
    .platform = ground->platform,
    .inventory = ground->inventory,
    .graph = graph,
    .algorithm = self->settings.algorithm,
    .map_options = &map,
    .knobs = self->knobs,
    .remotes = remotes,
    .options = options,
  };

  if (remotes == NULL)
    return NULL;
  if (self->ranks != NULL && self->settings.algorithm == WEFT_MAP_RANKS)
    {
      map.device_of_rank = (const guint32 *) (gconstpointer) self->ranks->data;
      map.n_ranks = self->ranks->len;
    }
  outcome = weft_sim_workload_run (&order, cancellable, error);
  if (outcome == NULL)
    return NULL;
  return make_answer (g_steal_pointer (&outcome->result), outcome->schedule->makespan_s, outcome->notes);
}

/* (transfer full) (nullable) */
static WeftSimAnswer *
run_trace (WeftSimTrace *trace, const WeftSimGround *ground, const WeftSimOptions *options, GCancellable *cancellable,
           GError **error)
{
  g_autofree guint32 *devices = weft_sim_place_ranks (trace, ground->flat, error);
  g_autoptr (WeftSimNetwork) network = NULL;
  WeftSimResult *result = NULL;

  if (devices != NULL)
    network = weft_sim_network_from_flat (ground->flat, ground->inventory, devices, trace->n_ranks, error);
  if (network != NULL)
    result = weft_sim_run (trace, network, options, cancellable, error);
  return result != NULL ? make_answer (result, NAN, NULL) : NULL;
}

WeftSimAnswer *
weft_sim_request_run (const WeftSimRequest *self, const WeftSimInputs *inputs, const WeftSimGround *ground,
                      void (*progress) (double share, gpointer data), gpointer data, GCancellable *cancellable,
                      GError **error)
{
  Progress own = { progress, data, inputs->graph != NULL ? MAPPING_SHARE : 0 };
  g_autoptr (GArray) knobs = NULL;
  WeftSimOptions options;

  if (!fill_options (self, &own, &options, error))
    return NULL;
  knobs = options.comm_knobs;
  return inputs->graph != NULL ? run_workload (self, inputs->graph, ground, &own, &options, cancellable, error)
                               : run_trace (inputs->trace, ground, &options, cancellable, error);
}

void
weft_sim_answer_free (WeftSimAnswer *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->result, weft_sim_result_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self);
}
